"""The 7, the robber and the Mightiest Combat Arts that drive it off (I17, I18, I20, I45, I54)."""

from collections.abc import Sequence
from typing import ClassVar, Self

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.board import FRAME, HEXES, ROBBER_SPOTS, SPOT_PLACES
from games.titles.inkas.cards import (
    ONE,
    UNKNOWN,
    Counts,
    Kind,
    counts,
    draw,
    draw_many,
    has,
    pack,
)
from games.titles.inkas.events import CardsTaken, DiscardChosen, Discarded, DiscardsDue, RobberMoved, Stolen
from games.titles.inkas.hands import gain, hand_limit, pay, steal
from games.titles.inkas.moves import Move, in_supply, not_now
from games.titles.inkas.state import Phase, State


def call_discards(state: State, events: list[Event]) -> None:
    """After a 7: who holds too many discards half; a standing preference chooses at once."""
    state.back = Phase.MAIN
    for seat, held in enumerate(state.held):
        if held > hand_limit(state, seat):
            state.due[seat] = held // 2
    if not any(state.due):
        state.phase = Phase.ROBBER
        return
    state.phase = Phase.DISCARD
    events.append(DiscardsDue(tuple(state.due)))
    for seat, number in enumerate(state.due):
        keep = state.keep[seat]
        if number and keep:
            state.discards[seat] = preferred_discard(state.hands[seat], number, keep)
            events.append(DiscardChosen(seat))
    _discard_all(state, events)


def preferred_discard(hand: int, number: int, keep: Sequence[int]) -> int:
    """What goes when these kinds are to be kept, dearest first.

    Other kinds go first, each time one of the kind there is most of; then the kept ones, dearest last.
    """
    left = list(counts(hand))
    discarded = 0
    loose = [kind for kind in range(8) if kind not in keep]
    for _ in range(number):
        kind = max(loose, key=lambda kind: left[kind], default=0)
        if not loose or not left[kind]:
            kind = next(kind for kind in reversed(keep) if left[kind])
        left[kind] -= 1
        discarded += ONE[kind]
    return discarded


def _discard_all(state: State, events: list[Event]) -> None:
    """When the last has chosen, all discards become open and the robber moves (I54)."""
    if waiting_to_discard(state):
        return
    for seat, number in enumerate(state.due):
        if number:
            cards = state.discards[seat]
            pay(state, seat, cards)
            events.append(Discarded(seat, counts(cards)))
            state.due[seat] = state.discards[seat] = 0
    state.phase = Phase.ROBBER


def waiting_to_discard(state: State) -> tuple[int, ...]:
    """The seats that have not chosen yet."""
    return tuple(seat for seat, number in enumerate(state.due) if number and not state.discards[seat])


class Discard(Move, frozen=True, gc=False, tag="discard"):
    """Half the cards of a hand that is too large (I17)."""

    open: ClassVar[bool] = True
    cards: Counts

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase is not Phase.DISCARD or not state.due[seat]:
            return IllegalAction("I17", "nothing-to-discard")
        if state.discards[seat]:
            return IllegalAction("I54", "already-chosen")
        return None

    @classmethod
    def sample(cls, state: State, seat: int, rng: Rng) -> Self:
        """Cards drawn evenly from the hand."""
        return cls(counts(draw_many(state.hands[seat], state.due[seat], rng)))

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if sum(self.cards) != state.due[seat]:
            raise IllegalAction("I17", "wrong-number", number=state.due[seat])
        if min(self.cards) < 0 or not has(state.hands[seat], pack(self.cards)):
            raise IllegalAction("I17", "not-held")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.discards[seat] = pack(self.cards)
        events: list[Event] = [DiscardChosen(seat)]
        _discard_all(state, events)
        return events

    def seen_by(self, viewer: int | None, actor: int) -> Self | None:
        return self if viewer == actor else None

    def foreseeable(self, view: State, seat: int) -> bool:
        return waiting_to_discard(view) != (seat,) or UNKNOWN not in view.discards


