"""`cahier try`: play the event of a card in a position that allows it, with the decisions of all seats."""

from __future__ import annotations

import os
import secrets
import shlex
from dataclasses import dataclass
from pathlib import Path

from cli.author.card_trial import CardTrial
from cli.board.line_colours import colour_output
from cli.game_loading import (
    DisplayLanguage,
    format_variant_options,
    load_display_language,
    load_game,
    refuse_paths,
    report_missing_messages,
)
from cli.guard import EXIT_NO, EXIT_OK
from cli.libraries import find_best_matches, join_titles
from cli.play.asking import DecisionView, LookupCommands
from cli.play.explanations import Explanations
from cli.prompt import LineReader, ParsedLine, parse_line
from cli.show.show_content import find_card
from cli.text.output import echo, echo_err, echo_lines
from cli.text.screen import current_screen, wrap_for_terminal
from interpreter.authoring import NoTrialPosition, TrialPosition, find_in_match, find_in_random_match, find_in_setup
from interpreter.engine import read_save
from interpreter.matches import Game, Match, replay
from interpreter.playtest import GameCache
from interpreter.presentation import ENGLISH, Board, Decision, Names, describe_ground
from interpreter.rulebook import Card, Scenario, read_scenarios
from interpreter.support import (
    BudgetError,
    Location,
    PlayError,
    Problem,
    RulebookError,
    SaveError,
    closest_match,
    printable,
)

LOOKUPS = ("log", "card", "cards", "space", "map")
"""Commands that change nothing and work as in `cahier play`."""


class TrialSession:
    """An event at the terminal in lines."""

    def __init__(self, trial: CardTrial) -> None:
        """Create a session for an event that has begun."""
        self._trial = trial
        self._names, self._messages = trial.language.names, trial.language.messages
        self._board_view = trial.board_view
        self._reader = LineReader()

    def play(self) -> int:
        """Ask until the author leaves or the input ends; return the exit status."""
        self._print_board(self._trial.board_before(self._trial.seat))
        echo_lines([*self._board_view.hand_view.draw_card(self._trial.card, current_screen()), ""])
        while True:
            decision = self._trial.decision
            for line in self._trial.take_news():
                echo(wrap_for_terminal(line))
            if not (self._ask_after_event() if decision is None else self._ask(decision)):
                return EXIT_OK

    def _ask(self, decision: Decision) -> bool:
        """Show a decision and read lines until the position changes; return False if the author leaves."""
        trial = self._trial
        view = DecisionView(trial.match, decision, self._board_view, trial.match_text, self._messages)
        colour_output(view.board, self._names)
        echo_lines(view.list_options(current_screen()))
        while (line := self._reader.read_line(view.prompt)) is not None:
            if not line.strip():
                continue
            if self._is_command(line, "again"):
                trial.begin()
                return True
            typed = parse_line(line, view.choices, self._messages)
            if isinstance(typed, str):
                echo(wrap_for_terminal(view.refusal(line) or typed))
            elif typed.command == "quit":
                return False
            elif typed.choice is None:
                if self._execute(typed, line, view):
                    return True
            elif self._choose(typed.choice):
                return True
        echo()
        return False

    def _choose(self, index: int) -> bool:
        try:
            self._trial.choose(index)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            echo_lines(problem.render() for problem in error.problems)
            return False
        return True

    def _execute(self, typed: ParsedLine, line: str, view: DecisionView) -> bool:
        """Execute a command; return True if it changed the position."""
        if typed.command == "undo":
            return self._undo()
        if typed.command == "help":
            self._messages.say("try_help")
        elif typed.command == "board":
            self._print_board(self._trial.match_text.board(view.decision.seat))
            echo_lines([*view.list_cards(current_screen()), *view.list_options(current_screen())])
        elif typed.command in LOOKUPS:
            self._lookups().execute(typed.command, typed.rest, view)
        else:
            self._messages.say("try_no_command", text=line.strip())
        return False

    def _lookups(self) -> LookupCommands:
        trial = self._trial
        explanations = Explanations(trial.match, trial.match.game.seats, trial.match_text)
        return LookupCommands(explanations, self._board_view, trial.match_text, self._messages, self._reader)

    def _undo(self) -> bool:
        is_undone = self._trial.undo()
        self._messages.say("undone" if is_undone else "try_undo_start")
        return is_undone

    def _ask_after_event(self) -> bool:
        """Show the changes made by the event and read a command; return False if the author leaves."""
        screen = current_screen()
        echo()
        for change in self._trial.list_changes():
            echo_lines(screen.wrap(screen.escape(change), "    "))
        while (line := self._reader.read_line(self._messages.format("try_prompt"))) is not None:
            if self._is_command(line, "quit"):
                return False
            if self._is_command(line, "again"):
                self._trial.begin()
                return True
            if self._is_command(line, "undo"):
                if self._undo():
                    return True
            elif line.strip():
                self._messages.say("try_which", text=line.strip()[:60])
        echo()
        return False

    def _is_command(self, line: str, command: str) -> bool:
        return line.strip().casefold() in self._messages.list_words(f"command_{command}")

    def _print_board(self, board: Board) -> None:
        self._reader.show_pages(["", *self._board_view.draw(board, current_screen()), ""], self._messages)


