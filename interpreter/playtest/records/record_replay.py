"""Replays of recorded games: detection of the first difference from the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import zip_longest

from interpreter.engine.events import Event
from interpreter.engine.history import Outcome
from interpreter.language.chance import draw_index, next_state, seat_stream
from interpreter.matches.loading import differing_rule_message, differing_rules_message
from interpreter.matches.match import Game, Match
from interpreter.playtest.records.game_records import Record, format_record
from interpreter.playtest.records.shrinking import is_endless
from interpreter.support.errors import MAX_NAME_LENGTH, CahierError, SaveError
from interpreter.support.formats import LANGUAGE_VERSION

MAX_TEXT_LENGTH = 200
"""Largest number of characters shown of a part of an outcome, or of an event."""
MAX_OPTIONS = 20
"""Largest number of options shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a game and its record, in words. `notes`: further explanations, one line each."""

    text: str
    notes: tuple[str, ...] = ()


class Replay:
    """A replay of a recorded game. The results are there when `steps` is exhausted.

    Attributes:
        game: The game, which begins with what an earlier one of a campaign kept if the record says so.
        difference: The first difference from the record, if any.
        error: The error that stopped the game, if any.
        missing_choice: The choice that could not be made again, if any.
    """

    def __init__(self, game: Game, record: Record) -> None:
        """Prepare a replay. Raises SaveError if the game can't begin with what an earlier one kept."""
        self.game = game.after(record.after, record.where)
        self._record = record
        self.difference: Difference | None = None
        self.error: CahierError | None = None
        self.missing_choice: Difference | None = None

    def steps(self) -> Iterator[Match]:
        """Yield the match before its first decision, and after each choice that can be made again."""
        record, made = self._record, 0
        try:
            match = self.game.start(record.match_seed, limited=True)
            log_length = self._compare_events(match, 0, 0, "before the first decision")
            yield match
            for made, choice in enumerate(record.choices, start=1):
                if match.decision is None or match.option_index(choice) is None:
                    self.missing_choice = Difference(*self._explain_absence(match, choice))
                    self._note_difference(self.missing_choice.text, self.missing_choice.notes)
                    return
                what = f"decision {made}, where {match.decision.seat} chose `{_shorten_key(choice)}`"
                match.choose(choice)
                log_length = self._compare_events(match, made, log_length, what)
                yield match
        except CahierError as error:
            self.error = error
            where = f"decision {made}" if made else "before the first decision"
            self._note_difference(
                f"{where}: the rules can't go on: {error.message}", (f"in {error.problems[0].where}",)
            )
        else:
            self._compare_ends(match)

    def _note_difference(self, text: str, notes: tuple[str, ...] = ()) -> None:
        if self.difference is None:
            self.difference = Difference(text, notes)

    def _explain_absence(self, match: Match, choice: str) -> tuple[str, tuple[str, ...]]:
        """Explain that a choice can't be made, why, and list the options."""
        if self._record.language != LANGUAGE_VERSION:
            return differing_rule_message(self._record.language, match, choice), ()
        number, decision = match.decisions + 1, match.decision
        if decision is None:
            return f"decision {number}: the match is over before it", ()
        keys = [option.key for option in decision.options]
        offered = ", ".join(keys[:MAX_OPTIONS]) + (" …" if len(keys) > MAX_OPTIONS else "")
        notes = [f"{decision.prompt}: {offered}"]
        reason = match.why_not(choice, decision.seat)
        if reason is not None:
            notes.insert(0, reason.text + (f" ({reason.where})" if reason.where is not None else ""))
        return f"decision {number}: `{_shorten_key(choice)}` is not on offer to {decision.seat} now", tuple(notes)

    def _compare_events(self, match: Match, part: int, since: int, what: str) -> int:
        """Compare the events after the first `since` entries of the log, and return its current length."""
        log = self._record.log
        if log is not None and self.difference is None:
            recorded = log[part] if part < len(log) else ()
            for was, now in zip_longest(recorded, event_lines(match, since)):
                if was != now:
                    notes = (f"recorded: {_shorten_text(was)}", f"now: {_shorten_text(now)}")
                    self._note_difference(f"{what}: something else happens then", notes)
                    break
        return match.log_length

    def _compare_ends(self, match: Match) -> None:
        difference = None if self._record.failed is not None else describe_other_outcome(match.outcome(), self._record)
        if difference is not None and self._record.language != LANGUAGE_VERSION:
            difference = differing_rules_message(self._record.language, difference)
        if difference is not None:
            unknown = (
                "it isn't known at which decision that begins, because this record has no log (`--accept` writes one)"
            )
            self._note_difference(difference, () if self._record.log else (unknown,))


