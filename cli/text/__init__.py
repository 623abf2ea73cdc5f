"""Text output: screens, columns, and summaries of results."""
