"""Clocks: who has little time left is reminded; for whom it has run out the rules act."""

from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from games.models import Move, Notice, Seat, Table
from games.services import notices, play
from games.services.alarms import raise_alarm
from games.services.errors import NotAllowed, Stale

#: The longest time before its deadline that a turn is reminded of.
LONGEST_NOTICE = timedelta(days=1)
#: More actions than any title needs to end a seat's turn.
MOST_DEFAULTS = 200


def advance(now: datetime | None = None) -> int:
    """Owe reminders, and act for the seats whose time has run out; returns the number of moves made.

    Each move is a transaction of its own, and safe beside other workers and a player who comes
    back at the last moment. A table that fails does not hold up the others.
    """
    now = now or timezone.now()
    remind(now)
    late = Seat.objects.filter(waiting=True, deadline__lte=now, table__status=Table.Status.RUNNING)
    moves = 0
    for table_id, number in late.order_by("deadline").values_list("table_id", "number"):
        try:
            moves += _act_for(table_id, number, now)
        except Exception:
            raise_alarm(f"clock-{table_id}", "The clock could not act at table %s.", table_id)
    return moves


def time_to_remind(days_per_move: int) -> timedelta:
    """How long before its deadline a turn is reminded of: a third of its time, at most a day."""
    return min(timedelta(days=days_per_move) / 3, LONGEST_NOTICE)


def remind(now: datetime) -> None:
    """Owe a reminder to everyone who has little time left and has had none since it became little."""
    reminders = Notice.objects.filter(
        kind=Notice.Kind.REMINDER, table=OuterRef("table"), recipient=OuterRef("user")
    )
    seats = (
        Seat.objects.filter(waiting=True, bot="", user__isnull=False, table__status=Table.Status.RUNNING)
        .filter(deadline__gt=now, deadline__lte=now + LONGEST_NOTICE)
        .annotate(reminded_at=Subquery(reminders.order_by("-created_at").values("created_at")[:1]))
        .select_related("table")
    )
    owed = []
    for seat in seats:
        since = seat.deadline - time_to_remind(seat.table.days_per_move)
        if since <= now and (seat.reminded_at is None or seat.reminded_at < since):
            owed.append(seat)
    notices.owe_reminders(owed, now)


def _act_for(table_id: int, number: int, now: datetime) -> int:
    """Make the default moves of a late seat until the game no longer waits for it."""
    last = None
    for made in range(MOST_DEFAULTS):
        seat = (
            Seat.objects.filter(
                table=table_id, number=number, waiting=True, table__status=Table.Status.RUNNING
            )
            .select_related("table__state")
            .first()
        )
        # After the first move only an unbroken row of the clock's own may go on.
        if seat is None or (seat.deadline > now if last is None else seat.table.state.moves != last):
            return made
        try:
            last = play.submit_default(table_id, number, seat.decision, by=Move.By.CLOCK).number
        except (Stale, NotAllowed):
            # The player, or another worker, was faster.
            return made
    raise RuntimeError(f"{MOST_DEFAULTS} default moves did not end the turn of seat {number}")
