"""Bots make the moves of their own seats, and of those that people have given up."""

import time
from typing import Any

from django.db import DatabaseError
from django.db.models import F, Q

from games.bots import BOTS
from games.catalogue import title_of
from games.engine.records import Action
from games.engine.rng import PlayoutRng
from games.models import Move, Seat, Table
from games.services import play
from games.services.alarms import raise_alarm
from games.services.errors import Stale


def move_bots(seconds: float = 20) -> int:
    """Let bots move until no game waits for one; returns the number of moves made.

    seconds: time after which no further move is begun. Any number of workers may do so at once:
    a move that another was faster with is stale, and refused.
    """
    last_start = time.monotonic() + seconds
    moves = 0
    while True:
        made = 0
        # In no order, so that when time is short no table is always the last.
        for seat in _to_move().order_by("?"):
            if time.monotonic() > last_start:
                return moves + made
            made += _move(seat)
        if not made:
            return moves
        moves += made


def _to_move() -> Any:
    """The bots' seats that are waited for, or are asked something they were not yet asked."""
    open_question = Q(asked=True, answered__lt=F("decision"))
    return (
        Seat.objects.filter(Q(waiting=True) | open_question, table__status=Table.Status.RUNNING)
        .exclude(bot="")
        .select_related("table__state")
    )


def _move(seat: Seat) -> bool:
    """Make one move of a bot; the rules' default if it fails. Returns whether a move was made."""
    if not seat.waiting and not _take_question(seat):
        return False
    try:
        play.submit(seat.table_id, seat.number, _think(seat), seat.decision, by=Move.By.BOT)
    except Stale:
        return False
    except DatabaseError:
        raise_alarm("bot-database", "The move of a bot could not be stored.")
        return False
    except Exception:
        raise_alarm(
            f"bot-{seat.bot}-{seat.table.title}",
            "The bot %s failed at table %s, seat %s; the default is played.",
            seat.bot,
            seat.table_id,
            seat.number,
        )
        return seat.waiting and _default(seat)
    if not seat.waiting:
        # The same question once more is not another.
        Seat.objects.filter(pk=seat.pk, question=seat.question).update(answered=F("decision"))
    return True


def _take_question(seat: Seat) -> bool:
    """Note that the bot now considers this question, once: it may let it lapse."""
    open_question = Seat.objects.filter(pk=seat.pk, decision=seat.decision, answered__lt=seat.decision)
    return bool(open_question.update(answered=seat.decision))


def _think(seat: Seat) -> Action:
    """The bot's choice, from the view of its seat alone. Its chance is its own, not the table's."""
    title, stored = title_of(seat.table.title), seat.table.state
    view = title.view(title.load(stored.body, stored.rules_version), seat.number)
    return BOTS[seat.bot](title, view, seat.number, PlayoutRng())


def _default(seat: Seat) -> bool:
    try:
        play.submit_default(seat.table_id, seat.number, seat.decision, by=Move.By.BOT)
    except Stale:
        return False
    except Exception:
        raise_alarm(f"default-{seat.table_id}", "The default failed at table %s.", seat.table_id)
        return False
    return True
