"""Compiling kernels: the decorator and its cache, the list of what a game needs, and the lock around compiling."""
