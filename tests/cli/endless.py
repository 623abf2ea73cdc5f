"""Games that are never over, and whose steps count for so much work that they are soon abandoned."""

from __future__ import annotations

from pathlib import Path

_SUM = f"({'sum of (' * 11}day{') over stalls' * 11})"


def much_work(indent: int) -> str:
    """Lines that do nothing and count for much work each time."""
    return f"{' ' * indent}if day > 9 and {_SUM} > 0: raise day\n" * 40


def make_endless(game: Path) -> None:
    """Let a copy of `market` go on without end, with decisions."""
    sequence = game / "sequence.yaml"
    endless = (
        "      while day < 9:\n        as first of seats:\n          choose a stall, to sell\n        raise day\n"
        f"{much_work(8)}"
    )
    text = sequence.read_text()
    assert text.count("      shuffle deck\n") == 1
    sequence.write_text(text.replace("      shuffle deck\n", endless))
