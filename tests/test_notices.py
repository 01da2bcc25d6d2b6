"""What people are owed by mail: when it is sent, put off, dropped, tried again."""

from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from games.models import Invitation, Notice, Seat, Table
from games.services import mail, notices, tables
from tests import factories

pytestmark = pytest.mark.django_db

START = Notice.Kind.STARTED
TURN = Notice.Kind.TURN
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def delay(settings: Any) -> None:
    settings.NOTICE_DELAY = 60


@pytest.fixture
def table() -> Table:
    """A game under way whose mails about the start have gone long ago."""
    table = factories.running_table()
    long_ago = timezone.now() - timedelta(days=1)
    Notice.objects.filter(kind=START).update(status=Notice.Status.SENT, sent_at=long_ago, decision=0)
    Notice.objects.filter(kind=TURN).delete()
    return table


@pytest.fixture
def turn(table: Table) -> Notice:
    """A notice of the turn of the seat that is to move, now due."""
    seat = factories.seat_to_move(table)
    notices.owe(table, seat.user, TURN, seat.decision, timezone.now())
    return Notice.objects.get(kind=TURN)


def owed(**fields: Any) -> list[str]:
    return sorted(Notice.objects.filter(**fields).values_list("status", flat=True))


def later(**parts: float) -> datetime:
    return timezone.now() + timedelta(**parts)


# -- owing --------------------------------------------------------------------------------------


def test_the_same_notice_is_owed_once(table: Table) -> None:
    seat = factories.seat_to_move(table)
    for _ in range(3):
        notices.owe(table, seat.user, TURN, seat.decision)
    assert owed(kind=TURN) == ["due"]
    notices.owe(table, seat.user, TURN, seat.decision + 1)
    assert owed(kind=TURN) == ["due", "due"]


def test_an_address_is_invited_once(table: Table) -> None:
    for _ in range(2):
        notices.owe(table, None, Notice.Kind.INVITATION, address="someone@example.com")
    notices.owe(table, None, Notice.Kind.INVITATION, address="other@example.com")
    assert owed(kind=Notice.Kind.INVITATION) == ["due", "due"]


def test_many_are_owed_with_one_query(table: Table, django_assert_num_queries: Any) -> None:
    seats = list(table.seats.all())
    for seat in seats:
        seat.waiting = True
    with django_assert_num_queries(1):
        notices.owe_questions(table, seats, timezone.now())
    assert owed(kind=TURN) == ["due"] * len(seats)


def test_bots_and_those_who_resigned_are_owed_nothing(table: Table) -> None:
    seats = list(table.seats.all())
    seats[0].waiting = seats[1].waiting = True
    seats[0].bot, seats[0].user = "random", None
    seats[1].bot, seats[1].resigned = "greedy", True
    notices.owe_questions(table, seats, timezone.now())
    assert owed(kind=TURN) == []


def test_a_move_owes_the_next_player_a_mail(table: Table) -> None:
    mover = factories.end_turn(table)
    notice = Notice.objects.get(kind=TURN)
    following = factories.seat_to_move(table)
    assert following.pk != mover.pk
    assert (notice.recipient, notice.decision) == (following.user, following.decision)
    assert abs(notice.due_at - later(seconds=60)) < timedelta(seconds=10)


# -- the turn -----------------------------------------------------------------------------------


def test_one_mail_once_the_delay_is_over(table: Table, mailoutbox: list[Any]) -> None:
    factories.end_turn(table)
    assert notices.send_due(later(seconds=50)) == 0
    assert notices.send_due(later(seconds=65)) == 1
    assert notices.send_due(later(seconds=70)) == 0
    assert [message.to for message in mailoutbox] == [[factories.seat_to_move(table).user.email]]
    notice = Notice.objects.get(kind=TURN)
    assert notice.status == "sent" and notice.sent_at and notice.attempts == 1