SEED_COUNT = 1_000_000
"""Number of random seeds; they are short enough to be typed again."""
YAML_ENDINGS = (".yaml", ".yml")
EXAMPLES = 3
"""Maximum number of scenarios that are suggested."""
OTHER_POSITION_HINT = (
    "To try it in a position of your own, write one as `given` of a scenario, and start there with `--from SCENARIO`."
)


@dataclass(frozen=True, slots=True)
class TrySettings:
    """Options of `cahier try`.

    A `seed` of None stands for a random one. `origin`: name of a scenario, or path of a save, that gives the position.
    `plain`: in lines, also where a full screen could be shown.
    """

    variants: tuple[str, ...]
    players: int | None
    seed: int | None
    origin: str | None
    lang: str
    plain: bool = True


def try_card(name: str, wanted: str, settings: TrySettings) -> int:
    """Let the user play the event of a card; return the exit status, NO if it can't be played.

    Raises CahierError for an unknown game, card or position.
    """
    seed = secrets.randbelow(SEED_COUNT) if settings.seed is None and settings.origin is None else settings.seed
    found, card, tongue = _find_position(name, wanted, settings, seed)
    if isinstance(found, NoTrialPosition):
        echo_err(_describe_never(found, card, tongue.names, settings.origin))
        return EXIT_NO
    report_missing_messages(tongue)
    names, words = tongue.names, tongue.messages
    trial = CardTrial(found, tongue)
    book = found.game.rulebook
    parts = {
        "title": names.localize(book.title),
        "card": names.localize(card.title),
        "seat": names.title_of(found.game.seats[found.seat]),
    }
    if settings.origin is None:
        echo(words.format("try_seed", **parts, count=found.decisions, seed=seed))
    else:
        echo(words.format("try_given", **parts, place=printable(settings.origin)))
    if found.hand is not None:
        echo(words.format("try_hand", hand=names.title_of(found.hand)))
    from cli.screen.start import can_show_screen, show_trial

    return show_trial(trial) if not settings.plain and can_show_screen() else TrialSession(trial).play()


def _find_position(
    name: str, wanted: str, settings: TrySettings, seed: int | None
) -> tuple[TrialPosition | NoTrialPosition, Card, DisplayLanguage]:
    """Return a position for the event or the reason why there is none, the card, and the language."""
    origin = settings.origin
    if origin is None:
        game = load_game(name, settings.variants, settings.players)
        number, card, tongue = _find_card(game, wanted, settings)
        return find_in_random_match(game, number, seed or 0), card, tongue
    for option, value in {"--seed": seed, "--players": settings.players}.items():
        if value is not None:
            message = "--from can't be combined with --seed or --players: the position has its own"
            raise RulebookError(Problem(Location(f"try {option}"), "given-otherwise", message))
    if os.path.isfile(origin):
        if Path(origin).suffix.lower() in YAML_ENDINGS:
            raise _scenario_file_error(name, origin)
        match = _replay_saved(name, origin, settings.variants)
        number, card, tongue = _find_card(match.game, wanted, settings)
        return find_in_match(match, number), card, tongue
    game, scenario = _find_scenario(name, origin, settings.variants)
    number, card, tongue = _find_card(game, wanted, settings)
    return find_in_setup(game, number, scenario.given, scenario.seed), card, tongue


