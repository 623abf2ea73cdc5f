"""Text for users: names, decisions, log lines and explanations in a language."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
