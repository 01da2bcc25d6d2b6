"""Rolling the dice, what they yield, and the end of a turn (I12-I14, I17)."""

from collections.abc import Sequence
from typing import Self

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.board import HEX_PLACES, NUMBER_HEXES
from games.titles.inkas.cards import HIGH, ONE, count, counts
from games.titles.inkas.events import CardsTaken, Rolled, SupplyShort
from games.titles.inkas.flow import end_turn
from games.titles.inkas.hands import gain
from games.titles.inkas.moves import Move, not_now
from games.titles.inkas.robber import call_discards
from games.titles.inkas.state import Phase, State


class Roll(Move, frozen=True, gc=False, tag="roll"):
    """Two dice; their sum says which hexes produce, a 7 wakes the robber."""

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return _ROLL  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        return not_now(state, seat, Phase.ROLL)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        first, second = 1 + rng.below(6), 1 + rng.below(6)
        number = first + second
        state.dice = [first, second]
        state.rolls[number - 2] += 1
        events: list[Event] = [Rolled(seat, first, second)]
        if number == 7:
            call_discards(state, events)
        else:
            state.phase = Phase.MAIN
            _produce(state, number, events)
        return events

    def foreseeable(self, view: State, seat: int) -> bool:
        return False


def _produce(state: State, number: int, events: list[Event]) -> None:
    """Every building at a hex of the number yields, two cards for a city (I12)."""
    seats = range(len(state.order))
    due = [0] * len(seats)
    for hex_ in NUMBER_HEXES[number]:
        places = HEX_PLACES[hex_] & state.occupied
        if places and hex_ != state.robber:
            one = ONE[state.terrain[hex_]]
            for seat in seats:
                there = places & state.settlements[seat]
                if there:
                    due[seat] += one * there.bit_count()
                there = places & state.cities[seat]
                if there:
                    due[seat] += 2 * one * there.bit_count()
    total = sum(due)
    if (state.supply + HIGH - total) & HIGH != HIGH:
        _ration(state, due, total, events)
    for seat in seats:
        if due[seat]:
            gain(state, seat, due[seat])
            events.append(CardsTaken(seat, counts(due[seat]), "roll"))


def _ration(state: State, due: list[int], total: int, events: list[Event]) -> None:
    """Where the supply of a kind falls short: nobody gets it, or one alone what is left (I13)."""
    for kind in range(8):
        left = count(state.supply, kind)
        if count(total, kind) > left:
            wanting = [seat for seat, cards in enumerate(due) if count(cards, kind)]
            for seat in wanting:
                due[seat] -= ONE[kind] * count(due[seat], kind)
            if len(wanting) == 1:
                due[wanting[0]] += ONE[kind] * left
            else:
                events.append(SupplyShort(kind))


class EndTurn(Move, frozen=True, gc=False, tag="end-turn"):
    """Nothing more this turn (I22)."""

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return _END  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        return not_now(state, seat, Phase.MAIN)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        end_turn(state, events)
        return events


_ROLL = (Roll(),)
_END = (EndTurn(),)
