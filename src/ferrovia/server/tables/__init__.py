"""A table from its creation to its end: state, seats, commands, clocks, undo, and the bots' turns."""
