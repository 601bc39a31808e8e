"""Training needs PyTorch, which `make test-train` installs; without it these tests are not collected."""

from __future__ import annotations

import importlib.util

NEED_TORCH = ["test_bodies.py", "test_command.py", "test_device_games.py", "test_training.py"]

collect_ignore = [] if importlib.util.find_spec("torch") else NEED_TORCH
