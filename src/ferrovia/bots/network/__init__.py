"""Bots with a trained network: what it sees, its weights, how it is asked, and the bots that play by it."""
