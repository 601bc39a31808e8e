"""Bots with a trained network: its inputs, its weights, its evaluation, and the bots that play by it."""
