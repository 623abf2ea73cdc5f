"""For all tests."""

from __future__ import annotations

import pytest

LONGEST_ID = 60


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """A short id for a long value: pytest puts a test's id into an environment variable, which has to be small."""
    if isinstance(val, (str, bytes)) and len(val) > LONGEST_ID:
        return f"{argname} of {len(val)}"
    return None
