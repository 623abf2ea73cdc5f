"""`cahier replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.guard import FINE, NO
from cli.leftovers import tell_left_overs
from cli.loading import load_game, name_of
from cli.output import say, tell
from cli.unasked import options_of, refuse_paths
from interpreter.errors import PlayError, Problem, SaveError, shown
from interpreter.formats import LANGUAGE

if TYPE_CHECKING:
    from interpreter.engine.history import Outcome
    from interpreter.matches.match import Game, Match
    from interpreter.playtest.records import Record

LONGEST_PART = 200
"""Letters that are told of a part of an outcome."""


def replay_game(path: str, index: int | None, rules: str | None, variants: tuple[str, ...] = ()) -> int:
    """Play a recorded game again and print what happens, with these rules and variants; without, with those that come
    with the project. Gives the exit status: NO if it goes another way.

    Raises SaveError if the file is no record, RulebookError if its game can't be loaded.
    """
    from interpreter.playtest.records import find_record

    tell_left_overs(path)
    record = find_record(path, index)
    game = _game(record, index, rules, variants)
    if game.rulebook.digest != record.digest:
        tell(f"note: the rules have changed since this game was recorded, by {record.language}")
    say(f"{shown(name_of(game.rulebook))}, seed {record.seed}, game {record.index}: {len(record.choices)} decisions")
    difference = _play(game, record)
    if difference:
        tell(f"{shown(str(record.where))}: {shown(difference)}")
        return NO
    say("as recorded")
    return FINE


def _game(record: Record, index: int | None, rules: str | None, variants: tuple[str, ...]) -> Game:
    from interpreter.rulebook.ids import is_id

    if not is_id(record.game):
        message = f"`{record.game[:64]}` can't be the id of a game"
        raise SaveError(Problem(record.where, "bad-record", message))
    wanted = variants or record.variants
    command = ["cahier", "replay", record.where.file]
    command += [] if index is None else ["--game", str(index)]
    command += [] if (folder := rules or record.folder) is None else ["--rules", folder]
    command += options_of(wanted)
    refuse_paths(record.where, None if rules else record.folder, () if variants else record.variants, command)
    game = load_game(rules or record.game, wanted, record.players)
    if game.id != record.game:
        message = f"this is a game of {record.game}, not of {game.id}"
        raise SaveError(Problem(record.where, "other-game", message))
    return game


def _play(game: Game, record: Record) -> str | None:
    """Play and print; what is different from the record, if anything."""
    from interpreter.engine.playout import game_seed
    from interpreter.matches.older import whose_rule_differs, whose_rules_differ

    match = game.start(game_seed(record.seed, record.index))
    _tell_news(match, 0, "")
    for number, choice in enumerate(record.choices, start=1):
        told = match.logged
        try:
            match.choose(choice)
        except PlayError as error:
            if record.language != LANGUAGE:
                return whose_rule_differs(record.language, match, choice)
            return f"the replay differs: decision {number}: {error.message}"
        _tell_news(match, told, f"{number}.")
    difference = _other_end(match.outcome(), record)
    if difference is None or record.language == LANGUAGE:
        return difference and f"the replay differs: {difference}"
    return whose_rules_differ(record.language, difference)


def _other_end(outcome: Outcome | None, record: Record) -> str | None:
    """How the game has ended otherwise than it did, if so."""
    if outcome is None:
        return f"after {len(record.choices)} decisions the game is not over"
    for name, was, now in (
        ("winners", list(record.winners), outcome.winners),
        ("side", record.side, outcome.side),
        ("reason", record.reason, outcome.reason),
        ("scores", record.scores, outcome.scores),
    ):
        if was != now:
            return f"{name}: {_plain(was)} in the record, {_plain(now)} now"
    return None


def _plain(value: object) -> str:
    """A part of an outcome as one reads it, and not at any length."""
    if isinstance(value, dict):
        value = [f"{seat} {score}" for seat, score in value.items()]
    told = ", ".join(value) or "none" if isinstance(value, list) else str(value)
    return told if len(told) <= LONGEST_PART else told[:LONGEST_PART] + "…"


def _tell_news(match: Match, told: int, label: str) -> None:
    """Print the lines of the log after its first `told` entries, the first line labelled."""
    for line in match.log(since=told):
        say(f"{label:>5} {shown(line)}")
        label = ""
