"""The mails that tell notices: what they say, in the reader's language, from the reader's own view."""

import hashlib
from datetime import datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import unsubscribe
from games import log, queries
from games.catalogue import page_of
from games.models import Invitation, Notice, Seat, Table
from games.pages import Page

#: At most so many lines tell what happened; the page has the rest.
MOST_LINES = 30

Kind = Notice.Kind


class Letter(msgspec.Struct):
    """What a mail says, in sentences.

    news: what happened since the reader's last move; shortened: there was more;
    prompt: what the reader is asked; deadline: until when;
    ranking: rank, name and points (None: none were counted) of each seat, best first;
    sign_up: where a reader without an account gets one.
    """

    subject: str
    opening: str
    link_text: str
    news: list[str] = []
    shortened: bool = False
    prompt: str = ""
    deadline: datetime | None = None
    ranking: list[tuple[int, str, int | None]] = []
    sign_up: str = ""


def message(notice: Notice, seat: Seat | None) -> EmailMultiAlternatives:
    """The mail that tells a notice, ready to be sent; the same notice has always the same Message-ID.

    seat: the recipient's seat, where there is one.
    """
    reader = notice.recipient
    # Somebody without an account is addressed in the language of who invites.
    speaker = reader or _inviter(notice)
    with translation.override(speaker.language), timezone.override(speaker.time_zone):
        letter = _letter(notice, seat)
        stop = unsubscribe.address(reader, notice.kind) if reader else ""
        context = {
            "letter": letter,
            "reader": reader,
            "link": settings.SITE_URL + notice.table.get_absolute_url(),
            "unsubscribe": stop,
            "site_url": settings.SITE_URL,
            "language": translation.get_language(),
        }
        mail = EmailMultiAlternatives(
            subject=one_line(letter.subject),
            body=render_to_string("mail/notice.txt", context),
            to=[reader.email if reader else notice.address],
            headers=_headers(notice, stop),
        )
        mail.attach_alternative(render_to_string("mail/notice.html", context), "text/html")
    return mail


def invitation(notice: Notice) -> Invitation | None:
    """The invitation that a notice tells of, unless it was declined or taken back."""
    whom = {"user": notice.recipient} if notice.recipient_id else {"email": notice.address}
    found = Invitation.objects.filter(table=notice.table_id, declined_at=None, **whom)
    return found.select_related("invited_by").first()


