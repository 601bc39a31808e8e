"""`ferrovia train` from the terminal: it reports progress, keeps the best network, and rejects unusable options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.terminal import run
from tests.training.outputs import small_model

from ferrovia.boards import load_board
from ferrovia.bots.network.features import Features
from ferrovia.bots.network.weights import Weights, describe, load_weights, save_weights

pytestmark = [pytest.mark.train, pytest.mark.compiled_only]

BOARD = load_board("new_york")


def write_network(file: Path) -> None:
    features = Features(BOARD)
    save_weights(file, Weights(describe(BOARD, features.style), small_model(features).arrays()), eight_bits=False)


def never(*arguments: object) -> None:
    raise AssertionError("training began")


def test_a_short_run_tells_its_progress_and_leaves_three_files(tmp_path: Path) -> None:
    out = tmp_path / "small.npz"
    begin = tmp_path / "begin.npz"
    write_network(begin)
    settings = tmp_path / "settings.json"
    settings.write_text('{"rate": 0.00025, "shares": {"2": 0.5, "3": 0.5}}', encoding="utf-8")
    done = run(
        "train", "new_york", "--minutes", "0.05", "--games", "259", "--threads", "1", "--seed", "5",
        "--resume", str(begin), "--out", str(out), "--settings", str(settings),
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert "New York: 0.05 minutes of self-play" in done.stdout
    assert "against begin.npz 2 players:" in done.stdout
    assert "Playing 256 games at once instead of 259, to fill equal batches." in " ".join(done.stdout.split())
    kept = load_weights(out, BOARD).about["history"][0]["settings"]
    assert (kept["seed"], kept["games"], kept["rate"], kept["shares"]) == (5, 256, 0.00025, {"2": 0.5, "3": 0.5})
    points = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["points"]
    assert len(points) >= 2
    assert out.with_suffix(".png").exists()


def test_what_cannot_be_used_is_refused_with_the_reason(tmp_path: Path) -> None:
    cut, other = tmp_path / "cut.npz", tmp_path / "other.npz"
    write_network(other)
    cut.write_bytes(other.read_bytes()[:2000])
    for words, reason in (
        (["new_york", "--resume", str(cut)], "Not a file of weights, or cut off"),
        (["london", "--resume", str(other)], "Made for the board new_york, not for london"),
        (["new_york", "--out", str(tmp_path / "weights.txt")], "a file with the ending .npz"),
        (["new_york", "--resume", str(tmp_path / "none.npz")], f"{tmp_path / 'none.npz'}: There is no such file."),
        (["new_york", "--against", str(tmp_path)], f"{tmp_path}: This is not a file."),
        (["new_york", "--minutes", "nan"], "--minutes has to be a number from 0.01 to 100000"),
        (["new_york", "--minutes", "inf"], "--minutes has to be a number from 0.01 to 100000"),
        (["new_york", "--minutes", "0"], "--minutes has to be a number from 0.01 to 100000"),
        (["new_york", "--games", str(10**30)], "less than or equal to 1048576"),
        (["new_york", "--imitate", "nobody"], "There is no bot"),
        (["new_york", "--settings", str(cut)], "Not a file of JSON"),
        (["new_york", "--imitate", "simple", "--budget", "lots"], "lots"),
    ):
        done = run("train", *words, *([] if "--out" in words else ["--out", str(tmp_path / "new.npz")]))
        assert done.exit_code != 0
        assert reason in " ".join(done.stderr.split())
        assert not (tmp_path / "new.npz").exists()


def test_an_earlier_network_is_replaced_only_if_asked(tmp_path: Path) -> None:
    out = tmp_path / "earlier.npz"
    write_network(out)
    kept = out.read_bytes()
    done = run("train", "new_york", "--out", str(out))
    assert done.exit_code == 2
    assert "replace it with --overwrite" in " ".join(done.stderr.split())
    assert out.read_bytes() == kept


@pytest.mark.parametrize("ending", [".json", ".png"])
def test_a_curve_replaces_no_other_file_unless_asked(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ferrovia.training.run.train", never)
    other = tmp_path / f"net.1{ending}"
    other.write_text("mine", encoding="utf-8")
    done = run("train", "new_york", "--out", str(tmp_path / "net.1.npz"))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"ferrovia: {other}: The file exists")
    other.unlink()
    other.mkdir()
    done = run("train", "new_york", "--out", str(tmp_path / "net.1.npz"), "--overwrite")
    assert done.exit_code == 2
    assert "not a regular file" in done.stderr


@pytest.mark.parametrize("words", [["--out", "new_york-network.npz"], [], ["--resume", "new_york-network.npz"]])
def test_a_network_to_beat_is_never_replaced(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ferrovia.training.run.train", never)
    write_network(Path("new_york-network.npz"))
    done = run("train", "new_york", "--against", "./new_york-network.npz", "--overwrite", *words)
    assert done.exit_code == 2
    assert "--against leaves this network as it is, but the result would replace it; name another" in done.stderr


def test_settings_are_never_replaced_by_the_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrovia.training.run.train", never)
    out, settings = tmp_path / "net.npz", tmp_path / "net.json"
    write_network(out)
    settings.write_text('{"rate": 0.00025}', encoding="utf-8")
    words = ("--resume", str(out), "--out", str(out), "--settings", str(settings), "--overwrite")
    done = run("train", "new_york", *words)
    assert done.exit_code == 2
    assert "net.json: The result would replace these settings; name another file with --out" in done.stderr


def test_a_run_that_gains_nothing_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a weaker network would: the evaluation finds that it loses every game against the one resumed."""
    begin, out = tmp_path / "begin.npz", tmp_path / "out.npz"
    write_network(begin)
    monkeypatch.setattr("ferrovia.training.run._worth", lambda matches, shares: 0.0)
    done = run(
        "train", "new_york", "--minutes", "0.01", "--games", "16", "--threads", "1", "--resume", str(begin),
        "--out", str(out),
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    words = " ".join(done.stdout.split())
    assert f"No network beat {begin}, whose weights are in {out}." in words
    assert words.count("(best so far)") == 1, "the resumed network itself"


def test_a_stopped_run_that_continues_a_file_says_that_its_network_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "net.npz"
    write_network(out)

    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ferrovia.training.run.train", stopped)
    done = run("train", "new_york", "--resume", str(out), "--out", str(out))
    assert done.exit_code == 130
    assert "the best network so far is in" in " ".join(done.stdout.split())


@pytest.mark.parametrize("kept", [False, True])
def test_a_stopped_run_says_whether_it_kept_a_network(
    kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "stopped.npz"

    def stopped(*arguments: object) -> None:
        if kept:
            write_network(out)
        raise KeyboardInterrupt

    monkeypatch.setattr("ferrovia.training.run.train", stopped)
    done = run("train", "new_york", "--out", str(out))
    assert done.exit_code == 130
    words = " ".join(done.stdout.split())
    assert ("the best network so far is in" in words) is kept
    assert ("it had kept no network yet" in words) is not kept
