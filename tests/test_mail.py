"""What the mails say, to whom in which language, and how mail programs see them."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.utils import timezone

from games.catalogue import page_of
from games.engine.rng import PlayoutRng
from games.models import Notice, Seat, Table
from games.services import clocks, mail, notices, tables
from tests import factories

pytestmark = pytest.mark.django_db

Kind = Notice.Kind


def told(table: Table, seat: Seat, kind: str = Kind.TURN) -> Any:
    """The mail to a seat."""
    seat.refresh_from_db()
    notice = Notice(table=table, recipient=seat.user, kind=kind, decision=seat.decision)
    return mail.message(notice, seat)


def parsed(message: Any) -> EmailMessage:
    """The mail as a mail program reads it."""
    return message_from_bytes(message.message().as_bytes(), policy=policy.default)


def html_of(message: Any) -> str:
    return str(message.alternatives[0][0])


@pytest.fixture
def table() -> Table:
    return factories.running_table([factories.person("ana"), factories.person("ben")])


# -- the turn -----------------------------------------------------------------------------------


def test_the_turn_in_words(table: Table, settings: Any) -> None:
    mover = factories.end_turn(table)
    seat = factories.seat_to_move(table)
    message = told(table, seat)
    page = page_of(table.title)
    assert message.subject == f"Your turn in {page.name} – table {table.code}"
    assert message.to == [seat.user.email]
    state = page.title.load(seat.table.state.body, seat.table.state.rules_version)
    names = [other.name for other in table.seats.all()]
    prompt = page.prompt(page.title.view(state, seat.number), seat.number, names)
    link = f"{settings.SITE_URL}/t/{table.code}/"
    for text in (message.body, html_of(message)):
        assert link in text
        assert "Since your last move:" in text and mover.name in text
        assert "You have until" in text
    assert prompt in message.body


def test_only_what_happened_since_ones_last_move_is_told(table: Table) -> None:
    first = factories.end_turn(table)
    factories.play_until_waiting(first)
    own = table.moves.filter(seat=first.number).latest("number")
    news = told(table, first).body.partition("Since your last move:")[2]
    lines = [line for line in news.splitlines() if line.startswith("- ")]
    page, names = page_of(table.title), [seat.name for seat in table.seats.all()]
    later = table.moves.filter(number__gt=own.number)
    expected = [line.text for line in mail.log.read(page, later, first.number, names)]
    assert lines == [f"- {text}" for text in expected] and lines


def test_what_the_clock_did_for_one_is_news(table: Table) -> None:
    seat = factories.seat_to_move(table)
    Seat.objects.filter(pk=seat.pk).update(deadline=timezone.now())
    clocks.advance(timezone.now() + timedelta(seconds=1))
    assert table.moves.filter(seat=seat.number, by="clock").exists()
    page, names = page_of(table.title), [other.name for other in table.seats.all()]
    own = mail.log.read(page, table.moves.filter(seat=seat.number), seat.number, names)
    factories.play_until_waiting(seat)
    body = told(table, seat).body
    assert all(line.text in body for line in own)


def test_a_long_absence_is_told_in_short(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    factories.end_turn(table)
    factories.end_turn(table)
    monkeypatch.setattr(mail, "MOST_LINES", 1)
    Notice.objects.all().delete()
    Seat.objects.all().update(last_move=0)
    table.moves.update(by="bot")
    body = told(table, factories.seat_to_move(table)).body
    assert body.count("\n- ") == 1
    assert "The table's log has what came before" in body


def test_the_deadline_in_the_readers_language_and_time_zone(table: Table) -> None:
    seat = factories.seat_to_move(table)
    Seat.objects.filter(pk=seat.pk).update(deadline=datetime(2031, 7, 2, 22, 30, tzinfo=UTC))
    seat.user.language, seat.user.time_zone = "de", "Europe/Berlin"
    seat.user.save()
    text = told(table, seat).body
    # Two hours ahead in summer: the next day.
    assert "Donnerstag, 3. Juli 2031 00:30 (CEST)" in text
    assert '<html lang="de"' in html_of(told(table, seat))
    seat.user.language, seat.user.time_zone = "en", "America/Lima"
    seat.user.save()
    assert "Wednesday, July 2, 2031, 5:30 p.m. (-05)" in told(table, seat).body


def test_the_mail_knows_no_more_than_the_reader(table: Table) -> None:
    """Another state that looks alike from the seat gives the same mail, to the byte."""
    factories.end_turn(table)
    seat = factories.seat_to_move(table)
    title = page_of(table.title).title
    before = told(table, seat)
    view = title.view(title.load(seat.table.state.body, title.version), seat.number)
    for number in range(20):
        seat.table.state.body = title.dump(title.imagine(view, PlayoutRng(number))).decode()
        seat.table.state.save()
        after = mail.message(
            Notice(
                table=Table.objects.get(pk=table.pk), recipient=seat.user, kind=Kind.TURN, decision=seat.decision
            ),
            seat,
        )
        assert (after.body, html_of(after)) == (before.body, html_of(before))


# -- how mail programs see it -------------------------------------------------------------------


def test_headers(table: Table, settings: Any) -> None:
    settings.SITE_URL = "https://chaski.example"
    seat = factories.seat_to_move(table)
    read = parsed(told(table, seat))
    person, decision = seat.user.pk, seat.decision
    assert read["Message-ID"] == f"<turn.{table.pk}.{person}.{decision}@chaski.example>"
    assert read["In-Reply-To"] == read["References"] == f"<table.{table.pk}.{person}@chaski.example>"
    assert read["Auto-Submitted"] == "auto-generated"
    assert read["Precedence"] == "bulk"
    assert read["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = str(read["List-Unsubscribe"]).strip()
    assert stop.startswith("<https://chaski.example/") and stop.endswith(">")
    assert stop[1:-1] in read.get_body(("plain",)).get_content()
    assert [part.get_content_type() for part in read.iter_parts()] == ["text/plain", "text/html"]


def test_mails_of_one_table_stand_together_and_each_has_its_id(table: Table) -> None:
    seat = factories.seat_to_move(table)
    first, again, other = told(table, seat), told(table, seat), told(table, seat, Kind.REMINDER)
    ids = [message.extra_headers["Message-ID"] for message in (first, again, other)]
    assert ids[0] == ids[1] != ids[2]
    assert first.extra_headers["References"] == other.extra_headers["References"]
    elsewhere = factories.running_table([seat.user, factories.person()])
    stranger = told(elsewhere, elsewhere.seats.get(user=seat.user))
    assert stranger.extra_headers["References"] != first.extra_headers["References"]


@pytest.mark.parametrize("name", ["eve\r\nBcc: all@example.com", "eve\u2028Bcc: x\x00", "eve\x85\x0bX: y"])
def test_a_line_break_in_a_name_begins_no_header(name: str) -> None:
    table = factories.open_table(factories.person("eve"))
    type(table.created_by).objects.filter(pk=table.created_by_id).update(username=name)
    invited = factories.person()
    tables.invite(table, table.created_by, invited.username)
    notice = Notice.objects.get()
    message = mail.message(notice, None)
    read = parsed(message)
    assert read["Bcc"] is None and read["X"] is None
    assert message.recipients() == [invited.email]
    assert message.subject.isprintable() and message.subject.startswith("eve")


def test_html_in_a_name_is_text(table: Table) -> None:
    type(table.created_by).objects.filter(username="ana").update(username="<b>a&na</b>")
    message = told(table, table.seats.get(number=1), Kind.STARTED)
    assert "<b>a&na</b>" in message.body
    assert "<b>a" not in html_of(message) and "&lt;b&gt;a&amp;na&lt;/b&gt;" in html_of(message)


def test_the_key_of_a_private_table_is_not_in_the_subject() -> None:
    table = factories.running_table(private=True)
    message = told(table, factories.seat_to_move(table))
    assert table.code not in message.subject and table.code[:8] in message.subject
    assert f"/t/{table.code}/" in message.body


# -- the other kinds ----------------------------------------------------------------------------


def test_the_start(table: Table) -> None:
    moving, other = factories.seat_to_move(table), factories.other_seat(table)
    notice = Notice.objects.get(kind=Kind.STARTED, recipient=moving.user)
    assert notice.decision == moving.decision
    message = mail.message(notice, moving)
    assert message.subject.startswith("The game has started: ")
    assert "ana, ben" in message.body and "You have until" in message.body
    waiting = Notice.objects.get(kind=Kind.STARTED, recipient=other.user)
    assert "You have until" not in mail.message(waiting, other).body


def test_a_reminder_and_a_question(table: Table) -> None:
    seat = factories.seat_to_move(table)
    assert told(table, seat, Kind.REMINDER).subject.startswith("Little time left: ")
    asked = told(table, seat, Kind.ASKED)
    assert asked.subject.startswith("A question for you in ")
    assert "Nobody has to wait" in asked.body


def test_the_end_with_ranks_and_points(table: Table, mailoutbox: list[Any]) -> None:
    Seat.objects.filter(table=table, number=0).update(rank=2, score=31)
    Seat.objects.filter(table=table, number=1).update(rank=1, score=1)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    table.refresh_from_db()
    winner = told(table, table.seats.get(number=1), Kind.OVER)
    assert "You have won" in winner.body
    assert "1. ben – 1 point\n2. ana – 31 points\n" in winner.body
    assert "You have won" not in told(table, table.seats.get(number=0), Kind.OVER).body


def test_the_end_without_points_and_without_a_result(table: Table) -> None:
    tables.resign(table, table.seats.get(number=0).user)
    table.refresh_from_db()
    assert "1. ben\n2. ana\n" in told(table, table.seats.get(number=0), Kind.OVER).body
    other = factories.running_table()
    Table.objects.filter(pk=other.pk).update(status=Table.Status.CALLED_OFF)
    other.refresh_from_db()
    message = told(other, other.seats.get(number=0), Kind.OVER)
    assert message.subject.startswith("Called off: ") and "without a result" in message.body


def test_an_invitation_to_someone_without_an_account(settings: Any) -> None:
    by = factories.person("ana", language="de")
    table = factories.open_table(by, private=True)
    tables.invite(table, by, "new@example.org")
    message = mail.message(Notice.objects.get(), None)
    assert message.to == ["new@example.org"]
    assert f"{settings.SITE_URL}/t/{table.code}/" in message.body
    assert f"?next=%2Ft%2F{table.code}%2F" in message.body
    assert '<html lang="de"' in html_of(message)
    assert "List-Unsubscribe" not in message.extra_headers
    assert "new@" not in message.extra_headers["Message-ID"]


def test_an_invitation_to_a_member(table: Table) -> None:
    waiting = factories.open_table(factories.person("cem"))
    tables.invite(waiting, waiting.created_by, "ana")
    message = mail.message(Notice.objects.get(kind=Kind.INVITATION), None)
    assert message.subject.startswith("cem invites you: ")
    assert "cem invites you to a game of" in message.body
    assert "Sign up" not in message.body and "List-Unsubscribe" in message.extra_headers


def test_a_closed_table(settings: Any) -> None:
    table = factories.open_table()
    notices.owe_closed(table, timezone.now())
    notice = Notice.objects.get()
    message = mail.message(notice, table.seats.get())
    assert message.subject.startswith("Nobody joined: ")
