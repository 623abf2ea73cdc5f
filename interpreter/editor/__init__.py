"""What an editor asks of a game while its files are being written. `server.py` speaks the Language Server Protocol."""
