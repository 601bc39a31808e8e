"""What the terminal shows: console, tables, sentences, score sheets."""
