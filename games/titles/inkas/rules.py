"""Catan - Rise of the Inkas: which actions each phase offers, and what the site asks of the rules."""

from collections.abc import Sequence
from typing import Any, ClassVar, Union

from games.engine.errors import IllegalAction
from games.engine.records import Action, Event, Result, kind_of
from games.engine.rng import Rng
from games.engine.title import Title
from games.titles.inkas import events, policy
from games.titles.inkas.board import FRAME, PIPS, PLACE_PATHS, members
from games.titles.inkas.building import BuildCity, BuildRoad, BuildSettlement
from games.titles.inkas.development import (
    BuyDevelopment,
    ForgoRoads,
    PlayCombatArts,
    PlayInvention,
    PlayMonopoly,
    PlayRoadBuilding,
)
from games.titles.inkas.moves import Move, holds
from games.titles.inkas.redeal import imagined
from games.titles.inkas.robber import ChaseRobber, Discard, KeepCards, MoveRobber, Steal, waiting_to_discard
from games.titles.inkas.scoring import result
from games.titles.inkas.setup import PlaceStart, new_state
from games.titles.inkas.state import Options, Phase, State, copied, seen
from games.titles.inkas.supply import TradeByRoute, TradeGoods, TradeResources, TradeThreeGoods
from games.titles.inkas.trade import (
    AcceptOffer,
    ClearAnswer,
    CounterOffer,
    LeaveAnswer,
    OfferTrade,
    RefuseOffer,
    TakeAnswer,
    WithdrawOffer,
    unanswered,
)
from games.titles.inkas.tribes import FoundTribe, founding_places, free_places
from games.titles.inkas.turn import EndTurn, Roll

#: What the seat whose turn it is may do in each phase, but for what is too much to list.
PHASES: dict[Phase, tuple[type[Move], ...]] = {
    Phase.PLACE: (PlaceStart,),
    Phase.ROLL: (Roll,),
    Phase.DISCARD: (),
    Phase.ROBBER: (MoveRobber,),
    Phase.STEAL: (Steal,),
    Phase.ROADS: (BuildRoad, ForgoRoads),
    Phase.MAIN: (
        EndTurn,
        BuildRoad,
        BuildSettlement,
        BuildCity,
        BuyDevelopment,
        TradeResources,
        TradeGoods,
        TradeThreeGoods,
        TradeByRoute,
    ),
    Phase.FOUND: (FoundTribe,),
    Phase.OVER: (),
}
#: What may be done besides, before the roll or after it, with a card or as the Mightiest.
CARDS: tuple[type[Move], ...] = (PlayCombatArts, PlayRoadBuilding, PlayInvention, PlayMonopoly)
BEFORE_OR_AFTER = (Phase.ROLL, Phase.MAIN)
#: What the active seat may do about its offers, and the others in answer to them.
OFFERING: tuple[type[Move], ...] = (TakeAnswer, WithdrawOffer)
ANSWERING: tuple[type[Move], ...] = (AcceptOffer, RefuseOffer)
OPEN: tuple[type[Move], ...] = (Discard, OfferTrade, CounterOffer, LeaveAnswer, KeepCards)
#: Every kind of action, each once, in the order a page shows them.
KINDS = tuple(
    dict.fromkeys(
        [kind for kinds in PHASES.values() for kind in kinds]
        + [*CARDS, ChaseRobber, *OFFERING, *ANSWERING, ClearAnswer, *OPEN]
    )
)
EVENTS = tuple(
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)


