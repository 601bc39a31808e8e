"""Simple ways to play, one per file: opponents to start against, and the playtesters of a board's report."""
