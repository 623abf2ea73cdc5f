"""Stores for the games of a run: a file that the user names, or one in the user's cache for searching players.

Games between searching players take long. They are therefore kept without being asked, in a file that is named after
everything that they depend on, so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from cli.caches import find_cache_folder, make_room
from cli.text.output import echo_err
from interpreter.players import STATE_ONLY, is_timed
from interpreter.presentation import format_count

if TYPE_CHECKING:
    from cli.options import RunOptions
    from interpreter.matches import Game
    from interpreter.playtest import Probe, RunOutcome, Store, StorePlace

ArmTerms = tuple["Game", Mapping[str, str], int]
"""The game, the players by seat, and the seed of a set of games."""
KEPT_SUFFIX = ".games"
MAX_FILES, MAX_TOTAL_BYTES = 50, 256 << 20
"""Maximum number of files that are kept, and of bytes in them; the latest are kept."""


def choose_store(
    run: RunOptions, arms: Sequence[ArmTerms], *facts: str, endings: bool = True, probe: Probe | None = None
) -> StorePlace | None:
    """Return the place for the games of a run, or None if they are not kept.

    Args:
        run: Options of the run.
        arms: All sets of games, or those from which the others follow with `facts`.
        facts: What else the games depend on.
        endings: How each game ended is kept.
        probe: The probe that observes the games, if any.
    """
    from interpreter.playtest import StorePlace, terms_of

    if run.store is not None:
        return StorePlace(run.store)
    players = {player for game, seated, _ in arms for player in seated.values()}
    if run.no_store or players <= {*STATE_ONLY} or any(is_timed(player) for player in players):
        return None
    folder = find_cache_folder(arms[0][0].rulebook.folder)
    if folder is None:
        return None
    terms = [terms_of(game, seated, seed, endings, probe).facts for game, seated, seed in arms]
    key = sha256(json.dumps([terms, facts], sort_keys=True).encode("utf-8", "surrogateescape")).hexdigest()
    place = folder / f"{key}{KEPT_SUFFIX}"
    try:
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
    except OSError:
        return None
    make_room(place, MAX_FILES, MAX_TOTAL_BYTES)
    return StorePlace(str(place), is_optional=True)


@contextlib.contextmanager
def open_games(run: RunOptions, *arms: ArmTerms, endings: bool, probe: Probe | None = None) -> Iterator[Store | None]:
    """Open the store of a run for the block; yield None if nothing is kept.

    `arms`: the sets of games in it. `endings`: store how each game ended. `probe`: the probe that observes them.
    Raises SaveError if a store that the user names can't be used.
    """
    from interpreter.playtest import open_store, terms_of

    place = choose_store(run, arms, endings=endings, probe=probe)
    with open_store(place, [terms_of(game, seated, seed, endings, probe) for game, seated, seed in arms]) as store:
        if store is not None and run.store is None and store.games:
            many = format_count(store.games, "game is", "games are")
            echo_err(f"note: {many} there from an earlier run; --no-store plays all of them again")
        yield store


def report_kept(run: RunOptions, store: Store | StorePlace | None, outcome: RunOutcome) -> None:
    """Say that the games of an interrupted run are kept, if the user didn't name a file for them."""
    if store is not None and run.store is None and outcome.signal:
        echo_err("stopped: the games that were played are kept; the same command goes on with them")
