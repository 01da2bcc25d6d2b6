"""What a person can choose next, on the board and in the list beside it."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.engine.choices import Choice, Path, choose
from games.engine.records import Action
from games.pages import Page, Target


class Step(msgspec.Struct, frozen=True):
    """One button: the path it leads to, its name, and its place on the board, if any."""

    path: Path
    label: str
    place: str | None

    @property
    def value(self) -> str:
        return json.dumps(self.path)


def steps(page: Page, view: Any, seat: int, legal: Sequence[Action], choice: Choice) -> list[Step]:
    """The buttons that lead on from a choice, in the order of the legal actions.

    Where the kind of action is still open, the first step of a kind that has places on the
    board is offered together with the kind, so that one click does for both.
    """
    if choice.path or not choice.options:
        paths = [(*choice.path, value) for value in choice.options] or [choice.path]
        return [_step(page, view, seat, path) for path in paths]
    found: list[Step] = []
    for kind in choice.options:
        further = choose(legal, (kind,))
        if further.action is not None:
            found.append(_step(page, view, seat, further.path))
            continue
        on_board = [_step(page, view, seat, (*further.path, value)) for value in further.options]
        if any(step.place for step in on_board):
            found += on_board
        else:
            found.append(_step(page, view, seat, (kind,)))
    return found


def _step(page: Page, view: Any, seat: int, path: Path) -> Step:
    return Step(path, page.label(view, seat, path), page.place(view, seat, path))


def targets(found: Iterable[Step]) -> dict[str, Target]:
    """Place of the board → its button; one that several steps share leads to a list of them."""
    by_place: dict[str, list[Step]] = defaultdict(list)
    for step in found:
        if step.place:
            by_place[step.place].append(step)
    return {
        place: Target("pick", here[0].value, here[0].label)
        if len(here) == 1
        else Target("at", place, _("Choose: %s") % "; ".join(step.label for step in here))
        for place, here in by_place.items()
    }


def places_on(page: Page, view: Any, seat: int, path: Path) -> frozenset[str]:
    """The places that a path has already gone through."""
    passed = (page.place(view, seat, path[:length]) for length in range(2, len(path) + 1))
    return frozenset(place for place in passed if place)
