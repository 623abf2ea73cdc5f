"""Scenarios played and compared with what they expect."""