def _find_card(game: Game, wanted: str, settings: TrySettings) -> tuple[int, Card, DisplayLanguage]:
    """Return the number of a card with an event, the card, and the language. Raises RulebookError."""
    tongue = load_display_language(game.rulebook, settings.lang)
    card = find_card(game.rulebook, wanted, f"try {wanted}")
    number = game.card_ids.index(card.id)
    if game.program.code(True).events[number] is None:
        message = f"`{printable(card.id)}` has no event to try; `event: …` in its entry adds one"
        raise RulebookError(Problem(card.where, "no-event", message))
    return number, card, tongue


def _find_scenario(name: str, origin: str, variants: tuple[str, ...]) -> tuple[Game, Scenario]:
    """Return the game of a scenario and the scenario, by its name or the only one that a part of it fits.

    Raises RulebookError.
    """
    where = Location(f"try --from {origin}")
    game = load_game(name, (), None)
    scenarios, _ = read_scenarios(game.rulebook)
    found = find_best_matches(origin, {str(at): {each.name} for at, each in enumerate(scenarios)})
    if len(found) > 1:
        message = f"this can mean: {join_titles([f'`{scenarios[int(at)].name}`' for at in found])}"
        raise RulebookError(Problem(where, "ambiguous-scenario", message))
    if not found:
        meant = closest_match(origin, [each.name for each in scenarios])
        message = "there is no scenario with this name, and no saved game at this path"
        raise RulebookError(Problem(where, "unknown-scenario", message, f"`{meant}`" if meant else None))
    scenario = scenarios[int(found[0])]
    if variants:
        message = f"a scenario sets its own variants; this one has: {', '.join(scenario.variants) or 'none'}"
        raise RulebookError(Problem(Location("try --variant"), "given-otherwise", message))
    if scenario.mistakes:
        raise RulebookError(scenario.mistakes)
    return GameCache(game).get(scenario.variants, scenario.players), scenario


def _scenario_file_error(name: str, path: str) -> RulebookError:
    """Return the error for a file of scenarios in place of a scenario, with some names from it or from the game."""
    scenarios, _ = read_scenarios(load_game(name, (), None).rulebook)
    there = [each for each in scenarios if os.path.isfile(each.where.file) and os.path.samefile(each.where.file, path)]
    what = "name one of the scenarios of this file" if there else "this isn't a saved game; name a scenario of the game"
    few = [f"--from {shlex.quote(each.name)}" for each in (there or scenarios)[:EXAMPLES]]
    message = f"{what}: {' or '.join(few)}" if few else "this isn't a saved game, and the game has no scenarios"
    return RulebookError(Problem(Location(path), "which-scenario", message))


def _replay_saved(name: str, path: str, variants: tuple[str, ...]) -> Match:
    """Load the match in a file and replay it by the current rules. Raises CahierError if that fails."""
    saved, where = read_save(path), Location(path)
    if not variants:
        refuse_paths(where, None, saved.variants, ["cahier", "try", name, "…", *format_variant_options(saved.variants)])
    game = load_game(name, variants or saved.variants, saved.players)
    if game.id != saved.game:
        message = f"this is a game of {saved.game}, not of {game.id}"
        raise SaveError(Problem(where, "other-game", message))
    try:
        return replay(game.after(saved.after, where), saved.seed, saved.choices)
    except PlayError as error:
        message = f"with the present rules it can't be replayed to the point where it was saved: {error.message}"
        raise SaveError(Problem(where, "not-playable", message)) from None


def _describe_never(never: NoTrialPosition, card: Card, names: Names, origin: str | None) -> str:
    """Say that an event can't be played, and why."""
    title, ground = names.localize(card.title), never.reason
    if origin is not None:
        told = f"The event of {title}: it can't be played in the position of {printable(origin)}"
    elif not never.positions:
        told = f"The event of {title}: in {never.matches} random matches nobody who could play it had a decision"
    else:
        positions = f"{never.positions:,} positions of {never.matches} random matches"
        told = f"The event of {title}: in none of {positions} can it be played"
    way_out = [] if origin is not None else [OTHER_POSITION_HINT]
    if ground is None:
        return "\n".join([told, *way_out])
    often = "" if origin is not None or never.share == 1 else f" (in {never.share:.0%} of them)"
    lines = [f"{told}: {printable(describe_ground(ground, ENGLISH).text)}{often}"]
    if ground.where is not None and ground.line:
        lines += [f"{printable(str(ground.where))}:", f"    {printable(ground.line.strip())}"]
    return "\n".join([*lines, *way_out])