class Inkas(Title[State]):
    """Three tribes, one after another: 3 or 4 players."""

    slug = "inkas"
    version = 1
    Options = Options
    State = State
    Action = Union[KINDS]  # noqa: UP007 - made from the tuple
    Event = Union[EVENTS]  # noqa: UP007
    longest: ClassVar[int] = 20_000
    #: The numbered rules this title keeps.
    rules: ClassVar[tuple[str, ...]] = tuple(f"I{number}" for number in (*range(1, 23), *range(30, 60)))

    def start(self, options: Options, seats: int, rng: Rng) -> tuple[State, list[Event]]:
        return new_state(options, seats, rng)

    def waiting_on(self, state: State) -> tuple[int, ...]:
        phase = state.phase
        if phase is Phase.DISCARD:
            return waiting_to_discard(state)
        return () if phase is Phase.OVER else _ALONE[state.active]

    def asked(self, state: State) -> tuple[int, ...]:
        """The seats with an offer still to answer."""
        if not state.offers:
            return ()
        return tuple(seat for seat in range(len(state.order)) if unanswered(state, seat))

    def question(self, state: State, seat: int) -> str | None:
        """The phase and the turn; for the others the offers they have not answered."""
        phase = state.phase
        if phase is Phase.OVER:
            return None
        if phase is Phase.DISCARD:
            waits = state.due[seat] and not state.discards[seat]
            return f"discard-{state.turn}" if waits else None
        if seat == state.active:
            return f"{phase.value}-{state.turn or state.placed}"
        offers = unanswered(state, seat)
        return "-".join(["offers", *(str(offer.number) for offer in offers)]) if offers else None

    def legal(self, state: State, seat: int) -> list[Action]:
        actions: list[Action] = []
        phase = state.phase
        if seat == state.active:
            for kind in PHASES[phase]:
                actions += kind.choices(state, seat)
            if phase in BEFORE_OR_AFTER:
                if state.cards[seat] and not state.card_played:
                    for kind in CARDS:
                        actions += kind.choices(state, seat)
                if state.mightiest == seat:
                    actions += ChaseRobber.choices(state, seat)
            if state.offers and phase is Phase.MAIN:
                for kind in OFFERING:
                    actions += kind.choices(state, seat)
        elif state.offers:
            for kind in ANSWERING:
                actions += kind.choices(state, seat)
        if state.standing[seat] and phase is not Phase.OVER:
            actions += ClearAnswer.choices(state, seat)
        return actions

    def open_kinds(self, state: State, seat: int) -> list[type[Action]]:
        return [kind for kind in OPEN if kind.refusal(state, seat) is None]

    def check(self, state: State, seat: int, action: Action) -> None:
        action.check(state, seat)  # type: ignore[attr-defined]

    def sample(self, state: State, seat: int, kind: type[Action], rng: Rng) -> Action:
        return kind.sample(state, seat, rng)  # type: ignore[attr-defined]

    def refusals(self, view: State, seat: int) -> dict[str, IllegalAction]:
        reasons = ((kind_of(kind), kind.refusal(view, seat)) for kind in KINDS)
        return {name: reason for name, reason in reasons if reason is not None}

    def apply(self, state: State, seat: int, action: Action, rng: Rng) -> list[Event]:
        action.check(state, seat)  # type: ignore[attr-defined]
        return action.perform(state, seat, rng)  # type: ignore[attr-defined]

    def default(self, state: State, seat: int, rng: Rng) -> Action:
        """What happens when a clock has run out (I22)."""
        if seat != state.active and state.phase is not Phase.DISCARD:
            return RefuseOffer(unanswered(state, seat)[0].number)
        match state.phase:
            case Phase.PLACE:
                place = _most_pips(free_places(state))
                return PlaceStart(place, next(p for p in PLACE_PATHS[place] if not holds(state.taken, p)))
            case Phase.ROLL:
                return Roll()
            case Phase.DISCARD:
                return Discard.sample(state, seat, rng)
            case Phase.ROBBER:
                return MoveRobber(next(spot for spot in FRAME if spot != state.robber))
            case Phase.STEAL:
                return rng.choice(Steal.choices(state, seat))
            case Phase.ROADS:
                return ForgoRoads()
            case Phase.FOUND:
                return FoundTribe(_most_pips(founding_places(state, seat)))
            case _:
                return EndTurn()

    def result(self, state: State) -> Result | None:
        return result(state)

    def copy(self, state: State) -> State:
        return copied(state)

    def view(self, state: State, seat: int | None) -> State:
        return seen(state, seat)

    def imagine(self, view: State, rng: Rng) -> State:
        return imagined(view, rng)

    def preview(self, view: State, seat: int, action: Action) -> State | None:
        self.check(view, seat, action)
        if not action.foreseeable(view, seat):  # type: ignore[attr-defined]
            return None
        after = copied(view)
        action.perform(after, seat, _NO_CHANCE)  # type: ignore[attr-defined]
        return after

    def value(self, state: State, seat: int) -> float:
        return policy.value(state, seat)

    def propose(self, view: State, seat: int, rng: Rng) -> list[Action]:
        return policy.propose(view, seat, rng)


def _most_pips(places: int) -> int:
    """The place with the most pips, the lowest numbered on a tie (I22)."""
    return max(members(places), key=lambda place: PIPS[place])


#: What a preview draws from: nothing, it never comes to chance.
_NO_CHANCE = Rng()
_ALONE = tuple((seat,) for seat in range(4))

title: Title[Any] = Inkas()

__all__: Sequence[str] = ("Inkas", "title")
