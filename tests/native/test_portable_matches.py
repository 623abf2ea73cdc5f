"""Single matches by the module that other programs run: the same options, sentences and results as in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
import wasmtime

from interpreter import load
from interpreter.engine.queried_position import QueriedPosition
from interpreter.language.chance import draw_index, next_state, seat_stream
from interpreter.language.execution.executable import NIL, decision_of
from interpreter.language.queries import NameValues
from interpreter.matches.match import Game, Match
from interpreter.rulebook.log_entries import ChoiceShown, PlayersTold
from interpreter.web.play_page import PlayPage
from tests.loaded import game_of

WORD = 8


class Engine:
    """The module of a page, with its document, as a page's script reads it."""

    def __init__(self, page: PlayPage) -> None:
        self.data = page.document()
        self._sentences = page.code.sentences
        self._store = wasmtime.Store(wasmtime.Engine())
        module = wasmtime.Module(self._store.engine, page.code.module)
        self._exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory: Any = self._exports["memory"]
        self._words = memoryview(memory.get_buffer_ptr(self._store)).cast("B").cast("q")

    def call(self, function: str, *arguments: int) -> Any:
        return self._exports[function](self._store, *arguments)

    def word(self, name: str) -> int:
        return int(self._words[self.data["memory"][name] // WORD])

    def set_word(self, name: str, at: int, word: int) -> None:
        self._words[self.data["memory"][name] // WORD + at] = word

    def words_at(self, address: int) -> list[int]:
        at = address // WORD
        return self._words[at + 1 : at + 1 + self._words[at]].tolist()

    def keep(self) -> list[tuple[int, list[int]]]:
        """Return the stored position: words by their place in the memory."""
        memory = self.data["memory"]
        ranges = [
            (memory["POSITION"], memory["POSITION"] + memory["POSITION_SIZE"]),
            (memory["FRAMES"], self.word("FRAMES_TOP")),
            (self.word("LISTS"), self.word("LISTS_TOP")),
        ]
        return [(start // WORD, self._words[start // WORD : end // WORD].tolist()) for start, end in ranges]

    def restore(self, kept: list[tuple[int, list[int]]]) -> None:
        for at, found in kept:
            for number, word in enumerate(found, at):
                self._words[number] = word
        self.call("resume_match")

    def answer_by_script(self, option: int, script: Sequence[int]) -> list[list[int]]:
        """Take an option with these results of draws; return all draws: number, number of results, share, shares."""
        for at in range(self.data["memory"]["MOST_DRAWS"]):
            self.set_word("DRAW_RESULTS", 4 * at, script[at] if at < len(script) else 0)
        for name, word in (("DRAWS_MADE", 0), ("ORDER_DRAWN", 0), ("IS_SCRIPTED", 1)):
            self.set_word(name, 0, word)
        self.call("answer", option)
        self.set_word("IS_SCRIPTED", 0, 0)
        first = self.data["memory"]["DRAW_RESULTS"] // WORD
        return [self._words[first + 4 * at : first + 4 * at + 4].tolist() for at in range(self.word("DRAWS_MADE"))]

    def cells(self, count: int) -> tuple[int, ...]:
        first = self.data["memory"]["CELLS"] // WORD
        return tuple(self._words[first : first + count].tolist())

    def take_told(self) -> list[PlayersTold | ChoiceShown]:
        """Return the sentences that were told since the last call, as entries of a log."""
        at, end = (self.data["memory"]["CHOICES"] // WORD,) * 2
        end += self.word("TOLD")
        words = iter(self._words[at:end].tolist())
        self.set_word("TOLD", 0, 0)
        found: list[PlayersTold | ChoiceShown] = []
        for number in words:
            sentence, readers = self._sentences[number], next(words)
            values = [tuple(next(words) for _ in range(next(words))) if many else next(words) for many in sentence.many]
            plain = tuple(None if value == NIL else value for value in values)
            seat = plain[0] if plain else None
            if sentence.decision is None:
                found.append(PlayersTold(sentence.text, sentence.kinds, plain, readers))
            else:
                assert isinstance(seat, int)
                found.append(ChoiceShown(seat, plain[1], sentence.decision, readers))
        return found

    @property
    def decision(self) -> dict[str, Any] | None:
        number = decision_of(self.word("PC"))
        return None if number < 0 else self.data["decisions"][number]

    @property
    def keys(self) -> list[str]:
        decision = self.decision
        return [] if decision is None else [self._key(decision, value) for value in self.words_at(self.word("OPTIONS"))]

    def _key(self, decision: dict[str, Any], value: int) -> str:
        if decision["kind"] != "choose":
            return str(decision["answers"][value]["key"])
        if value == NIL:
            return str(decision["out"]["key"])
        things = self.data["things"].get(decision["thing"])
        return str(value if things is None else things[value]["id"])


@cache
def page_of(game: Game) -> PlayPage:
    return PlayPage(game, dict.fromkeys(game.seats, "human"), 1)


@cache
def engine_of(game: Game) -> Engine:
    return Engine(page_of(game))


def play_both(game: Game, engine: Engine, seed: int, by_chance: Sequence[int] = ()) -> Iterator[Match]:
    """Play a match by both with the same choices, and yield it at each decision; some seats are played by chance."""
    match, random = game.start(seed), Random(seed)
    streams = {seat: seat_stream(seed, seat) for seat in by_chance}
    engine.call("begin_match", seed)
    while match.decision is not None:
        assert engine.keys == [option.key for option in match.decision.options]
        seat = engine.word("ASKED_SEAT")
        assert game.seats[seat] == match.decision.seat
        yield match
        if seat in streams:
            index = engine.call("option_of_player")
            streams[seat] = next_state(streams[seat])
            assert index == draw_index(streams[seat], len(engine.keys))
        else:
            index = random.randrange(len(engine.keys))
        engine.call("answer", index)
        match.choose(index)
    yield match


@pytest.mark.parametrize(
    ("name", "variants"),
    [
        ("red_flag_over_paris", ()),
        pytest.param("red_flag_over_paris", ("censor",), marks=pytest.mark.parts),
        pytest.param("liberte", (), marks=pytest.mark.parts),
        pytest.param("vive_la_revolution", (), marks=pytest.mark.parts),
        ("revolution", ("single_highest",)),
        ("tests/language/sample", ()),
    ],
)
def test_options_and_results_are_those_of_python(name: str, variants: tuple[str, ...]) -> None:
    game = game_of(name, *variants)
    engine = engine_of(game)
    for seed in (0, 2**53 - 1) if name == "revolution" else (2**53 - 1,):
        *_, match = play_both(game, engine, seed, by_chance=(1,))
        assert engine.decision is None
        outcome = match.outcome()
        assert outcome is not None and engine.data["reasons"][engine.word("REASON")] == outcome.reason
        assert [game.seats[seat] for seat in engine.words_at(engine.word("WINNERS"))] == outcome.winners
        assert [engine.call("score", at) for at in range(len(game.seats))] == [*outcome.scores.values()]


@pytest.mark.parts
@pytest.mark.parametrize("name", ["red_flag_over_paris", "liberte", "vive_la_revolution"])
def test_holes_of_sentences_have_the_values_of_python(name: str) -> None:
    game = game_of(name)
    page, engine = page_of(game), engine_of(game)
    compared = 0
    for match in play_both(game, engine, 5):
        decision = engine.decision
        sentences = [] if decision is None else [decision["question"], decision["out"]["own"]]
        for part in (part for parts in sentences for part in parts or () if isinstance(part, dict)):
            for number, many in ((part["asks"], part["many"]), *part["cards"]):
                word = engine.call(f"q{number}", engine.word("FRAME"))
                found = None if word == NIL else tuple(engine.words_at(word)) if many else word
                assert found == expected_value(match, *page.asked[number])
                compared += 1
    assert compared > 10


@pytest.mark.parts
@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("red_flag_over_paris", 2),
        ("liberte", 3),
        ("vive_la_revolution", 4),
        ("revolution", 3),
        ("tests/games/odd_or_even", 1),
    ],
)
def test_sentences_are_told_as_in_python(name: str, seed: int) -> None:
    game = game_of(name)
    engine, logged, count = engine_of(game), 0, 0
    for match in play_both(game, engine, seed):
        entries = [entry for entry in match.state.log or () if isinstance(entry, PlayersTold | ChoiceShown)]
        expected = [
            entry._replace(values=tuple(map(plain, entry.values))) if isinstance(entry, PlayersTold) else entry
            for entry in entries[logged:]
        ]
        assert engine.take_told() == expected
        logged, count = logged + len(expected), count + len(expected)
    assert count > 0


def plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def expected_value(match: Match, expr: Any, names: NameValues) -> Any:
    game = match.game
    position = QueriedPosition(game, match.state, game.sentences.queries, None)
    found = position.value(expr, names)
    return tuple(found) if isinstance(found, list | tuple) else found


@pytest.mark.parts
def test_seats_are_played_by_their_tables() -> None:
    from interpreter.players.table_player import TablePlayer

    game = game_of("red_flag_over_paris", "solo_versailles")
    engine = engine_of(game)
    (bot,) = [game.seats.index(seat) for seat in engine.data["with_tables"]]
    tables = engine.words_at(engine.data["memory"]["BOTS"])[bot]
    engine.set_word("PLAYERS", bot, tables)
    player, stream, ruled = TablePlayer(game, game.seats[bot]), seat_stream(4, bot), 0
    match, random = game.start(4), Random(4)
    engine.call("begin_match", 4)
    while match.decision is not None:
        index = random.randrange(len(engine.keys))
        if engine.word("ASKED_SEAT") == bot:
            index, stream = engine.call("option_of_player"), next_state(stream)
            assert index == player.pick(match.state, stream)
            ruled += len(player.remaining_options(match.state)) < len(engine.keys)
        engine.call("answer", index)
        match.choose(index)
    assert engine.decision is None and ruled > 5


@pytest.mark.parts
def test_decisions_have_the_same_numbers_with_and_without_a_log() -> None:
    """Test that the tables of a page, which are made from the code without a log, fit sentences of the one with it."""
    program = game_of("liberte").program
    plain, logged = (program.lowered(is_logged).decisions for is_logged in (False, True))
    assert [id(each.asking) for each in plain] == [id(each.asking) for each in logged]


POTS = """\
id: pots
title: Pots
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
dice: [{id: die}]
pieces:
  - {id: bean, start: {sack: 5}}
  - {id: pea, start: {sack: 3}}
boxes: [{id: sack, title: Sack}, {id: pot, title: Pot}]
start: |
  as red:
    repeat 2 times:
      either "draw": draw 2 pieces at random from sack to pot
      or "roll":
        roll the die
        if sum of dice > 4: draw 1 piece at random from sack to pot
      or "wait": move 1 bean from sack to pot
  end the game, nobody wins, because "over"
"""


def outcomes_by_script(engine: Engine, option: int, count: int) -> Counter[tuple[int, ...]]:
    """Return the probability of each position that an option can lead to; the match stays as it is."""
    found, script, kept = Counter[tuple[int, ...]](), list[int](), engine.keep()
    while True:
        made = engine.answer_by_script(option, script)
        probability = prod((Fraction(share, shares) for _, _, share, shares in made), start=Fraction(1))
        found[engine.cells(count)] += probability  # type: ignore[assignment]
        engine.restore(kept)
        script = [number for number, *_ in made]
        while script and script[-1] + 1 == made[len(script) - 1][1]:
            script.pop()
        if not script:
            return found
        script[-1] += 1


def test_draws_by_script_have_every_outcome_with_its_probability(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(POTS, encoding="utf-8")
    game = load(tmp_path)
    engine, size, decisions = Engine(page_of(game)), game.program.symbols.size, 0
    for match in play_both(game, engine, 3):
        decisions += 1
        for option in range(len(engine.keys)):
            expected = Counter[tuple[int, ...]]()
            for outcome in match.chance(option):
                cells = tuple(NIL if each is None else each for each in outcome.match.state.v)
                expected[cells] += outcome.probability  # type: ignore[assignment]
            assert outcomes_by_script(engine, option, size) == expected
    assert decisions == 3
