"""Who is looking at a table now: its page visible and used, not just open."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.models import Seat

#: So long after its last sign somebody still counts as present.
PRESENT = timedelta(minutes=2)
#: A sign is written down at most this often.
WRITTEN_EVERY = timedelta(seconds=30)


def touch(seat_id: int, now: datetime | None = None) -> None:
    """The seat's page is visible and has just been used."""
    now = now or timezone.now()
    unwritten = Q(present_at=None) | Q(present_at__lt=now - WRITTEN_EVERY)
    Seat.objects.filter(unwritten, pk=seat_id).update(present_at=now)


def present_until(seat: Seat) -> datetime | None:
    """When the seat's person stops counting as present, unless there is a new sign; None: never seen."""
    return seat.present_at + PRESENT if seat.present_at else None
