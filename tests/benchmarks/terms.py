"""Compare two sets of search terms with the same number of playouts per decision.

    python tests/benchmarks/terms.py GAME --a exploration=1.0 --b exploration=1.4 [history_weight=2 …] [--playouts 200]
        [--players N] [--variant V]… [--games 400] [--store FILE]

Terms that are not named keep their defaults. Each deal is played twice, with seats changed: in a game with sides one
player has the seats of a side, otherwise every other seat. The share is A's part of the wins: .5 if both are equally
strong. It stops when one is significantly better, or at the limit of games. Results in the store are not played again.
"""

from __future__ import annotations

import argparse
import sys
from ast import literal_eval
from dataclasses import fields, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, SearchParameters
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer
from tests.benchmarks.pairs import Maker, Timed, deal_played, rate
from tests.benchmarks.sequential import Played, Store, Trial, shares

EVEN = 0.5
SHOWN = 10
"""Deals between two lines about how it stands."""


def read_terms(texts: list[str]) -> SearchParameters:
    """Terms from texts such as `exploring=1.0`. Raises ValueError."""
    changes = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in {field.name for field in fields(SearchParameters)}:
            raise ValueError(f"`{name}` is not one of the search terms")
        try:
            changes[name] = type(getattr(DEFAULT_PARAMETERS, name))(literal_eval(value))
        except (SyntaxError, TypeError, ValueError):
            raise ValueError(f"`{value}` isn't a value of `{name}`") from None
    return replace(DEFAULT_PARAMETERS, **changes)


def searching(budget: Budget, terms: SearchParameters) -> Maker:
    """Makes players that search so."""
    return lambda seat: Timed(SearchPlayer(budget, terms=terms))


def told(trial: Trial, played: list[Played]) -> str:
    found = trial.interval(shares(played))
    seconds = sum(each.seconds for each in played) / (2 * len(played))
    verdict = "A is better" if found.low > EVEN else "B is better" if found.high < EVEN else "not told apart"
    return (
        f"A {found.estimate:.3f} ({found.low:.3f} to {found.high:.3f}) in {2 * len(played)} games: {verdict}; "
        f"playouts a second {rate(played, 0):,.0f} and {rate(played, 1):,.0f}; {seconds:.1f} s a game"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("game", metavar="GAME", help="a game's name or folder")
    parser.add_argument("--a", nargs="*", default=[], metavar="TERM=VALUE", help="what A searches by")
    parser.add_argument("--b", nargs="*", default=[], metavar="TERM=VALUE", help="what B searches by")
    parser.add_argument("--playouts", type=int, default=200, help="of each decision (200)")
    parser.add_argument("--players", type=int)
    parser.add_argument("--variant", action="append", default=[], metavar="V")
    parser.add_argument("--games", type=int, default=400, help="at the most (400)")
    parser.add_argument("--store", type=Path, help="where finished games are kept")
    wishes = parser.parse_args()
    budget = Budget(wishes.playouts)
    try:
        makers = searching(budget, read_terms(wishes.a)), searching(budget, read_terms(wishes.b))
    except ValueError as error:
        parser.error(str(error))
    game = load(wishes.game, wishes.variant, wishes.players)
    prepare_native(game)
    test = " ".join([wishes.game, *wishes.variant, f"{len(game.seats)} seats: {wishes.playouts} playouts,"])
    test += f" {' '.join(wishes.a)} / {' '.join(wishes.b)}"
    print(test, flush=True)
    store, trial = Store(wishes.store), Trial(EVEN, max(1, wishes.games // 2), each=2)
    played = store.of(test)[: trial.limit]
    while len(played) < trial.limit and (not played or trial.interval(shares(played)).contains(EVEN)):
        played.append(deal_played(test, game, makers, len(played)))
        store.add(played[-1])
        if len(played) % SHOWN == 0:
            print(told(trial, played), flush=True)
    print(told(trial, played))


if __name__ == "__main__":
    main()
