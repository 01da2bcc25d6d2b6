"""Every read that is more than a look by key."""

from typing import Any

from django.http import Http404

from games.models import Seat, Table
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