def test_no_mail_when_the_turn_has_passed(table: Table, turn: Notice, mailoutbox: list[Any]) -> None:
    factories.end_turn(table)
    notices.send_due(later(seconds=1))
    turn.refresh_from_db()
    assert (turn.status, turn.reason) == ("dropped", "answered already")
    assert mailoutbox == []


def test_two_turns_in_one_minute_make_one_mail(
    table: Table, turn: Notice, mailoutbox: list[Any]
) -> None:
    mover = factories.end_turn(table)
    factories.play_until_waiting(mover)
    notices.send_due(later(seconds=65))
    told = [message for message in mailoutbox if message.to == [mover.user.email]]
    assert len(told) == 1
    assert owed(recipient=mover.user, kind=TURN) == ["dropped", "sent"]


def test_a_second_mail_within_a_minute_is_put_off(
    table: Table, turn: Notice, mailoutbox: list[Any], settings: Any
) -> None:
    settings.NOTICE_DELAY = 0
    notices.send_due(later(seconds=1))
    mover = factories.end_turn(table)
    factories.play_until_waiting(mover)
    notices.send_due(later(seconds=30))
    assert len([message for message in mailoutbox if message.to == [mover.user.email]]) == 1
    second = Notice.objects.get(recipient=mover.user, kind=TURN, status="due")
    assert second.attempts == 0
    notices.send_due(later(seconds=65))
    assert len([message for message in mailoutbox if message.to == [mover.user.email]]) == 2


def test_another_tables_mail_is_not_put_off(turn: Notice, mailoutbox: list[Any]) -> None:
    other = factories.running_table([turn.recipient, factories.person()])
    notices.send_due(later(seconds=65))
    told = [message for message in mailoutbox if message.to == [turn.recipient.email]]
    assert len(told) == 2
    assert owed(table=other, kind=START) == ["sent", "sent"]


# -- presence -----------------------------------------------------------------------------------


def test_someone_at_the_table_is_told_once_they_are_not(
    table: Table, turn: Notice, mailoutbox: list[Any]
) -> None:
    seen = later(seconds=0)
    Seat.objects.filter(user=turn.recipient).update(present_at=seen)
    assert notices.send_due(seen + MINUTE) == 0
    turn.refresh_from_db()
    assert (turn.status, turn.due_at, turn.attempts) == ("due", seen + 2 * MINUTE, 0)
    assert notices.send_due(seen + 1.9 * MINUTE) == 0
    assert notices.send_due(seen + 2 * MINUTE) == 1
    assert len(mailoutbox) == 1


def test_a_put_off_notice_waits_for_the_last_sign(table: Table, turn: Notice) -> None:
    seen = later(seconds=0)
    for minute in range(5):
        Seat.objects.filter(user=turn.recipient).update(present_at=seen + minute * MINUTE)
        assert notices.send_due(seen + (minute + 1) * MINUTE) == 0
    assert notices.send_due(seen + 6 * MINUTE) == 1


# -- no longer true, or not wanted --------------------------------------------------------------


def test_no_mail_to_someone_who_may_not_sign_in(turn: Notice, mailoutbox: list[Any]) -> None:
    turn.recipient.is_active = False
    turn.recipient.save()
    notices.send_due(later(seconds=1))
    turn.refresh_from_db()
    assert (turn.status, turn.reason) == ("dropped", "no active account")
    assert mailoutbox == []


def test_no_mail_of_a_kind_that_is_not_wanted(turn: Notice, mailoutbox: list[Any]) -> None:
    factories.no_mail(turn.recipient, TURN)
    notices.send_due(later(seconds=1))
    turn.refresh_from_db()
    assert (turn.status, turn.reason) == ("dropped", "not wanted")
    assert mailoutbox == []


def test_no_mail_to_someone_who_has_resigned(table: Table, turn: Notice, mailoutbox: list[Any]) -> None:
    Seat.objects.filter(user=turn.recipient).update(resigned=True, bot="greedy")
    notices.send_due(later(seconds=1))
    assert owed(kind=TURN) == ["dropped"] and mailoutbox == []


