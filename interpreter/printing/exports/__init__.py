"""Pieces as files for other programs: virtual tables, printers of games, spreadsheets."""
