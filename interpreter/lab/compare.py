"""Sequential comparison of two versions of a game.

It stops as soon as the difference is significant or provably within the margin.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.lab.answer import Answer
from interpreter.lab.endings import refuse_stopped
from interpreter.lab.pairs import Blocks, looks
from interpreter.lab.question import Question
from interpreter.lab.verdicts import is_enough, verdict
from interpreter.playtest.arms import Arm
from interpreter.playtest.backends import chosen_backend
from interpreter.playtest.chunks import Wanted
from interpreter.playtest.crews import Elsewhere
from interpreter.playtest.session import session
from interpreter.playtest.stopping import Stopper
from interpreter.playtest.store import Store


def compare(
    question: Question,
    progress: Callable[[int, int], None] | None = None,
    hung_up: Callable[[], None] | None = None,
    elsewhere: Elsewhere | None = None,
    store: Store | None = None,
) -> Answer:
    """Play both arms until there is a verdict or the maximum number of games is reached.

    The games that count, and the looks at them, depend neither on the number of processes nor on the backend. SIGINT,
    SIGTERM and SIGHUP end the run early; the answer then holds the results up to the last look.

    Args:
        question: The comparison to make.
        progress: Called with the number of games played on either arm since the last call, and the number of all
            decisions so far, which stays 0 if all players decide at once.
        hung_up: Called as soon as the terminal is gone.
        elsewhere: Remote executor that plays the games in place of local processes.
        store: Cache of games with the two versions as its arms. Games in it are not played again; new ones are added.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game can't be played to its end.
        RulebookError: The two games have different seats.
        SaveError: The store can't be used.
    """
    question.check()
    answer = Answer(question)
    if question.is_of_one_game:
        return answer
    arms, why_not = [], dict[str, None]()
    for side, seed in zip(question.sides, question.seeds, strict=True):
        chosen = chosen_backend(side.game, question.backend, side.seated, question.games, seed)
        arms.append(Arm(side.game, seed, side.seated, chosen.native))
        why_not |= dict.fromkeys([chosen.why_not] if chosen.why_not else [])
    answer.native, answer.why_not = all(arm.native for arm in arms), tuple(why_not)
    blocks = Blocks([question.games] if question.once else looks(question.games))
    answer.evidence = blocks.evidence
    how = progress, elsewhere, store
    with Stopper(hung_up) as stopper, session(answer, arms, question.jobs, stopper, *how) as players:
        for chunk in players.play(blocks.spans(), Wanted(endings=True)):
            blocks.add(chunk)
            if _is_over(answer, blocks):
                break
    return answer


def _is_over(answer: Answer, blocks: Blocks) -> bool:
    """Take all looks that are possible by now, and return whether the comparison can stop.

    Raises PlayError if a game that counts could not be played to its end.
    """
    while True:
        if (chunk := blocks.stopped()) is not None:
            refuse_stopped(answer.question.sides[chunk.arm].game, chunk.tally)
        if blocks.look() is None:
            return False
        if is_answered(answer):
            return True


def is_answered(answer: Answer) -> bool:
    """Return whether the comparison can stop.

    The always-valid intervals are computed only where the fixed-sample ones, which are narrower, already suffice.
    """
    if answer.question.once or verdict(answer.at_first_sight().values(), answer.margin) == "undecided":
        return False
    return is_enough(answer.differences().values(), answer.margin)
