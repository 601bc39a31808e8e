"""Networks without PyTorch: same results as PyTorch, rejected where they do not fit, limited to their seat's
knowledge.
"""

from __future__ import annotations

import io
import json
import time
import zipfile
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import BOARDS_AND_PLAYERS

from ferrovia.boards import board_names, load_board
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.conformance import check_bot
from ferrovia.bots.network.features import Features
from ferrovia.bots.network.network import Network
from ferrovia.bots.network.reader import FOLDER, Reader, has_network, network_for
from ferrovia.bots.network.weights import Weights, WeightsError, describe, load_weights, save_weights
from ferrovia.bots.planner.plan_view import CHOSEN
from ferrovia.engine import COMPILED
from ferrovia.environments.batch import Batch
from ferrovia.game import Game

TORCH_SAID = Path(__file__).parents[1] / "data/network_outputs.npz"
TINY = Path(__file__).parents[1] / "data/tiny.toml"
BOARD = load_board("new_york")
STYLE = Features(BOARD).style
NO_NUMBERS = [None, float("nan"), float("inf"), "x", True, 10**400]


def stored() -> dict[str, Any]:
    with np.load(TORCH_SAID, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def small_weights() -> Weights:
    arrays = {name[2:]: value for name, value in stored().items() if name.startswith("w:")}
    return Weights(describe(BOARD, Features(BOARD).style), arrays)


def test_numpy_and_torch_agree() -> None:
    said = stored()
    network = Network(Features(BOARD), small_weights())
    outputs = network.outputs(said["rows"])
    logits = network.logits(outputs, said["rows"], said["masks"])
    allowed = said["masks"] != 0
    assert np.allclose(logits[allowed], said["logits"][allowed], atol=1e-4)
    assert np.allclose(network.win_chance(outputs), 1 / (1 + np.exp(-said["win"])), atol=1e-5)
    assert np.allclose(outputs[:, -1], said["margin"], atol=1e-4)


@pytest.mark.parametrize("bias", [-2e9, 2e9, -3e38, 3e38])
def test_even_with_absurd_weights_only_legal_actions_are_chosen(bias: float) -> None:
    said, weights = stored(), small_weights()
    arrays = dict(weights.arrays)
    arrays["last.bias"] = np.full_like(arrays["last.bias"], bias)
    network = Network(Features(BOARD), Weights(weights.about, arrays))
    with np.errstate(all="ignore"):
        chosen = network.choose(said["rows"], said["masks"])
    assert (said["masks"][np.arange(len(chosen)), chosen] != 0).all()


def test_one_position_gets_the_answer_that_it_gets_among_many() -> None:
    said = stored()
    network = Network(Features(BOARD), small_weights())
    many = network.outputs(said["rows"])
    for number in range(len(many)):
        assert np.allclose(network.outputs(said["rows"][number : number + 1])[0], many[number], atol=1e-4)


@pytest.mark.parametrize("eight_bits", [False, True])
def test_weights_come_back_from_a_file(tmp_path: Path, eight_bits: bool) -> None:
    weights, file = small_weights(), tmp_path / "network.npz"
    save_weights(file, weights, eight_bits=eight_bits)
    again = load_weights(file, BOARD)
    assert again.about == weights.about
    for name, array in weights.arrays.items():
        assert np.abs(again.arrays[name] - array).max() <= 0.01 * max(np.abs(array).max(), 1.0)


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"encoding": 99}, "version 99 of encoding"),
        ({"actions": 99}, "version 99 of actions"),
        ({"sight": 99}, "version 99 of sight"),
        ({"format": 99}, "version 99 of format"),
        ({"board": "london"}, "for the board london, not for new_york"),
        ({"board_digest": "0"}, "another edition of the board new_york"),
        ({"style": None}, "with which style"),
        ({"style": {"turn": 1.0, "luck": 2.0}}, "other numbers; the difference is .*, luck, "),
        *(({"style": STYLE | {"turn": value}}, "turn is not a finite number") for value in NO_NUMBERS),
        ({"history": {}}, "history is not a list"),
    ],
)
def test_weights_for_something_else_are_refused(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    weights, file = small_weights(), tmp_path / "network.npz"
    save_weights(file, Weights({**weights.about, **change}, weights.arrays), eight_bits=True)
    with pytest.raises(WeightsError, match=reason):
        load_weights(file, BOARD)


def test_numbers_that_planners_no_longer_have_are_left_out_of_older_files(tmp_path: Path) -> None:
    weights, file = small_weights(), tmp_path / "network.npz"
    older = {**weights.about, "style": {**weights.style, "claim_bar": -20.0}}
    save_weights(file, Weights(older, weights.arrays), eight_bits=True)
    assert load_weights(file, BOARD).style == weights.style


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    save_weights(file, small_weights(), eight_bits=True)
    whole = file.read_bytes()
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:size])
        with pytest.raises(WeightsError, match="cut off"):
            load_weights(file, BOARD)


