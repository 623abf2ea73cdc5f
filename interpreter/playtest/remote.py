"""Functions that run on the workers of a cluster, called by cluster.py. All arguments and results are text.

A worker keeps the games that it has loaded for further chunks. It plays one chunk at a time, even with several threads.
"""

from __future__ import annotations

import json
import traceback
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock

from interpreter.errors import CahierError
from interpreter.playtest.arms import Arm
from interpreter.playtest.chunks import ChunkPlayer
from interpreter.playtest.parcels import unpacked, unpacked_wanted, version
from interpreter.playtest.plain import Places, chunk_as_text, problem_as_data
from interpreter.playtest.terms import terms_of

MOST_ARMS = 32
"""Number of arms that are kept, the most recently played ones."""
_playing = Lock()


def about() -> str:
    """Return the versions installed on this machine."""
    return json.dumps({**version(), "wasmtime": find_spec("wasmtime") is not None})


def handed(text: str) -> str:
    """Return an arm's parcel unchanged, to pass it between workers."""
    return text


def play(parcel: str, games: tuple[int, int, int], wanted: str, strict: bool) -> str:
    """Play games of an arm.

    Args:
        parcel: The encoded arm.
        games: The first game, their number, and the item left out.
        wanted: The encoded data to keep.
        strict: True if machine code must play if it does so at the sender.

    Returns:
        JSON with the encoded chunk and its duration, or with the error.
    """
    first, count, without = games
    places = Places("")
    try:
        with _playing:
            arm, player = _player(parcel, strict)
            places = terms_of(arm.game, arm.seated, arm.seed).places
            chunk = player.play(first, count, unpacked_wanted(wanted), without=without)
        return json.dumps({"seconds": chunk.seconds, "chunk": chunk_as_text(chunk, places)})
    except CahierError as error:
        return json.dumps({"problems": [problem_as_data(problem, places) for problem in error.problems]})
    except Exception as error:
        said = {"text": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
        return json.dumps({"broken": said})


@lru_cache(MOST_ARMS)
def _player(parcel: str, strict: bool) -> tuple[Arm, ChunkPlayer]:
    arm = unpacked(parcel, strict)
    return arm, arm.player()
