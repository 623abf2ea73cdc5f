"""A command on a store is killed again and again: what comes out is what comes out of it undisturbed."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.cli.command import COMMAND, PATIENCE, environment, heed_signals

MAY_DIFFER = ("seconds", "decisions_per_second", "games_per_second", "backend", "played_in_python")


def document(text: str) -> dict[str, Any]:
    """Return the JSON document of a playtest without the fields that differ from run to run."""
    return {key: value for key, value in json.loads(text).items() if key not in MAY_DIFFER}


def undisturbed(words: Sequence[str]) -> dict[str, Any]:
    done = subprocess.run(
        [*COMMAND, *words, "--json", "-"], env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return document(done.stdout)


def killed(words: Sequence[str], after: float) -> dict[str, Any] | None:
    """Run a command and return its JSON document, or None if it had to be killed after `after` seconds.

    The command is killed with SIGKILL; its workers end by themselves.
    """
    process = subprocess.Popen(
        [*COMMAND, *words, "--json", "-"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_signals,
    )
    try:
        output, told = process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return None
    assert process.returncode == 0, told
    return document(output)


def disturbed(
    ways: Sequence[Sequence[str]], store: Path, random: Random, kills: int, seconds: tuple[float, float]
) -> Iterator[dict[str, Any] | None]:
    """Run the command on a store, in any of these ways, until it has been killed `kills` times; then let it finish.

    Yields None for each kill, and the document of each run that finishes. If a run finishes before the last kill, the
    next one begins a new store. `seconds` are the bounds of the random time before a kill.
    """
    while kills:
        found = killed([*random.choice(ways), "--store", str(store)], random.uniform(*seconds))
        yield found
        if found is None:
            kills -= 1
        else:
            store.unlink()
    yield killed([*random.choice(ways), "--store", str(store)], PATIENCE)
