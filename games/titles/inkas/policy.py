"""What a position is worth, and which trades are worth proposing."""

from games.engine.records import Action
from games.engine.rng import Rng
from games.titles.inkas.state import State


def value(state: State, seat: int) -> float:
    return state.culture[seat]


def propose(view: State, seat: int, rng: Rng) -> list[Action]:
    return []
