"""Roads, settlements and cities (I9-I11, I39, I56)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.board import ENDS, EVERYWHERE, PATHS, members, near, paths_at
from games.titles.inkas.cards import CITY_COST, ROAD_COST, SETTLEMENT_COST, has
from games.titles.inkas.events import CityBuilt, RoadBuilt, SettlementBuilt
from games.titles.inkas.hands import pay
from games.titles.inkas.moves import Move, holds, lacking, not_now
from games.titles.inkas.routes import has_road_left, open_paths, reckon
from games.titles.inkas.state import Phase, State
from games.titles.inkas.tribes import free_places, gain_culture


def lay_road(state: State, seat: int, path: int) -> None:
    """Puts a road on the board; routes are reckoned by the caller."""
    state.roads[seat] |= 1 << path
    state.taken |= 1 << path
    state.ends[seat] |= ENDS[path]


class BuildRoad(Move, frozen=True, gc=False, tag="build-road"):
    """A road on a free path, paid for, or free by the card Road Building (I47)."""

    path: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if state.phase is Phase.MAIN and not has(state.hands[seat], ROAD_COST):
            return ()
        if not has_road_left(state, seat):
            return ()
        return _roads(open_paths(state, seat))  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN, Phase.ROADS)
        if reason is None and state.phase is Phase.MAIN:
            reason = lacking(state, seat, ROAD_COST)
        return reason or no_road(state, seat)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if not holds(open_paths(state, seat), self.path):
            raise road_refusal(state, seat, self.path)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = [RoadBuilt(seat, self.path)]
        lay_road(state, seat, self.path)
        reckon(state, events)
        if state.phase is Phase.MAIN:
            pay(state, seat, ROAD_COST)
        else:
            state.free_roads -= 1
            if not state.free_roads or no_road(state, seat):
                state.free_roads = 0
                state.phase = state.back
        return events


def no_road(state: State, seat: int) -> IllegalAction | None:
    """Why a seat could build no road even for nothing: none left (I52) or no path (I56)."""
    if not has_road_left(state, seat):
        return IllegalAction("I9", "no-roads-left")
    if not open_paths(state, seat):
        return IllegalAction("I56", "no-open-path")
    return None


def road_refusal(state: State, seat: int, path: int) -> IllegalAction:
    """Why no road can be built on a path that is not open."""
    if not 0 <= path < len(PATHS):
        return IllegalAction("I3", "no-land")
    if holds(state.taken, path):
        return IllegalAction("I56", "path-taken")
    if holds(paths_at(state.ends[seat] & state.occupied), path):
        return IllegalAction("I39", "past-a-building")
    return IllegalAction("I56", "not-connected")


class BuildSettlement(Move, frozen=True, gc=False, tag="build-settlement"):
    """A settlement at an own road, on a free place or over a declining building (I11, I39)."""

    place: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if not has(state.hands[seat], SETTLEMENT_COST):
            return ()
        return _settlements(settlement_places(state, seat))  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN) or lacking(state, seat, SETTLEMENT_COST)
        if reason is None and not settlement_places(state, seat):
            reason = IllegalAction("I11", "no-open-place")
        return reason

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if not holds(settlement_places(state, seat), self.place):
            raise settlement_refusal(state, seat, self.place)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        bit = 1 << self.place
        over = None
        if state.occupied & bit:
            for owner in range(len(state.order)):
                if (state.settlements[owner] | state.cities[owner]) & bit:
                    over = owner
                    state.settlements[owner] &= ~bit
                    state.cities[owner] &= ~bit
            state.declining &= ~bit
        pay(state, seat, SETTLEMENT_COST)
        state.settlements[seat] |= bit
        state.occupied |= bit
        events: list[Event] = [SettlementBuilt(seat, self.place, over)]
        # Culture first: a decline reckons the routes itself, once its roads are gone (I49).
        gain_culture(state, seat, events)
        reckon(state, events)
        return events


def settlement_places(state: State, seat: int) -> int:
    """The places at own roads that are free, or hold a declining building of anyone."""
    return state.ends[seat] & (free_places(state) | state.declining)


def settlement_refusal(state: State, seat: int, place: int) -> IllegalAction:
    """Why no settlement can be built at a place that is not open."""
    if not holds(EVERYWHERE, place):
        return IllegalAction("I3", "no-land")
    if holds(state.occupied & ~state.declining, place):
        return IllegalAction("I39", "place-taken")
    if not holds(state.declining, place) and holds(near(state.occupied), place):
        return IllegalAction("I11", "too-near")
    return IllegalAction("I11", "no-road")


class BuildCity(Move, frozen=True, gc=False, tag="build-city"):
    """A city in place of an own active settlement, one for each tribe (I10, I42)."""

    place: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if not has(state.hands[seat], CITY_COST) or state.cities[seat] & ~state.declining:
            return ()
        return _cities(state.settlements[seat] & ~state.declining)  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is None and state.cities[seat] & ~state.declining:
            reason = IllegalAction("I10", "tribe-has-city")
        return reason or lacking(state, seat, CITY_COST)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if not holds(state.settlements[seat], self.place):
            raise IllegalAction("I10", "no-settlement")
        if holds(state.declining, self.place):
            raise IllegalAction("I38", "declining")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        pay(state, seat, CITY_COST)
        state.settlements[seat] &= ~(1 << self.place)
        state.cities[seat] |= 1 << self.place
        events: list[Event] = [CityBuilt(seat, self.place)]
        gain_culture(state, seat, events)
        return events


_ROADS = tuple(BuildRoad(path) for path in range(len(PATHS)))
_SETTLEMENTS = tuple(BuildSettlement(place) for place in range(EVERYWHERE.bit_length()))
_CITIES = tuple(BuildCity(place) for place in range(EVERYWHERE.bit_length()))


@lru_cache(1 << 14)
def _roads(paths: int) -> tuple[BuildRoad, ...]:
    return tuple(_ROADS[path] for path in members(paths))


@lru_cache(1 << 12)
def _settlements(places: int) -> tuple[BuildSettlement, ...]:
    return tuple(_SETTLEMENTS[place] for place in members(places))


@lru_cache(1 << 12)
def _cities(places: int) -> tuple[BuildCity, ...]:
    return tuple(_CITIES[place] for place in members(places))
