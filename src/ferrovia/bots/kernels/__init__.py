"""Compiled thinking: plans, the policy that follows them, and games played by it. Reads of a state what a seat knows."""