def repack(file: Path, **changes: Any) -> None:
    """Writes the file again with some arrays replaced."""
    with np.load(file, allow_pickle=False) as whole:
        parts = {**whole, **changes}
    with file.open("wb") as out:
        np.savez(out, **parts)


def refusal_of(file: Path) -> str:
    """Why the file is rejected, without its path, which the message names once."""
    with pytest.raises(WeightsError) as raised:
        load_weights(file, BOARD)
    message = str(raised.value)
    assert message.startswith(f"{file}: ")
    assert message.count(str(file)) == 1
    return message.removeprefix(f"{file}: ")


def test_damaged_files_are_refused_whatever_the_damage(tmp_path: Path) -> None:
    """Every file either loads or is rejected with its path: no other exception reaches the caller."""
    file, rng, reasons = tmp_path / "network.npz", np.random.default_rng(12), []
    save_weights(file, small_weights(), eight_bits=True)
    whole = np.frombuffer(file.read_bytes(), dtype=np.uint8)
    directory = file.read_bytes().index(b"PK\x01\x02")
    for number in range(200):
        damaged = whole.copy()
        first = directory if number % 4 == 0 else 0  # the directory is small, and most readers' errors start there
        for place in rng.integers(first, len(damaged), size=1 + number % 3):
            damaged[place] ^= 1 << rng.integers(8)
        if number % 5 == 0:
            damaged = damaged[: rng.integers(len(damaged))]
        file.write_bytes(damaged.tobytes())
        try:
            load_weights(file, BOARD)
        except WeightsError as error:
            reasons.append(str(error))
    assert len(reasons) > 150
    assert all(reason.startswith(f"{file}: ") for reason in reasons)


def test_missing_files_and_folders_are_refused_as_such(tmp_path: Path) -> None:
    assert refusal_of(tmp_path / "nothing.npz") == "No such file or directory"
    assert refusal_of(tmp_path) in ("Is a directory", "Permission denied")  # the second on Windows


def test_one_array_alone_is_not_a_file_of_weights(tmp_path: Path) -> None:
    file = tmp_path / "array.npz"
    with file.open("wb") as out:
        np.save(out, np.zeros(3))
    assert refusal_of(file).startswith("not a file of weights, or cut off: ")


@pytest.mark.parametrize("shape", [(1 << 60,), (1 << 40, 1 << 40), (-1,), (0, 10**30)])
def test_headers_that_claim_impossible_shapes_are_refused(tmp_path: Path, shape: tuple[int, ...]) -> None:
    file, member = tmp_path / "network.npz", io.BytesIO()
    np.lib.format.write_array_header_1_0(member, {"descr": "<f4", "fortran_order": False, "shape": shape})
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("first.weight.npy", member.getvalue())
    assert "not a file of weights, or cut off" in refusal_of(file)


def test_endless_texts_of_no_width_are_refused(tmp_path: Path) -> None:
    """A header can claim any number of empty texts: they take no bytes, but as numbers they would."""
    file, member = tmp_path / "network.npz", io.BytesIO()
    np.lib.format.write_array_header_1_0(member, {"descr": "<U0", "fortran_order": False, "shape": (1 << 50,)})
    save_weights(file, small_weights(), eight_bits=True)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("more.npy", member.getvalue())
    assert "do not fit together" in refusal_of(file)


@pytest.mark.parametrize("kind", ["<U0", "|i1"])
def test_a_description_that_is_not_one_text_is_refused_unread(tmp_path: Path, kind: str) -> None:
    """As a text, an array of many short axes is written out in full: this one would take minutes."""
    file, member = tmp_path / "network.npz", io.BytesIO()
    shape = (2,) * 25
    np.lib.format.write_array_header_1_0(member, {"descr": kind, "fortran_order": False, "shape": shape})
    member.write(bytes(np.dtype(kind).itemsize << len(shape)))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.npy", member.getvalue())
    assert refusal_of(file) == "not a file of weights, or cut off: it lacks a description"


