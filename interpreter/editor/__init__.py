"""Editor support for games that are being written. `server.py` speaks the Language Server Protocol."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
