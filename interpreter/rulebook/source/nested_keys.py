"""Keys of mappings inside each other that stand in another order than they should, such as `{reed: {fame: 4}}`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

MOST_LEVELS = 4
"""Maximum number of mappings inside each other whose keys are put in order."""
MOST_LEAVES = 50
"""Maximum number of values whose keys are put in order."""

KeyTest = Callable[[str], bool]


def keys_in_order(value: Mapping[str, Any], forms: Sequence[Sequence[KeyTest]]) -> dict[str, Any] | None:
    """Return mappings with each key at the level where it belongs; None if some fit nowhere, or all are right.

    Args:
        value: Mappings inside each other. `fame of reed` counts as `fame`, and `reed` below it.
        forms: Possible forms, each with a test of the keys of each level, beginning with the outermost.
    """
    found: dict[str, Any] = {}
    leaves = list(_leaves(value, ()))
    if len(leaves) > MOST_LEAVES:
        return None
    for path, leaf in leaves:
        steps = next((order for tests in forms if (order := _in_order(path, tests)) is not None), None)
        if steps is None:
            return None
        level = found
        for step in steps[:-1]:
            level = level.setdefault(step, {})
            if not isinstance(level, dict):
                return None
        level[steps[-1]] = leaf
    return found if found and found != value else None


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the keys on the way to each value."""
    if not isinstance(value, Mapping) or len(path) > MOST_LEVELS:
        yield path, value
        return
    for key, inner in value.items():
        yield from _leaves(inner, (*path, *str(key).split(" of ")))


def _in_order(path: tuple[str, ...], tests: Sequence[KeyTest]) -> tuple[str, ...] | None:
    if len(path) != len(tests) or len(path) > MOST_LEVELS:
        return None
    orders = permutations(path)
    return next((each for each in orders if all(test(step) for test, step in zip(tests, each, strict=True))), None)
