"""The bot that plans: what its tickets need, what each card is worth, and the policy that follows the plan."""
