"""HTTP routes: one module per topic. They translate between requests and the rooms below, and decide nothing."""
