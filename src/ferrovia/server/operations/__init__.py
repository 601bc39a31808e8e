"""Running the server: several processes, metrics, webhooks, administration, transfer of games."""