def test_members_compressed_by_an_unusual_method_are_refused(tmp_path: Path) -> None:
    """Unlike deflate, bzip2 and LZMA unpack everything at once, whatever size the directory claims."""
    file, member = tmp_path / "network.npz", io.BytesIO()
    np.save(member, np.zeros(1 << 20))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("first.weight.npy", member.getvalue())
    assert "an unusual compression" in refusal_of(file)


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", "{", '{"format": ' + "[" * 600 + "]" * 600 + "}"])
def test_descriptions_that_cannot_be_read_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "network.npz"
    save_weights(file, small_weights(), eight_bits=True)
    repack(file, about=np.array(text))
    assert len(refusal_of(file)) < 200


def test_weights_that_would_run_code_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    about = np.array(json.dumps(describe(BOARD, {})))
    with file.open("wb") as out:
        np.savez(out, about=about, **{"first.weight": np.array([print], dtype=object)})
    with pytest.raises(WeightsError, match="allow_pickle"):
        load_weights(file, BOARD)


@pytest.mark.parametrize("name, array", [("norm.weight", np.array(["a"])), ("first.weight.scale", np.zeros(3))])
def test_arrays_that_are_no_weights_are_refused(tmp_path: Path, name: str, array: Any) -> None:
    file = tmp_path / "network.npz"
    save_weights(file, small_weights(), eight_bits=True)
    with np.load(file, allow_pickle=False) as whole:
        parts = {**whole, name: array}
    with file.open("wb") as out:
        np.savez(out, **parts)
    with pytest.raises(WeightsError, match="do not fit together"):
        load_weights(file, BOARD)


@pytest.mark.parametrize("name", ["first.bias", "first.weight", "first.weight.scale"])
@pytest.mark.parametrize("value", [np.nan, np.inf, -1e300])
def test_weights_that_are_not_finite_are_refused(tmp_path: Path, name: str, value: float) -> None:
    file = tmp_path / "network.npz"
    save_weights(file, small_weights(), eight_bits=True)
    with np.load(file, allow_pickle=False) as whole:
        array = whole[name].astype(np.float64)
    array.flat[0] = value
    repack(file, **{name: array})
    assert refusal_of(file) == f"{name.removesuffix('.scale')} holds numbers that are not finite"


def test_weights_that_unpack_into_everything_are_refused(tmp_path: Path) -> None:
    file, buffer = tmp_path / "network.npz", io.BytesIO()
    np.save(buffer, np.zeros(80 << 20, dtype=np.int8))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("first.weight.npy", buffer.getvalue())
    with pytest.raises(WeightsError, match="more than any network has"):
        load_weights(file, BOARD)


@pytest.mark.parametrize("name", sorted(small_weights().arrays))
def test_weights_of_another_size_are_refused(name: str) -> None:
    weights = small_weights()
    arrays = dict(weights.arrays)
    arrays[name] = arrays[name][..., :-1]
    with pytest.raises(WeightsError, match="have the shape"):
        Network(Features(BOARD), Weights(weights.about, arrays))
    del arrays[name]
    with pytest.raises(WeightsError, match=r"lack|unknown part"):
        Network(Features(BOARD), Weights(weights.about, arrays))


def test_a_network_without_width_is_refused() -> None:
    weights = small_weights()
    arrays = {
        name: array[tuple(slice(0) if size == 16 else slice(None) for size in array.shape)]
        for name, array in weights.arrays.items()
    }
    with pytest.raises(WeightsError, match="have no width"):
        Network(Features(BOARD), Weights(weights.about, arrays))


@pytest.mark.parametrize("name", board_names())
def test_every_action_is_made_of_outputs(name: str) -> None:
    features = Features(load_board(name))
    assert features.terms.shape == (features.actions.size, 2)
    assert features.terms.max() <= features.outputs
    assert features.terms[:, 0].max() < features.gate_at
    keeps = [number for number, text in enumerate(features.actions.names) if text.startswith("keep")]
    assert np.flatnonzero(features.keep_columns >= 0).tolist() == keeps


