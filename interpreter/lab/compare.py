"""Two versions of a game, played side by side until it is known what the change did, or that it did next to nothing."""

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
    """Play both sides until there is an answer, or as many games as there may be. What is looked at, and when, depends
    neither on the processes nor on the backend. SIGINT, SIGTERM and SIGHUP end it early; what was known at the last
    look is in the answer.

    `progress` is given the number of games that were played on either side since it was called last, and that of all
    decisions so far, which stays at 0 where nobody takes their time; `hung_up` is called as soon as the terminal is
    gone. Who is `elsewhere` plays in place of processes here. What the `store` holds of the two sides, as its arms, is
    not played, and what is played is kept in it. Raises PlayError if machine code is asked for by name and can't be
    had, or if a game can't be played to its end; RulebookError if the games are not for the same seats; SaveError if
    the store can't be used.
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
    """Look as often as one can by now, and whether one need not go on. Raises PlayError if a game could not be played
    to its end, as soon as it is known that it counts."""
    while True:
        if (chunk := blocks.stopped()) is not None:
            refuse_stopped(answer.question.sides[chunk.arm].game, chunk.tally)
        if blocks.look() is None:
            return False
        if is_answered(answer):
            return True


def is_answered(answer: Answer) -> bool:
    """Whether one need not go on. Intervals that hold at all looks are worked out only where plain ones, which are
    narrower, would do."""
    if answer.question.once or verdict(answer.at_first_sight().values(), answer.margin) == "undecided":
        return False
    return is_enough(answer.differences().values(), answer.margin)
