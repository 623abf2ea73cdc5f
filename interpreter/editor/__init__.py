"""Editor support for games that are being written. `server.py` speaks the Language Server Protocol."""
