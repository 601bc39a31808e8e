"""Games of the policy against itself, with the features of positions on the way: what the judge is fitted to."""

from __future__ import annotations

from ferrovia.bots.kernels.judge import find_features
from ferrovia.bots.kernels.policy import decide
from ferrovia.engine.dice import face, roll, seed_dice
from ferrovia.engine.jit import kernel
from ferrovia.engine.layout import CHOOSING_START, EVERYTHING, MAX_PLAYERS, OVER, TURN
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.playout import next_to_act
from ferrovia.engine.rules import apply
from ferrovia.engine.scoring import score
from ferrovia.engine.setup import set_up


@kernel
def record_games(
    boards,
    roads,
    states,
    minds,
    styles,
    sheets,
    scratches,
    legal,
    notes,
    script,
    key,
    first,
    games,
    players,
    every,
    noise,
    rows,
    totals,
    numbers,
):
    """Fill rows (features, then turns ahead), the final totals of the rows' seats, and their games; return the count.

    One position in `every` is noted for all seats; one action in `noise` is random, so that the judge sees mistakes.
    """
    board = boards[0]
    state = states[0]
    sheet = sheets[0]
    count = 0
    columns = rows.shape[1] - 1
    for game in range(first, first + games):
        set_up(board, state, players, 0, key, game, notes, script)
        word = seed_dice(game, 77)
        for seat in range(MAX_PLAYERS):
            minds[seat].is_made = 0
        begin = count
        while state.phase != OVER:
            seat = next_to_act(state)
            word = roll(word)
            if state.phase == TURN and face(word, every) == 0 and count + players <= rows.shape[0]:
                score(board, state, sheet, scratches[0])
                for other in range(players):
                    ahead = find_features(
                        board, roads[0], state, other, minds[other], sheet, styles[other], rows[count, :columns]
                    )
                    minds[other].is_made = 0
                    rows[count, columns] = ahead
                    totals[count] = other
                    numbers[count] = game
                    count += 1
            action = decide(board, roads[0], state, seat, minds[seat], legal, styles[seat])
            word = roll(word)
            if state.phase != CHOOSING_START and face(word, noise) == 0:
                listed = legal_actions(board, state, seat, legal, EVERYTHING)
                word = roll(word)
                action = int(legal[face(word, listed)])
                minds[seat].is_made = 0
            apply(board, state, seat, action, notes, script)
        score(board, state, sheet, scratches[0])
        for i in range(begin, count):
            totals[i] = sheet.total[int(totals[i])]
    return count
