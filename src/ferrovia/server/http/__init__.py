"""How requests reach the tables: routes, sockets, event streams, middleware and the client's files."""
