"""What a seat can know, and redealt worlds consistent with it: cards, tickets, and what a shuffle hides."""
