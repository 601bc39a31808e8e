"""The longest path (E5): a chain of a seat's routes that may revisit cities but uses no route twice.

A connected piece of the network has such a path through all its routes exactly if at most two of its cities have an odd
number of routes. So the search looks for the cheapest routes to leave out: an odd city is either one of the two ends,
or one of its routes is left out. Trying both, and stopping when too much has been left out, finds the best path within
a few steps for the networks of real games, and proves that it is the best.

Cities and routes of a piece are numbered from 0 and kept as bits of 64-bit numbers (MAX_TRAINS bounds both).
"""

from __future__ import annotations

from .compilation.jit import inlined, kernel
from .state import LONGEST_PATH_STEPS, MAX_LENGTH

END = -1  # in `choice`: the city was made an end of the path
UNTRIED = -2
NONE = -1


@inlined
def _lowest_bit(bits, start):
    """The number of the lowest set bit from `start` on; NONE if there is none.

    It equals the number of bits below it. Compilers turn this way of counting into one instruction.
    """
    bits &= -1 << start
    if bits == 0:
        return NONE
    below = (bits & -bits) - 1
    below -= (below >> 1) & 0x5555555555555555
    below = (below & 0x3333333333333333) + ((below >> 2) & 0x3333333333333333)
    below = (below + (below >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((below * 0x0101010101010101) >> 56) & 0xFF


@kernel
def _hardest_city(work, odd, free_ends):
    """The odd city whose cheapest route is longest, and a lower bound for the length to leave out.

    Every odd city except the ends loses a route, and a route counts for two cities at most.
    """
    hardest = NONE
    largest = 0
    second = 0
    sum_of_cheapest = 0
    city = _lowest_bit(odd, 0)
    while city != NONE:
        cheapest = int(work.cheapest[city])
        sum_of_cheapest += cheapest
        if cheapest > largest:
            second = largest
            largest = cheapest
            hardest = city
        elif cheapest > second:
            second = cheapest
        city = _lowest_bit(odd, city + 1)
    if free_ends > 0:
        sum_of_cheapest -= largest
    if free_ends > 1:
        sum_of_cheapest -= second
    return hardest, (sum_of_cheapest + 1) // 2


@kernel
def _number_piece(board, own, count, joined, group, work):
    """Number the edges and cities of one group; return the number of edges, and the odd cities as bits."""
    for city in range(board.cities):
        work.number[city] = NONE
    cities = 0
    edges = 0
    odd = 0
    for i in range(count):
        route = int(own[i])
        a, b = int(board.route_from[route]), int(board.route_to[route])
        if int(joined[a]) != group:
            continue
        if work.number[a] == NONE:
            work.number[a] = cities
            work.edges_at[cities] = 0
            work.cheapest[cities] = MAX_LENGTH
            cities += 1
        if work.number[b] == NONE:
            work.number[b] = cities
            work.edges_at[cities] = 0
            work.cheapest[cities] = MAX_LENGTH
            cities += 1
        a, b = int(work.number[a]), int(work.number[b])
        work.edge_route[edges] = route
        work.edge_from[edges] = a
        work.edge_to[edges] = b
        length = int(board.route_length[route])
        work.edge_length[edges] = length
        work.cheapest[a] = min(int(work.cheapest[a]), length)
        work.cheapest[b] = min(int(work.cheapest[b]), length)
        work.edges_at[a] |= 1 << edges
        work.edges_at[b] |= 1 << edges
        odd ^= (1 << a) ^ (1 << b)
        edges += 1
    return edges, odd


@kernel
def _connected_edges(work, kept):
    """The kept edges connected with the lowest one."""
    reached = kept & -kept
    fresh = reached
    while fresh != 0:
        edge = _lowest_bit(fresh, 0)
        more = (int(work.edges_at[work.edge_from[edge]]) | int(work.edges_at[work.edge_to[edge]])) & kept & ~reached
        reached |= more
        fresh = (fresh & (fresh - 1)) | more
    return reached


@kernel
def _length_of(work, edges):
    length = 0
    edge = _lowest_bit(edges, 0)
    while edge != NONE:
        length += int(work.edge_length[edge])
        edge = _lowest_bit(edges, edge + 1)
    return length


@kernel
def _best_walk(work, kept, best, best_edges):
    """Split the kept edges into connected pieces; return the longest, if it beats `best`."""
    while kept != 0:
        piece = _connected_edges(work, kept)
        length = _length_of(work, piece)
        if length > best:
            best = length
            best_edges = piece
        kept &= ~piece
    return best, best_edges


@kernel
def _search_piece(work, edges, odd, total, best, steps):
    """Search one numbered piece; return the best length, its edges as bits (0 if it is no better), and steps left."""
    kept = (1 << edges) - 1
    walked = 0  # edges the rest of a branch must keep: leaving them out was already tried
    best_edges = 0
    ends = 0
    no_ends = 0  # cities likewise
    free_ends = 2
    left_out = 0
    depth = 0
    descending = True
    while True:
        if descending:
            steps -= 1
            open_odd = odd & ~ends
            descending = False
            city, at_least = _hardest_city(work, open_odd, free_ends)
            if total - left_out - at_least > best and steps > 0:
                if city == NONE:
                    best, best_edges = _best_walk(work, kept, best, best_edges)
                else:
                    work.city_at[depth] = city
                    work.choice[depth] = UNTRIED
                    work.tried[depth] = 0
                    work.end_tried[depth] = 0
                    depth += 1
        if depth == 0:
            return best, best_edges, steps
        city = int(work.city_at[depth - 1])
        choice = int(work.choice[depth - 1])
        if choice == UNTRIED and free_ends > 0 and (no_ends >> city) & 1 == 0:
            work.choice[depth - 1] = END
            ends |= 1 << city
            free_ends -= 1
            descending = True
            continue
        edge = -1
        if choice == END:
            ends &= ~(1 << city)
            free_ends += 1
            no_ends |= 1 << city
            work.end_tried[depth - 1] = 1
        elif choice >= 0:
            edge = choice
            kept |= 1 << edge
            walked |= 1 << edge
            work.tried[depth - 1] |= 1 << edge
            odd ^= (1 << int(work.edge_from[edge])) ^ (1 << int(work.edge_to[edge]))
            left_out -= int(work.edge_length[edge])
        edge = _lowest_bit(int(work.edges_at[city]) & kept & ~walked, edge + 1)
        if edge == NONE:
            depth -= 1
            walked &= ~int(work.tried[depth])
            if work.end_tried[depth]:
                no_ends &= ~(1 << city)
            continue
        work.choice[depth - 1] = edge
        kept &= ~(1 << edge)
        odd ^= (1 << int(work.edge_from[edge])) ^ (1 << int(work.edge_to[edge]))
        left_out += int(work.edge_length[edge])
        descending = True


@kernel
def longest_path(board, own, count, joined, work, on_path):
    """Length of the longest path in `count` routes whose cities are grouped in `joined`; marks its routes in `on_path`.

    Returns (length, steps of search).
    """
    for city in range(board.cities):
        work.piece_length[city] = 0
    for i in range(count):
        work.piece_length[joined[board.route_from[own[i]]]] += board.route_length[own[i]]
        on_path[own[i]] = 0
    best = 0
    steps = LONGEST_PATH_STEPS
    while True:  # the piece with most trains first: it often settles the others
        group = 0
        for city in range(1, board.cities):
            if work.piece_length[city] > work.piece_length[group]:
                group = city
        total = int(work.piece_length[group])
        if total <= best:
            return best, LONGEST_PATH_STEPS - steps
        work.piece_length[group] = 0
        edges, odd = _number_piece(board, own, count, joined, group, work)
        best, best_edges, steps = _search_piece(work, edges, odd, total, best, steps)
        if best_edges != 0:
            for i in range(count):
                on_path[own[i]] = 0
            for edge in range(edges):
                if (best_edges >> edge) & 1:
                    on_path[work.edge_route[edge]] = 1
