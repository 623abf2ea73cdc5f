"""Questions asked of many games: two versions side by side, and how sure an answer is."""