def test_no_mail_of_a_turn_once_the_game_is_over(table: Table, turn: Notice, mailoutbox: list[Any]) -> None:
    tables.resign(table, table.seats.exclude(user=turn.recipient).get().user)
    notices.send_due(later(seconds=1))
    assert owed(kind=TURN) == ["dropped"]
    assert owed(kind=Notice.Kind.OVER) == ["sent", "sent"]
    assert len(mailoutbox) == 2


def test_a_question_is_told_as_long_as_it_stands(table: Table, mailoutbox: list[Any]) -> None:
    seat = factories.other_seat(table)
    Seat.objects.filter(pk=seat.pk).update(asked=True, decision=7)
    notices.owe(table, seat.user, Notice.Kind.ASKED, 6)
    notices.owe(table, seat.user, Notice.Kind.ASKED, 7)
    notices.send_due(later(seconds=1))
    assert list(Notice.objects.filter(kind="asked").values_list("decision", "status")) == [
        (6, "dropped"),
        (7, "sent"),
    ]


# -- start, end, invitation ---------------------------------------------------------------------


def test_the_mail_about_the_start_tells_whose_turn_it_is(mailoutbox: list[Any]) -> None:
    table = factories.running_table()
    seat = factories.seat_to_move(table)
    notices.send_due(later(seconds=1))
    notices.send_due(later(seconds=300))
    told = [message for message in mailoutbox if message.to == [seat.user.email]]
    assert len(told) == 1
    assert Notice.objects.get(kind=TURN, recipient=seat.user).reason == "told already"


def test_who_wants_no_mail_about_the_start_is_told_the_turn(mailoutbox: list[Any]) -> None:
    table = factories.running_table()
    seat = factories.seat_to_move(table)
    factories.no_mail(seat.user, START)
    notices.send_due(later(seconds=300))
    assert owed(kind=TURN, recipient=seat.user) == ["sent"]
    assert owed(kind=START, recipient=seat.user) == ["dropped"]


def test_who_has_moved_needs_not_be_told_of_the_start(mailoutbox: list[Any]) -> None:
    table = factories.running_table()
    mover = factories.end_turn(table)
    notices.send_due(later(seconds=1))
    assert owed(kind=START, recipient=mover.user) == ["dropped"]
    assert [message.to for message in mailoutbox] == [[factories.seat_to_move(table).user.email]]


def test_an_invitation_is_sent_while_it_stands(mailoutbox: list[Any]) -> None:
    table = factories.open_table()
    invited, declining, sitting = (factories.person() for _ in range(3))
    by = table.created_by
    for user in (invited, declining, sitting):
        tables.invite(table, by, user.username)
    tables.invite(table, by, "newcomer@example.org")
    Invitation.objects.filter(user=declining).update(declined_at=timezone.now())
    Seat.objects.create(table=table, number=1, user=sitting, nonce="n")
    notices.send_due(later(seconds=1))
    assert [message.to for message in mailoutbox] == [[invited.email], ["newcomer@example.org"]]


def test_no_invitation_to_a_table_that_is_full(mailoutbox: list[Any]) -> None:
    table = factories.open_table()
    invited = factories.person()
    tables.invite(table, table.created_by, invited.username)
    tables.take_seat(table, factories.person())
    notices.send_due(later(seconds=1))
    assert Notice.objects.get(kind=Notice.Kind.INVITATION).status == "dropped"


def test_a_table_nobody_joined_is_told_of(settings: Any, mailoutbox: list[Any]) -> None:
    table = factories.open_table()
    tables.close_unfilled(later(days=settings.TABLE_OPEN_DAYS + 1))
    assert notices.send_due(later(days=settings.TABLE_OPEN_DAYS + 2)) == 1
    assert mailoutbox[0].to == [table.created_by.email]


# -- claims and leases --------------------------------------------------------------------------


