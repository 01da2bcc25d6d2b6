"""The one way out: what people are owed by mail, as rows, and the sending of what is due.

A row is claimed (due → claimed until a lease ends), checked against how things
stand, sent and marked. A worker killed in between leaves a lease that ends.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import Invitation, Notice, Seat, Table
from games.services import mail
from games.services.nudges import SEND_NOTICES, nudge
from games.services.presence import present_until

logger = logging.getLogger(__name__)

Kind = Notice.Kind
Status = Notice.Status

#: A claim holds so long: longer than all steps of handing a mail over may take (EMAIL_TIMEOUT each).
LEASE = timedelta(minutes=5)
#: At most one mail in this time to one person about what is asked at one table.
GAP = timedelta(minutes=1)
#: Wait for another worker that has a mail to the same person and table in hand.
AFTER_ANOTHER = timedelta(seconds=10)
#: Attempts before a notice is left to the administrator: about a day, with the delays below.
MOST_ATTEMPTS = 12
LONGEST_DELAY = timedelta(hours=4)
#: Notices looked up at a time.
BATCH = 50

#: Mails that tell what the reader is asked.
TELLING = (Kind.STARTED, Kind.TURN, Kind.ASKED, Kind.REMINDER)


# -- owing --------------------------------------------------------------------------------------


def owe(
    table: Table,
    recipient: Any,
    kind: Notice.Kind,
    decision: int = 0,
    due_at: datetime | None = None,
    address: str = "",
) -> None:
    """Owe one mail, unless it is owed already, in the caller's transaction.

    recipient: a user, or None with an `address`; decision: the seat's decision number it tells of.
    """
    due_at = due_at or timezone.now()
    owed = Notice(
        table=table, recipient=recipient, kind=kind, decision=decision, due_at=due_at, address=address
    )
    owe_all([owed])


def owe_all(owed: Sequence[Notice]) -> None:
    """Owe many mails, save those that are owed already, with one query in the caller's transaction."""
    if not owed:
        return
    Notice.objects.bulk_create(owed, ignore_conflicts=True)
    now = timezone.now()
    if any(notice.due_at <= now for notice in owed):
        nudge(SEND_NOTICES)


def owe_questions(table: Table, seats: Iterable[Seat], now: datetime) -> None:
    """Tell those newly asked something, once a short while has shown that it is still so."""
    due_at = now + timedelta(seconds=settings.NOTICE_DELAY)
    owe_all(
        [
            Notice(
                table=table,
                recipient_id=seat.user_id,
                kind=Kind.TURN if seat.waiting else Kind.ASKED,
                decision=seat.decision,
                created_at=now,
                due_at=due_at,
            )
            for seat in seats
            if _played_by_a_person(seat) and (seat.waiting or seat.asked)
        ]
    )


