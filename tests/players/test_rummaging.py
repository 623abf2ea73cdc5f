"""A player that rummages: by everything public that it is given it learns no more than its seat knows.

Two matches that look the same to a seat, with other hidden cards and another seed, are gone through alike. Whatever
can be found in one has to be the same in the other, and nothing of the matches themselves may turn up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from importlib.machinery import SourceFileLoader
from itertools import count
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from interpreter.engine.history import History
from interpreter.engine.state import State
from interpreter.matches.match import Game, Match
from interpreter.players.base import SeatMatch
from tests.loaded import game_of

pytestmark = pytest.mark.parts

GAMES = {"tests/games/kuhn": 2, "red_flag_over_paris": 60, "vive_la_revolution": 40, "liberte": 90}
"""Games with secrets, and how far into them one goes at most."""
MOST_FOUND = 60_000
DEEPEST = 7
WHOLE_TRUTH = ("events", "why_not", "save", "snapshot", "undo", "copy", "seed", "state", "past", "choices")
"""Members of a match that ignore or reveal hidden information; no player gets those of the match itself."""
NOT_ENTERED = (type, ModuleType, SourceFileLoader)
"""Kinds of objects not gone into. A loader's methods would run a module again and give its classes new identities."""
QUIET = ("save",)
"""Not called: it writes a file."""

Found = dict[str, Any]


def hung_up_on(thing: Any) -> Iterator[Any]:
    """Yield the objects that an object refers to, private or not."""
    if isinstance(thing, dict):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, (list, tuple, set, frozenset, deque)):
        yield from thing
    elif not isinstance(thing, (ModuleType, type, FunctionType, BuiltinFunctionType)):
        yield from getattr(thing, "__dict__", {}).values()
        for slot in slots_of(type(thing)):
            yield getattr(thing, slot, None)


SLOTS: dict[type, list[str]] = {}


def slots_of(kind: type) -> list[str]:
    """The slots of a class and of those it comes from."""
    if kind not in SLOTS:
        slots = (each.__dict__.get("__slots__", ()) for each in kind.__mro__)
        SLOTS[kind] = [name for names in slots for name in ((names,) if isinstance(names, str) else names)]
    return SLOTS[kind]


def all_of(thing: Any) -> dict[int, Any]:
    """All objects that hang on a thing, by their number."""
    seen: dict[int, Any] = {}
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, (str, int, float, bytes, type(None))):
            seen[id(one)] = one
            waiting += hung_up_on(one)
    return seen


def rummaged(seat: SeatMatch, rules: dict[int, Any]) -> tuple[Found, dict[int, Any]]:
    """Return everything reachable from a seat's match by its path, and all objects passed; the rules are left out."""
    found: Found = {}
    seen: dict[int, Any] = {}
    waiting: deque[tuple[str, int, Any]] = deque([("match", 0, seat)])
    while waiting and len(found) < MOST_FOUND:
        way, depth, one = waiting.popleft()
        if one is None or isinstance(one, (str, int, float, bytes)):
            found[way] = one
            continue
        if id(one) in rules or isinstance(one, NOT_ENTERED):
            continue
        found[way] = type(one).__name__
        if id(one) in seen or depth > DEEPEST:
            continue
        seen[id(one)] = one
        waiting += [(way + step, depth + 1, part) for step, part in within(one)]
    return found, seen


def within(one: Any) -> Iterator[tuple[str, Any]]:
    """Yield everything that an object exposes: its parts, its public attributes, results and errors of its methods."""
    if isinstance(one, dict):
        for number, (key, value) in enumerate(one.items()):
            yield f".key{number}", key
            yield f"[{number}]", value
    elif isinstance(one, (list, tuple)):
        for number, part in enumerate(one):
            yield f"[{number}]", part
    elif isinstance(one, Random):
        yield ".getstate()", str(one.getstate())
    elif isinstance(one, MethodType):
        yield from answers(one)
    elif not isinstance(one, (FunctionType, BuiltinFunctionType)):
        for name in dir(one):
            if not name.startswith("_") and name not in QUIET:
                yield f".{name}", tried(partial(getattr, one, name))


