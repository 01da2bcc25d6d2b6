"""Who is looking at a table now."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.services import presence
from tests import factories

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def test_a_sign_is_written_at_most_every_half_minute(django_assert_num_queries: Any) -> None:
    seat = factories.seat_to_move(factories.running_table())
    begin = timezone.now()
    for seconds, written in [(0, 0), (29, 0), (31, 31), (60, 31), (62, 62)]:
        with django_assert_num_queries(1):
            presence.touch(seat.pk, begin + seconds * SECOND)
        seat.refresh_from_db()
        assert seat.present_at == begin + written * SECOND


def test_presence_lasts_two_minutes() -> None:
    seat = factories.seat_to_move(factories.running_table())
    assert presence.present_until(seat) is None
    now = timezone.now()
    presence.touch(seat.pk, now)
    seat.refresh_from_db()
    assert presence.present_until(seat) == now + 120 * SECOND


def test_a_sign_touches_nothing_else() -> None:
    table = factories.running_table()
    seat, other = factories.seat_to_move(table), factories.other_seat(table)
    presence.touch(seat.pk)
    other.refresh_from_db()
    assert other.present_at is None
