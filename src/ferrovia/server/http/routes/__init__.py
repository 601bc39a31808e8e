"""HTTP: one module a theme. They translate between requests and the rooms below, and decide nothing."""
