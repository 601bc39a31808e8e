"""Processes that compute for the server: bots that think, boards that are checked, games that are evaluated."""
