"""Tables on the network: people, bots and spectators, on SQLite or PostgreSQL. The log is the game.

Start a server with `ferrovia serve`. docs/server.md explains how to run it, docs/protocol.md its protocol.
"""
