"""What the rules remember of a game, and what a seat may know of it."""

import copy
import enum
from typing import Literal

import msgspec

from games.titles.inkas.cards import UNKNOWN, Counts

#: Nobody, where a seat could stand.
NOBODY = -1


class Options(msgspec.Struct, frozen=True):
    """What a table may choose.

    placement: the first buildings as printed (I6) or as the players like (I7);
    board: fixed (I4) or with the land shuffled (I5), which needs free placement;
    known_cards: show what everyone could have counted of the others' hands;
    seating: whether order and colours are drawn (I53).
    """

    players: Literal[3, 4] = 4
    placement: Literal["beginner", "free"] = "beginner"
    board: Literal["fixed", "variable"] = "fixed"
    known_cards: bool = False
    seating: Literal["drawn", "as-seated"] = "drawn"

    def __post_init__(self) -> None:
        if self.board == "variable" and self.placement == "beginner":
            raise ValueError("the variable board needs free placement")


class Phase(enum.Enum):
    """What the game waits for."""

    PLACE = "place"  # a first settlement with its road (I7)
    ROLL = "roll"  # the dice (I14)
    DISCARD = "discard"  # all who hold too many cards (I17)
    ROBBER = "robber"  # a new spot for the robber
    STEAL = "steal"  # one of several victims (I45)
    ROADS = "roads"  # the free roads of a card (I47)
    MAIN = "main"  # trade and building
    FOUND = "found"  # the first settlement of the next tribe (I40)
    OVER = "over"


class Answer(msgspec.Struct, frozen=True):
    """What a player says to an offer.

    give, take: what he would give and get himself (both empty for a no).
    """

    says: Literal["yes", "no", "counter"]
    give: Counts
    take: Counts


class Offer(msgspec.Struct, frozen=True):
    """An offer of the player whose turn it is (I15).

    number: its own in the whole game; give, take: what he gives and gets;
    to: the seats it was put to; answers: by seat, None where there is none.
    """

    number: int
    give: Counts
    take: Counts
    to: tuple[int, ...]
    answers: tuple[Answer | None, ...]


class StandingAnswer(msgspec.Struct, frozen=True):
    """A yes given in advance to every offer at least as good; its owner's secret.

    give: at most this is given; take: at least this is got; times: how often, still;
    keep: at least this remains in hand; offers: the offers it has answered.
    """

    number: int
    give: Counts
    take: Counts
    times: int
    keep: Counts
    offers: tuple[int, ...] = ()


class State(msgspec.Struct):
    """Lists are by seat unless said otherwise; sets of cards, places and paths are whole numbers
    (see `cards` and `board`); what only some know is UNKNOWN or None in the others' views.

    order: the seats in turn order; colours: of each seat; terrain: by hex;
    active: whose turn it is; turn, round: from 1 once play begins; placed: settlements of the set-up;
    dice: the last roll, empty before it; rolls: how often 2 … 12 came so far;
    back: the phase to return to when robber or free roads are done;
    supply: what hands are paid from; hands, held: cards and their number;
    decks: both stacks of development cards [secret], deck_sizes; second_open: the second is in use;
    cards, card_counts: development cards in hand, fresh: those bought this turn [secret], bought: how many;
    spent: development cards out of the game; fighters: Combat Arts played;
    roads, ends: paths with own roads, places at their ends; taken: all roads; routes: longest trail;
    settlements, cities: places with them, declining ones too; occupied: all places built on;
    declining: places under a thicket; tribe: 0 to 2; culture: points so far;
    due: cards still to discard; discards: those laid aside until all have chosen [secret];
    offered: offers made this turn; numbers: offers and standing answers made so far;
    standing: standing answers [secret]; keep: kinds to keep when discarding, dearest first [secret];
    known: the part of each hand that everyone could have counted, None without that option;
    winner: NOBODY until someone has won.
    """

    order: list[int]
    colours: list[int]
    terrain: list[int]
    phase: Phase
    active: int
    robber: int
    supply: int
    hands: list[int]
    held: list[int]
    decks: list[int]
    cards: list[int]
    card_counts: list[int]
    fighters: list[int]
    roads: list[int]
    ends: list[int]
    routes: list[int]
    settlements: list[int]
    cities: list[int]
    tribe: list[int]
    culture: list[int]
    due: list[int]
    discards: list[int]
    standing: list[list[StandingAnswer] | None]
    keep: list[tuple[int, ...] | None]
    known: list[int] | None
    turn: int = 0
    round: int = 0
    placed: int = 0
    dice: list[int] = []
    rolls: list[int] = msgspec.field(default_factory=lambda: [0] * 11)
    back: Phase = Phase.MAIN
    deck_sizes: list[int] = msgspec.field(default_factory=lambda: [10, 10])
    second_open: bool = False
    fresh: int = 0
    bought: int = 0
    card_played: bool = False
    spent: int = 0
    mightiest: int = NOBODY
    mightiest_used: bool = False
    taken: int = 0
    route_holder: int = NOBODY
    route_used: bool = False
    occupied: int = 0
    declining: int = 0
    free_roads: int = 0
    offers: list[Offer] = []
    offered: int = 0
    numbers: int = 0
    winner: int = NOBODY


def copied(state: State) -> State:
    """An independent copy. Lists within `standing` are replaced, never changed, so they are shared."""
    new = copy.copy(state)
    new.order = state.order[:]
    new.colours = state.colours[:]
    new.terrain = state.terrain[:]
    new.hands = state.hands[:]
    new.held = state.held[:]
    new.decks = state.decks[:]
    new.cards = state.cards[:]
    new.card_counts = state.card_counts[:]
    new.fighters = state.fighters[:]
    new.roads = state.roads[:]
    new.ends = state.ends[:]
    new.routes = state.routes[:]
    new.settlements = state.settlements[:]
    new.cities = state.cities[:]
    new.tribe = state.tribe[:]
    new.culture = state.culture[:]
    new.due = state.due[:]
    new.discards = state.discards[:]
    new.standing = state.standing[:]
    new.keep = state.keep[:]
    new.known = state.known[:] if state.known is not None else None
    new.dice = state.dice[:]
    new.rolls = state.rolls[:]
    new.deck_sizes = state.deck_sizes[:]
    new.offers = state.offers[:]
    return new


def seen(state: State, seat: int | None) -> State:
    """A copy without what a seat (None: a spectator) can't know."""
    view = copied(state)
    view.decks = [UNKNOWN, UNKNOWN]
    if seat != state.active and state.bought:
        view.fresh = UNKNOWN
    for other in range(len(state.order)):
        if other != seat:
            view.hands[other] = UNKNOWN
            view.cards[other] = UNKNOWN
            view.standing[other] = None
            view.keep[other] = None
            if view.discards[other]:
                view.discards[other] = UNKNOWN
    return view
