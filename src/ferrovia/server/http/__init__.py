"""Requests on their way to the tables: routes, sockets, event streams, middleware and the client's files."""