class KeepCards(Move, frozen=True, gc=False, tag="keep-cards"):
    """A standing preference: which kinds to keep, dearest first, when discards are due; empty: ask me."""

    open: ClassVar[bool] = True
    kinds: tuple[Kind, ...]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        return IllegalAction("I31", "game-over") if state.phase is Phase.OVER else None

    @classmethod
    def sample(cls, state: State, seat: int, rng: Rng) -> Self:
        """Up to three kinds."""
        kinds = list(range(8))
        rng.shuffle(kinds)
        return cls(tuple(kinds[: rng.below(4)]))

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if len(set(self.kinds)) != len(self.kinds) or not set(self.kinds) <= set(range(8)):
            raise IllegalAction("I54", "kind-twice")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.keep[seat] = self.kinds
        return []

    def seen_by(self, viewer: int | None, actor: int) -> Self | None:
        return self if viewer == actor else None


def victims(state: State, seat: int, spot: int) -> list[int]:
    """The others with a building at a spot and cards in hand (I45, I46)."""
    places = SPOT_PLACES[spot]
    return [
        other
        for other, held in enumerate(state.held)
        if held and other != seat and places & (state.settlements[other] | state.cities[other])
    ]


def _steal(state: State, seat: int, victim: int, rng: Rng, events: list[Event]) -> None:
    kind = draw(state.hands[victim], rng)
    steal(state, seat, victim, kind)
    events.append(Stolen(seat, victim, kind))
    state.phase = state.back


class MoveRobber(Move, frozen=True, gc=False, tag="move-robber"):
    """The robber goes to another land hex or frame spot; a lone victim is robbed at once."""

    spot: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return _ROBBER_MOVES[state.robber]  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase in (Phase.ROLL, Phase.MAIN) and seat == state.active:
            return IllegalAction("I17", "no-seven")
        return not_now(state, seat, Phase.ROBBER)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if self.spot not in ROBBER_SPOTS:
            raise IllegalAction("I17", "no-robber-spot")
        if self.spot == state.robber:
            raise IllegalAction("I45", "robber-stays")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.robber = self.spot
        events: list[Event] = [RobberMoved(seat, self.spot)]
        found = victims(state, seat, self.spot)
        if not found:
            state.phase = state.back
        elif len(found) == 1:
            _steal(state, seat, found[0], rng, events)
        else:
            state.phase = Phase.STEAL
        return events

    def foreseeable(self, view: State, seat: int) -> bool:
        return len(victims(view, seat, self.spot)) != 1


class Steal(Move, frozen=True, gc=False, tag="steal"):
    """One of several victims loses a card drawn at random (I45)."""

    victim: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return [_THEFTS[victim] for victim in victims(state, seat, state.robber)]  # type: ignore[misc]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase in (Phase.ROLL, Phase.ROBBER, Phase.MAIN) and seat == state.active:
            return IllegalAction("I45", "no-theft")
        return not_now(state, seat, Phase.STEAL)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if self.victim not in victims(state, seat, state.robber):
            raise IllegalAction("I45", "no-victim")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        _steal(state, seat, self.victim, rng, events)
        return events

    def foreseeable(self, view: State, seat: int) -> bool:
        return False


class ChaseRobber(Move, frozen=True, gc=False, tag="chase-robber"):
    """The Mightiest Combat Arts: the robber is sent to the frame, its hex yields a card (I20)."""

    spot: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return () if cls.refusal(state, seat) else _CHASES  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.ROLL, Phase.MAIN)
        if reason is not None:
            return reason
        if state.mightiest != seat:
            return IllegalAction("I20", "not-mightiest")
        if state.mightiest_used:
            return IllegalAction("I20", "used-this-turn")
        if not SPOT_PLACES[state.robber] & (state.settlements[seat] | state.cities[seat]):
            return IllegalAction("I20", "robber-elsewhere")
        return None

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if self.spot not in FRAME:
            raise IllegalAction("I20", "not-the-frame")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        kind = state.terrain[state.robber]
        state.robber = self.spot
        state.mightiest_used = True
        events: list[Event] = [RobberMoved(seat, self.spot)]
        if in_supply(state, kind):
            gain(state, seat, ONE[kind])
            events.append(CardsTaken(seat, counts(ONE[kind]), "mightiest"))
        return events


_ROBBER_MOVES = tuple(
    tuple(MoveRobber(spot) for spot in ROBBER_SPOTS if spot != robber)
    for robber in range(len(HEXES) + len(FRAME))
)
_THEFTS = tuple(Steal(victim) for victim in range(4))
_CHASES = tuple(ChaseRobber(spot) for spot in FRAME)
