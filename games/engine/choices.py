"""Choosing an action step by step: a walk down the tree of legal actions.

A path is the action's kind followed by the values of its fields, in order, as
plain JSON values. Where only one value is possible the walk goes on by itself.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.records import Action, kind_of

Path = tuple[Any, ...]


class Choice(msgspec.Struct, frozen=True):
    """Where a walk stands.

    path: what is chosen so far, forced steps included.
    options: the possible next values, in the order of the legal actions.
    action: the action, once nothing is left to choose; then options is empty.
    An unknown path has neither.
    """

    path: Path
    options: tuple[Any, ...]
    action: Action | None


def path_of(action: Action) -> Path:
    """The whole path that leads to an action."""
    values = (msgspec.to_builtins(getattr(action, name)) for name in action.__struct_fields__)
    return (kind_of(action), *map(_frozen, values))


def field_name(actions: type[Action], path: Path) -> str | None:
    """The name of the field a path's last value belongs to; None for the kind itself."""
    return actions.__struct_fields__[len(path) - 2] if len(path) > 1 else None


def _frozen(value: Any) -> Any:
    """JSON lists as the tuples that records hold."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


def choose(legal: Sequence[Action], path: Sequence[Any] = ()) -> Choice:
    """Follow a path through the legal actions, as far as there is nothing left to choose."""
    start = _frozen(path)
    left = [(path_of(action), action) for action in legal]
    left = [pair for pair in left if pair[0][: len(start)] == start]
    depth = len(start)
    while left:
        options: list[Any] = []
        if len(left[0][0]) == depth:
            return Choice(left[0][0], (), left[0][1])
        for whole, _ in left:
            if whole[depth] not in options:
                options.append(whole[depth])
        if len(options) > 1:
            return Choice(left[0][0][:depth], tuple(options), None)
        depth += 1
    return Choice(start, (), None)
