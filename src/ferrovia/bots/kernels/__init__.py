"""Compiled thinking: plans, the policy that follows them, games played by it. It reads of a state what a seat knows."""
