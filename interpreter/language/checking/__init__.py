"""What is found out about typed trees before play: what they change, how much work they make, what they look at."""
