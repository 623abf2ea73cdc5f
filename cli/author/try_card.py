"""`cahier try`: play the event of a card in a position that allows it."""

from __future__ import annotations

import os
import secrets
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_loading import DisplayLanguage, load_display_language, load_game, report_missing_messages
from cli.guard import EXIT_NO
from cli.libraries import find_best_matches, join_titles
from cli.show.show_content import find_card
from cli.text.output import echo, echo_err
from cli.variant_options import format_variant_options, refuse_paths
from interpreter.support import Location, PlayError, Problem, RulebookError, SaveError, closest_match, printable

if TYPE_CHECKING:
    from interpreter.authoring import NoTrialPosition, TrialPosition
    from interpreter.matches import Game, Match
    from interpreter.presentation import Names
    from interpreter.rulebook import Card, Scenario

SEED_COUNT = 1_000_000
"""Number of random seeds; they are short enough to be typed again."""
YAML_ENDINGS = (".yaml", ".yml")
EXAMPLES = 3
"""Maximum number of scenarios that are suggested."""
OTHER_POSITION_HINT = (
    "To try it where it can be: `given` of a scenario lays a position out, `--from SCENARIO` begins there."
)


@dataclass(frozen=True, slots=True)
class TrySettings:
    """Options of `cahier try`.

    A `seed` of None stands for a random one. `origin`: name of a scenario, or path of a save, that gives the position.
    """

    variants: tuple[str, ...]
    players: int | None
    seed: int | None
    origin: str | None
    lang: str


def try_card(name: str, wanted: str, settings: TrySettings) -> int:
    """Let the user play the event of a card; return the exit status, NO if it can't be played.

    Raises CahierError for an unknown game, card or position.
    """
    from cli.author.trial_session import CardTrial
    from interpreter.authoring import NoTrialPosition

    seed = secrets.randbelow(SEED_COUNT) if settings.seed is None and settings.origin is None else settings.seed
    found, card, tongue = _find_position(name, wanted, settings, seed)
    if isinstance(found, NoTrialPosition):
        echo_err(_describe_never(found, card, tongue.names, settings.origin))
        return EXIT_NO
    report_missing_messages(tongue)
    names, words = tongue.names, tongue.messages
    trying = CardTrial(found, tongue)
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
    return trying.play()


def _find_position(
    name: str, wanted: str, settings: TrySettings, seed: int | None
) -> tuple[TrialPosition | NoTrialPosition, Card, DisplayLanguage]:
    """Return a position for the event or the reason why there is none, the card, and the language."""
    from interpreter.authoring import find_in_match, find_in_random_match, find_in_setup

    origin = settings.origin
    if origin is None:
        game = load_game(name, settings.variants, settings.players)
        number, card, tongue = _find_card(game, wanted, settings)
        return find_in_random_match(game, number, seed or 0), card, tongue
    for option, value in {"--seed": seed, "--players": settings.players}.items():
        if value is not None:
            message = "--from names a position, which has its own seed and number of players"
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
        message = (
            f"`{printable(card.id)}` has no event, so there is nothing to try; `event: …` in its entry would be one"
        )
        raise RulebookError(Problem(card.where, "no-event", message))
    return number, card, tongue


def _find_scenario(name: str, origin: str, variants: tuple[str, ...]) -> tuple[Game, Scenario]:
    """Return the game of a scenario and the scenario, by its name or the only one that a part of it fits.

    Raises RulebookError.
    """
    from interpreter.playtest import GameCache
    from interpreter.rulebook import read_scenarios

    where = Location(f"try --from {origin}")
    game = load_game(name, (), None)
    scenarios, _ = read_scenarios(game.rulebook)
    found = find_best_matches(origin, {str(at): {each.name} for at, each in enumerate(scenarios)})
    if len(found) > 1:
        message = f"this can mean: {join_titles([f'`{scenarios[int(at)].name}`' for at in found])}"
        raise RulebookError(Problem(where, "ambiguous-scenario", message))
    if not found:
        meant = closest_match(origin, [each.name for each in scenarios])
        message = "there is no scenario of this name, nor a file that holds a saved game"
        raise RulebookError(Problem(where, "unknown-scenario", message, f"`{meant}`" if meant else None))
    scenario = scenarios[int(found[0])]
    if variants:
        message = f"a scenario has its own variants: this one {', '.join(scenario.variants) or 'none'}"
        raise RulebookError(Problem(Location("try --variant"), "given-otherwise", message))
    if scenario.mistakes:
        raise RulebookError(scenario.mistakes)
    return GameCache(game).get(scenario.variants, scenario.players), scenario


def _scenario_file_error(name: str, path: str) -> RulebookError:
    """Return the error for a file of scenarios in place of a scenario, with some names from it or from the game."""
    from interpreter.rulebook import read_scenarios

    scenarios, _ = read_scenarios(load_game(name, (), None).rulebook)
    there = [each for each in scenarios if os.path.isfile(each.where.file) and os.path.samefile(each.where.file, path)]
    what = "name one of the scenarios of this file" if there else "this is no saved game; name a scenario of the game"
    few = [f"--from {shlex.quote(each.name)}" for each in (there or scenarios)[:EXAMPLES]]
    message = f"{what}: {' or '.join(few)}" if few else "this is no saved game, and the game has no scenarios"
    return RulebookError(Problem(Location(path), "which-scenario", message))


def _replay_saved(name: str, path: str, variants: tuple[str, ...]) -> Match:
    """Load the match in a file and replay it by the current rules. Raises CahierError if that fails."""
    from interpreter.engine import read_save
    from interpreter.matches import replay

    saved, where = read_save(path), Location(path)
    if not variants:
        refuse_paths(where, None, saved.variants, ["cahier", "try", name, "…", *format_variant_options(saved.variants)])
    game = load_game(name, variants or saved.variants, saved.players)
    if game.id != saved.game:
        message = f"this is a game of {saved.game}, not of {game.id}"
        raise SaveError(Problem(where, "other-game", message))
    try:
        return replay(game, saved.seed, saved.choices)
    except PlayError as error:
        message = f"by the rules as they are now it can't be played up to where it was left: {error.message}"
        raise SaveError(Problem(where, "not-playable", message)) from None


def _describe_never(never: NoTrialPosition, card: Card, names: Names, origin: str | None) -> str:
    """Say that an event can't be played, and why."""
    from interpreter.presentation import ENGLISH, describe_ground

    title, ground = names.localize(card.title), never.reason
    if origin is not None:
        told = f"The event of {title}: it can't be played in the position of {printable(origin)}"
    elif not never.positions:
        told = f"The event of {title}: in {never.matches} random matches nobody who could play it was asked anything"
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