def answers(method: MethodType) -> Iterator[tuple[str, Any]]:
    """Yield a method's answers to all sorts of arguments."""
    game = getattr(method.__self__, "game", None)
    seats = game.seats if isinstance(game, Game) else ()
    questions: list[tuple[Any, ...]] = [(), (0,), (9999,), ("",), *((seat,) for seat in seats)]
    if method.__name__ in ("determinize", "state", "logged"):
        questions += [(Random(2),), *((seat, Random(3)) for seat in seats)]
    for number, question in enumerate(questions):
        yield f"(q{number})", tried(partial(method, *question))


def tried(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except Exception as error:
        return error


def middle(name: str, seed: int) -> Match:
    """A match at some decision."""
    match, random = game_of(name).start(seed), Random(seed)
    for _ in range(random.randrange(GAMES[name])):
        before = match.copy()
        assert match.decision is not None
        match.choose(random.randrange(len(match.decision.options)))
        if match.decision is None:
            return before
    return match


def leaks(match: Match) -> list[str]:
    """The ways by which a player gets at what its seat does not know."""
    assert match.decision is not None
    seat = match.decision.seat
    rules = all_of(match.game)
    others = (match.determinize(seat, Random(number)) for number in count(77))
    other = next(other for other in others if other.state.z != match.state.z)
    found, seen = rummaged(SeatMatch(match, seat, Random(1)), rules)
    same, _ = rummaged(SeatMatch(other, seat, Random(1)), rules)
    assert len([one for one in seen.values() if isinstance(one, (Match, State))]) >= 2  # the imagined ones
    ways = [way for way in found.keys() | same.keys() if found.get(way, "?") != same.get(way, "?")]
    true = {id(part): part for part in (match, match.state, match.choices, *match.past, *open_parts(match.state))}
    itself = [part for number, part in true.items() if number in seen or number in rules]
    return ways + [f"{type(part).__name__} itself" for part in itself]


def open_parts(state: State) -> list[Any]:
    """The parts of a state that would let one look into it, or change it."""
    return [state.v, state.z, *state.z, state.stack, *state.stack, state.log, state.uses]


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *((name, 1) for name in ("tests/games/kuhn", "red_flag_over_paris")),
        *(
            pytest.param(*each, marks=pytest.mark.parts)
            for each in (("vive_la_revolution", 1), ("liberte", 1), ("liberte", 2))
        ),
    ],
)
def test_nothing_is_found_that_the_seat_does_not_know(name: str, seed: int) -> None:
    assert leaks(middle(name, seed)) == []


@pytest.mark.parametrize("name", WHOLE_TRUTH)
def test_what_knows_no_seats_is_not_passed_on(name: str) -> None:
    assert hasattr(middle("tests/games/kuhn", 1), name)
    assert not hasattr(SeatMatch, name)


def test_events_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeatMatch, "events", lambda self: self._match.events(), raising=False)
    assert [way for way in leaks(middle("tests/games/kuhn", 1)) if way.startswith("match.events(q0)[")]


def test_a_match_itself_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeatMatch, "truth", property(lambda self: self._match), raising=False)
    assert "Match itself" in leaks(middle("tests/games/kuhn", 1))


def test_a_copy_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeatMatch, "determinize", lambda self: self._match.copy())
    assert leaks(middle("tests/games/kuhn", 1))


def test_a_seed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def determinize(self: SeatMatch) -> Match:
        imagined = self._match.determinize(self.seat, self.random)
        history = History(imagined.game, self._match.seed, imagined.state, imagined=imagined.choices)
        return Match(imagined.game, history)

    monkeypatch.setattr(SeatMatch, "determinize", determinize)
    assert "match.determinize(q0).seed" in leaks(middle("tests/games/kuhn", 1))


def test_a_card_in_a_message_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def view(self: SeatMatch) -> dict[str, Any]:
        raise ValueError(f"this can't be shown: {self._match.state.z}")

    monkeypatch.setattr(SeatMatch, "view", view)
    assert leaks(middle("tests/games/kuhn", 1)) == ["match.view(q0).args[0]"]


def test_what_hangs_on_the_rules_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = middle("tests/games/kuhn", 1)
    monkeypatch.setattr(match.game.constants.program, "played", [match.state], raising=False)
    assert "State itself" in leaks(match)
