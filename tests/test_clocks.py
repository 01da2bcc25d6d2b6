"""Deadlines: reminders before, the rules' default after."""

import logging
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.catalogue import title_of
from games.models import Move, Notice, Seat, Table
from games.services import clocks, notices, play
from games.services.errors import Stale
from tests import factories

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
REMINDER = Notice.Kind.REMINDER


@pytest.fixture(autouse=True)
def no_alarm_yet() -> None:
    cache.clear()


@pytest.fixture
def table() -> Table:
    return factories.running_table(days_per_move=3)


def deadline_of(seat: Seat) -> datetime:
    seat.refresh_from_db()
    assert seat.deadline
    return seat.deadline


# -- the default --------------------------------------------------------------------------------


def test_nothing_happens_before_the_deadline(table: Table) -> None:
    assert clocks.advance(deadline_of(factories.seat_to_move(table)) - SECOND) == 0
    assert table.moves.count() == 1


def test_the_rules_act_until_the_turn_is_over(table: Table) -> None:
    seat = factories.seat_to_move(table)
    made = clocks.advance(deadline_of(seat))
    seat.refresh_from_db()
    assert made >= 1 and not seat.waiting
    moves = table.moves.filter(number__gt=0)
    assert moves.count() == made
    assert {(move.by, move.seat) for move in moves} == {(Move.By.CLOCK, seat.number)}
    following = factories.seat_to_move(table)
    assert deadline_of(following) > timezone.now() + 2.9 * DAY
    assert clocks.advance(timezone.now()) == 0


def test_the_next_player_is_told(table: Table) -> None:
    clocks.advance(deadline_of(factories.seat_to_move(table)))
    following = factories.seat_to_move(table)
    assert Notice.objects.filter(recipient=following.user, kind="turn", decision=following.decision)


def test_what_the_clock_did_can_not_be_taken_back(table: Table) -> None:
    seat = factories.seat_to_move(table)
    clocks.advance(deadline_of(seat))
    assert not table.moves.filter(undoable=True).exists()


def test_a_game_that_is_over_has_no_clock(table: Table) -> None:
    late = deadline_of(factories.seat_to_move(table))
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CALLED_OFF)
    assert clocks.advance(late + DAY) == 0


