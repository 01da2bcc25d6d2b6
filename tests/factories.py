"""People and tables for tests, made through the services wherever there is one."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from accounts.models import User
from games.catalogue import pages, title_of
from games.models import Seat, Table
from games.services import play, tables

_numbers = count(1)


def person(name: str = "", **fields: Any) -> User:
    """A confirmed user who can sign in with the password "secret"."""
    name = name or f"person{next(_numbers)}"
    fields.setdefault("email", f"{name}@example.com")
    return User.objects.create_user(username=name, password="secret", **fields)


def open_table(user: User | None = None, title: str = "", players: int = 2, **fields: Any) -> Table:
    """A table that waits for players; `title` defaults to the first the site offers."""
    options = {"players": players, **fields.pop("options", {})}
    return tables.open_table(user or person(), title or next(iter(pages())), options, **fields)


def running_table(
    people: Sequence[User] = (), bots: Sequence[str] = (), title: str = "", **fields: Any
) -> Table:
    """A game that has just begun: seats for the people (two if none are given), then for the bots."""
    people = people or [person() for _ in range(2 - min(len(bots), 1))]
    table = open_table(people[0], title, len(people) + len(bots), **fields)
    for other in people[1:]:
        tables.take_seat(table, other)
    for kind in bots:
        tables.add_bot(table, people[0], kind)
    table.refresh_from_db()
    return table


def seat_to_move(table: Table) -> Seat:
    """The first seat the game waits for."""
    return table.seats.filter(waiting=True).select_related("user", "table__state").earliest("number")


def other_seat(table: Table) -> Seat:
    """The first seat the game does not wait for."""
    return table.seats.filter(waiting=False).select_related("user", "table__state").earliest("number")


def actions_of(seat: Seat) -> list[Any]:
    """The seat's legal actions now."""
    seat.refresh_from_db()
    stored = Table.objects.select_related("state").get(pk=seat.table_id).state
    title = title_of(seat.table.title)
    return title.legal(title.load(stored.body, stored.rules_version), seat.number)


def end_turn(table: Table) -> Seat:
    """Make first legal moves for the seat to move until the game waits for others; returns the seat."""
    seat = seat_to_move(table)
    while seat.waiting:
        play.submit(table.pk, seat.number, actions_of(seat)[0], seat.decision)
        seat.refresh_from_db()
    return seat


def play_until_waiting(seat: Seat) -> None:
    """Let all play on until the game waits for the seat."""
    while not Seat.objects.get(pk=seat.pk).waiting:
        end_turn(seat.table)


def no_mail(user: User, kind: str) -> None:
    """The person wants no mails of this kind any more."""
    user.stop_mail(kind)
