"""Tables on the network: people, bots and spectators, on SQLite or PostgreSQL. The log is the game.

Start one with `ferrovia serve`; docs/server.md says how to run it and docs/protocol.md what it speaks.
"""
