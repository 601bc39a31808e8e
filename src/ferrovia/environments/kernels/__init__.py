"""The compiled part of the environments: what a seat may know as numbers, masks, and loops over many games.

Nothing of the rules is written again here. Constants that kernels read live here too, because compiled code holds them.
"""
