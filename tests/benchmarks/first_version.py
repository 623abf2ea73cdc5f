"""Matches against the search of version 0.1, from the history of the repository.

It has its own rules, in a process of its own, and begins with the same seed: the same cards are drawn, and each is told
what the other chose. Where the two no longer have the same options, the match is out of step.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tarfile import TarFile
from typing import Any

from interpreter.matches.match import Game, Match
from interpreter.players.base import Player, QuickPlayer, SeatMatch
from interpreter.players.playing import SeatedPlayer

COMMIT = "edc0313d1bfa1db6b5ee1313961c31be1ea0e18e"
"""The last one of version 0.1."""
HERE = Path(__file__).parent


class OutOfStepError(Exception):
    """The rules of the two versions differ in this match."""


def unpack(folder: str) -> None:
    """Write version 0.1 to a folder. Raises SystemExit if its commit is not here."""
    done = subprocess.run(["git", "archive", COMMIT], cwd=HERE.parents[1], capture_output=True)
    if done.returncode:
        raise SystemExit(f"version 0.1 is not in this repository (commit {COMMIT}): clone all of its history")
    with TarFile(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


class FirstVersion:
    """Version 0.1 of a game, which thinks for so many seconds."""

    def __init__(self, folder: str, game: Game, seconds: float) -> None:
        """`folder`: where it was unpacked to."""
        command = [sys.executable, str(HERE / "first_server.py"), game.id, str(len(game.seats)), str(seconds)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": folder}, text=True
        )

    def ask(self, *words: Any) -> Any:
        """Send a request to version 0.1 and return its answer; see `first_server`."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def play(self, game: Game, players: Mapping[str, Player | QuickPlayer], seed: int) -> Match:
        """As players.playing.play. Raises OutOfStepError."""
        seated = {seat: SeatedPlayer(game, seat, player, seed) for seat, player in players.items()}
        match = game.start(seed, limited=True)
        there = self.ask("start", seed)
        while (decision := match.decision) is not None:
            if there != [decision.seat, sorted(option.key for option in decision.options)]:
                raise OutOfStepError
            chosen = decision.options[seated[decision.seat].answer(match)].key
            match.choose(chosen)
            there = self.ask("choose", chosen)
        if there is not None:
            raise OutOfStepError
        return match


class FirstSearch:
    """The search of version 0.1 at a seat; how many playouts it made, in how many seconds of the processor."""

    def __init__(self, version: FirstVersion) -> None:
        self.version = version
        self.playouts = 0
        self.seconds = 0.0

    def choose(self, match: SeatMatch) -> str:
        """As of Player."""
        key, playouts, seconds = self.version.ask("search")
        self.playouts += playouts
        self.seconds += seconds
        return str(key)
