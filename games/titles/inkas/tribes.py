"""Culture, decline and founding (I30-I44)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.board import EVERYWHERE, members, near
from games.titles.inkas.events import (
    BuildingReturned,
    CultureGained,
    GameWon,
    SecondStackOpened,
    TribeDeclined,
    TribeFounded,
)
from games.titles.inkas.flow import end_turn, lapse_offers
from games.titles.inkas.moves import Move, holds, not_now
from games.titles.inkas.routes import active_buildings, reckon
from games.titles.inkas.state import Phase, State

#: Culture points in all at which each tribe has reached its goal (I30).
GOALS = (4, 8, 11)
SETTLEMENTS, CITIES, THICKETS = 8, 2, 4


def gain_culture(state: State, seat: int, events: list[Event]) -> None:
    """One more point; on reaching the tribe's goal it declines, or the game is won."""
    assert seat == state.active, "culture grows in one's own turn only (I44)"
    assert state.settlements[seat].bit_count() <= SETTLEMENTS, "settlements never run short (I43)"
    assert state.cities[seat].bit_count() <= CITIES, "cities never run short (I43)"
    state.culture[seat] += 1
    points = state.culture[seat]
    events.append(CultureGained(seat, points))
    if points < GOALS[state.tribe[seat]]:
        return
    if state.tribe[seat] == 2:
        lapse_offers(state, events)
        state.winner = seat
        state.phase = Phase.OVER
        events.append(GameWon(seat))
    else:
        _decline(state, seat, events)


def _decline(state: State, seat: int, events: list[Event]) -> None:
    """In the order I33 to I37: buildings of the first tribe, roads, route, thickets, founding."""
    lapse_offers(state, events)
    old = (state.settlements[seat] | state.cities[seat]) & state.declining
    if state.tribe[seat] == 1:
        state.settlements[seat] &= ~old
        state.cities[seat] &= ~old
        state.occupied &= ~old
        state.declining &= ~old
        events.extend(BuildingReturned(seat, place) for place in members(old))
    paths = members(state.roads[seat])
    state.taken &= ~state.roads[seat]
    state.roads[seat] = state.ends[seat] = 0
    places = members(active_buildings(state, seat))
    events.append(TribeDeclined(seat, state.tribe[seat], paths, places))
    reckon(state, events)
    assert len(places) <= THICKETS, "there are four thickets (I36)"
    state.declining |= active_buildings(state, seat)
    state.tribe[seat] += 1
    state.phase = Phase.FOUND


def free_places(state: State) -> int:
    """Where nothing stands and nothing is next to it (I11)."""
    return EVERYWHERE & ~near(state.occupied)


def founding_places(state: State, seat: int) -> int:
    """Where the next tribe may begin: free of opponents' roads, or else over an own declining building."""
    roads = 0
    for other, ends in enumerate(state.ends):
        if other != seat:
            roads |= ends
    return free_places(state) & ~roads or (state.settlements[seat] | state.cities[seat]) & state.declining


class FoundTribe(Move, frozen=True, gc=False, tag="found-tribe"):
    """The first settlement of the next tribe, free; the turn ends (I40)."""

    place: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        places = founding_places(state, seat)
        assert places, "there is always a place for the new tribe (I51)"
        return _foundings(places)  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase is Phase.FOUND and seat == state.active:
            return None
        if state.phase in (Phase.ROLL, Phase.MAIN) and seat == state.active:
            return IllegalAction("I32", "goal-not-reached")
        return not_now(state, seat, Phase.FOUND)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if not holds(founding_places(state, seat), self.place):
            raise founding_refusal(state, seat, self.place)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        bit = 1 << self.place
        over = bool(state.occupied & bit)
        state.cities[seat] &= ~bit
        state.declining &= ~bit
        state.settlements[seat] |= bit
        state.occupied |= bit
        events: list[Event] = [TribeFounded(seat, state.tribe[seat], self.place, over)]
        gain_culture(state, seat, events)
        reckon(state, events)
        if not state.second_open and min(state.tribe) >= 1:
            state.second_open = True
            events.append(SecondStackOpened())
        end_turn(state, events)
        return events


def founding_refusal(state: State, seat: int, place: int) -> IllegalAction:
    """Why no tribe can be founded at a place that is not open."""
    if not holds(EVERYWHERE, place):
        return IllegalAction("I3", "no-land")
    if holds(state.occupied, place):
        return IllegalAction("I40", "place-taken")
    if holds(near(state.occupied), place):
        return IllegalAction("I11", "too-near")
    if any(holds(ends, place) for other, ends in enumerate(state.ends) if other != seat):
        return IllegalAction("I40", "opponents-road")
    return IllegalAction("I40", "founding-place")


@lru_cache(1 << 12)
def _foundings(places: int) -> tuple[FoundTribe, ...]:
    return tuple(_FOUNDINGS[place] for place in members(places))


_FOUNDINGS = tuple(FoundTribe(place) for place in range(EVERYWHERE.bit_length()))