def judge_record(game: Game, record: Record) -> Difference | None:
    """Return the difference between a game and its record, or None.

    A record of a failure must fail no longer. It is a difference if the game still fails, or if that can't be decided;
    its log, if any, may differ, because mending the rules changes it.
    """
    try:
        replay = Replay(game, record)
    except SaveError as error:
        return Difference(error.message)
    for _ in replay.steps():
        pass
    if record.failed is None:
        return replay.difference
    if replay.error is not None:
        return replay.difference
    if replay.missing_choice is not None:
        return Difference(f"can no longer be played; {replay.missing_choice.text}", replay.missing_choice.notes)
    if is_endless(replay.game, record.seed, record.index, record.choices):
        return Difference(f"decision {len(record.choices)}: from here on the match still goes on without end")
    return None


def rewrite_record(game: Game, record: Record) -> tuple[str, int]:
    """Return the line of a record as the game goes now, with its log, and the number of choices that were made again.

    From the first choice that can't be made, random ones replace the rest. Raises CahierError if the rules can't be
    carried out.
    """
    game = game.after(record.after, record.where)
    match = game.start(record.match_seed, limited=True)
    streams = [seat_stream(match.seed, seat) for seat in range(len(game.seats))]
    log, kept, log_length = [event_lines(match, 0)], 0, match.log_length
    while (decision := match.decision) is not None:
        seat = game.seats.index(decision.seat)
        streams[seat] = next_state(streams[seat])
        at = None
        if kept == match.decisions and kept < len(record.choices):
            at = match.option_index(record.choices[kept])
            kept += at is not None
        match.choose(draw_index(streams[seat], len(decision.options)) if at is None else at)
        log.append(event_lines(match, log_length))
        log_length = match.log_length
    outcome = match.outcome()
    assert outcome is not None
    line = format_record(game, record.seed, record.index, match.choices, outcome, log, record.seated, record.acts)
    return line, kept


def event_lines(match: Match, since: int) -> tuple[str, ...]:
    """Return the events after the first `since` entries of the log, one line each.

    A line holds the kind of event, then its fields by name.
    """
    return tuple(map(_event_line, match.events(since)))


def _event_line(event: Event) -> str:
    parts = ((field.name, getattr(event, field.name)) for field in fields(event)[1:])
    return " ".join([event.what, *(f"{name}={value}" for name, value in parts if value is not None)])


def describe_other_outcome(outcome: Outcome | None, record: Record) -> str | None:
    """Describe the first difference between an outcome and the recorded one, or return None."""
    if outcome is None:
        return f"after {len(record.choices)} decisions the game is not over"
    for name, was, now in (
        ("winners", list(record.winners), outcome.winners),
        ("side", record.side, outcome.side),
        ("reason", record.reason, outcome.reason),
        ("scores", record.scores, outcome.scores),
    ):
        if was != now:
            return f"{name}: {_format_part(was)} in the record, {_format_part(now)} now"
    return None


def _format_part(value: object) -> str:
    """Return a part of an outcome in readable form, limited in length."""
    if isinstance(value, dict):
        value = [f"{seat} {score}" for seat, score in value.items()]
    return _shorten_text(", ".join(value) or "none" if isinstance(value, list) else str(value))


def _shorten_text(told: str | None) -> str:
    if told is None:
        return "nothing more"
    return told if len(told) <= MAX_TEXT_LENGTH else told[:MAX_TEXT_LENGTH] + "…"


def _shorten_key(key: str) -> str:
    return key if len(key) <= MAX_NAME_LENGTH else key[:MAX_NAME_LENGTH] + "…"
