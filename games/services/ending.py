"""How a game ends: by its rules, by resigning, by agreement."""

from collections.abc import Sequence
from datetime import datetime

from accounts import ratings
from games.engine.records import Result
from games.models import Seat, Table
from games.services import notices


def finish(table: Table, seats: Sequence[Seat], result: Result, now: datetime) -> None:
    """Close a game that its rules have ended, in the caller's transaction.

    Those who resigned are ranked below everyone who stayed, in the order of the result.
    """
    place = {(seat.resigned, result.ranks[seat.number]) for seat in seats}
    order = sorted(place)
    ranks = {key: 1 + sum((s.resigned, result.ranks[s.number]) < key for s in seats) for key in order}
    for seat in seats:
        seat.rank = ranks[seat.resigned, result.ranks[seat.number]]
        seat.score = result.scores[seat.number]
    close(table, seats, Table.Status.FINISHED, now)


def finish_by_resigning(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Close a game in which only one seat has not resigned: it wins."""
    for seat in seats:
        seat.rank = 2 if seat.resigned else 1
    close(table, seats, Table.Status.FINISHED, now)


def call_off(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Close a game without a result."""
    close(table, seats, Table.Status.CALLED_OFF, now)


def close(table: Table, seats: Sequence[Seat], status: Table.Status, now: datetime) -> None:
    table.status = status
    table.ended_at = now
    table.version += 1
    table.save(update_fields=["status", "ended_at", "version"])
    for seat in seats:
        seat.waiting = seat.asked = False
        seat.deadline = None
        seat.save(update_fields=["waiting", "asked", "deadline", "rank", "score"])
    if status == Table.Status.FINISHED and table.rated:
        ratings.rate(table.title, [(seat.user, seat.rank) for seat in seats if seat.user and rated(seat)])
    notices.owe_over(table, seats, now)


def rated(seat: Seat) -> bool:
    """A person's own result; a seat that was a bot's from the start has none."""
    return not seat.bot or seat.resigned
