"""Running the server: starting it, several processes, metrics, webhooks, transfer of games."""
