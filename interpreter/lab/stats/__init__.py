"""Statistics: intervals, sequential estimators, payoffs of games."""
