"""What a seat can know, and worlds redealt to match it: cards, tickets, and what a shuffle hides."""
