"""Final positions of games in both backends: every cell, every card, the generator, and the counters."""

from __future__ import annotations

from typing import Any

from interpreter.engine import state as beginning
from interpreter.engine.driver import GAME_WORK_LIMIT, advance, play
from interpreter.engine.native_games import prepare_native
from interpreter.engine.playout import game_seed
from interpreter.language.backends.wasm.machine.machine import WasmMachine
from interpreter.language.chance import MASK, seat_stream
from interpreter.language.execution.executable import NIL, Column
from interpreter.matches.match import Game
from interpreter.support.errors import CahierError

End = dict[str, Any]


def by_python(game: Game, seed: int, index: int) -> End | CahierError:
    """Return the final position of a random game of a run, or the error that stops it."""
    own = game_seed(seed, index)
    state = game.new_state(own, logged=False)
    code = game.program.code(False)
    try:
        advance(state, code)
        streams = [seat_stream(own, seat) for seat in range(len(game.seats))]
        decisions, left = play(state, code, streams, GAME_WORK_LIMIT)
    except CahierError as error:
        return error
    assert state.result is not None
    return {
        "cells": [tuple(value) if isinstance(value, list | tuple) else value for value in state.v],
        "zones": [tuple(cards) for cards in state.z],
        "random": state.random,
        "work": GAME_WORK_LIMIT - left + beginning.EFFECT_WORK_LIMIT - state.work,
        "decisions": decisions,
        "turns": state.turns,
        "opener": state.opener,
        "ends": state.ends,
        "uses": len(state.uses),
        "winners": state.result[0] and tuple(state.result[0]),
        "reason": state.result[1],
        "side": state.result[2],
    }


class MachineGames:
    """Random games by machine code, whose ends can be looked at."""

    def __init__(self, game: Game, seed: int) -> None:
        prepare_native(game)
        machine = game.program.machine()
        assert isinstance(machine, WasmMachine)
        self._game, self._machine = game, machine
        assert machine.set_seed(seed)

    def play(self, index: int, wanted: End) -> End | None:
        """Return the final position of a game, or None if it is stopped.

        `wanted` shows which cells hold lists and texts.
        """
        played = self._machine.play_recorded(index)
        if played is None:
            return None
        rows, _ = played
        known, words = self._machine.known, self._machine.words
        columns = self._machine.columns

        def told(column: Column) -> list[int]:
            return [rows.words[place] for place in columns[column]]

        def at(name: str) -> int:
            return known[name] // 8

        def listed(address: int) -> tuple[Any, ...]:
            size = words[address // 8]
            return tuple(map(thing, words[address // 8 + 1 : address // 8 + 1 + size].tolist()))

        def cell(number: int, value: Any) -> Any:
            word = words[at("CELLS") + number]
            return value if isinstance(value, str) else listed(word) if isinstance(value, tuple) else thing(word)

        return {
            "cells": [cell(number, value) for number, value in enumerate(wanted["cells"])],
            "zones": [
                listed(known["ZONES"] + zone * known["ZONE_SIZE"]) for zone in range(known["ZONE_COUNT"])
            ],
            "random": words[at("RANDOM")] & MASK,
            "work": told("work")[0],
            "decisions": told("decisions")[0],
            "turns": told("turns")[0],
            "opener": told("first")[0],
            "ends": told("ends"),
            "uses": words[at("USES")],
            "winners": tuple(told("winners")[: told("won")[0]]),
            "reason": self._machine.reasons[told("reason")[0]],
            "side": thing(told("side")[0]),
        }  # fmt: skip


def thing(word: int) -> int | None:
    return None if word == NIL else word


def different_ends(game: Game, seed: int, games: int) -> tuple[list[str], int, int]:
    """Of some games what differs, with both ends; how many were stopped by both; and how many by machine code alone."""
    native = MachineGames(game, seed)
    found, stopped, alone = [], 0, 0
    for index in range(games):
        wanted = by_python(game, seed, index)
        if isinstance(wanted, CahierError):
            stopped += 1
            end = native.play(index, {"cells": []})
            if end is not None:
                found.append(f"game {index}: {wanted} is not noticed")
            continue
        end = native.play(index, wanted)
        if end is None:
            alone += 1
        else:
            for key in wanted:
                if wanted[key] != end[key]:
                    found.append(f"game {index}: {key}: {wanted[key]} by Python, {end[key]} by machine code")
    return found, stopped, alone
