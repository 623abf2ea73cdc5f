"""`cahier test`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.guard import BAD_INPUT, FINE, NO
from cli.loading import load_game
from cli.output import say, tell
from interpreter.errors import shown

if TYPE_CHECKING:
    from interpreter.playtest.scenarios import Verdict


def test_game(name: str, variants: tuple[str, ...], players: int | None, files: list[str] | None) -> int:
    """Play the scenarios of a game, or of the files given, and tell which do not come out. Gives the exit status.

    Each is played with the variants it names; if `variants` are asked for, only those that name just these are.

    Raises RulebookError if the game or the scenarios can't be read.
    """
    from interpreter.playtest.scenarios import Games, play_scenarios
    from interpreter.rulebook.scenarios import load_scenarios

    game = load_game(name, variants, players)
    scenarios = load_scenarios(game.rulebook, files or None)
    if variants:
        scenarios = tuple(each for each in scenarios if each.variants == game.rulebook.variants)
    passed = failed = mistakes = 0
    for verdict in play_scenarios(Games(game), scenarios):
        passed += verdict.passed
        failed += not verdict.passed
        mistakes += bool(verdict.mistakes)
        for problem in verdict.mistakes:
            tell(problem.render())
        if verdict.failures:
            say(_told(verdict))
    say(f"{passed} passed, {failed} failed")
    return BAD_INPUT if mistakes else NO if failed else FINE


def _told(verdict: Verdict) -> str:
    """A failed scenario, with everything that did not come out."""
    scenario = verdict.scenario
    rule = f" ({shown(scenario.rule)})" if scenario.rule else ""
    lines = [f"{shown(str(scenario.where))}: failed: {shown(scenario.name)}{rule}"]
    for failure in verdict.failures:
        lines.append(f"    {shown(str(failure.where))}: expected: {shown(failure.expected)}")
        lines.append(f"        but: {shown(failure.found)}")
        lines += [f"        {shown(note)}" for note in failure.notes]
    if verdict.forced:
        steps = ", ".join(f"{seat}: {key}" for seat, key in verdict.forced)
        lines.append(f"    taken without asking: {shown(steps)}")
    return "\n".join(lines)
