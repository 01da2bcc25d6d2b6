"""A table: its page, and the moves made on it."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import queries, table_page
from games.engine.errors import IllegalAction
from games.services import play
from games.services.errors import Malformed, Refused
from games.views.lobby import waiting_table
from games.views.live import address


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The table's page, or only its changing part when htmx asks."""
    table = queries.table_by_code(code)
    if not hasattr(table, "state"):
        return waiting_table(request, table)
    return _answer(request, table)


@require_POST
@login_required
def move(request: HttpRequest, code: str) -> HttpResponse:
    """Make a move: `action` (JSON), `decision` (number), `key` (name of this attempt)."""

    def make(table_id: int, seat_number: int) -> None:
        sent = request.POST
        key = sent.get("key", "")[:64] or None
        play.submit(table_id, seat_number, sent.get("action", ""), _number(sent.get("decision", "")), key)

    return _attempt(request, code, make)


@require_POST
@login_required
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Take back one's own last move, if it can be."""
    return _attempt(
        request,
        code,
        lambda table_id, seat_number: play.undo(
            table_id, seat_number, _number(request.POST.get("decision", ""))
        ),
    )


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The whole log, in pages, newest first."""
    table = queries.table_by_code(code)
    context = table_page.log(table, request.user, request.GET.get("page", "1"))
    return render(request, "games/log.html", context)


def _attempt(request: HttpRequest, code: str, make: Callable[[int, int], object]) -> HttpResponse:
    """Answer with the table as it stands afterwards, and the reason if nothing was done."""
    try:
        make(*queries.own_seat(code, request.user))
    except (Refused, IllegalAction) as reason:
        return _answer(request, queries.table_by_code(code), reason)
    if request.htmx:  # type: ignore[attr-defined]
        return _answer(request, queries.table_by_code(code))
    return redirect("table", code, permanent=False)


def _answer(request: HttpRequest, table: Any, reason: Exception | None = None) -> HttpResponse:
    """The page as it stands now, with the reason why nothing was done, if so."""
    asked = request.GET if request.method == "GET" else {}
    context = table_page.context(table, request.user, asked, reason)
    context["live_address"] = address(table.pk, context["own_seat"])
    context["key"] = uuid.uuid4().hex
    template = "games/_table.html" if request.htmx else "games/table.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=context["status"])


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Malformed(_("The decision number is missing."))
    return int(text)
