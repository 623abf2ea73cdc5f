"""A match as version 0.1 has it, in a process of its own: is told all choices, and searches when it is asked.

    python first_server.py GAME PLAYERS SECONDS

Each line it reads is a list, `["start", SEED]`, `["choose", KEY]` or `["search"]`; it answers with where the match
stands, `[SEAT, [KEY, …]]` or null, or with its choice, `[KEY, PLAYOUTS, SECONDS]`. `interpreter` is that of 0.1.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

from interpreter import load
from interpreter.players.playing import SeatedPlayer
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer


class Server:
    """Answers what stands in the lines. Each playout of 0.1 tells its progress, and so does the end."""

    def __init__(self, game: str, players: int, seconds: float) -> None:
        self._game = load(game, players=players)
        self._budget = Budget(seconds=seconds)
        self._told = 0

    def start(self, seed: int) -> Any:
        self._match = self._game.start(seed)
        self._seated = {
            seat: SeatedPlayer(self._game, seat, SearchPlayer(self._budget, self._note), seed)
            for seat in self._game.seats
        }
        return self._asked()

    def choose(self, key: str) -> Any:
        self._match.choose(key)
        return self._asked()

    def search(self) -> Any:
        decision = self._match.decision
        assert decision is not None
        began, self._told = process_time(), 0
        index = self._seated[decision.seat].answer(self._match)
        return [decision.options[index].key, self._told - 1, process_time() - began]

    def _note(self, share: float) -> None:
        self._told += 1

    def _asked(self) -> Any:
        decision = self._match.decision
        return decision and [decision.seat, sorted(option.key for option in decision.options)]


def main() -> None:
    name, players, seconds = sys.argv[1:]
    server = Server(name, int(players), float(seconds))
    for line in sys.stdin:
        word, *told = json.loads(line)
        print(json.dumps(getattr(server, word)(*told)), flush=True)


if __name__ == "__main__":
    main()
