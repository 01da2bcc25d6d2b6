"""Opening a table, taking seats, leaving, resigning, calling off."""

import secrets
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots import BOTS
from games.catalogue import pages
from games.engine.rng import commitment
from games.models import Invitation, Seat, Table, TableSecret, TableState, new_code
from games.services import ending, notices, nudges, play
from games.services.errors import Malformed, NotAllowed, Refused

LONGEST_NONCE = 64


def open_table(
    user: User,
    title: str,
    options: dict[str, Any],
    private: bool = False,
    rated: bool = True,
    days_per_move: int = 3,
    nonce: str = "",
) -> Table:
    """A new table with its opener on the first seat. Raises Malformed for options that can't be."""
    if title not in pages():
        raise Malformed(_("This site does not offer that game."))
    try:
        record = msgspec.convert(options, pages()[title].title.Options)
    except (msgspec.ValidationError, ValueError) as error:
        raise Malformed(_("These options do not go together.")) from error
    if not 1 <= days_per_move <= 14:
        raise Malformed(_("A move may take 1 to 14 days."))
    secret = secrets.token_bytes(32)
    with transaction.atomic():
        table = Table.objects.create(
            code=new_code(22 if private else 8),
            title=title,
            options=msgspec.to_builtins(record),
            private=private,
            rated=rated,
            days_per_move=days_per_move,
            created_by=user,
        )
        TableSecret.objects.create(table=table, secret=secret, commitment=commitment(secret))
        _sit(table, [], nonce, user=user)
    return table


def take_seat(table: Table, user: User, nonce: str = "") -> Seat:
    """Sit down; the game starts when the last seat is taken. Raises Refused."""
    with transaction.atomic():
        table, seats = _open(table)
        if any(seat.user_id == user.pk for seat in seats):
            raise Refused(_("You already have a seat at this table."))
        return _sit(table, seats, nonce, user=user)


def add_bot(table: Table, user: User, kind: str) -> Seat:
    """The table's opener gives a seat to a bot. Raises NotAllowed, Malformed or Refused."""
    if kind not in BOTS:
        raise Malformed(_("There is no such bot."))
    with transaction.atomic():
        table, seats = _open(table)
        _expect_opener(table, user)
        return _sit(table, seats, "", bot=kind)


def remove_bot(table: Table, user: User, number: int) -> None:
    """The table's opener takes a seat back from a bot."""
    with transaction.atomic():
        table, seats = _open(table)
        _expect_opener(table, user)
        seat = next((seat for seat in seats if seat.number == number and seat.bot), None)
        if seat is None:
            raise Refused(_("There is no bot on that seat."))
        _stand_up(table, seat)


def leave(table: Table, user: User) -> None:
    """Leave a table that has not started; without a person left it closes."""
    with transaction.atomic():
        table, seats = _open(table)
        seat = next((seat for seat in seats if seat.user_id == user.pk), None)
        if seat is None:
            raise NotAllowed(_("You have no seat at this table."))
        people = [other for other in seats if other.user_id and other is not seat]
        _stand_up(table, seat)
        if not people:
            _close(table)
        elif table.created_by_id == user.pk:
            Table.objects.filter(pk=table.pk).update(created_by=people[0].user)


def invite(table: Table, by: User, name_or_mail: str) -> Invitation:
    """Ask somebody, by user name or mail address, to take a seat. Raises Malformed, NotAllowed, Refused."""
    wanted = name_or_mail.strip()
    with transaction.atomic():
        table, seats = _open(table)
        if all(seat.user_id != by.pk for seat in seats):
            raise NotAllowed(_("Only those at the table invite to it."))
        if table.invitations.count() >= settings.INVITATIONS_PER_TABLE:
            raise Refused(_("This table has sent all the invitations it may."))
        if "@" in wanted:
            try:
                validate_email(wanted)
            except ValidationError as error:
                raise Malformed(_("That is not a mail address.")) from error
            user = User.objects.filter(email__iexact=wanted, is_active=True).first()
        else:
            user = User.objects.filter(username__iexact=wanted, is_active=True).first()
            if user is None:
                raise Refused(_("Nobody here has that name."))
        if user and any(seat.user_id == user.pk for seat in seats):
            raise Refused(_("They already have a seat at this table."))
        sought = {"user": user} if user else {"user": None, "email": wanted.lower()}
        invitation, is_new = Invitation.objects.get_or_create(
            table=table, **sought, defaults={"invited_by": by}
        )
        if not is_new:
            raise Refused(_("They have been invited already."))
        notices.owe_invitation(invitation, timezone.now())
    return invitation


