"""Base of the result documents of studies that are repeated between ever better players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.lab.balance.timed_run import TimedOutcome
from interpreter.lab.result_documents import Exact, RunHead, Seconds, StudiedGame, StudyDocument
from interpreter.playtest.run.run_session import BackendUse


@dataclass(frozen=True, slots=True)
class LadderStudyDocument(StudyDocument):
    """Head of the result of a study on a ladder; its players are the strongest ones with a result.

    Attributes:
        time: Time limit in seconds, which decided how many games were played.
        seconds: Time spent playing, without loading.
        next_player: The first kind of players that was left out for want of time.
        next_seconds: Estimated time for 100 games between them, each with all that is studied, in seconds.
    """

    time: Exact
    seconds: Seconds
    next_player: str | None
    next_seconds: Seconds | None


def ladder_head(kind: str, found: TimedOutcome[Any], strongest: StudyDocument, heads: Sequence[RunHead]) -> LadderHead:
    """Return the values of the fields of `LadderStudyDocument`, in their order.

    Args:
        kind: Kind of the document.
        found: The outcome of the games.
        strongest: Result between the strongest players.
        heads: Heads of the results of all rungs.
    """
    use = BackendUse()
    use.merge(found.backend_use)
    run = RunHead.of(kind, use, any(each.backend == "native" for each in heads))
    return (
        run,
        strongest.subject,
        strongest.seed,
        found.limit,
        found.seconds,
        found.next_player,
        found.next_rung_seconds,
    )


LadderHead = tuple[RunHead, StudiedGame, int, float, float, str | None, float | None]
