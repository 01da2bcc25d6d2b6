"""Where roads may go, and who has the Longest Trade Route (I21, I49, I56)."""

from games.engine.records import Event
from games.titles.inkas.board import longest_route, paths_at
from games.titles.inkas.events import RouteGained
from games.titles.inkas.state import NOBODY, State

ROADS = 7
SHORTEST_ROUTE = 3


def active_buildings(state: State, seat: int) -> int:
    """The places with buildings of the seat's present tribe."""
    return (state.settlements[seat] | state.cities[seat]) & ~state.declining


def open_paths(state: State, seat: int) -> int:
    """The free paths at an own active building, or at an own road's end where nothing bars the way (I56)."""
    from_here = active_buildings(state, seat) | (state.ends[seat] & ~state.occupied)
    return paths_at(from_here) & ~state.taken


def has_road_left(state: State, seat: int) -> bool:
    return state.roads[seat].bit_count() < ROADS


def reckon(state: State, events: list[Event]) -> None:
    """Measures every route anew and gives the Longest Trade Route to whom it belongs.

    On a tie its holder keeps it if he is among the longest; else it is set aside.
    """
    routes, occupied, ends = state.routes, state.occupied, state.ends
    for seat, roads in enumerate(state.roads):
        if roads:
            blocked = occupied & ends[seat] & ~active_buildings(state, seat)
            routes[seat] = longest_route(roads, blocked)
        else:
            routes[seat] = 0
    longest = max(routes)
    holder = state.route_holder
    if longest < SHORTEST_ROUTE:
        new = NOBODY
    elif holder != NOBODY and routes[holder] == longest:
        return
    else:
        new = routes.index(longest) if routes.count(longest) == 1 else NOBODY
    if new != holder:
        state.route_holder = new
        events.append(RouteGained(None if new == NOBODY else new, longest))
