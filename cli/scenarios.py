"""`cahier test`: play the scenarios and records of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.guard import BAD_INPUT, FINE, NO
from cli.loading import load_game
from cli.output import say, tell
from cli.progress import Pace, Progress
from cli.recorded import Records
from interpreter.errors import RulebookError, errors_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.playtest.scenarios import Verdict


def test_game(
    name: str, variants: tuple[str, ...], players: int | None, files: list[str] | None, accept: bool = False
) -> int:
    """Play the scenarios and records of a game, or of `files`, and report failures; return the exit status.

    Each is played with the variants that it names. With `variants`, only those are played that name exactly these.
    `accept`: show the differences and write the actual results into the files, then play everything again.

    A scenario with a mistake fails alone. Raises RulebookError if the game or a file of scenarios can't be read.
    """
    from interpreter.playtest.records import ENDING, kept_records
    from interpreter.playtest.scenarios import Games, play_scenarios
    from interpreter.rulebook.nodes import MORE
    from interpreter.rulebook.scenarios import read_scenarios

    game = load_game(name, variants, players)
    games = Games(game)
    recorded = kept_records(game.rulebook.folder) if not files else [file for file in files if file.endswith(ENDING)]
    written = [file for file in files if file not in recorded] if files else None
    records = Records(games, recorded, game.rulebook.asked if variants else None)

    def verdicts(pace: Pace) -> Iterator[Verdict]:
        scenarios, problems = read_scenarios(game.rulebook, written)
        of_scenarios = {problem for scenario in scenarios for problem in scenario.mistakes}
        others = [problem for problem in errors_of(problems) if problem not in of_scenarios]
        if lost := [problem for problem in others if problem.code != MORE]:
            raise RulebookError(lost)
        if variants:
            scenarios = tuple(each for each in scenarios if each.variants == game.rulebook.variants)
        pace.total = len(scenarios)
        return play_scenarios(games, scenarios)

    if accept:
        pace = Pace("scenarios", 0)
        with Progress(pace) as progress:
            played = []
            for verdict in verdicts(pace):
                progress(1)
                played.append(verdict)
        _accept(played)
        records.accept()
    passed = failed = mistakes = 0
    pace = Pace("scenarios", 0)
    with Progress(pace) as progress:
        for verdict in verdicts(pace):
            progress(1)
            passed += verdict.passed
            failed += not verdict.passed
            mistakes += bool(verdict.mistakes)
            if verdict.mistakes or not verdict.passed:
                progress.wipe()
            for problem in verdict.mistakes:
                tell(problem.render())
            if not verdict.passed:
                say(_told(verdict))
    with Progress(Pace("records", records.at_most, at_most=bool(variants))) as progress:
        for again in records.play():
            progress(1)
            passed += again.passed
            failed += not again.passed
            mistakes += bool(again.mistakes)
            if not again.passed:
                progress.wipe()
            for problem in again.mistakes:
                tell(problem.render())
            if again.difference is not None:
                say(again.told())
    if variants and not passed + failed:
        tell("no scenario names just these variants: `variants: […]` in a scenario does")
    say(f"{passed} passed, {failed} failed")
    return BAD_INPUT if mistakes else NO if failed else FINE


def _accept(verdicts: list[Verdict]) -> None:
    """Show the changes that make the scenarios pass, and write them. Raises CahierError."""
    from interpreter.playtest.accepting import Files
    from interpreter.replacing_files import unwritable

    try:
        files = Files(verdicts)
        for line in files.difference():
            say(shown(line))
        if files:
            files.write()
    except OSError as error:
        raise unwritable(error) from error
    left = sum(not failure.edits for verdict in verdicts for failure in verdict.failures)
    if left:
        tell(f"what can't be rewritten stays, and is shown below: {left}")


def _told(verdict: Verdict) -> str:
    """Describe a failed scenario, with all its failures."""
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
