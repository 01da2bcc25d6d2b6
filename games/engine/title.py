"""The contract between a game (a *title*) and whoever plays or shows it.

A title is a pure function with a memory: state in, action in, events out. It
never reads a clock, a file or global randomness, and never imports Django.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from games.engine.errors import IllegalAction
from games.engine.records import Action, Entry, Event, Result, decode, encode
from games.engine.rng import Rng

S = TypeVar("S", bound=msgspec.Struct)


class Title(Generic[S]):
    """Subclass once per game. Seats are numbered from 0."""

    slug: ClassVar[str]
    #: Number of the rules; goes up whenever a recorded game might play differently.
    version: ClassVar[int] = 1
    #: Frozen record of what a table may choose. Field `players` is a Literal of the possible
    #: numbers of seats; every field is a Literal or bool with a default. Combinations that can't
    #: be raise ValueError in __post_init__.
    Options: ClassVar[type[msgspec.Struct]]
    #: Mutable record; everything the rules remember. The secrets of the others are set to the
    #: record's "unknown" values in a view.
    State: ClassVar[Any]
    #: Union of the action classes, and of the event classes.
    Action: ClassVar[Any]
    Event: ClassVar[Any]
    #: Version of a stored state → what turns its raw JSON object into the next version's.
    upgrades: ClassVar[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    #: No game is longer than this many actions.
    longest: ClassVar[int] = 5000

    # -- play -----------------------------------------------------------------------------------

    def start(self, options: Any, seats: int, rng: Rng) -> tuple[S, list[Event]]:
        """The first state, and what happened on the way to it."""
        raise NotImplementedError

    def waiting_on(self, state: S) -> tuple[int, ...]:
        """The seats the game can't go on without; their clocks run. Empty only when it is over."""
        raise NotImplementedError

    def asked(self, state: S) -> tuple[int, ...]:
        """The seats that may act but hold nobody up (not those of `waiting_on`)."""
        return ()

    def question(self, state: S, seat: int) -> Any:
        """A small plain value: what this seat is being asked now; None when nothing.

        While it stays equal the seat keeps its decision number, so it changes whenever
        what the seat is asked changes, and only then.
        """
        raise NotImplementedError

    def legal(self, state: S, seat: int) -> list[Action]:
        """Every action of the seat that can be listed, in a stable order; equal for state and view."""
        raise NotImplementedError

    def open_kinds(self, state: S, seat: int) -> list[type[Action]]:
        """The kinds of action possible now that are too many to list; equal for state and view."""
        return []

    def check(self, state: S, seat: int, action: Action) -> None:
        """Raises IllegalAction if the action is not legal now; equal for state and view."""
        raise NotImplementedError

    def sample(self, state: S, seat: int, kind: type[Action], rng: Rng) -> Action:
        """One legal action of an open kind."""
        raise NotImplementedError

    def refusals(self, view: S, seat: int) -> dict[str, IllegalAction]:
        """For each kind of action not possible now: the rule, and what is missing."""
        raise NotImplementedError

    def apply(self, state: S, seat: int, action: Action, rng: Rng) -> list[Event]:
        """Changes the state. Raises IllegalAction, and then has changed nothing."""
        raise NotImplementedError

    def default(self, state: S, seat: int, rng: Rng) -> Action:
        """One action for a waited-for seat whose clock has run out; repeated until it is not."""
        raise NotImplementedError

    def result(self, state: S) -> Result | None:
        """None while the game goes on."""
        raise NotImplementedError

    def copy(self, state: S) -> S:
        """An independent copy, fast."""
        raise NotImplementedError

    # -- secrets --------------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> S:
        """A copy with all that this seat (None: a spectator) can't know taken out."""
        raise NotImplementedError

    def redact(self, entry: Entry, seat: int | None) -> Entry:
        """The log entry as this seat (None: a spectator) may know it."""
        action = entry.action
        if action is not None and entry.seat != seat:
            action = action.seen_by(seat, entry.seat)  # type: ignore[arg-type]
        seen = (event.seen_by(seat) for event in entry.events)
        return Entry(entry.seat, action, tuple(event for event in seen if event is not None))

    def imagine(self, view: S, rng: Rng) -> S:
        """A whole state that fits the view, drawn at random."""
        raise NotImplementedError

    def preview(self, view: S, seat: int, action: Action) -> S | None:
        """The seat's view after its legal action; None where chance or secrets forbid it."""
        raise NotImplementedError

    # -- what a bot wants to know ---------------------------------------------------------------

    def value(self, state: S, seat: int) -> float:
        """How good the state is for the seat: larger is better, any scale."""
        return 0.0

    def propose(self, view: S, seat: int, rng: Rng) -> list[Action]:
        """Sensible actions of the open kinds."""
        return []

    # -- storage --------------------------------------------------------------------------------

    def load(self, text: bytes | str, version: int) -> S:
        """A stored state, written by the rules of `version`, as today's."""
        if version == self.version:
            return decode(text, self.State)
        raw = decode(text, dict[str, Any])
        for number in range(version, self.version):
            upgrade = self.upgrades.get(number)
            raw = upgrade(raw) if upgrade else raw
        return decode(encode(raw), self.State)

    def dump(self, state: S) -> bytes:
        return encode(state)

    def player_numbers(self) -> Sequence[int]:
        """The possible numbers of seats, from the option `players`."""
        from typing import get_args, get_type_hints

        return get_args(get_type_hints(self.Options)["players"])
