"""Sequential comparison of two versions of a game.

It stops as soon as the difference is significant or provably within the margin.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.lab.compare.answer import ComparisonResult
from interpreter.lab.compare.pairing import BlockAssembler, look_schedule
from interpreter.lab.compare.question import ComparisonSpec
from interpreter.lab.compare.verdicts import is_precise_enough, verdict
from interpreter.lab.stats.payoffs import raise_if_stopped
from interpreter.playtest.run.arms import Arm, choose_backend
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import open_session
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.result_store import Store


def run_comparison(
    question: ComparisonSpec,
    progress: Callable[[int, int], None] | None = None,
    on_hangup: Callable[[], None] | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
) -> ComparisonResult:
    """Play both arms until there is a verdict or the maximum number of games is reached.

    The games that count, and the looks at them, depend neither on the number of processes nor on the backend. SIGINT,
    SIGTERM and SIGHUP end the run early; the answer then holds the results up to the last look.

    Args:
        question: The comparison to make.
        progress: Called with the number of games played on either arm since the last call, and the number of all
            decisions so far, which stays 0 if all players decide at once.
        on_hangup: Called as soon as the terminal is gone.
        remote: Remote executor that plays the games in place of local processes.
        store: Cache of games with the two versions as its arms. Games in it are not played again; new ones are added.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game can't be played to its end.
        RulebookError: The two games have different seats.
        SaveError: The store can't be used.
    """
    question.check()
    answer = ComparisonResult(question)
    if question.is_identical:
        return answer
    arms, why_not = [], dict[str, None]()
    for side, seed in zip(question.versions, question.seeds, strict=True):
        chosen = choose_backend(side.game, question.backend, side.seated, question.games, seed)
        arms.append(Arm(side.game, seed, side.seated, chosen.native))
        why_not |= dict.fromkeys([chosen.fallback_reason] if chosen.fallback_reason else [])
    answer.native, answer.why_not = all(arm.native for arm in arms), tuple(why_not)
    blocks = BlockAssembler([question.games] if question.is_single_look else look_schedule(question.games))
    answer.evidence = blocks.evidence
    how = progress, remote, store
    with Stopper(on_hangup) as stopper, open_session(answer, arms, question.jobs, stopper, *how) as players:
        for chunk in players.play(blocks.spans(), ChunkOutputs(endings=True)):
            blocks.add(chunk)
            if _is_over(answer, blocks):
                break
    return answer


def _is_over(answer: ComparisonResult, blocks: BlockAssembler) -> bool:
    """Take all looks that are possible by now, and return whether the comparison can stop.

    Raises PlayError if a game that counts could not be played to its end.
    """
    while True:
        if (chunk := blocks.first_stopped()) is not None:
            raise_if_stopped(answer.question.versions[chunk.arm].game, chunk.tally)
        if blocks.take_look() is None:
            return False
        if can_stop(answer):
            return True


def can_stop(answer: ComparisonResult) -> bool:
    """Return whether the comparison can stop.

    The always-valid intervals are computed only where the fixed-sample ones, which are narrower, already suffice.
    """
    if (
        answer.question.is_single_look
        or verdict(answer.approximate_differences().values(), answer.margin) == "undecided"
    ):
        return False
    return is_precise_enough(answer.differences().values(), answer.margin)
