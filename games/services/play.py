"""The one way in: every move of page, API, bot and expired clock is submitted here."""

import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.catalogue import title_of
from games.engine.records import Action, decode, encode
from games.engine.rng import TableRng, table_key
from games.engine.title import Title
from games.models import Move, Seat, Table, TableSecret, TableState
from games.services import ending, notices, nudges
from games.services.errors import Malformed, NotAllowed, Stale

#: Longer than any action of any title, in characters of JSON.
LONGEST_ACTION = 4000


def submit(
    table_id: int,
    seat_number: int,
    action: Action | str,
    decision: int,
    key: str | None = None,
    by: str = Move.By.PLAYER,
) -> Move:
    """Make a move, or change nothing.

    action: a record, or its JSON; decision: the seat's decision number it answers;
    key: the sender's name for this attempt: the same again gives the first answer again.
    Raises Malformed, NotAllowed, Stale, or the title's IllegalAction.
    """
    with transaction.atomic():
        game = _locked(table_id)
        made = game.made_before(seat_number, decision, key)
        if made:
            return made
        seat = game.expect(seat_number, decision)
        record = read_action(game.title, action) if isinstance(action, str) else action
        return game.make(seat, record, game.rng(), key, by)


def submit_default(table_id: int, seat_number: int, decision: int, by: str = Move.By.CLOCK) -> Move:
    """Make the move the rules foresee for a seat that makes none. Raises as `submit`."""
    with transaction.atomic():
        game = _locked(table_id)
        seat = game.expect(seat_number, decision)
        rng = game.rng()
        action = game.title.default(game.state, seat_number, rng)
        return game.make(seat, action, rng, None, by)


def undo(table_id: int, seat_number: int, decision: int) -> Move:
    """Take back the seat's own last move, and return it. Raises NotAllowed or Stale."""
    with transaction.atomic():
        game = _locked(table_id)
        seat = game.expect(seat_number, decision)
        return game.take_back(seat)


def begin(table: Table, seats: Sequence[Seat]) -> None:
    """Make the first state of a table whose seats are all taken, in the caller's transaction."""
    title = title_of(table.title)
    stored = TableState(table=table, rules_version=title.version)
    rng = StoredRng(stored, seats)
    state, events = title.start(msgspec.convert(table.options, title.Options), len(seats), rng)
    stored.body = title.dump(state).decode()
    stored.draws = rng.counter
    stored.save(force_insert=True)
    Move.objects.create(
        table=table,
        number=0,
        events=encode(events).decode(),
        state=zlib.compress(stored.body.encode(), 1),
        rules_version=title.version,
        draws_before=0,
        draws=rng.counter,
    )
    now = timezone.now()
    for seat in seats:
        _ask(seat, title, state, now + timedelta(days=table.days_per_move))
        seat.save()
    notices.owe_start(table, seats, now)
    nudges.nudge_bots(seats)


def read_action(title: Title[Any], text: str) -> Action:
    """An action from its JSON. Raises Malformed."""
    if len(text) > LONGEST_ACTION:
        raise Malformed(_("That is too long to be a move."))
    try:
        return decode(text, title.Action)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed() from error


class StoredRng(TableRng):
    """A table's stream, whose secret is read only when something is drawn."""

    def __init__(self, stored: TableState, seats: Sequence[Seat]) -> None:
        self.stored = stored
        self.seats = seats
        self.counter = stored.draws

    @cached_property
    def key(self) -> bytes:  # type: ignore[override]
        row = TableSecret.objects.get(table=self.stored.table_id, epoch=self.stored.epoch)
        joined = sorted(self.seats, key=lambda seat: (seat.joined_at, seat.number))
        return table_key(bytes(row.secret), [seat.nonce for seat in joined])


def _locked(table_id: int) -> "Game":
    stored = (
        TableState.objects.select_for_update(no_key=True, of=("self",))
        .select_related("table")
        .get(table_id=table_id)
    )
    return Game(stored)


