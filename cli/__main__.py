"""`python -m cli` is `cahier`."""

from cli.main import run

if __name__ == "__main__":  # a spawned worker imports this module too
    run()
