"""Standard interfaces for learning: observations, masks, and environments for PettingZoo, Gymnasium and OpenSpiel."""
