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
    """What a playtest gives as JSON, but for what may differ from run to run."""
    return {key: value for key, value in json.loads(text).items() if key not in MAY_DIFFER}


def undisturbed(words: Sequence[str]) -> dict[str, Any]:
    done = subprocess.run(
        [*COMMAND, *words, "--json", "-"], env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return document(done.stdout)


def killed(words: Sequence[str], after: float) -> dict[str, Any] | None:
    """What the command gives, unless it has not ended after so many seconds: then it is killed, with SIGKILL, and its
    workers end by themselves."""
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
    """Run the command, in any of these ways, on a store, until it has been killed so many times, each time after so
    many seconds, from and to; then let it come to its end. Gives None for each kill, and what came out at each end: one
    that comes before the last kill is followed by a new store."""
    while kills:
        found = killed([*random.choice(ways), "--store", str(store)], random.uniform(*seconds))
        yield found
        if found is None:
            kills -= 1
        else:
            store.unlink()
    yield killed([*random.choice(ways), "--store", str(store)], PATIENCE)
