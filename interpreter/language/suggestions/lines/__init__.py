"""Better messages about one line: the search for what is meant, and what is said if nothing is found."""
