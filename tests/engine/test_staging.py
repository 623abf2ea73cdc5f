"""Matches that begin in a given position."""

from __future__ import annotations

import gc
import weakref
from dataclasses import fields
from typing import Any

from interpreter import load
from interpreter.engine.match import Game
from interpreter.engine.staging import stage
from interpreter.errors import Where
from interpreter.language.incremental import condition_of
from interpreter.playtest.scenarios import Games, play_scenarios
from interpreter.rulebook.given import Given
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios import load_scenarios


def sizes(game: Game) -> dict[str, int]:
    """How much a game holds of everything that grows when something is compiled into it."""
    program = game.program
    code, analysis = program.code(True), program.analysis
    found: dict[str, Any] = {field.name: getattr(code.flow, field.name) for field in fields(code.flow)}
    found |= {"functions": code.segments, "namespace": code.namespace, "routines": program.routines.all}
    found |= {"framed": code.flow.suspension.framed, "constants": code.flow.lowering.constants.values}
    found |= {"terms": code.flow.lowering.functions, "kinds in lists": analysis.statements.added}
    return {name: len(held) for name, held in found.items() if hasattr(held, "__len__")}


def test_fifty_stagings_leave_the_game_as_it_was() -> None:
    game = load("red_flag_over_paris")
    given = Given(
        turn="commune", begin=Text("place up to 2 cubes in Press\nset played_in of karl_marx to 77", Where("x"))
    )
    before, namespace = sizes(game), dict(game.program.code(True).namespace)
    for _ in range(50):
        match = stage(game, given)
        match.choose("press")
        match.choose("stop")
        assert condition_of(match.game.program, Text("played_in of karl_marx is 77", Where("x")))(
            match.state.v, match.state.z
        )
    assert sizes(game) == before
    assert game.program.code(True).namespace == namespace


def test_what_was_staged_goes_with_its_match() -> None:
    game = load("red_flag_over_paris")
    match = stage(game, Given(turn="commune", begin=Text("place up to 2 cubes in Press", Where("x"))))
    staged = weakref.ref(match.game)
    assert match.game is not game
    del match
    gc.collect()
    assert staged() is None


def test_playing_scenarios_leaves_the_game_as_it_was() -> None:
    game = load("revolution")
    scenarios = [each for each in load_scenarios(game.rulebook) if not each.variants]
    before = sizes(game)
    for verdict in play_scenarios(Games(game), scenarios):
        assert verdict.passed
    assert sizes(game) == before
