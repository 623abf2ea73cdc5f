"""Whole campaigns: how each game goes, and how much it says about the last one."""
