"""`ferrovia train` where PyTorch is not installed."""

from __future__ import annotations

import importlib.util

import pytest

from .terminal import run


def test_training_without_pytorch_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "torch" else find(name, *more))
    done = run("train", "new_york")
    assert done.exit_code == 1
    assert "pip install 'ferrovia[train]'" in done.stderr