class Game:
    """A table under its lock: what a move reads, and how it is written."""

    def __init__(self, stored: TableState) -> None:
        self.stored = stored
        self.table = stored.table
        self.title = title_of(self.table.title)
        self.seats = list(Seat.objects.filter(table=self.table).select_related("user"))
        self.state = self.title.load(stored.body, stored.rules_version)
        self.asked_before = {seat.number: _asked_values(seat) for seat in self.seats}
        self.now = timezone.now()

    def rng(self) -> StoredRng:
        return StoredRng(self.stored, self.seats)

    def made_before(self, number: int, decision: int, key: str | None) -> Move | None:
        """The move that this key made already; asked only where the decision has passed."""
        if key is None or decision == self.seats[number].decision:
            return None
        return Move.objects.filter(table=self.table, seat=number, key=key).first()

    def expect(self, number: int, decision: int) -> Seat:
        """The seat, if this is the decision it now has to make."""
        seat = self.seats[number]
        if self.table.status != Table.Status.RUNNING:
            raise Stale(_("This game is over."))
        if decision != seat.decision:
            raise Stale()
        if not (seat.waiting or seat.asked):
            raise NotAllowed(_("It is not your turn."))
        return seat

    def make(self, seat: Seat, action: Action, rng: StoredRng, key: str | None, by: str) -> Move:
        """Apply the action, and write all that follows from it."""
        before = rng.counter
        events = self.title.apply(self.state, seat.number, action, rng)
        chance = rng.counter != before
        move = Move(
            table=self.table,
            number=self.stored.moves + 1,
            seat=seat.number,
            by=by,
            action=encode(action).decode(),
            events=encode(events).decode(),
            rules_version=self.title.version,
            epoch=self.stored.epoch,
            draws_before=before,
            draws=rng.counter,
            decision=seat.decision,
            key=key,
            created_at=self.now,
        )
        newly_asked = self._ask_all(mover=seat)
        others = any(other is not seat for other in newly_asked)
        final = chance or others or any(event.bars_undo for event in events) or not seat.waiting
        move.undoable = by == Move.By.PLAYER and not final
        # What can be taken back buys no time.
        if final and seat.waiting:
            seat.deadline = self._deadline()
        self.stored.draws = rng.counter
        self.stored.moves = seat.last_move = move.number
        move.state = zlib.compress(self._store().encode(), 1)
        move.save(force_insert=True)
        result = self.title.result(self.state)
        if result is not None:
            ending.finish(self.table, self.seats, result, self.now)
        else:
            told = [other for other in newly_asked if other is not seat or by != Move.By.PLAYER]
            notices.owe_questions(self.table, told, self.now)
            nudges.nudge_bots(self.seats)
        return move

    def take_back(self, seat: Seat) -> Move:
        """Put back the state before the seat's own last move."""
        standing = Move.objects.filter(table=self.table, undone=False).order_by("-number")
        last, *earlier = standing[:2]
        if not (earlier and last.undoable and last.seat == seat.number):
            raise NotAllowed(_("The last move can't be taken back."))
        Move.objects.filter(pk=last.pk).update(undone=True)
        before = earlier[0]
        self.state = self.title.load(zlib.decompress(before.state), before.rules_version)
        own = standing.filter(seat=seat.number).values_list("number", flat=True)
        seat.last_move = own.first() or 0
        self._ask_all(mover=seat)
        self._store()
        return last

    def _deadline(self) -> datetime:
        return self.now + timedelta(days=self.table.days_per_move)

    def _ask_all(self, mover: Seat) -> list[Seat]:
        """Bring every seat's question up to date; returns those that are asked something new."""
        deadline = self._deadline()
        return [
            seat for seat in self.seats if _ask(seat, self.title, self.state, deadline, again=seat is mover)
        ]

    def _store(self) -> str:
        """Write the state and the seats; returns the state's JSON."""
        stored = self.stored
        stored.body = self.title.dump(self.state).decode()
        stored.rules_version = self.title.version
        stored.version += 1
        stored.save(update_fields=["body", "rules_version", "moves", "draws", "version"])
        for seat in self.seats:
            if _asked_values(seat) != self.asked_before[seat.number]:
                seat.save(update_fields=ASKED_COLUMNS)
        return stored.body


#: What a move may change of a seat.
ASKED_COLUMNS = ["decision", "question", "waiting", "asked", "deadline", "last_move"]


def _asked_values(seat: Seat) -> list[Any]:
    return [getattr(seat, column) for column in ASKED_COLUMNS]


def _ask(seat: Seat, title: Title[Any], state: Any, deadline: datetime, again: bool = False) -> bool:
    """Bring a seat's question up to date.

    again: the seat has just acted, so the same question is a new decision all the same.
    Returns whether it is now asked something it was not asked before.
    """
    waiting = seat.number in title.waiting_on(state)
    asked = seat.number in title.asked(state)
    question = encode(title.question(state, seat.number)).decode() if waiting or asked else ""
    is_new = bool(question) and (question != seat.question)
    if is_new or again:
        seat.decision += 1
    if waiting and not seat.waiting:
        seat.deadline = deadline
    elif not waiting:
        seat.deadline = None
    seat.waiting, seat.asked, seat.question = waiting, asked, question
    return is_new