def owe_start(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Tell everyone that the game has started, and in the same mail whose turn it is."""
    owe_all(
        [
            Notice(
                table=table,
                recipient_id=seat.user_id,
                kind=Kind.STARTED,
                decision=seat.decision if seat.waiting or seat.asked else 0,
                created_at=now,
                due_at=now,
            )
            for seat in seats
            if _played_by_a_person(seat)
        ]
    )
    # For those who want no mail on a start; to the others that mail has told it.
    owe_questions(table, seats, now)


def owe_reminders(seats: Iterable[Seat], now: datetime) -> None:
    """Tell those whose time is running out."""
    owe_all(
        [
            Notice(
                table_id=seat.table_id,
                recipient_id=seat.user_id,
                kind=Kind.REMINDER,
                decision=seat.decision,
                created_at=now,
                due_at=now,
            )
            for seat in seats
        ]
    )


def owe_over(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Tell everyone, those who resigned too, how the game ended."""
    _owe_people(table, seats, Kind.OVER, now)


def owe_closed(table: Table, now: datetime) -> None:
    """Tell those who waited at a table that nobody joined."""
    _owe_people(table, table.seats.all(), Kind.CLOSED, now)


def owe_invitation(invitation: Invitation, now: datetime) -> None:
    owe(
        invitation.table,
        invitation.user,
        Kind.INVITATION,
        due_at=now,
        address="" if invitation.user_id else invitation.email,
    )


def _owe_people(table: Table, seats: Iterable[Seat], kind: Notice.Kind, now: datetime) -> None:
    owe_all(
        [
            Notice(
                table=table,
                recipient_id=seat.user_id,
                kind=kind,
                decision=seat.decision,
                created_at=now,
                due_at=now,
            )
            for seat in seats
            if seat.user_id
        ]
    )


def _played_by_a_person(seat: Seat) -> bool:
    return bool(seat.user_id) and not seat.bot


# -- sending ------------------------------------------------------------------------------------


def send_due(now: datetime | None = None, seconds: float = 50) -> int:
    """Send what is due; any number of workers may do so at once.

    now: the moment it is taken to be (default: each notice's own); seconds: time after which no
    further notice is begun. Returns the number of mails sent.
    """
    last_start = time.monotonic() + seconds
    connection = get_connection()
    sent = 0
    try:
        while batch := list(_owed(now or timezone.now()).values_list("pk", flat=True)[:BATCH]):
            for pk in batch:
                if time.monotonic() > last_start:
                    return sent
                moment = now or timezone.now()
                notice = _claim(pk, moment)
                if notice:
                    sent += _deliver(notice, connection, moment)
    finally:
        connection.close()
    return sent


def _owed(now: datetime) -> QuerySet[Notice]:
    free = Q(status=Status.DUE) | Q(status=Status.CLAIMED, claimed_until__lte=now)
    return Notice.objects.filter(free, due_at__lte=now).order_by("due_at", "pk")


def _claim(pk: int, now: datetime) -> Notice | None:
    """Take the notice in hand, if nobody else has: one conditional UPDATE, which one worker wins."""
    taken = (
        _owed(now)
        .filter(pk=pk)
        .order_by()
        .update(status=Status.CLAIMED, claimed_until=now + LEASE, attempts=F("attempts") + 1)
    )
    return Notice.objects.select_related("table", "recipient").get(pk=pk) if taken else None


def _settle(notice: Notice, **changes: Any) -> bool:
    """Write what became of a claimed notice; False if the claim has since passed to another."""
    claim = Notice.objects.filter(
        pk=notice.pk, status=Status.CLAIMED, claimed_until=notice.claimed_until
    )
    return bool(claim.update(**changes))


def _deliver(notice: Notice, connection: Any, now: datetime) -> bool:
    """Send a claimed notice if what it tells is true now; returns whether it was sent."""
    try:
        if notice.attempts > MOST_ATTEMPTS:
            raise RuntimeError("its workers were lost again and again")
        seat = _seat(notice)
        reason = _why_dropped(notice, seat)
        if reason:
            _settle(notice, status=Status.DROPPED, reason=reason)
            return False
        later = _not_before(notice, seat, now)
        if later > now:
            _settle(notice, status=Status.DUE, due_at=later, attempts=F("attempts") - 1)
            return False
        message = mail.message(notice, seat)
    except Exception as error:
        logger.exception("Notice %s could not be written.", notice.pk)
        _try_later(notice, error, now)
        return False
    # A worker that was held up so long that its lease has ended must not send.
    lease = max(now, timezone.now()) + LEASE
    if not _settle(notice, claimed_until=lease):
        return False
    notice.claimed_until = lease
    try:
        connection.send_messages([message])
    except Exception as error:
        logger.warning("Notice %s could not be sent.", notice.pk, exc_info=True)
        connection.close()
        _try_later(notice, error, now)
        return False
    _settle(notice, status=Status.SENT, sent_at=now, reason="")
    return True


def _try_later(notice: Notice, error: Exception, now: datetime) -> None:
    """Put the notice back with a delay that grows, or leave it to the administrator."""
    reason = f"{type(error).__name__}: {error}"[:64]
    if notice.attempts >= MOST_ATTEMPTS:
        _settle(notice, status=Status.FAILED, reason=reason)
        logger.error("Notice %s was given up after %s attempts: %s", notice.pk, notice.attempts, reason)
    else:
        delay = min(timedelta(minutes=2 ** (notice.attempts - 1)), LONGEST_DELAY)
        _settle(notice, status=Status.DUE, due_at=now + delay, reason=reason)


# -- is it still true? --------------------------------------------------------------------------


def _seat(notice: Notice) -> Seat | None:
    """The recipient's seat as it is now."""
    if notice.recipient_id is None:
        return None
    return Seat.objects.filter(table=notice.table_id, user=notice.recipient_id).first()


def _why_dropped(notice: Notice, seat: Seat | None) -> str:
    """Why the notice is not worth sending any more; "" if it is."""
    user = notice.recipient
    if user and not (user.is_active and user.email):
        return "no active account"
    if user and not user.wants_mail(notice.kind):
        return "not wanted"
    table = notice.table
    match notice.kind:
        case Kind.INVITATION:
            return _why_no_invitation(notice, seat)
        case Kind.OVER:
            over = table.status in (Table.Status.FINISHED, Table.Status.CALLED_OFF)
            return "" if over else "game goes on"
        case Kind.CLOSED:
            return "" if table.status == Table.Status.CLOSED else "table not closed"
    if table.status != Table.Status.RUNNING:
        return "game not running"
    if seat is None or seat.bot:
        return "seat given up"
    if notice.kind == Kind.STARTED and not notice.decision:
        return "has moved already" if seat.last_move else ""
    asked = seat.waiting or (seat.asked and notice.kind != Kind.REMINDER)
    if seat.decision != notice.decision or not asked:
        return "answered already"
    told = _siblings(notice).filter(
        status=Status.SENT, decision=notice.decision, sent_at__gte=notice.created_at
    )
    return "told already" if told.exists() else ""


def _why_no_invitation(notice: Notice, seat: Seat | None) -> str:
    if notice.table.status != Table.Status.OPEN:
        return "table no longer open"
    if seat:
        return "has a seat already"
    return "" if mail.invitation(notice) else "declined or taken back"


def _not_before(notice: Notice, seat: Seat | None, now: datetime) -> datetime:
    """The moment before which the notice would disturb."""
    moments = [now]
    if seat:
        moments.append(present_until(seat) or now)
    if notice.kind in TELLING:
        sent = Q(status=Status.SENT, sent_at__gt=now - GAP)
        in_hand = Q(status=Status.CLAIMED, claimed_until__gt=now)
        for sent_at in _siblings(notice).filter(sent | in_hand).values_list("sent_at", flat=True):
            moments.append(sent_at + GAP if sent_at else now + AFTER_ANOTHER)
    return max(moments)


def _siblings(notice: Notice) -> QuerySet[Notice]:
    """The other mails to the same person that tell what is asked at the same table."""
    others = Notice.objects.filter(
        recipient=notice.recipient_id, table=notice.table_id, kind__in=TELLING
    )
    return others.exclude(pk=notice.pk)
