"""`python -m cli` is `cahier`."""

from cli.main import run

run()
