"""Who has won, and by how much (I30, I31, I59)."""

from games.engine.records import Result
from games.titles.inkas.state import Phase, State
from games.titles.inkas.tribes import GOALS

#: The parts of a score: the culture points of each tribe.
PARTS = ("first-tribe", "second-tribe", "third-tribe")


def result(state: State) -> Result | None:
    """Ranks by culture points; equal points share the rank."""
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(state.culture)
    ranks = tuple(1 + sum(other > points for other in scores) for points in scores)
    return Result(ranks, scores, tuple(_by_tribe(points) for points in scores))


def _by_tribe(points: int) -> dict[str, int]:
    reached = [0, *(min(points, goal) for goal in GOALS)]
    return {part: reached[tribe + 1] - reached[tribe] for tribe, part in enumerate(PARTS)}
