"""Every read that is more than a look by key."""

from typing import Any

from django.http import Http404

from games.models import Move, Seat, Table
from games.services.errors import NotAllowed


def table_by_code(code: str) -> Table:
    """A table with its state, if it has begun. Raises Http404."""
    table = Table.objects.select_related("state").filter(code=code).first()
    if table is None:
        raise Http404
    return table


def own_seat(code: str, user: Any) -> tuple[int, int]:
    """The table's id and the number of the person's seat there. Raises Http404 or NotAllowed."""
    seat = Seat.objects.filter(table__code=code, user=user).values_list("table_id", "number", "resigned")
    found = seat.first()
    if found is None:
        table_by_code(code)
        raise NotAllowed()
    table_id, number, resigned = found
    if resigned:
        raise NotAllowed()
    return table_id, number


def version(table_id: int) -> str | None:
    """What an open page compares: changes with all that the table's page shows."""
    row = Table.objects.filter(pk=table_id).values_list("version", "state__version").first()
    return f"{row[0]}.{row[1]}" if row else None


def seats_of(table: Table) -> list[Seat]:
    """The seats in their order, with their people."""
    return list(table.seats.select_related("user"))


def moves_since_own(seat: Seat, limit: int) -> list[Move]:
    """The latest moves that stand since the person at the seat last moved, oldest first, without states.

    What the clock did for the person counts as news.
    """
    moves = Move.objects.filter(table=seat.table_id, undone=False).order_by("-number")
    own = moves.filter(seat=seat.number, by=Move.By.PLAYER).values_list("number", flat=True).first()
    since = moves.filter(number__gt=own or 0) if own else moves
    return list(since.defer("state")[:limit])[::-1]
