"""A game in the terminal: one person against bots, or bots alone to watch."""
