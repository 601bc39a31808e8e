"""The longest path (E5): a chain of one's own routes that may meet cities again but uses no route twice.

A connected set of routes can be walked in one go exactly if at most two of its cities have an odd number of them. So
instead of walking, we look for the cheapest routes to leave out: pick an odd city; either it is one of the two ends,
or one of its routes is not walked. Trying both, and stopping wherever too much has been left out already, finds the
best path in a handful of steps for the networks of real games, and proves that it is the best.
"""

from __future__ import annotations

from .jit import kernel
from .layout import LONGEST_PATH_STEPS, MAX_CITIES

END = -1  # in `choice`: the city was made an end of the path
UNTRIED = -2


@kernel
def _collect(board, state, seat, work):
    """Number the seat's routes and count them at each city; return how many there are."""
    count = 0
    for city in range(board.cities):
        work.degree[city] = 0
    for route in range(board.routes):
        if state.owner[route] == seat:
            a, b = int(board.route_from[route]), int(board.route_to[route])
            work.edge_route[count] = route
            work.edge_from[count] = a
            work.edge_to[count] = b
            work.edge_length[count] = board.route_length[route]
            work.edge_kept[count] = 1
            work.degree[a] += 1
            work.degree[b] += 1
            count += 1
    return count


@kernel
def _mark_pieces(work, edges, cities):
    """Give every city of kept edges the number of its connected piece in `piece`."""
    for city in range(cities):
        work.piece[city] = city
    changed = True
    while changed:
        changed = False
        for e in range(edges):
            if work.edge_kept[e]:
                a, b = int(work.edge_from[e]), int(work.edge_to[e])
                low = min(int(work.piece[a]), int(work.piece[b]))
                if work.piece[a] != low or work.piece[b] != low:
                    work.piece[a] = low
                    work.piece[b] = low
                    changed = True


@kernel
def _take_best_piece(work, edges, cities, best):
    """All kept pieces can be walked: remember the longest if it beats `best`; return the better length."""
    _mark_pieces(work, edges, cities)
    for city in range(cities):
        work.piece_length[city] = 0
    for e in range(edges):
        if work.edge_kept[e]:
            work.piece_length[work.piece[work.edge_from[e]]] += work.edge_length[e]
    winner = -1
    for city in range(cities):
        if work.piece_length[city] > best:
            best = int(work.piece_length[city])
            winner = city
    if winner >= 0:
        for e in range(edges):
            work.edge_best[e] = work.edge_kept[e] and work.piece[work.edge_from[e]] == winner
    return best


@kernel
def _toggle(work, edge, kept):
    work.edge_kept[edge] = kept
    change = 1 if kept else -1
    work.degree[work.edge_from[edge]] += change
    work.degree[work.edge_to[edge]] += change


@kernel
def _first_odd_city(work, cities, free_ends):
    """An odd city that is no end yet, and how much must at least still be left out (both in one loop)."""
    found = -1
    odd = 0
    for city in range(cities):
        if work.degree[city] & 1 and not work.is_end[city]:
            odd += 1
            if found < 0:
                found = city
    return found, (odd - free_ends + 1) // 2


@kernel
def _next_edge(work, edges, city, after):
    """The next kept edge at `city` behind number `after`, or `edges` if there is none."""
    e = after + 1
    while e < edges:
        if work.edge_kept[e] and (work.edge_from[e] == city or work.edge_to[e] == city):
            return e
        e += 1
    return edges


@kernel
def _search_piece(work, edges, cities, total, best, steps):
    """Search the one piece whose edges are kept now, of `total` length; return the best length and the steps left."""
    ends = 0
    left_out = 0
    depth = 0
    descending = True
    while True:
        if descending:
            steps -= 1
            city, at_least = _first_odd_city(work, cities, 2 - ends)
            if city < 0:
                best = _take_best_piece(work, edges, cities, best)
                descending = False
            elif total - left_out - at_least <= best or steps <= 0:
                descending = False
            else:
                work.city_at[depth] = city
                work.choice[depth] = UNTRIED
                depth += 1
        if depth == 0:
            return best, steps
        city = int(work.city_at[depth - 1])
        choice = int(work.choice[depth - 1])
        edge = edges
        if choice == UNTRIED and ends < 2:
            work.choice[depth - 1] = END
            work.is_end[city] = 1
            ends += 1
            descending = True
            continue
        if choice == UNTRIED:
            edge = _next_edge(work, edges, city, -1)
        elif choice == END:
            work.is_end[city] = 0
            ends -= 1
            edge = _next_edge(work, edges, city, -1)
        else:
            _toggle(work, choice, 1)
            left_out -= int(work.edge_length[choice])
            edge = _next_edge(work, edges, city, choice)
        if edge < edges:
            work.choice[depth - 1] = edge
            _toggle(work, edge, 0)
            left_out += int(work.edge_length[edge])
            descending = True
        else:
            depth -= 1
            descending = False


@kernel
def longest_path(board, state, seat, work):
    """Length of the seat's longest path; work.edge_best marks its routes. Returns (length, whether it is proven)."""
    all_edges = _collect(board, state, seat, work)
    cities = int(board.cities)
    for city in range(MAX_CITIES):
        work.is_end[city] = 0
    for e in range(all_edges):
        work.edge_best[e] = 0
    _mark_pieces(work, all_edges, cities)
    for city in range(cities):
        work.root_length[city] = 0
        work.root_piece[city] = work.piece[city]
    for e in range(all_edges):
        work.root_length[work.piece[work.edge_from[e]]] += work.edge_length[e]
    best = 0
    steps = LONGEST_PATH_STEPS
    for _ in range(cities):  # the piece with most trains first: it often settles the others
        largest = 0
        for city in range(1, cities):
            if work.root_length[city] > work.root_length[largest]:
                largest = city
        total = int(work.root_length[largest])
        if total <= best:
            break
        work.root_length[largest] = 0
        for city in range(cities):
            work.degree[city] = 0
        for e in range(all_edges):
            inside = work.root_piece[work.edge_from[e]] == largest
            work.edge_kept[e] = 1 if inside else 0
            if inside:
                work.degree[work.edge_from[e]] += 1
                work.degree[work.edge_to[e]] += 1
        best, steps = _search_piece(work, all_edges, cities, total, best, steps)
    return best, steps > 0
