"""Chance. Rules draw through `Rng`; one draw is one step of its stream."""

import hashlib
import hmac
import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """A stream of whole numbers. Subclasses give `below`."""

    def below(self, limit: int) -> int:
        """One even draw from 0 … limit - 1 (limit at least 1)."""
        raise NotImplementedError

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def weighted(self, counts: Sequence[int]) -> int:
        """An index, each as likely as its count: one card from a multiset."""
        place = self.below(sum(counts))
        for index, count in enumerate(counts):
            place -= count
            if place < 0:
                return index
        raise AssertionError("unreachable: place lies below the sum of counts")

    def shuffle(self, items: MutableSequence[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class TableRng(Rng):
    """The stream of a table: draw number n depends on the key and n alone.

    key: from `table_key`; counter: how many draws the table has made.
    """

    def __init__(self, key: bytes, counter: int = 0) -> None:
        self.key = key
        self.counter = counter

    def below(self, limit: int) -> int:
        step = self.counter.to_bytes(8, "big")
        self.counter += 1
        # Numbers at or above the largest multiple of limit would favour small results: try again.
        ceiling = (1 << 64) // limit * limit
        attempt = 0
        while True:
            digest = hmac.digest(self.key, step + attempt.to_bytes(4, "big"), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < ceiling:
                return number % limit
            attempt += 1


class PlayoutRng(Rng):
    """Fast, seeded, not provable: for bots' thinking and for tests."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed).random

    def below(self, limit: int) -> int:
        return int(self._random() * limit)


def commitment(secret: bytes) -> str:
    """What a table shows before its first move: the secret's SHA-256, in hex."""
    return hashlib.sha256(secret).hexdigest()


def table_key(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The key of a table's stream.

    secret: 32 bytes only the table knows until its end.
    nonces: what each player added, in the order they joined.
    """
    message = b"".join(len(n.encode()).to_bytes(4, "big") + n.encode() for n in nonces)
    return hmac.digest(secret, message, "sha256")
