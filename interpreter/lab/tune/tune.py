"""Search for the smallest change of some numbers that reaches an aim: cheap players screen, strong ones decide."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from interpreter.lab.sweep.point_loading import CheckedPoint, store_terms
from interpreter.lab.sweep.point_player import PointPlayer
from interpreter.lab.sweep.sweep_points import PointResult
from interpreter.lab.sweep.vary import SweepPoint
from interpreter.lab.tune.candidates import ChangeCandidate, present_numbers, single_changes, smallest_changes
from interpreter.lab.tune.question import TuneSpec
from interpreter.lab.tune.rounds import TuneRounds
from interpreter.lab.tune.tune_player import TunePlayer
from interpreter.lab.tune.tune_result import TuneResult
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import ProgressCallback
from interpreter.playtest.run.stopping import RunStopped, Stopper
from interpreter.playtest.store.run_identity import RunTerms
from interpreter.playtest.store.store_place import StorePlace, open_store
from interpreter.support.errors import PlayError, Problem


def run_tuning(
    spec: TuneSpec,
    progress: ProgressCallback | None = None,
    on_hangup: Callable[[], None] | None = None,
    on_plan: Callable[[str, int], None] | None = None,
    remote: RemotePool | None = None,
    store: StorePlace | None = None,
) -> TuneResult:
    """Search for the smallest change that reaches the aims.

    SIGINT, SIGTERM and SIGHUP end the run early; the returned object then holds the results so far.

    Args:
        spec: Settings of the search.
        progress: Called with the number of games played since the last call, and the number of all decisions so far,
            which stays 0 if all players decide at once.
        on_hangup: Called as soon as the terminal is gone.
        on_plan: Called with the name of the players and the number of games when a phase begins whose games are fixed.
        remote: Remote executor that plays the games in place of local processes.
        store: File that caches games. Games in it are not played again.

    Raises:
        RulebookError: A value is not valid in its place, or changes the seats or sides.
        PlayError: Machine code is requested by name and not available, or games of the present rules can't be played
            to their end.
        SaveError: The store can't be used.
    """
    found = TuneResult(spec, native=True)
    with Stopper(on_hangup) as stopper:
        player = TunePlayer(found, stopper, progress or (lambda games, made: None), remote)
        with contextlib.suppress(RunStopped):
            terms = _prepare(found, player.points)
            rounds = TuneRounds(found, player, on_plan or (lambda by, games: None))
            player.start_clock()
            with open_store(store, terms) as player.points.store:
                if rounds.screen() and rounds.decide():
                    rounds.check_choice()
        found.signal = stopper.signal
        if found.signal is None:
            found.interrupted.clear()  # the time was up
    if found.candidates:
        _refuse_stopped(found.candidates[0])
    return found


def _refuse_stopped(present: ChangeCandidate) -> None:
    """Raise PlayError if a game with the present values could not be played to its end."""
    for spot in (present.screened, present.decided):
        if spot.stop_reason is not None:
            where = spot.stop_reason.where
            message = f"game {spot.stopped} of the present rules couldn't be played to its end, so nothing can be said"
            raise PlayError([spot.stop_reason, Problem(where, "not-finished", message)])


def _prepare(found: TuneResult, player: PointPlayer) -> list[RunTerms]:
    """Make the candidates, and return the store terms of their games with each kind of players."""
    spec = found.spec
    phases = [spec.phase(spec.screening), spec.phase(spec.deciding)]
    singles = single_changes(spec.places)
    checked = dict(zip(map(_key, singles), player.check(phases, singles), strict=True))
    is_present = {(place, text): each.is_present for ((place, text),), each in checked.items()}
    found.numbers = present_numbers(spec.places, spec.game.rulebook)
    sized, found.all_changes = smallest_changes(spec.places, found.numbers, is_present)
    several = [point for point, _ in sized if len(point.places) > 1]
    for point, each in zip(several, player.check_each(phases, several), strict=True):
        if isinstance(each, CheckedPoint):
            checked[_key(point)] = each
        else:
            found.refused += 1
    terms = [tuple(store_terms(phase, spec.game) for phase in phases)]
    terms += [checked[_key(point)].terms for point, _ in sized[1:] if _key(point) in checked]
    valid = [sized[0], *(each for each in sized[1:] if _key(each[0]) in checked)]
    estimator = spec.searching_estimator(len(valid))
    has_sides = bool(spec.game.rulebook.sides)
    found.candidates = [
        ChangeCandidate(
            number,
            point,
            size,
            PointResult(point, spec.contenders, has_sides, estimator),
            PointResult(point, spec.contenders, has_sides, estimator),
        )
        for number, (point, size) in enumerate(valid)
    ]
    return [each[phase] for phase in range(len(phases)) for each in terms]


def _key(point: SweepPoint) -> tuple[tuple[str, str], ...]:
    """Return the changed values of a point by place, as they are written."""
    return tuple((place.name, value.text) for place, value in zip(point.places, point.chosen_values, strict=True))