def test_a_player_who_comes_back_at_the_last_moment_is_not_overruled(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He moves between the clock's look at his deadline and its move."""
    seat = factories.seat_to_move(table)
    default = play.submit_default

    def too_late(table_id: int, number: int, decision: int, by: str) -> Move:
        factories.end_turn(table)
        return default(table_id, number, decision, by)

    monkeypatch.setattr(play, "submit_default", too_late)
    assert clocks.advance(deadline_of(seat)) == 0
    assert not table.moves.filter(by=Move.By.CLOCK).exists()


def test_the_clock_stops_when_somebody_else_has_moved_in_between(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat is waited for again, but in a new turn, with time of its own."""
    seat = factories.seat_to_move(table)
    default = play.submit_default

    def and_all_play_on(table_id: int, number: int, decision: int, by: str) -> Move:
        move = default(table_id, number, decision, by)
        if not Seat.objects.get(pk=seat.pk).waiting:
            factories.play_until_waiting(seat)
        return move

    monkeypatch.setattr(play, "submit_default", and_all_play_on)
    clocks.advance(deadline_of(seat))
    assert Seat.objects.get(pk=seat.pk).waiting
    assert table.moves.latest("number").by == Move.By.PLAYER


def test_a_title_that_raises_does_not_hold_up_other_tables(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = factories.running_table(days_per_move=3)
    title = title_of(table.title)
    good = type(title).default

    def broken(self: Any, state: Any, seat: int, rng: Any) -> Any:
        broken.calls += 1  # type: ignore[attr-defined]
        if broken.calls == 1:  # type: ignore[attr-defined]
            raise ZeroDivisionError
        return good(self, state, seat, rng)

    broken.calls = 0  # type: ignore[attr-defined]
    monkeypatch.setattr(type(title), "default", broken)
    clocks.advance(timezone.now() + 4 * DAY)
    assert table.moves.count() == 1
    assert other.moves.filter(by=Move.By.CLOCK).exists()
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 1 and errors[0].exc_info


def test_a_default_that_never_ends_the_turn_is_bounded(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def circling(table_id: int, number: int, decision: int, by: str) -> Move:
        """A move after which the seat is waited for as before."""
        return Move(number=table.state.moves)

    monkeypatch.setattr(play, "submit_default", circling)
    assert clocks.advance(deadline_of(factories.seat_to_move(table))) == 0
    assert [record for record in caplog.records if record.levelno == logging.ERROR]


def test_another_worker_being_faster_is_no_error(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stale(*arguments: Any, **more: Any) -> Move:
        raise Stale

    monkeypatch.setattr(play, "submit_default", stale)
    assert clocks.advance(timezone.now() + 4 * DAY) == 0
    assert caplog.records == []


# -- reminders ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("days", "hours"), [(1, 8), (2, 16), (3, 24), (7, 24), (14, 24)])
def test_a_third_of_the_time_but_at_most_a_day(days: int, hours: int) -> None:
    assert clocks.time_to_remind(days) == timedelta(hours=hours)


def test_a_reminder_comes_once_when_little_time_is_left(table: Table, mailoutbox: list[Any]) -> None:
    seat = factories.seat_to_move(table)
    late = deadline_of(seat)
    notices.send_due(late - 2 * DAY)
    clocks.advance(late - DAY - SECOND)
    assert not Notice.objects.filter(kind=REMINDER).exists()
    for _ in range(2):
        clocks.advance(late - DAY)
        clocks.advance(late - DAY / 2)
    assert Notice.objects.filter(kind=REMINDER).count() == 1
    notices.send_due(late - DAY / 2)
    assert mailoutbox[-1].to == [seat.user.email]
    assert mailoutbox[-1].subject.startswith("Little time left: ")


def test_no_reminder_once_the_player_has_moved(table: Table) -> None:
    late = deadline_of(factories.seat_to_move(table))
    clocks.advance(late - DAY)
    factories.end_turn(table)
    notices.send_due(late - DAY)
    assert Notice.objects.get(kind=REMINDER).reason == "answered already"


def test_no_second_reminder_within_the_same_turn(table: Table) -> None:
    """Whoever has begun the turn, and so has a new decision, knows how little time is left."""
    seat = factories.seat_to_move(table)
    late = deadline_of(seat)
    clocks.advance(late - DAY)
    Seat.objects.filter(pk=seat.pk).update(decision=seat.decision + 1)
    clocks.advance(late - DAY / 2)
    assert Notice.objects.filter(kind=REMINDER).count() == 1


def test_a_turn_told_late_needs_no_reminder(table: Table, mailoutbox: list[Any]) -> None:
    """Someone who looked at the table all the time is told once, not twice, that it is his turn."""
    seat = factories.seat_to_move(table)
    late = deadline_of(seat)
    Seat.objects.filter(pk=seat.pk).update(present_at=late - DAY)
    notices.send_due(late - DAY)
    clocks.advance(late - DAY)
    notices.send_due(late - DAY / 2)
    notices.send_due(late - DAY / 3)
    assert len([message for message in mailoutbox if message.to == [seat.user.email]]) == 1


def test_neither_bots_nor_those_who_resigned_are_reminded() -> None:
    table = factories.running_table(days_per_move=1)
    seat = factories.seat_to_move(table)
    Seat.objects.filter(pk=seat.pk).update(bot="random", resigned=True)
    clocks.remind(deadline_of(seat) - SECOND)
    assert not Notice.objects.filter(kind=REMINDER).exists()


def test_reminders_take_the_same_queries_however_many(django_assert_num_queries: Any) -> None:
    for _ in range(3):
        factories.running_table(days_per_move=1)
    with django_assert_num_queries(2):
        clocks.remind(timezone.now() + timedelta(hours=20))
    assert Notice.objects.filter(kind=REMINDER).count() == 3


def test_a_new_turn_with_new_time_is_reminded_of_again(table: Table) -> None:
    seat = factories.seat_to_move(table)
    late = deadline_of(seat)
    clocks.advance(late - DAY)
    factories.end_turn(table)
    factories.play_until_waiting(seat)
    Seat.objects.filter(pk=seat.pk).update(deadline=late + 3 * DAY)
    clocks.advance(late + 2 * DAY)
    assert Notice.objects.filter(kind=REMINDER).count() == 2