def one_line(text: str) -> str:
    """Text for a header: no name in it can begin another."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def message_id(notice: Notice) -> str:
    """The same for each attempt at the same notice."""
    return f"<{notice.kind}.{notice.table_id}.{_reader_key(notice)}.{notice.decision}@{_host()}>"


def thread_id(notice: Notice) -> str:
    """What all mails of one table to one reader refer to, so that they stand together."""
    return f"<table.{notice.table_id}.{_reader_key(notice)}@{_host()}>"


def _headers(notice: Notice, stop: str) -> dict[str, str]:
    headers = {
        "Message-ID": message_id(notice),
        "In-Reply-To": thread_id(notice),
        "References": thread_id(notice),
        "Auto-Submitted": "auto-generated",
        "Precedence": "bulk",
    }
    if stop:
        # RFC 8058: the mail program offers to unsubscribe with one click.
        headers["List-Unsubscribe"] = f"<{stop}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _reader_key(notice: Notice) -> str:
    if notice.recipient_id:
        return str(notice.recipient_id)
    return "a" + hashlib.sha256(notice.address.encode()).hexdigest()[:16]


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _inviter(notice: Notice) -> Any:
    found = invitation(notice)
    if found is None:
        raise LookupError("an address is only ever written to for an invitation")
    return found.invited_by


# -- what each kind says ------------------------------------------------------------------------


def _letter(notice: Notice, seat: Seat | None) -> Letter:
    table = notice.table
    page = page_of(table.title)
    # The whole code of a private table is its key, and has no place in a subject.
    words = {"title": str(page.name), "code": table.code[:8]}
    match notice.kind:
        case Kind.INVITATION:
            return _invitation(notice, words)
        case Kind.OVER:
            return _over(table, seat, words)
        case Kind.CLOSED:
            return Letter(
                subject=_("Nobody joined: %(title)s – table %(code)s") % words,
                opening=_("Too few players joined your table of %(title)s in time, so it has been closed.") % words,
                link_text=_("See the table"),
            )
    assert seat is not None, "checked before a mail is written"
    letter = _told(notice.kind, table, seat, words)
    if seat.decision == notice.decision and (seat.waiting or seat.asked):
        _add_question(letter, page, table, seat)
    return letter


def _told(kind: str, table: Table, seat: Seat, words: dict[str, str]) -> Letter:
    """The letter of a running game, without what the reader is asked."""
    match kind:
        case Kind.STARTED:
            names = ", ".join(seat.name for seat in queries.seats_of(table))
            days = ngettext(
                "A move may take one day.", "A move may take %(days)s days.", table.days_per_move
            ) % {"days": table.days_per_move}
            opening = _("Your game of %(title)s has started. In order of seats: %(names)s.") % {
                **words,
                "names": names,
            }
            return Letter(
                subject=_("The game has started: %(title)s – table %(code)s") % words,
                opening=f"{opening} {days}",
                link_text=_("Go to the table"),
            )
        case Kind.REMINDER:
            return Letter(
                subject=_("Little time left: your turn in %(title)s – table %(code)s") % words,
                opening=_("Your time to move in %(title)s is running out.") % words,
                link_text=_("Make your move"),
            )
        case Kind.ASKED:
            return Letter(
                subject=_("A question for you in %(title)s – table %(code)s") % words,
                opening=_("You are asked something in %(title)s. Nobody has to wait for your answer.") % words,
                link_text=_("Answer"),
            )
    return Letter(
        subject=_("Your turn in %(title)s – table %(code)s") % words,
        opening=_("It is your turn in %(title)s.") % words,
        link_text=_("Make your move"),
    )


def _add_question(letter: Letter, page: Page, table: Table, seat: Seat) -> None:
    """What happened since the reader's last move, what is asked now, and until when."""
    names = [other.name for other in queries.seats_of(table)]
    moves = queries.moves_since_own(seat, MOST_LINES + 1)
    news = [line.text for line in log.read(page, moves, seat.number, names)]
    stored = table.state
    view = page.title.view(page.title.load(stored.body, stored.rules_version), seat.number)
    letter.news = news[-MOST_LINES:]
    letter.shortened = len(moves) > MOST_LINES or len(news) > MOST_LINES
    letter.prompt = page.prompt(view, seat.number, names)
    letter.deadline = seat.deadline


def _invitation(notice: Notice, words: dict[str, str]) -> Letter:
    found = invitation(notice)
    by = found.invited_by.username if found and found.invited_by else _("Somebody")
    words = {**words, "name": by, "days": str(notice.table.days_per_move)}
    opening = _("%(name)s invites you to a game of %(title)s.") % words
    days = ngettext("A move may take one day.", "A move may take %(days)s days.", notice.table.days_per_move)
    sign_up = ""
    if notice.recipient_id is None:
        after = urlencode({"next": notice.table.get_absolute_url()})
        sign_up = f"{settings.SITE_URL}{reverse('account_signup')}?{after}"
    return Letter(
        subject=_("%(name)s invites you: %(title)s – table %(code)s") % words,
        opening=f"{opening} {days % words}",
        link_text=_("See the table"),
        sign_up=sign_up,
    )


def _over(table: Table, seat: Seat | None, words: dict[str, str]) -> Letter:
    if table.status == Table.Status.CALLED_OFF:
        return Letter(
            subject=_("Called off: %(title)s – table %(code)s") % words,
            opening=_("Your game of %(title)s has ended without a result.") % words,
            link_text=_("See the table"),
        )
    ranked = sorted(queries.seats_of(table), key=lambda other: (other.rank or 0, other.number))
    won = seat is not None and seat.rank == 1
    return Letter(
        subject=_("The game is over: %(title)s – table %(code)s") % words,
        opening=(_("You have won your game of %(title)s!") if won else _("Your game of %(title)s is over.")) % words,
        link_text=_("See the result"),
        ranking=[(other.rank or 0, other.name, other.score) for other in ranked],
    )