def decline(invitation: Invitation, user: User) -> None:
    if invitation.user_id != user.pk:
        raise NotAllowed()
    Invitation.objects.filter(pk=invitation.pk, declined_at=None).update(declined_at=timezone.now())


def resign(table: Table, user: User) -> None:
    """Give up. With one other seat left it wins; with more, a bot plays on and the seat is ranked last."""
    with transaction.atomic():
        table, seats, seat = _running(table, user)
        seat.resigned = True
        seat.bot = "greedy"
        seat.agrees_to_call_off = False
        seat.save(update_fields=["resigned", "bot", "agrees_to_call_off"])
        if sum(not other.resigned for other in seats) == 1:
            ending.finish_by_resigning(table, seats, timezone.now())
        elif all(other.resigned or other.bot for other in seats):
            ending.call_off(table, seats, timezone.now())
        else:
            _changed(table)
            nudges.nudge_bots(seats)


def agree_to_call_off(table: Table, user: User, agrees: bool = True) -> None:
    """Say, or no longer say, that the game should end without a result; it does when all people agree."""
    with transaction.atomic():
        table, seats, seat = _running(table, user)
        seat.agrees_to_call_off = agrees
        seat.save(update_fields=["agrees_to_call_off"])
        if all(other.agrees_to_call_off for other in seats if not other.bot):
            ending.call_off(table, seats, timezone.now())
        else:
            _changed(table)


def close_unfilled(now: datetime | None = None) -> int:
    """Close tables that nobody joined in time; returns how many."""
    now = now or timezone.now()
    oldest = now - timedelta(days=settings.TABLE_OPEN_DAYS)
    stale = Table.objects.filter(status=Table.Status.OPEN, created_at__lt=oldest)
    closed = 0
    for pk in stale.values_list("pk", flat=True):
        with transaction.atomic():
            table = Table.objects.select_for_update(no_key=True).get(pk=pk)
            if table.status == Table.Status.OPEN:
                _close(table)
                notices.owe_closed(table, now)
                closed += 1
    return closed


# -- parts of the above -------------------------------------------------------------------------


def _open(table: Table) -> tuple[Table, list[Seat]]:
    table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if table.status != Table.Status.OPEN:
        raise Refused(_("This table is no longer open."))
    return table, list(table.seats.select_related("user"))


def _running(table: Table, user: User) -> tuple[Table, list[Seat], Seat]:
    """The table under the same lock as its moves, its seats, and the person's own seat."""
    stored = TableState.objects.select_for_update(no_key=True).filter(table=table).first()
    table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    seats = list(table.seats.select_related("user"))
    seat = next((seat for seat in seats if seat.user_id == user.pk and not seat.resigned), None)
    if seat is None:
        raise NotAllowed(_("You have no seat at this table."))
    if stored is None or table.status != Table.Status.RUNNING:
        raise Refused(_("This game is not running."))
    return table, seats, seat


def _expect_opener(table: Table, user: User) -> None:
    if table.created_by_id != user.pk:
        raise NotAllowed(_("Only who opened the table may do that."))


def _sit(
    table: Table, seats: list[Seat], nonce: str, user: User | None = None, bot: str = ""
) -> Seat:
    """Take the lowest free seat; start the game if it was the last."""
    if len(nonce) > LONGEST_NONCE:
        raise Malformed(_("That is too long: at most 64 characters."))
    taken = {seat.number for seat in seats}
    number = next(number for number in range(table.players) if number not in taken)
    # Browsers without JavaScript, and bots, have theirs drawn here.
    nonce = nonce or secrets.token_hex(16)
    seat = Seat.objects.create(table=table, number=number, user=user, bot=bot, nonce=nonce)
    seats = sorted([*seats, seat], key=lambda seat: seat.number)
    if len(seats) == table.players:
        table.status = Table.Status.RUNNING
        table.started_at = timezone.now()
        table.save(update_fields=["status", "started_at"])
        play.begin(table, seats)
    _changed(table)
    return seat


def _stand_up(table: Table, seat: Seat) -> None:
    seat.delete()
    _changed(table)


def _close(table: Table) -> None:
    table.status = Table.Status.CLOSED
    table.ended_at = timezone.now()
    table.save(update_fields=["status", "ended_at"])
    _changed(table)


def _changed(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
