"""Support for everything else: errors as facts, atomic writes, formats, interruption, background work."""
