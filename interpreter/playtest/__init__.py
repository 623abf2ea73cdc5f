"""Playtests of many matches: the runner and its worker processes, statistics, records of games, and scenarios."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
