"""The bot that imagines how a game goes on: worlds, candidates, games played to their end, and which survive."""
