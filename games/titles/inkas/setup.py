"""The board, the seats and the first buildings (I4-I8, I53, I55)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.board import (
    BEGINNER,
    EVERYWHERE,
    LAND,
    PLACE_HEXES,
    PLACE_PATHS,
    ROBBER_START,
    TERRAIN,
    members,
)
from games.titles.inkas.building import lay_road
from games.titles.inkas.cards import ALL_CARDS, ONE, STACK, counts
from games.titles.inkas.events import CardsTaken, SeatsDrawn, StartPlaced
from games.titles.inkas.flow import begin_turn
from games.titles.inkas.hands import gain
from games.titles.inkas.moves import Move, holds, not_now
from games.titles.inkas.state import Options, Phase, State
from games.titles.inkas.tribes import free_places


def new_state(options: Options, seats: int, rng: Rng) -> tuple[State, list[Event]]:
    """The game before its first move, and what happened on the way."""
    circle = list(range(seats))
    if options.seating == "drawn":
        rng.shuffle(circle)
    first = 0 if options.placement == "beginner" else rng.below(seats)
    terrain = list(TERRAIN)
    if options.board == "variable":
        land = [terrain[hex_] for hex_ in LAND]
        rng.shuffle(land)
        for hex_, kind in zip(LAND, land, strict=True):
            terrain[hex_] = kind

    def nought() -> list[int]:
        return [0] * seats

    state = State(
        order=circle[first:] + circle[:first],
        colours=[circle.index(seat) for seat in range(seats)],
        terrain=terrain,
        phase=Phase.PLACE,
        active=circle[first],
        robber=ROBBER_START,
        supply=ALL_CARDS,
        hands=nought(),
        held=nought(),
        decks=[STACK, STACK],
        cards=nought(),
        card_counts=nought(),
        fighters=nought(),
        roads=nought(),
        ends=nought(),
        routes=nought(),
        settlements=nought(),
        cities=nought(),
        tribe=nought(),
        culture=[2] * seats,
        due=nought(),
        discards=nought(),
        standing=[[] for _ in range(seats)],
        keep=[()] * seats,
        known=nought() if options.known_cards else None,
    )
    events: list[Event] = [SeatsDrawn(tuple(state.order), tuple(state.colours))]
    if options.placement == "beginner":
        _place_beginners(state, events)
    return state, events


def _place_beginners(state: State, events: list[Event]) -> None:
    """Each colour's two settlements; the first of them yields its cards (I6)."""
    for seat in state.order:
        for number, (place, path) in enumerate(BEGINNER[state.colours[seat]]):
            _place(state, seat, place, path, number == 0, events)
    begin_turn(state, state.order[0], events)


def _place(state: State, seat: int, place: int, path: int, yields: bool, events: list[Event]) -> None:
    state.settlements[seat] |= 1 << place
    state.occupied |= 1 << place
    lay_road(state, seat, path)
    state.routes[seat] = 1
    state.placed += 1
    events.append(StartPlaced(seat, place, path))
    if yields:
        cards = sum(ONE[state.terrain[hex_]] for hex_ in PLACE_HEXES[place])
        gain(state, seat, cards)
        events.append(CardsTaken(seat, counts(cards), "start"))


class PlaceStart(Move, frozen=True, gc=False, tag="place-start"):
    """A settlement on a free place and a road beside it (I7, I55)."""

    place: int
    path: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return _starts(free_places(state), state.taken)  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase not in (Phase.PLACE, Phase.OVER):
            return IllegalAction("I7", "set-up-over")
        return not_now(state, seat, Phase.PLACE)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if not holds(EVERYWHERE, self.place):
            raise IllegalAction("I3", "no-land")
        if not holds(free_places(state), self.place):
            raise IllegalAction("I11", "place-taken" if holds(state.occupied, self.place) else "too-near")
        if self.path not in PLACE_PATHS[self.place]:
            raise IllegalAction("I55", "not-connected")
        if holds(state.taken, self.path):
            raise IllegalAction("I55", "path-taken")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        seats = len(state.order)
        _place(state, seat, self.place, self.path, state.placed >= seats, events)
        if state.placed == 2 * seats:
            begin_turn(state, state.order[0], events)
        else:
            state.active = (state.order + state.order[::-1])[state.placed]
        return events


_STARTS = tuple(tuple(PlaceStart(place, path) for path in paths) for place, paths in enumerate(PLACE_PATHS))


@lru_cache(1 << 10)
def _starts(places: int, taken: int) -> tuple[PlaceStart, ...]:
    return tuple(
        start for place in members(places) for start in _STARTS[place] if not holds(taken, start.path)
    )
