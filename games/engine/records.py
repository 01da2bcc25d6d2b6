"""Typed records: actions, events, log entries, results, and their JSON form."""

from typing import Any, ClassVar, Self, TypeVar

import msgspec

R = TypeVar("R")


class Action(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind"):
    """What a seat does, whole: subclasses give `tag="build-road"` and their parts as fields.

    The order of the fields is the order in which a page asks for them.
    """

    #: Too many forms to list: `check` decides, `sample` draws one.
    open: ClassVar[bool] = False

    def seen_by(self, viewer: int | None, actor: int) -> Self | None:
        """The action as `viewer` may know it (None: a spectator); None where it may not be known."""
        return self


class Event(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind"):
    """Something that happened, told to whoever may know it."""

    #: It revealed something, so what led to it can't be taken back.
    bars_undo: ClassVar[bool] = False

    def seen_by(self, viewer: int | None) -> Self | None:
        """The event as `viewer` may know it (None: a spectator); None where it may not be known."""
        return self


class Entry(msgspec.Struct, frozen=True):
    """One line of the log: who did what, and what came of it.

    seat: who acted; None for what nobody did (the start of the game).
    """

    seat: int | None
    action: Action | None
    events: tuple[Event, ...]


class Result(msgspec.Struct, frozen=True):
    """How a game ended. All by seat.

    ranks: 1 is best, equal numbers share the rank; scores: points;
    parts: id of a part of the score → points, in the order to show them.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    parts: tuple[dict[str, int], ...]


def kind_of(record: Action | Event | type[Action] | type[Event]) -> str:
    """The tag of an action or event (or of its class): "build-road"."""
    return record.__struct_config__.tag  # type: ignore[return-value]


_encoder = msgspec.json.Encoder()
_decoders: dict[Any, msgspec.json.Decoder] = {}


def encode(record: Any) -> bytes:
    """The fast JSON form of a record."""
    return _encoder.encode(record)


def decode(text: bytes | str, type_: Any) -> Any:
    """A record from its JSON form. Raises msgspec.ValidationError or msgspec.DecodeError."""
    decoder = _decoders.get(type_)
    if decoder is None:
        decoder = _decoders[type_] = msgspec.json.Decoder(type_)
    return decoder.decode(text)
