"""Compiling kernels: the decorator and its cache, what has to be compiled before a game, and the lock around it."""
