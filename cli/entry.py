"""Where the command begins: an interruption is quiet from the first line on, while the parts are still being loaded.

Nothing is imported before that, not even what the first line of other modules does.
"""

INTERRUPTED = 130


def run() -> None:
    """The command `cahier`."""
    try:
        import os
        import signal

        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # nothing has to be put in order yet
        from cli.main import run as command
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    command()
