"""Steps a second in learning environments, ours and those that PettingZoo and OpenSpiel bring along.

    python tests/benchmarks/learning.py [--seconds 2] [NAME …]

One process, one contender after the other, random play. A step of PettingZoo: look at what the agent observes, with the
mask, take an action; of OpenSpiel: list the legal actions, take one, look at the observation of whoever is asked then.
A contender whose library is missing is named. `pip install '.[learn,bench]' pygame chess` brings all.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

Match = Callable[[random.Random], int]
"""Plays a match at random, gives its steps."""


def pettingzoo(make: Callable[[], Any]) -> Match:
    env = make()

    def match(chance: random.Random) -> int:
        env.reset(seed=chance.getrandbits(31))
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, cut, info = env.last()
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            env.step(None if over or cut else int(chance.choice(mask.nonzero()[0])))
            steps += 1
        return steps

    return match


def openspiel(game: Any) -> Match:
    def match(chance: random.Random) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            if state.current_player() >= 0:
                state.observation_tensor()
            steps += 1
        return steps

    return match


def ours(name: str, players: int, library: str) -> Match:
    from interpreter import load
    from interpreter.learning import openspiel_game, pettingzoo_env

    game = load(name, players=players)
    return pettingzoo(lambda: pettingzoo_env(game)) if library == "PettingZoo" else openspiel(openspiel_game(game))


def theirs(name: str, library: str) -> Match:
    from importlib import import_module

    if library == "PettingZoo":
        return pettingzoo(import_module(f"pettingzoo.classic.{name}").env)
    import pyspiel
    from open_spiel.python import games  # noqa: F401

    return openspiel(pyspiel.load_game(name))


OURS = (("revolution", 2), ("red_flag_over_paris", 2), ("vive_la_revolution", 6), ("liberte", 4))
THEIRS = {
    "PettingZoo": ("connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5", "chess_v6"),
    "OpenSpiel": ("python_tic_tac_toe", "python_liars_poker", "python_team_dominoes", "gin_rummy", "backgammon"),
}


def contenders() -> dict[str, Callable[[], Match]]:
    found: dict[str, Callable[[], Match]] = {}
    for library, names in THEIRS.items():
        for name, players in OURS:
            found[f"{library}: {name}, {players} players"] = partial(ours, name, players, library)
        for name in names:
            found[f"{library}: {name} (its own)"] = partial(theirs, name, library)
    return found


def measured(match: Match, seconds: float) -> tuple[float, float]:
    """Steps and matches a second, after a first match."""
    chance = random.Random(1)
    match(chance)
    steps = matches = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += match(chance)
        matches += 1
    return steps / spent, matches / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("names", nargs="*", help="a part of a contender's name")
    options = parser.parse_args()
    for name, make in contenders().items():
        if options.names and not any(part in name for part in options.names):
            continue
        try:
            steps, matches = measured(make(), options.seconds)
        except ImportError as error:
            print(f"{name:45} not here: {error}")
        else:
            print(f"{name:45} {steps:10,.0f} steps a second {matches:8,.1f} matches a second")


if __name__ == "__main__":
    main()
