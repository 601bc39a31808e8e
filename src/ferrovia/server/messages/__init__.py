"""What clients and server say to each other: incoming, outgoing, errors, and what each viewer may see."""
