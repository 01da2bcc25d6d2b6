"""The log of a table in words, as one seat may know it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from games.engine.records import Entry, decode
from games.models import Move
from games.pages import Page


class Line(msgspec.Struct, frozen=True):
    """One sentence of the log.

    number: of the move; seat: who acted (None: nobody); spot: the place of the board it happened at.
    """

    number: int
    seat: int | None
    text: str
    spot: str | None
    at: datetime


def read(page: Page, moves: Iterable[Move], viewer: int | None, names: Sequence[str]) -> list[Line]:
    """The lines of these moves, in their order.

    viewer: seat number; None for a spectator; names: display names by seat.
    """
    event_list = tuple[page.title.Event, ...]
    lines = []
    for move in moves:
        entry = Entry(move.seat, None, decode(move.events, event_list))
        for event in page.title.redact(entry, viewer).events:
            text = page.sentence(event, names)
            if text:
                lines.append(Line(move.number, move.seat, text, page.spot(event), move.created_at))
    return lines
