"""Everything the rules of Targi remember."""

from typing import Literal

import msgspec

from games.titles.targi.cards import Stock

Phase = Literal["raid", "place", "act", "limit", "over"]

#: What a centre place holds instead of a card's number. A face-down card is known by its kind
#: alone: which one it is, is drawn when it is turned up. The elder ones were laid before their
#: pile was last reshuffled, so they are of `elder`, not of `unseen`. GAP: used, not yet replaced.
DOWN_GOODS, DOWN_TRIBE, ELDER_GOODS, ELDER_TRIBE, GAP = -1, -2, -3, -4, -5
#: A hand card that the viewer can't know.
UNKNOWN = -1

#: How secret a hand card is: known to both; drawn unseen; drawn unseen before the tribe pile was
#: last reshuffled.
OPEN, SECRET, ELDER_SECRET = range(3)


class Held(msgspec.Struct, frozen=True, gc=False):
    """A hand card. round: when it was taken; secret: OPEN, SECRET or ELDER_SECRET."""

    card: int
    round: int
    secret: int = OPEN


class Pending(msgspec.Struct, frozen=True, gc=False):
    """Something begun and not yet finished.

    place: the used centre place `number` is to be replaced;
    trader, silversmith, noble: the field may be used on, or left (`Done`);
    goods-cards, tribe-cards: `cards` are turned up, one of them is to be chosen;
    again: one of the fields used this round may be used again.
    """

    what: Literal["place", "trader", "silversmith", "noble", "goods-cards", "tribe-cards", "again"]
    number: int = 0
    cards: tuple[int, ...] = ()


Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class State(msgspec.Struct):
    """Seats are 0 and 1; lists of two are by seat unless said otherwise.

    round: from 1; phase: of the round; start: the start player; active: who is to act (-1 when
    the game is over); step: how many actions there have been.
    robber: his field. figures: sets of rim fields; markers: sets of centre places;
    used: the fields the active player has used with his own figures this turn.
    centre: card number or one of the codes above, by place.
    pending: what is begun, the innermost last.
    stock: dates, salt, pepper, gold; points: VP tokens.
    rows: laid tribe cards, three rows each; laid: the same as a set.
    moved: the laid cards that may be moved once have been moved.
    unseen, elder, discards: sorted card numbers, goods and tribe. `unseen` is the pile together
    with the face-down cards of the centre and, in a view, what the viewer can't know.
    """

    round: int
    phase: Phase
    start: int
    active: int
    step: int
    robber: int
    used: int
    moved: bool
    pending: tuple[Pending, ...]
    figures: list[int]
    markers: list[int]
    centre: list[int]
    stock: list[Stock]
    points: list[int]
    rows: list[Rows]
    laid: list[int]
    hands: list[tuple[Held, ...]]
    unseen: list[tuple[int, ...]]
    elder: list[tuple[int, ...]]
    discards: list[tuple[int, ...]]


def copy(state: State) -> State:
    """An independent copy."""
    return State(
        state.round,
        state.phase,
        state.start,
        state.active,
        state.step,
        state.robber,
        state.used,
        state.moved,
        state.pending,
        state.figures[:],
        state.markers[:],
        state.centre[:],
        state.stock[:],
        state.points[:],
        state.rows[:],
        state.laid[:],
        state.hands[:],
        state.unseen[:],
        state.elder[:],
        state.discards[:],
    )
