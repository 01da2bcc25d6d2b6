"""What every kind of action of this title can say about itself, and the checks many of them share."""

from collections.abc import Sequence
from typing import Any, Self

from games.engine.errors import IllegalAction
from games.engine.records import Action, Event
from games.engine.rng import Rng
from games.titles.inkas.cards import count, counts, has
from games.titles.inkas.state import Phase, State


class Move(Action, frozen=True, gc=False):
    """An action: what may be done, why not, and what it does."""

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        """All that are legal, in a stable order; asked only in a phase that has them (see `rules`)."""
        return ()

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        """Why the seat can do nothing of this kind now; None if there is something."""
        raise NotImplementedError

    def check(self, state: State, seat: int) -> None:
        """Raises IllegalAction if this one is not legal now."""
        reason = self.refusal(state, seat)
        if reason is not None:
            raise reason

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        """Changes the state; called after `check`."""
        raise NotImplementedError

    def foreseeable(self, view: State, seat: int) -> bool:
        """Whether the seat can know all that will come of it: neither chance nor secrets."""
        return True


_FIRST = {
    Phase.PLACE: ("I7", "place-first"),
    Phase.ROLL: ("I58", "roll-first"),
    Phase.DISCARD: ("I58", "discards-first"),
    Phase.ROBBER: ("I58", "robber-first"),
    Phase.STEAL: ("I58", "theft-first"),
    Phase.ROADS: ("I47", "free-roads-first"),
    Phase.MAIN: ("I14", "already-rolled"),
    Phase.FOUND: ("I37", "found-first"),
    Phase.OVER: ("I31", "game-over"),
}


def not_now(state: State, seat: int, *phases: Phase) -> IllegalAction | None:
    """Why a seat can't act as the one whose turn it is, in one of these phases; None if it can."""
    phase = state.phase
    if phase in phases and seat == state.active:
        return None
    if phase is not Phase.OVER and seat != state.active:
        return IllegalAction("I14", "not-your-turn")
    return IllegalAction(*_FIRST[phase])


def lacking(state: State, seat: int, cost: int) -> IllegalAction | None:
    """Why a seat can't pay a price (I10): what is missing by kind, and the price; None if it can."""
    hand = state.hands[seat]
    if has(hand, cost):
        return None
    missing = [max(0, price - held) for price, held in zip(counts(cost), counts(hand), strict=True)]
    return IllegalAction("I10", "cannot-pay", missing=missing, cost=list(counts(cost)))


def holds(members: int, number: Any) -> bool:
    """Whether a set has a member; False for what could be no member at all."""
    return number >= 0 and members >> number & 1 == 1


def in_supply(state: State, kind: int, number: int = 1) -> bool:
    """Whether the supply has so many cards of a kind (I48)."""
    return 0 <= kind < 8 and count(state.supply, kind) >= number
