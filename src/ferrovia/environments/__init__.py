"""Standard doors for learning: observations, masks, and environments of PettingZoo, Gymnasium and OpenSpiel."""
