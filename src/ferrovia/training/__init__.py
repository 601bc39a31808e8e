"""Training networks: games on all cores, imitation and self-play with PyTorch, checkpoints and learning curves.

The only room that imports torch, which comes with the extra `train`.
"""
