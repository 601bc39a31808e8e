"""The board of a record: a built-in one by name and digest, or the text in the record."""

from __future__ import annotations

from hashlib import sha256

from ferrovia.boards import Board, BoardError, board_names, is_built_in, load_board, parse_board
from ferrovia.record.errors import RecordError
from ferrovia.record.lines import Lines


def read_board(lines: Lines) -> Board:
    found = lines.value("board", "([a-z][a-z0-9_]{0,59}) ([0-9a-f]{64})")
    name, digest = found[1], found[2]
    if lines.has("board text"):
        board = _read_text(lines, digest)
        if board.id != name:
            reason = f"This names the board {name}, and the text below is that of {board.id}."
            raise RecordError("record/board", lines.at["board"], reason)
        if board.digest != digest:
            # A built-in text shows which of the two was changed; for other boards, the text is more easily damaged.
            whole = is_built_in(board.id, board.digest)
            place = lines.at["board" if whole else "board text"]
            raise RecordError("record/board", place, "The board's text and its digest do not belong together.")
        return board
    if name not in board_names():
        lines.refuse("record/board", f"The board {name} is not built in, and the record does not carry it.", back=1)
    if not is_built_in(name, digest):
        reason = f"The game was played on another version of the board {name}, which the record does not carry."
        lines.refuse("record/board", reason, back=1)
    return load_board(name)


def _read_text(lines: Lines, digest: str) -> Board:
    count = int(lines.value("board text", "([1-9][0-9]{0,5}) lines")[1])
    text = "\n".join(lines.take("the board's text") for _ in range(count))
    if lines.carriage_returns and sha256((crlf := text.replace("\n", "\r\n")).encode()).hexdigest() == digest:
        text = crlf  # these were the board's own line ends
    end = lines.take('"end of board"')
    if end != "end of board":
        lines.refuse("record/expected", f'After {count} lines of text "end of board" is expected here.', back=1)
    try:
        return parse_board(text, source="board text")
    except BoardError as error:
        reason = f"This is not a board: {error.problems[0]}"
        raise RecordError("record/board", lines.at["board text"], reason) from error
