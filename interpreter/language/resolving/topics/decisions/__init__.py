"""Resolution of decisions."""
