"""Questions about games and boards: advice, replays, chances to win, uploaded boards."""
