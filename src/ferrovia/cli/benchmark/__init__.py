"""Measures how fast the engine is on this machine."""
