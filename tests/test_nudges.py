"""Asking a worker to come by: after the commit, at once or not at all."""

import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from redis import Redis

from games.models import Notice
from games.services import notices, nudges
from tests import factories
from tests.servers import RedisServer

#: A move without a nudge takes a few milliseconds, in seconds.
FAST = 0.2


@pytest.fixture(autouse=True)
def not_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nudges, "_quiet_until", 0.0)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    """The site's broker is a Redis of this test's own."""
    with RedisServer() as server:
        connection = nudges.connection(server.url)
        monkeypatch.setattr(nudges, "connection", lambda: connection)
        yield server


def queued(broker: RedisServer) -> int:
    with Redis.from_url(broker.url) as redis:
        return int(redis.llen("celery"))


def seconds_taken(work: Any) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


@pytest.mark.django_db(transaction=True)
@pytest.mark.redis
def test_a_nudge_reaches_the_broker_after_the_commit(broker: RedisServer) -> None:
    with transaction.atomic():
        nudges.nudge(nudges.SEND_NOTICES)
        assert queued(broker) == 0
    assert queued(broker) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.redis
def test_what_is_rolled_back_nudges_nobody(broker: RedisServer) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        nudges.nudge(nudges.SEND_NOTICES)
        raise ZeroDivisionError
    assert queued(broker) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.redis
@pytest.mark.parametrize("how", ["gone", "hanging"])
def test_a_move_is_as_fast_without_a_broker_and_its_mail_comes_with_the_next_tick(
    broker: RedisServer, how: str, settings: Any, mailoutbox: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    settings.NOTICE_DELAY = 0
    table = factories.running_table()
    notices.send_due()
    Notice.objects.update(sent_at=None, status="dropped")
    with_broker = seconds_taken(lambda: factories.end_turn(table))
    assert queued(broker) > 0
    broker.stop() if how == "gone" else broker.hang()
    mailoutbox.clear()
    first = seconds_taken(lambda: factories.end_turn(table))
    second = seconds_taken(lambda: factories.end_turn(table))
    assert first < with_broker + nudges.PATIENCE + FAST
    assert second < with_broker + FAST
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    # The next tick.
    assert notices.send_due() >= 1
    assert mailoutbox[-1].to == [factories.seat_to_move(table).user.email]


@pytest.mark.django_db(transaction=True)
@pytest.mark.redis
def test_after_a_pause_the_broker_is_tried_again(
    broker: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nudges, "PAUSE", 0.3)
    broker.stop()
    nudges.nudge(nudges.SEND_NOTICES)
    broker.start()
    nudges.nudge(nudges.SEND_NOTICES)
    assert queued(broker) == 0
    time.sleep(0.35)
    nudges.nudge(nudges.SEND_NOTICES)
    assert queued(broker) == 1


@pytest.mark.django_db
def test_a_notice_that_is_due_later_nudges_nobody(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    sent: list[str] = []
    table = factories.running_table()
    monkeypatch.setattr("games.services.notices.nudge", sent.append)
    settings.NOTICE_DELAY = 60
    factories.end_turn(table)
    assert sent == []
    settings.NOTICE_DELAY = 0
    factories.end_turn(table)
    assert sent == [nudges.SEND_NOTICES]
