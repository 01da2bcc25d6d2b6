"""What happens in a game, as it is told. Card sets are counts by kind, seats and places are numbers."""

from typing import Literal, Self

from games.engine.records import Event
from games.titles.inkas.cards import Counts


class SeatsDrawn(Event, frozen=True, gc=False, tag="seats-drawn"):
    """Turn order, and the colour of each seat (I53)."""

    order: tuple[int, ...]
    colours: tuple[int, ...]


class StartPlaced(Event, frozen=True, gc=False, tag="start-placed"):
    """A settlement and a road of the set-up (I6, I7)."""

    seat: int
    place: int
    path: int


class TurnBegan(Event, frozen=True, gc=False, tag="turn-began"):
    """A seat's turn begins; the one before is over."""

    bars_undo = True
    seat: int
    turn: int
    round: int


class Rolled(Event, frozen=True, gc=False, tag="rolled"):
    """Two dice."""

    bars_undo = True
    seat: int
    first: int
    second: int


class CardsTaken(Event, frozen=True, gc=False, tag="cards-taken"):
    """Cards from the supply: produced, or by a card or an advantage."""

    seat: int
    cards: Counts
    cause: Literal["start", "roll", "invention", "mightiest"]


class SupplyShort(Event, frozen=True, gc=False, tag="supply-short"):
    """The supply can't pay all their cards of a kind, so nobody gets any (I13)."""

    card: int


class DiscardsDue(Event, frozen=True, gc=False, tag="discards-due"):
    """How many cards each seat has to discard (I17)."""

    bars_undo = True
    cards: tuple[int, ...]


class DiscardChosen(Event, frozen=True, gc=False, tag="discard-chosen"):
    """A seat has chosen what to discard; it shows when all have (I54)."""

    seat: int


class Discarded(Event, frozen=True, gc=False, tag="discarded"):
    """What a seat discards."""

    bars_undo = True
    seat: int
    cards: Counts


class RobberMoved(Event, frozen=True, gc=False, tag="robber-moved"):
    """The robber stands elsewhere."""

    seat: int
    spot: int


class Stolen(Event, frozen=True, gc=False, tag="stolen"):
    """A card is stolen; only thief and victim know which."""

    bars_undo = True
    seat: int
    victim: int
    card: int | None

    def seen_by(self, viewer: int | None) -> Self:
        known = viewer in (self.seat, self.victim)
        return self if known else type(self)(self.seat, self.victim, None)


class RoadBuilt(Event, frozen=True, gc=False, tag="road-built"):
    """A road."""

    seat: int
    path: int


class SettlementBuilt(Event, frozen=True, gc=False, tag="settlement-built"):
    """A settlement; over: whose declining building it replaces, None on a free place (I39)."""

    seat: int
    place: int
    over: int | None


class CityBuilt(Event, frozen=True, gc=False, tag="city-built"):
    """A city."""

    seat: int
    place: int


class DevelopmentBought(Event, frozen=True, gc=False, tag="development-bought"):
    """A development card; only the buyer knows which."""

    bars_undo = True
    seat: int
    card: int | None

    def seen_by(self, viewer: int | None) -> Self:
        return self if viewer == self.seat else type(self)(self.seat, None)


class DevelopmentPlayed(Event, frozen=True, gc=False, tag="development-played"):
    """A development card is laid open."""

    seat: int
    card: int


class MonopolyPaid(Event, frozen=True, gc=False, tag="monopoly-paid"):
    """What an opponent gives up to a Monopoly."""

    bars_undo = True
    seat: int
    giver: int
    card: int
    number: int


class RoadsForgone(Event, frozen=True, gc=False, tag="roads-forgone"):
    """The free roads that were left are not built."""

    seat: int


class SupplyTraded(Event, frozen=True, gc=False, tag="supply-traded"):
    """A trade with the supply; route: by the Longest Trade Route (I21)."""

    seat: int
    give: Counts
    take: Counts
    route: bool


class MightiestGained(Event, frozen=True, gc=False, tag="mightiest-gained"):
    """A seat has the Mightiest Combat Arts now (I20)."""

    seat: int


class RouteGained(Event, frozen=True, gc=False, tag="route-gained"):
    """A seat has the Longest Trade Route now; None: it is set aside (I21)."""

    seat: int | None
    length: int


class OfferMade(Event, frozen=True, gc=False, tag="offer-made"):
    """An offer of trade."""

    bars_undo = True
    seat: int
    offer: int
    give: Counts
    take: Counts
    to: tuple[int, ...]


class OfferWithdrawn(Event, frozen=True, gc=False, tag="offer-withdrawn"):
    """An offer is taken off the table by the one who made it."""

    bars_undo = True
    seat: int
    offer: int


class OfferAnswered(Event, frozen=True, gc=False, tag="offer-answered"):
    """An answer; give, take: what the one who answers would give and get."""

    bars_undo = True
    seat: int
    offer: int
    says: Literal["yes", "no", "counter"]
    give: Counts
    take: Counts


class TradeMade(Event, frozen=True, gc=False, tag="trade-made"):
    """A trade between players; give, take: as the active one sees it."""

    bars_undo = True
    seat: int
    partner: int
    offer: int
    give: Counts
    take: Counts


class AnswerLapsed(Event, frozen=True, gc=False, tag="answer-lapsed"):
    """The partner can't or won't give any more what he had said yes to."""

    bars_undo = True
    seat: int
    partner: int
    offer: int


class OffersLapsed(Event, frozen=True, gc=False, tag="offers-lapsed"):
    """The offers still open end with the turn or the decline."""

    offers: tuple[int, ...]


class CultureGained(Event, frozen=True, gc=False, tag="culture-gained"):
    """A culture point; points: in all."""

    seat: int
    points: int


class BuildingReturned(Event, frozen=True, gc=False, tag="building-returned"):
    """A building of the first tribe leaves the board at the second decline (I33)."""

    seat: int
    place: int


class TribeDeclined(Event, frozen=True, gc=False, tag="tribe-declined"):
    """A tribe (0 or 1) declines: its roads are gone, its buildings under thickets."""

    seat: int
    tribe: int
    paths: tuple[int, ...]
    places: tuple[int, ...]


class TribeFounded(Event, frozen=True, gc=False, tag="tribe-founded"):
    """The next tribe (1 or 2) begins; over: on an own declining building."""

    seat: int
    tribe: int
    place: int
    over: bool


class SecondStackOpened(Event, frozen=True, gc=False, tag="second-stack-opened"):
    """The second stack of development cards is put under the deck (I19)."""


class GameWon(Event, frozen=True, gc=False, tag="game-won"):
    """Three points with the third tribe (I31)."""

    seat: int


class GameEnded(Event, frozen=True, gc=False, tag="game-ended"):
    """The last round is over and nobody has won (I59)."""

    round: int
