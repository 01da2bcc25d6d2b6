"""Everything the page of a running or finished table shows, made from one seat's view."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from games import log as log_words
from games import steps as step_list
from games.catalogue import page_of
from games.engine.choices import Choice, choose
from games.engine.errors import IllegalAction
from games.engine.records import Action, encode, kind_of
from games.models import Move, Seat, Table
from games.pages import Page, Scene
from games.services.errors import Refused

LINES_ON_PAGE = 40
LINES_PER_LOG_PAGE = 100


def context(
    table: Table, user: Any, asked: Mapping[str, str], reason: Exception | None = None
) -> dict[str, Any]:
    """What the table's templates need.

    asked: the query: `pick` (a path, as JSON), `at` (a place), or `open` (a kind, with its form).
    reason: why a move just sent was not made.
    """
    page = page_of(table.title)
    seats = list(table.seats.select_related("user"))
    own = own_seat(seats, user)
    number = own.number if own else None
    names = [seat.name for seat in seats]
    state = page.title.load(table.state.body, table.state.rules_version)
    view = page.title.view(state, number)
    moves = recent_moves(table)
    lines = log_words.read(page, moves, number, names)
    new = [line for line in lines if own and own.last_move < line.number and line.seat != number]
    acting = own if own and (own.waiting or own.asked) and not own.resigned else None
    choosing = Choosing(page, view, acting, asked) if acting else None
    if choosing and choosing.reason:
        reason = reason or choosing.reason
    shown = choosing.preview if choosing and choosing.preview is not None else view
    scene = Scene(
        view=shown,
        before=view if shown is not view else None,
        seat=number,
        names=names,
        turns=[seat.waiting for seat in seats],
        targets=step_list.targets(choosing.steps) if choosing else {},
        picked=choosing.picked if choosing else frozenset(),
        changed=frozenset(line.spot for line in new if line.spot),
    )
    return {
        "table": table,
        "page": page,
        "seats": seats,
        "own_seat": own,
        "acting": acting,
        "choosing": choosing,
        "prompt": page.prompt(view, number, names),
        "board": page.draw(scene),
        "lines": lines[::-1][:LINES_ON_PAGE],
        "new_lines": new,
        "can_undo": bool(acting and moves and moves[-1].undoable and moves[-1].seat == number),
        "result": final_scores(page, seats, state) if table.status == Table.Status.FINISHED else None,
        "version": f"{table.version}.{table.state.version}",
        "message": refusal_sentence(page, reason) if reason else "",
        "rule": reason.rule if isinstance(reason, IllegalAction) else "",
        "status": status_of(reason),
    }


def own_seat(seats: Sequence[Seat], user: Any) -> Seat | None:
    return next((seat for seat in seats if seat.user_id and seat.user_id == user.pk), None)


def recent_moves(table: Table) -> list[Move]:
    """The latest moves that stand, oldest first, without their states."""
    moves = Move.objects.filter(table=table, undone=False).defer("state").order_by("-number")
    return list(moves[:LINES_ON_PAGE])[::-1]


def log(table: Table, user: Any, number: str) -> dict[str, Any]:
    """One page of the whole log, newest first."""
    page = page_of(table.title)
    seats = list(table.seats.select_related("user"))
    own = own_seat(seats, user)
    moves = Move.objects.filter(table=table, undone=False).defer("state").order_by("-number")
    part = Paginator(moves, LINES_PER_LOG_PAGE).get_page(number)
    names = [seat.name for seat in seats]
    lines = log_words.read(page, part.object_list, own.number if own else None, names)
    return {"table": table, "page": page, "part": part, "lines": lines}


class Choosing:
    """How far a person has got with choosing an action.

    steps: the buttons that lead on; action: what is ready to be sent, with its `preview` and
    `effect`; refusals: what can't be done, and why; forms: kinds that are filled in as a form.
    """

    def __init__(self, page: Page, view: Any, seat: Seat, asked: Mapping[str, str]) -> None:
        self.page = page
        self.view = view
        self.seat = seat
        self.reason: Exception | None = None
        self.legal = page.title.legal(view, seat.number)
        self.action: Action | None = None
        self.at = asked.get("at", "")
        self.path: tuple[Any, ...] = ()
        choice = choose(self.legal)
        if "pick" in asked:
            choice = self._picked(asked["pick"]) or choice
        elif "open" in asked:
            self.action = self._filled_in(asked)
        self.steps = [] if self.action else self._steps(choice)
        self.listed = [step for step in self.steps if self.path or self.at or not step.place]
        self.picked = step_list.places_on(page, view, seat.number, self.path)
        self.preview = page.title.preview(view, seat.number, self.action) if self.action else None
        self.effect = [] if self.preview is None else page.effect(view, self.preview, seat.number)

    @property
    def path_json(self) -> str:
        return json.dumps(self.path)

    @property
    def action_json(self) -> str:
        return encode(self.action).decode()

    @property
    def label(self) -> str:
        """What has been chosen so far, in words."""
        return self.page.label(self.view, self.seat.number, self.path)

    @property
    def forms(self) -> list[tuple[str, str, str]]:
        """Kind, label and form fields of what is filled in rather than picked."""
        kinds = self.page.title.open_kinds(self.view, self.seat.number)
        return [
            (kind_of(k), self.page.kind_label(kind_of(k)), self.page.open_form(self.view, self.seat.number, k))
            for k in kinds
        ]

    @property
    def refusals(self) -> list[tuple[str, str, str]]:
        """Label, sentence and rule of each kind of action that is not possible now."""
        reasons = self.page.title.refusals(self.view, self.seat.number)
        return [
            (self.page.kind_label(kind), self.page.refusal(reason), reason.rule)
            for kind, reason in reasons.items()
        ]

    def _picked(self, text: str) -> Choice | None:
        try:
            path = json.loads(text)
        except (ValueError, RecursionError):
            path = None
        choice = choose(self.legal, path) if isinstance(path, list) else None
        if choice is None or not (choice.options or choice.action):
            self.reason = Refused(_("That can't be chosen now."))
            return None
        self.path, self.action = choice.path, choice.action
        return choice

    def _filled_in(self, asked: Mapping[str, str]) -> Action | None:
        title = self.page.title
        kinds = {kind_of(kind): kind for kind in title.open_kinds(self.view, self.seat.number)}
        kind = kinds.get(asked["open"])
        if kind is None:
            self.reason = Refused(_("That can't be chosen now."))
            return None
        try:
            action = msgspec.convert(self.page.read_form(kind, asked), kind)
            title.check(self.view, self.seat.number, action)
        except IllegalAction as reason:
            self.reason = reason
        except (msgspec.ValidationError, ValueError):
            self.reason = Refused(_("Please fill in the form with whole numbers."))
        else:
            self.path = (kind_of(kind),)
            return action
        return None

    def _steps(self, choice: Choice) -> list[step_list.Step]:
        found = step_list.steps(self.page, self.view, self.seat.number, self.legal, choice)
        return [step for step in found if step.place == self.at] if self.at else found


def final_scores(page: Page, seats: Sequence[Seat], state: Any) -> dict[str, Any] | None:
    """Ranks and scores, best first, with each part of the score."""
    ranked = sorted(seats, key=lambda seat: (seat.rank or 0, seat.number))
    result = page.title.result(state)
    if result is None:
        return {"ranked": ranked, "parts": []}
    parts = [
        (page.part_label(part), [result.parts[seat.number].get(part, 0) for seat in ranked])
        for part in result.parts[0]
    ]
    return {"ranked": ranked, "parts": parts}


def refusal_sentence(page: Page, reason: Exception) -> str:
    if isinstance(reason, IllegalAction):
        return page.refusal(reason)
    return str(reason.message) if isinstance(reason, Refused) else ""


def status_of(reason: Exception | None) -> int:
    """The HTTP status that says the same as the reason."""
    if reason is None:
        return 200
    return 422 if isinstance(reason, IllegalAction) else getattr(reason, "status", 500)
