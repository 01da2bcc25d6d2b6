"""Asking a worker to come by now rather than at its next tick. Nothing is lost if none hears it."""

import logging
import time
from collections.abc import Iterable
from functools import cache, partial

from celery import current_app
from django.db import transaction
from kombu import Connection
from kombu.pools import producers

from games.models import Seat

logger = logging.getLogger(__name__)

SEND_NOTICES = "games.tasks.send_due_notices"
MOVE_BOTS = "games.tasks.move_bots"

#: Longest wait for the broker, in seconds.
PATIENCE = 0.25
#: After a failure the broker is left alone for so long, in seconds.
PAUSE = 30
#: A nudge nobody heard in time is worth nothing: by then the tick has come, in seconds.
WORTH = 60

_quiet_until = 0.0


def nudge(task: str) -> None:
    """Once the transaction has committed, ask a worker to run the task."""
    transaction.on_commit(partial(_send, task), robust=True)


def nudge_bots(seats: Iterable[Seat]) -> None:
    """Let a worker move the bots, if one of these seats is theirs and has something to do."""
    if any(seat.bot and (seat.waiting or seat.asked) for seat in seats):
        nudge(MOVE_BOTS)


def _send(task: str) -> None:
    """Hand the task to the broker, at once or not at all."""
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return
    try:
        with producers[connection()].acquire(block=True, timeout=PATIENCE) as producer:
            current_app.send_task(task, producer=producer, retry=False, ignore_result=True, expires=WORTH)
    except Exception as error:
        _quiet_until = time.monotonic() + PAUSE
        logger.warning("The broker does not answer (%s); the next tick does the work.", error)


@cache
def connection(url: str | None = None) -> Connection:
    """A connection of its own: workers may wait long for the broker, a move may not.

    url: the broker's address (default: the site's).
    """
    return current_app.connection_for_write(
        url,
        connect_timeout=PATIENCE,
        transport_options={
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "max_retries": 0,
        },
    )
