"""Terminal output: console, tables, sentences, score sheets."""
