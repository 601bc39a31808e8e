"""A finished game as a text, and back."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kit.walks import TINY, all_codes, sized

from ferrovia import SPECTATOR, Game, Key, from_position, load_board
from ferrovia.actions import decode, to_text
from ferrovia.engine import bridge
from ferrovia.game.play import ScriptError
from ferrovia.record import RecordError, read_record, replay, verify, write_record
from ferrovia.record.read import code_of

from .games import finished, play


@pytest.fixture(scope="module")
def game() -> Game:
    return finished("new_york", 2, seed=11)


def test_a_replayed_game_is_the_game(game):
    again = replay(read_record(write_record(game)))
    assert again.digest() == game.digest()
    assert again.moves == game.moves
    assert again.digests == game.digests
    assert again.opening == game.opening
    assert again.result() == game.result()
    assert (again.key, again.asked_first) == (game.key, game.asked_first)


def test_a_record_can_be_read_by_a_person(game):
    lines = write_record(game, names=["Ana", "Bo Derek"], date="2024-05-06").split("\n")
    assert lines[0] == "ferrovia record 1"
    assert lines[1] == f"board: new_york {game.board.digest}"
    assert lines[2:4] == ["rules: 1", "players: 2"]
    assert lines[4].startswith("names: Ana | Bo Derek  #")
    assert lines[5].startswith("date: 2024-05-06  #")
    assert lines[6] == "first: random"
    assert lines[7] == f"commitment: {game.key.commitment} of a seed"
    assert lines[8] == "seed: 11"
    assert lines[-2] == f"key: {game.key.secret.hex()}"
    assert lines[-1] == ""


def test_names_and_date_come_back(game):
    record = read_record(write_record(game, names=["Zoë", "👩\u200d🚀"], date="2024-05-06T07:08Z"))
    assert record.names == ("Zoë", "👩\u200d🚀")
    assert record.date == "2024-05-06T07:08Z"


@pytest.mark.parametrize(
    "names",
    [
        ["Ana"],
        ["Ana", ""],
        ["A|b", "c"],
        ["A#", "c"],
        [" a", "b"],
        ["a\n", "b"],
        ["a" * 61, "b"],
        ["é\u200d\u200dé", "b"],
        ["\u200dé", "b"],
        ["é\u200d", "b"],
        ["a\u200dé", "b"],
    ],
)
def test_names_that_would_break_a_record_are_refused(game, names):
    with pytest.raises(RecordError, match="Names are 2 texts"):
        write_record(game, names=names)


def test_a_date_is_a_date(game):
    with pytest.raises(RecordError):
        write_record(game, date="yesterday")


def test_verification_says_what_was_checked(game):
    found = verify(read_record(write_record(game, names=["Ana", "Bo"])))
    assert "commitment" in found.checked
    assert "seed" in found.checked
    assert found.unchecked == ("names",)
    assert found.totals == game.result().totals
    assert not found.fair  # everybody could know the draws of a seed


def test_a_game_with_a_secret_key_is_fair():
    game = Game("new_york", players=2, first=1)
    play(game, 3)
    text = write_record(game)
    assert "seed" not in text
    assert "first: 1\n" in text
    assert verify(read_record(text)).fair


def test_your_own_board_is_included(tmp_path):
    game = finished(TINY, 3, seed=1)
    text = write_record(game)
    assert f"board text: {game.board.text.count(chr(10)) + 1} lines\n{game.board.text}\nend of board\n" in text
    record = read_record(text)
    assert record.board == game.board
    assert replay(record).digest() == game.digest()
    assert write_record(replay(record)) == text


def test_a_built_in_board_travels_along_if_asked(game):
    text = write_record(game, carry_board=True)
    assert read_record(text).board == load_board("new_york")
    assert verify(read_record(text))


@pytest.mark.parametrize("change", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n")])
def test_a_record_from_another_editor_is_read(change):
    game = finished(TINY, 2, seed=2)
    text = write_record(game)
    assert read_record(change(text)) == read_record(text)
    told = write_record(Game(TINY, players=2, seed=1), reader=0)
    assert read_record(change(told)) == read_record(told)


def test_a_record_turned_to_crlf_keeps_the_crlf_of_its_board(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes(TINY.read_bytes().replace(b"\n", b"\r\n"))
    text = write_record(finished(file, 2, seed=2))
    turned = text.replace("\r\n", "\n").replace("\n", "\r\n")
    assert read_record(turned) == read_record(text)


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_a_board_keeps_its_line_ends(tmp_path, ends):
    file = tmp_path / "mine.toml"
    file.write_bytes(TINY.read_text(encoding="utf-8").rstrip("\n").replace("\n", ends).encode())
    game = finished(file, 2, seed=2)
    assert read_record(write_record(game)).board == game.board


def test_a_game_set_up_as_a_position_carries_the_position():
    data = {"board": "new_york", "seats": [{"hand": {"red": 4}}, {"hand": {"blue": 2}}], "next": ["wild", "red"]}
    game = from_position(data, key=Key.random())
    play(game, 4)
    text = write_record(game)
    assert "first: position\n" in text
    assert '"next":["wild","red"]' in text
    record = read_record(text)
    assert replay(record).digest() == game.digest()
    assert write_record(replay(record)) == text
    assert not verify(record).fair


def test_a_position_on_your_own_board_has_a_record_too():
    game = from_position({"players": 2}, board=TINY, seed=3)
    play(game, 4)
    text = write_record(game)
    assert text.count("end of board") == 1
    assert replay(read_record(text)).digest() == game.digest()


def test_a_scripted_game_says_so():
    game = Game("new_york", players=2, first=0, seed=1, script=[1, 2, 3, 4, 5, 6, 1, 2, 3])
    play(game, 4)
    text = write_record(game)
    assert "script: 1 2 3 4 5 6 1 2 3\n" in text
    assert replay(read_record(text)).digest() == game.digest()
    assert not verify(read_record(text)).fair


def test_an_unfinished_game_has_no_record_with_everything():
    game = Game("new_york", players=2, seed=1)
    with pytest.raises(RecordError, match="not over") as caught:
        write_record(game)
    assert caught.value.code == "record/unfinished"
    assert caught.value.line is None


def test_a_game_from_a_redealt_world_has_no_record(game):
    other = Game("new_york", players=2, seed=1)
    world = Game.of_world(other.view(0).redeal(np.random.default_rng(1)))
    with pytest.raises(RecordError, match="no beginning"):
        write_record(world, reader=0)


def test_a_position_whose_key_is_not_known_has_no_record():
    game = from_position({"board": "new_york", "players": 2}, seed=1)
    play(game, 1)
    game.key = None
    with pytest.raises(RecordError) as caught:
        write_record(game)
    assert caught.value.code == "record/no_beginning"


def test_what_records_found_out_about_a_board_goes_with_it():
    text = write_record(finished(TINY, 2, seed=1))
    board = read_record(text).board
    assert board.known_texts
    for nonsense in ("draw ", "keep 3 1", "x", "x" * 1000):
        assert code_of(board, nonsense) is None
        assert nonsense not in board.known_texts
    for code in all_codes(board):
        words = to_text(board, decode(board, code))
        assert code_of(board, words) == code_of(board, words) == code
    assert len(board.known_texts) == len(board.known_codes) == len(list(all_codes(board)))


def test_following_into_a_script_that_cannot_come_changes_nothing(monkeypatch):
    data = {"board": "new_york", "seats": [{"hand": {"red": load_board("new_york").cards_per_color}}, {}]}
    game = from_position({**data, "next": ["red"]}, seed=1)
    other = game.copy()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "_check_script", lambda *_: None)
        other.play("draw")
    before = (game.digest(), game.states.tobytes(), game._script.tolist())
    with pytest.raises(ScriptError):
        game.follow(other.moves, other.digests)
    assert (game.digest(), game.states.tobytes(), game._script.tolist()) == before
    assert (game.moves, game.digests) == ([], [])


def test_an_unfinished_position_has_no_record():
    with pytest.raises(RecordError, match="set up as a position"):
        write_record(from_position({"board": "usa"}), reader=SPECTATOR)


def test_a_game_whose_state_was_changed_has_no_record():
    game = finished("new_york", 2, seed=12)
    game.digests[5] = "0" * 16
    with pytest.raises(RecordError, match="does not lead to the same game"):
        write_record(game)


def test_following_wrong_moves_changes_nothing(game):
    again = Game("new_york", players=2, key=game.key)
    digests = list(game.digests)
    digests[4] = "0" * 16
    assert again.follow(game.moves, digests) == 4
    assert (again.digest(), again.moves) == (again.opening_digest, [])
    assert again.follow(game.moves[:4], digests[:4]) == 4
    assert again.moves == game.moves[:4]
    with pytest.raises(ValueError, match="digests"):
        again.follow(game.moves, digests[:3])


def test_a_finished_game_is_rebuilt_by_one_call_of_a_kernel(game, monkeypatch):
    """Not move by move, which takes longer; `ferrovia bench` measures it."""
    record, calls, follow = read_record(write_record(game)), [], bridge.replay
    monkeypatch.setattr(bridge, "replay", lambda *arguments: calls.append(len(arguments[4])) or follow(*arguments))
    monkeypatch.setattr(Game, "play", None)
    replay(record)
    assert calls == [len(game.moves)]


@pytest.mark.compiled_only
def test_records_of_many_games_replay():
    for seed in range(sized(40, 1)):
        game = finished("amsterdam", 2 + seed % 3, seed)
        assert replay(read_record(write_record(game))).digest() == game.digest()
