"""The messages between clients and server: incoming, outgoing, errors, and answers over HTTP."""
