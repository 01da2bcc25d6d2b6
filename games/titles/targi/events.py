"""What happens in Targi, as the log tells it.

Goods given or gained are tuples of dates, salt, pepper, gold.
"""

from typing import Literal, Self

from games.engine.records import Event
from games.titles.targi.cards import NOTHING, Stock

#: Where a tribe card came from: a centre place, Tribal Expansion (or a card's effect), the hand by
#: way of the Noble, the hand without him.
Source = Literal["centre", "shown", "noble", "hand"]


class GameBegan(Event, frozen=True, tag="game-began"):
    """start: the start player; centre: the cards dealt."""

    start: int
    centre: tuple[int, ...]


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    start: int


class RobberMoved(Event, frozen=True, tag="robber-moved"):
    field: int


class RaidPaid(Event, frozen=True, tag="raid-paid"):
    """goods and points given; protected: by a laid card, so that nothing was asked."""

    seat: int
    field: int
    goods: Stock
    points: int
    protected: bool


class FigurePlaced(Event, frozen=True, tag="figure-placed"):
    seat: int
    field: int


class MarkersPlaced(Event, frozen=True, tag="markers-placed"):
    seat: int
    places: tuple[int, ...]


class Gained(Event, frozen=True, tag="gained"):
    """Goods, gold or VP come from a field, a goods card, the Caravan or a laid card's effect.

    gained, points: all that came; bonus, bonus_points: how much of it by the seat's laid cards.
    field: of source "field"; place: of source "card"; card: the goods or tribe card.
    """

    seat: int
    source: Literal["field", "card", "caravan", "effect"]
    gained: Stock
    points: int = 0
    bonus: Stock = NOTHING
    bonus_points: int = 0
    field: int | None = None
    place: int | None = None
    card: int | None = None


class GoodsTurnedUp(Event, frozen=True, tag="goods-turned-up"):
    """By the Caravan, or by the effect of the laid card `by`."""

    bars_undo = True
    seat: int
    cards: tuple[int, ...]
    by: int | None = None


class TribeTurnedUp(Event, frozen=True, tag="tribe-turned-up"):
    """By Tribal Expansion, or by the effect of the laid card `by`."""

    bars_undo = True
    seat: int
    cards: tuple[int, ...]
    by: int | None = None


class CardLaid(Event, frozen=True, tag="card-laid"):
    seat: int
    card: int
    row: int
    payment: Stock
    source: Source
    place: int | None = None


class CardTaken(Event, frozen=True, tag="card-taken"):
    """A tribe card is taken in hand face up."""

    seat: int
    card: int
    source: Source
    place: int | None = None


class CardDrawn(Event, frozen=True, tag="card-drawn"):
    """A tribe card is drawn unseen by the effect of the laid card `by`; None to the others."""

    bars_undo = True
    seat: int
    card: int | None
    by: int

    def seen_by(self, viewer: int | None) -> Self:
        return self if viewer == self.seat else type(self)(self.seat, None, self.by)


class CardDiscarded(Event, frozen=True, tag="card-discarded"):
    seat: int
    card: int
    source: Source
    place: int | None = None


class NoEffect(Event, frozen=True, tag="no-effect"):
    """A laid card's effect comes to nothing: no room in the hand, or no field to use again."""

    seat: int
    card: int


class CardReplaced(Event, frozen=True, tag="card-replaced"):
    """A face-down goods card (tribe: tribe card) is laid on a used place."""

    place: int
    tribe: bool


class PileReshuffled(Event, frozen=True, tag="pile-reshuffled"):
    tribe: bool


class MarkerMoved(Event, frozen=True, tag="marker-moved"):
    """By Fata Morgana, from place to place."""

    seat: int
    origin: int
    place: int


class FaceUp(Event, frozen=True, tag="face-up"):
    """Face-down centre cards are turned up: by Fata Morgana, or at the round's end."""

    bars_undo = True
    places: tuple[int, ...]
    cards: tuple[int, ...]


class Traded(Event, frozen=True, tag="traded"):
    seat: int
    given: Stock
    gained: Stock


class Forged(Event, frozen=True, tag="forged"):
    """Goods or gold for VP at the Silversmith."""

    seat: int
    given: Stock
    points: int


class CardsMoved(Event, frozen=True, tag="cards-moved"):
    """Two laid cards move to places 0 … 11 of the display, row by row."""

    seat: int
    cards: tuple[int, int]
    places: tuple[int, int]


class GivenUp(Event, frozen=True, tag="given-up"):
    """Figures and markers taken back unused at the end of a turn."""

    seat: int
    fields: tuple[int, ...]
    places: tuple[int, ...]


class GivenBack(Event, frozen=True, tag="given-back"):
    """What was over the limit."""

    seat: int
    goods: Stock


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    seat: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    reason: Literal["twelfth-card", "fourth-raid"]


AnyEvent = (
    GameBegan
    | RoundBegan
    | RobberMoved
    | RaidPaid
    | FigurePlaced
    | MarkersPlaced
    | Gained
    | GoodsTurnedUp
    | TribeTurnedUp
    | CardLaid
    | CardTaken
    | CardDrawn
    | CardDiscarded
    | NoEffect
    | CardReplaced
    | PileReshuffled
    | MarkerMoved
    | FaceUp
    | Traded
    | Forged
    | CardsMoved
    | GivenUp
    | GivenBack
    | TurnEnded
    | GameEnded
)
