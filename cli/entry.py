"""Start of the command: an interruption is quiet from the first line on, even while modules are loaded.

Nothing is imported before that, not even `__future__`.
"""

INTERRUPTED = 130


def run() -> None:
    """Run the command `cahier`."""
    try:
        import os
        import signal

        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # there is nothing to clean up yet
        from cli.main import run as command
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    command()
