"""`python -m cli`, the same as `cahier`."""

from cli.entry import run

if __name__ == "__main__":  # a spawned worker imports this module too
    run()