@pytest.mark.parametrize("name, players", [("new_york", 2), ("new_york", 3), ("new_york", 4), ("europe", 2)])
def test_a_row_holds_the_observation_of_any_number_of_players(name: str, players: int) -> None:
    from ferrovia.bots.network.features import Viewer

    board, games = load_board(name), 8 if COMPILED else 1
    features = Features(board)
    batch = Batch(board, players=players, games=games, seed=5, wilds="fewest", threads=1)
    out = batch.reset()
    rows, planned = np.zeros((games, features.size), dtype=np.uint8), np.zeros(games, dtype=np.int64)
    viewer = Viewer(features)
    for _ in range(60):
        viewer.view(players, batch.states, out.seats, out.observations, rows, out.masks, planned)
        assert (rows[:, features.columns[players]] == out.observations).all()
        assert (rows[:, : features.encoding.size].sum(axis=1) == out.observations.sum(axis=1)).all()
        marked = out.masks[np.arange(games), planned]
        assert ((marked & CHOSEN) != 0).all()
        assert ((marked & 1) != 0).all()
        out = batch.step(planned)


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", ["new_york", "amsterdam"])
@pytest.mark.parametrize("name, simulations", [("network", 1), ("master", 24)])
def test_bots_with_a_network_pass(name: str, simulations: int, board: str) -> None:
    assert check_bot(lambda: new_bot(name), boards=[board], budget=Budget(simulations=simulations)) > 20


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "board, players", [(board.id, players) for board, players in BOARDS_AND_PLAYERS if has_network(board)]
)
@pytest.mark.parametrize("name, simulations", [("network", 1), ("master", 12)])
def test_bots_with_a_network_pass_on_every_board_with_any_number_of_players(
    name: str, simulations: int, board: str, players: int
) -> None:
    budget = Budget(simulations=simulations)
    assert check_bot(lambda: new_bot(name), boards=[board], players=players, budget=budget) > 10 * players


@pytest.mark.compiled_only
def test_master_is_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stops while other programs have the processor."""
    monkeypatch.setattr("ferrovia.bots.conformance.time.perf_counter", time.process_time)
    assert check_bot(lambda: new_bot("master"), boards=["new_york"], budget=Budget(seconds=0.05)) > 20


@pytest.mark.compiled_only
def test_the_number_of_threads_does_not_change_the_choice_of_master(monkeypatch: pytest.MonkeyPatch) -> None:
    from ferrovia.bots.network.guided import GuidedStudy
    from ferrovia.bots.network.master import MasterBot

    used, try_group = set(), GuidedStudy._try_group

    def watched(study: GuidedStudy, thread: int, first: int, last: int) -> None:
        used.add(thread)
        try_group(study, thread, first, last)

    monkeypatch.setattr(GuidedStudy, "_try_group", watched)
    game = Game("new_york", players=3, seed=11)
    alone, several = MasterBot(threads=1), MasterBot(threads=3)
    for move in range(4):
        seat = min(game.actors)
        view = game.view(seat)
        legal, budget = view.legal_actions(), Budget(simulations=1200)
        action = alone.choose(view, legal, np.random.default_rng(move), budget)
        assert several.choose(view, legal, np.random.default_rng(move), budget) == action
        game.play(action, seat=seat)
    assert used == {0, 1, 2}


@pytest.mark.compiled_only
def test_without_a_network_master_says_so_and_searches(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(load_board(TINY), players=2, seed=1)
    view = game.view(min(game.actors))
    assert network_for(view.board) is None
    legal, budget = view.legal_actions(), Budget(simulations=16)
    action = new_bot("master").choose(view, legal, np.random.default_rng(1), budget)
    assert action == new_bot("search").choose(view, legal, np.random.default_rng(1), budget)
    assert "no network for the board" in capsys.readouterr().err
    assert new_bot("network").choose(view, legal, np.random.default_rng(1), budget) in legal


def test_all_networks_together_are_small() -> None:
    folder = resources.files("ferrovia.bots.network").joinpath(FOLDER)
    assert sum(len(file.read_bytes()) for file in folder.iterdir()) < 8_000_000


@pytest.mark.parametrize("name", board_names())
def test_every_board_has_a_small_network(name: str) -> None:
    network = network_for(load_board(name))
    assert network is not None
    file = resources.files("ferrovia.bots.network").joinpath(FOLDER, f"{name}.npz")
    assert len(file.read_bytes()) < 2_000_000
    view = Game(name, players=2, seed=3).view(0)
    opinion = Reader(network, 2).opinion(view)
    assert len(opinion.codes) == len(view.legal_actions())
    assert 0 < opinion.win < 1
