"""Simple ways to play, each in one file: opponents to start against, and the playtesters of a board's report."""
