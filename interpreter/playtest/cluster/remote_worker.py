"""Functions that run on the workers of a cluster, called by dask_executor.py. All arguments and results are text.

A worker keeps the games that it has loaded for further chunks. It plays one chunk at a time, even with several threads.
"""

from __future__ import annotations

import json
import traceback
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock

from interpreter.playtest.cluster.parcels import decode_arm, decode_outputs, program_version
from interpreter.playtest.run.arms import Arm
from interpreter.playtest.run.chunks import ChunkPlayer
from interpreter.playtest.store.chunk_data import Places, encode_chunk, encode_problem
from interpreter.playtest.store.run_identity import terms_of
from interpreter.support.errors import CahierError

MAX_CACHED_ARMS = 32
"""Number of arms that are kept, the most recently played ones."""
_play_lock = Lock()


def describe_machine() -> str:
    """Return the versions installed on this machine."""
    return json.dumps({**program_version(), "wasmtime": find_spec("wasmtime") is not None})


def pass_parcel(text: str) -> str:
    """Return an arm's parcel unchanged, to pass it between workers."""
    return text


def play(parcel: str, games: tuple[int, int, int], outputs: str, strict: bool) -> str:
    """Play games of an arm.

    Args:
        parcel: The encoded arm.
        games: The first game, their number, and the item left out.
        outputs: The encoded data to keep.
        strict: True if machine code must play if it does so at the sender.

    Returns:
        JSON with the encoded chunk and its duration, or with the error.
    """
    first, count, without = games
    places = Places("")
    try:
        with _play_lock:
            arm, player = _player(parcel, strict)
            places = terms_of(arm.game, arm.seated, arm.seed).places
            chunk = player.play(first, count, decode_outputs(outputs), omitted_item=without)
        return json.dumps({"seconds": chunk.seconds, "chunk": encode_chunk(chunk, places)})
    except CahierError as error:
        return json.dumps({"problems": [encode_problem(problem, places) for problem in error.problems]})
    except Exception as error:
        failure = {"text": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
        return json.dumps({"broken": failure})


@lru_cache(MAX_CACHED_ARMS)
def _player(parcel: str, strict: bool) -> tuple[Arm, ChunkPlayer]:
    arm = decode_arm(parcel, strict)
    return arm, arm.chunk_player()
