"""Processes that compute for the server: thinking bots, board checks, evaluation of games."""