def test_a_claimed_notice_is_left_alone_until_its_lease_ends(
    turn: Notice, mailoutbox: list[Any]
) -> None:
    now = later(seconds=1)
    assert notices._claim(turn.pk, now)
    assert notices._claim(turn.pk, now) is None
    assert notices.send_due(now + notices.LEASE - timedelta(seconds=1)) == 0
    assert notices.send_due(now + notices.LEASE) == 1
    assert len(mailoutbox) == 1


def test_a_worker_whose_lease_has_ended_does_not_send(
    turn: Notice, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = mail.message

    def held_up(notice: Notice, seat: Seat | None) -> Any:
        """So slowly written that another worker claims and sends it meanwhile."""
        monkeypatch.setattr(mail, "message", written)
        assert notices.send_due(later(seconds=1) + notices.LEASE) == 1
        return written(notice, seat)

    monkeypatch.setattr(mail, "message", held_up)
    assert notices.send_due(later(seconds=1)) == 0
    assert len(mailoutbox) == 1
    assert owed(kind=TURN) == ["sent"]


def test_a_notice_that_kills_its_workers_is_given_up(turn: Notice) -> None:
    now = later(seconds=1)
    for _ in range(notices.MOST_ATTEMPTS):
        assert notices._claim(turn.pk, now)
        now += notices.LEASE
    assert notices.send_due(now) == 0
    turn.refresh_from_db()
    assert turn.status == "failed"
    assert notices.send_due(now + timedelta(days=30)) == 0


# -- the mail server fails ----------------------------------------------------------------------


def test_a_mail_the_server_refuses_is_tried_again_with_growing_delay(
    turn: Notice, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: EmailBackend, messages: Any) -> int:
        raise SMTPServerDisconnected("Connection unexpectedly closed")

    now = later(seconds=1)
    delays = []
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", refuse)
        for _ in range(3):
            assert notices.send_due(now) == 0
            turn.refresh_from_db()
            assert turn.status == "due" and "Connection unexpectedly closed" in turn.reason
            delays.append(turn.due_at - now)
            assert notices.send_due(turn.due_at - timedelta(seconds=1)) == 0
            now = turn.due_at
    assert delays == [MINUTE, 2 * MINUTE, 4 * MINUTE]
    assert notices.send_due(now) == 1
    assert len(mailoutbox) == 1


def test_after_many_attempts_the_administrator_has_it(
    turn: Notice, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(self: EmailBackend, messages: Any) -> int:
        raise SMTPRecipientsRefused({"x@example.com": (550, b"no such user")})

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    begun = now = later(seconds=1)
    while turn.status == "due":
        notices.send_due(now)
        turn.refresh_from_db()
        now = turn.due_at
    assert (turn.status, turn.attempts) == ("failed", notices.MOST_ATTEMPTS)
    assert timedelta(hours=12) < now - begun < timedelta(days=2)
    assert [record for record in caplog.records if record.levelname == "ERROR"]


def test_one_mail_that_fails_does_not_hold_up_the_others(
    turn: Notice, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one the server refuses nor one whose title breaks."""
    factories.running_table()
    broken, refused = Notice.objects.filter(kind=START, status="due")
    written, sent = mail.message, EmailBackend.send_messages

    def write(notice: Notice, seat: Seat | None) -> Any:
        if notice.pk == broken.pk:
            raise ZeroDivisionError
        return written(notice, seat)

    def send(self: EmailBackend, messages: Any) -> int:
        if messages[0].to == [refused.recipient.email]:
            raise SMTPRecipientsRefused({})
        return sent(self, messages)

    monkeypatch.setattr(mail, "message", write)
    monkeypatch.setattr(EmailBackend, "send_messages", send)
    assert notices.send_due(later(seconds=1)) == 1
    assert mailoutbox[0].to == [turn.recipient.email]
    assert owed(pk__in=[broken.pk, refused.pk]) == ["due", "due"]


def test_no_further_mail_is_begun_when_time_is_up(turn: Notice) -> None:
    assert notices.send_due(later(seconds=1), seconds=-1) == 0
    assert owed(kind=TURN) == ["due"]
