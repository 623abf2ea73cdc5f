"""A seat's board of a match: the position, the question, the news since the seat last decided, and the end."""

from __future__ import annotations

from interpreter.engine.history import History
from interpreter.engine.rules import Rules
from interpreter.engine.view import View, view_of
from interpreter.engine.why import OptionExplainer
from interpreter.matches.odds import odds_of_options
from interpreter.presentation.board.contents import BoardLook, Course, build_board
from interpreter.presentation.board.document import Board, MatchEnding, NamedThing, Question
from interpreter.presentation.board.news import order_by_concern, tell_events
from interpreter.presentation.board.question_builder import describe_question, describe_wait
from interpreter.presentation.reasons import PartTranslator, reason_of
from interpreter.presentation.speech import Localizer
from interpreter.rulebook.log_entries import DecisionTaken
from interpreter.support.errors import CahierError


def board_of(
    history: History,
    seat: int | None,
    look: BoardLook,
    speaker: Localizer,
    translator: PartTranslator | None = None,
    has_odds: bool = False,
) -> Board:
    """Return the board of a match as a seat sees it, or a spectator for None.

    Args:
        history: The match.
        seat: Number of the seat.
        look: The game's look in a language.
        speaker: Names and sentences in the same language.
        translator: Translator of parts of events, for reasons.
        has_odds: True if the options may depend on chance, so that their odds are worked out.
    """
    view = view_of(history.rules, history.state, seat)
    since = last_decision(history, seat)
    events = tell_events(speaker, history.entries(since), seat, since)
    course = Course(
        goals=speaker.sentences.goals(speaker, history.state, seat),
        decisions=len(history.choices),
        scores=_open_scores(history),
        question=_question(history, seat, view, look, speaker, translator, has_odds),
        events=order_by_concern(events),
        ending=_ending(history, look, speaker),
    )
    return build_board(look, view, course)


def last_decision(history: History, seat: int | None) -> int:
    """Return the number of the log entry of a seat's last decision; for a spectator, of the last one of all."""
    entries = history.entries()
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        if isinstance(entry, DecisionTaken) and seat in (None, entry.seat):
            return at
    return 0


def _question(
    history: History,
    seat: int | None,
    view: View,
    look: BoardLook,
    speaker: Localizer,
    translator: PartTranslator | None,
    has_odds: bool,
) -> Question | None:
    asked, rules = history.pending_of(seat), history.rules
    if asked is None:
        waits_for = [rules.seats[each] for each in history.awaited]
        return describe_wait(speaker, look, waits_for) if waits_for else None
    explainer = OptionExplainer(rules, asked.state, seat, speaker.sentences.queries)

    def find_reason(key: str) -> str:
        try:
            reason = reason_of(speaker, explainer.why_not(key), asked, translator)
        except CahierError:  # the rules fail, so there is no reason
            return ""
        return " ".join(reason.text.split()) if reason.grounds[-1].kind != "other_question" else ""

    odds = odds_of_options(history, asked, speaker) if has_odds else ("",) * len(asked.values)
    return describe_question(speaker, look, view, asked, find_reason, odds)


def _open_scores(history: History) -> dict[str, int] | None:
    """Return the scores, if the rules have any, and none depends on what is hidden before the match is over."""
    rules: Rules = history.rules
    if rules.rulebook.score is None:
        return None
    if history.state.result is None and rules.is_score_hidden:
        return None
    return rules.scores(history.state)


def _ending(history: History, look: BoardLook, speaker: Localizer) -> MatchEnding | None:
    outcome = history.outcome()
    if outcome is None:
        return None
    winners = tuple(look.seats[seat] for seat in outcome.winners)
    side = None if outcome.side is None else NamedThing(outcome.side, look.names.title_of(outcome.side))
    named = [side.title] if side is not None else [seat.title for seat in winners]
    who = speaker.say("and").join(named) or speaker.say("nobody")
    own = speaker.sentences.ending(speaker, history.state)
    text = own or speaker.say("end", winners=who, reason=speaker.label(outcome.reason))
    return MatchEnding(winners, side, outcome.reason, text)
