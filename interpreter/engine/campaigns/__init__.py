"""Campaigns: what one game keeps for the next one."""
