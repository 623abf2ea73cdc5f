"""Machine code deals hidden cards as Python does, card by card."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.engine.state import State
from interpreter.knowledge.determinizer import Determinizer
from interpreter.language.backends.wasm.machine.searching import WasmSearch
from interpreter.language.execution.deals import DealModel
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS
from interpreter.matches.match import Game
from tests.loaded import REPO, game_of
from tests.native.comparing import only_some

GAMES = (
    ("red_flag_over_paris", 2),
    ("liberte", 4),
    ("vive_la_revolution", 4),
    ("tests/games/kuhn", 2),
    ("vive_la_revolution", 7),
    ("tests/engine/games/mates", 3),
    ("tests/engine/games/marking", 2),
)
DRAWS, EVERY = 3, 15


def content(state: State) -> dict[str, Any]:
    """All of a state that a deal has a part in."""
    return {
        "cells": [plain(value) for value in state.v],
        "zones": state.z,
        "frames": [[plain(value) for value in frame] for frame in state.stack],
        "options": list(state.options),
        "random": state.random,
    }


def plain(value: Any) -> Any:
    """Lists are tuples and truth values numbers in machine code."""
    if isinstance(value, list):
        return tuple(value)
    return int(value) if isinstance(value, bool) else value


def machine_of(game: Game) -> WasmSearch:
    prepare_native(game)
    machine = game.program.search_machine()
    assert isinstance(machine, WasmSearch)
    machine.begin_search(1, DEFAULT_PARAMETERS, DEFAULT_PARAMETERS.initial_score_model(len(game.seats)))
    return machine


def dealt(machine: WasmSearch, base: State, word: int) -> State:
    """The position that a word settles, as the machine deals it."""
    machine.calls["reset_steps"]()
    machine.calls["deal"](word - (word >> 63 << 64))
    state = base.copy()
    machine.copy_position(state)
    return state


def features(deals: DealModel) -> set[str]:
    """Return the features of determinization that occur in these deals."""
    parts = [part for cluster in deals.clusters for part in cluster.parts]
    steps = [step for part in parts for step in part.steps]
    found = {
        "conditions": any(cluster.conditions for cluster in deals.clusters),
        "cards mixed again": any(step.legs for step in steps),
        "cards seen": any(step.seen for step in steps),
        "ways": any(step.card_options for step in steps),
        "what fits": any(step.leg_options for step in steps),
        "set-ups": any(step.set_ups for step in steps),
        "references": deals.references,
        "options": deals.has_card_options,
        "marks": deals.marks,
        "mixings within others": deals.subsumed,
    }
    return {name for name, there in found.items() if there}


def redraws(name: str, players: int) -> Iterator[Determinizer]:
    """All over a match, for the seat that decides and one that does not."""
    game = game_of(name, players=players)
    every = 1 if name.startswith("tests") else EVERY
    match, random = game.start(3), Random(3)
    while match.decision is not None:
        if match.decisions % every == 0:
            for seat in {match.decision.seat: None, game.seats[match.decisions % len(game.seats)]: None}:
                yield match.determinizer(seat)
        match.choose(random.randrange(len(match.decision.options)))


@pytest.mark.parametrize(("name", "players"), only_some(GAMES, (GAMES[3], *GAMES[5:])))
def test_deals_are_alike(name: str, players: int) -> None:
    machine, random = machine_of(game_of(name, players=players)), Random(3)
    for redraw in redraws(name, players):
        machine.begin_from(redraw.origin)
        for _ in range(DRAWS):
            word = random.getrandbits(64)
            assert content(dealt(machine, redraw.base, word)) == content(redraw.draw_state(word))


@pytest.mark.parts
def test_these_games_have_all_there_can_be_to_draw() -> None:
    some = (redraw for name, players in GAMES[-3:] for redraw in redraws(name, players))
    assert len(set[str]().union(*(features(redraw.deals) for redraw in some))) == 10


def test_set_ups_begin_as_the_match_does(tmp_path: Path) -> None:
    """Also where the state before the first statement is another one than usual."""
    folder = Path(shutil.copytree(REPO / "tests/engine/games/mates", tmp_path / "mates"))
    (folder / "vocabulary.yaml").write_text("variables: [{id: narrow, is: number}]\n")
    sequence = folder / "sequence.yaml"
    text = sequence.read_text()
    rare = text.replace("red cards in stock\n", "(red cards in stock where narrow is 0 or it is rare)\n", 1)
    assert rare != text
    sequence.write_text(rare)
    game = load(folder)
    machine, cell = machine_of(game), game.program.symbols.variable_base["narrow"]
    usual, other = game, game.with_program(game.program)
    other.changed_cells = {cell: 1}
    other.beginning = ([*usual.beginning[0]], usual.beginning[1])
    other.beginning[0][cell] = 1
    other._set_ups = {}
    for each in (usual, other, usual):
        redraw, found = each.start(1).determinizer("p3"), set[str]()
        machine.begin_from(redraw.origin)
        for word in range(40):
            state = dealt(machine, redraw.base, word)
            assert content(state) == content(redraw.draw_state(word))
            found.add(str(state.z[1:]))
        assert (len(found) == 2) == (each is other)
