"""Text for users: names, decisions, log lines and explanations in a language."""
