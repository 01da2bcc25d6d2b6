"""The contract between a title and the page that shows it.

A title's page is made from views only: it never meets a state. It puts events,
choices and refusals into words and draws the board; the site does the rest.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from django.template import engines

from games.engine.choices import Path
from games.engine.errors import IllegalAction
from games.engine.records import Action, Event
from games.engine.title import Title


class Target(msgspec.Struct, frozen=True):
    """A step that can be chosen at a place of the board: drawn as a button of the form `choose`.

    value: of the button, whose name is "pick" (or "at" where several steps share the place);
    label: its accessible name.
    """

    name: str
    value: str
    label: str


class Scene(msgspec.Struct, frozen=True):
    """All that a board is drawn from.

    view: what is shown (the view after the chosen action, where there is a preview);
    before: the view as it is, when `view` is a preview, else None;
    seat: whose view; None for a spectator;
    names: display names by seat; turns: whether the game waits for each seat;
    targets: place → what can be chosen there; picked: places already chosen;
    changed: places where something happened since the seat's last move.
    """

    view: Any
    before: Any
    seat: int | None
    names: Sequence[str]
    turns: Sequence[bool]
    targets: Mapping[str, Target]
    picked: frozenset[str]
    changed: frozenset[str]


class Page:
    """Subclass once per title, in titles/<slug>/page.py, and export one object as `page`.

    A *place* is a short name for a spot of the board, such as "rim-5"; the board's
    element for it has the id "place-<name>".
    """

    title: ClassVar[Title[Any]]
    name: ClassVar[Any]
    #: One line for the lobby.
    summary: ClassVar[Any]
    #: Jinja templates, e.g. "targi/templates/board.jinja".
    board_template: ClassVar[str]
    #: The rules in words; a file for each language: "targi/templates/rules.{language}.jinja".
    rules_template: ClassVar[str]
    #: Style sheet below static/, e.g. "targi/board.css".
    stylesheet: ClassVar[str]
    #: Option → its label; option → value → label (bool options need none).
    option_labels: ClassVar[Mapping[str, Any]] = {}
    option_values: ClassVar[Mapping[str, Mapping[Any, Any]]] = {}

    def board(self, scene: Scene) -> dict[str, Any]:
        """What the board template needs besides `scene`."""
        return {}

    def draw(self, scene: Scene) -> str:
        """The board as HTML and SVG."""
        template = engines["jinja2"].get_template(self.board_template)
        return template.render({"scene": scene, **self.board(scene)})

    def prompt(self, view: Any, seat: int | None, names: Sequence[str]) -> str:
        """The phase and what is asked of the seat (None, or not its turn: who is to do what), in a sentence."""
        raise NotImplementedError

    def label(self, view: Any, seat: int, path: Path) -> str:
        """The name of the button that chooses the last step of the path."""
        raise NotImplementedError

    def place(self, view: Any, seat: int, path: Path) -> str | None:
        """Where on the board the last step of the path is chosen; None: only in the list."""
        return None

    def open_form(self, view: Any, seat: int, kind: type[Action]) -> str:
        """Form fields (HTML) for an action of an open kind, named after its fields."""
        raise NotImplementedError

    def read_form(self, kind: type[Action], data: Mapping[str, str]) -> dict[str, Any]:
        """An open action's fields, raw, from a submitted form; checked afterwards against the record."""
        raise NotImplementedError

    def effect(self, before: Any, after: Any, seat: int) -> list[str]:
        """What an action would change, in short lines: "Dates 3 → 1"."""
        return []

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """The event as a line of log and mail; "" for one not worth a line."""
        raise NotImplementedError

    def spot(self, event: Event) -> str | None:
        """The place of the board an event happened at."""
        return None

    def kind_label(self, kind: str) -> str:
        """The name of a kind of action."""
        raise NotImplementedError

    def refusal(self, reason: IllegalAction) -> str:
        """The sentence that says why an action is refused."""
        raise NotImplementedError

    def part_label(self, part: str) -> str:
        """The name of a part of the score."""
        raise NotImplementedError

