"""Texts from strangers: each is refused or stopped soon, with a message that says where, or is plainly harmless."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.state import EFFECT_WORK_LIMIT
from interpreter.matches.match import Game, Match
from interpreter.playtest.scenarios.scenario_runner import GameCache, find_mistakes
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.support.errors import BudgetError, CahierError, RulebookError
from tests.language.cases import sample_with, start

ALONE: dict[str, tuple[str, str, str]] = {}
"""name -> (what comes of it, text of an event, words), for what makes a rulebook useless as a whole"""
REFUSED: dict[str, tuple[str, str]] = {}
"""name -> (what is said, text): all in one game"""
PLAYED: dict[str, tuple[str, str]] = {}
"""name -> (what comes of it, text): all in one game that can be loaded"""
WORDS: list[str] = []
"""The words that those need."""


def case(name: str, expected: str, text: str, words: str = "") -> None:
    if expected in ("fine", "budget"):
        PLAYED[name] = (expected, text)
        WORDS.append(words)
    elif words or expected in ("too-much-work", "calls-itself", "endless", "too-deep-for-python"):
        ALONE[name] = (expected.removesuffix("-for-python"), text, words)
    else:
        REFUSED[name] = (expected, text)


def word(kind: str, say: str, text: str) -> str:
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    return f"  - say: {say!r}\n    {kind}: |\n{lines}"


def chain(name: str, kind: str, first: str, last: str) -> str:
    """Forty words, the first explained by `first`, each other one by `last`, in which `LAST` is the one before it."""
    texts = [first, *(last.replace("LAST", f"{name}{number}") for number in range(39))]
    return "".join(word(kind, f"{name}{number}", text) for number, text in enumerate(texts))


def nested(head: str, depth: int, last: str) -> str:
    lines = [" " * level + head.replace("N", str(level)) for level in range(depth)]
    return "\n".join([*lines, " " * depth + last])


# terms, conditions, sets and phrases that double at each level; sets of sets of sets
case("a row of places", "fine", "for each town in (" + " or ".join(["alder"] * 40) + "):\n  raise count")
case("a row of values and a condition", "wrong-type", "if " + " or ".join(["alder"] * 40) + " is birch: raise count")
case("terms that double", "too-much-work", "set count to term39", chain("term", "means", "count + 1", "LAST + LAST"))
case("conditions that double", "too-much-work", "if test39: stop", chain("test", "when", "count > 1", "LAST or LAST"))
case(
    "sets that double", "too-much-work", "set visited to area39", chain("area", "means", "burnt towns", "LAST or LAST")
)
case("phrases that double", "budget", "twice39", chain("twice", "do", "raise count", "LAST\nLAST"))
case("sums of sums", "too-much-work", "set count to " + "sum of (" * 14 + "uses of elm" + ") over towns" * 14)
case(
    "where in where",
    "too-much-work",
    f"set count to number of (towns where {'some town where ' * 12}it is coast {'is it ' * 12})",
)
lets = "\n".join(["let x0 be count", *(f"let x{n} be x{n - 1} + x{n - 1}" for n in range(1, 60)), "only if x59 > 0"])
option = "\n".join(f"    {line}" for line in lets.split("\n"))
case("lets that double", "fine", f'as red:\n  either "a":\n{option}\n  or "b": stop')
holes = "".join(word("do", f"into{n} {{area: towns}}", f"into{n - 1} (area or area or area)") for n in range(1, 12))
holes += word("do", "into0 {area: towns}", "choose a town in area")
case("holes that treble", "fine", 'as red:\n  either "a": into11 towns\n  or "b": stop', holes)

# numbers and lists that grow
case("many rounds", "number-too-large", "repeat 1000000000 times: raise count")
case("nearly as many rounds", "budget", "repeat 999999999 times: set count to 1")
case("rounds in rounds", "budget", nested("repeat 100 times:", 8, "raise count"))
case("sets in sets", "budget", nested("for each town, as tN:", 14, "raise count"))
case("multiplication", "budget", "set count to 3\nwhile count > 0: set count to count * count")
case("doubling", "budget", "set count to 3\nwhile count > 0: raise count by count")
case("doubling by a name", "budget", "set count to 1\nwhile count > 0:\n  let x be count + count\n  set count to x")
case(
    "doubling by a hole",
    "budget",
    "set count to 1\nwhile count > 0: put (count + count) there",
    word("do", "put {n} there", "set count to n"),
)
case("a list that grows", "budget", "while number of visited < 99999999: add elm to visited")
case("a wide choice", "budget", "as red:\n  choose a number from 0 to 999999999")
case("a heavy loop", "budget", f"while count >= 0: set count to {'sum of (' * 7}uses of elm{') over towns' * 7}")

# without end
case("no end", "budget", "while count >= 0: raise count")
case("no end of nothing", "endless", "while count >= 0: raise day")
case("itself", "calls-itself", "ping", word("do", "ping", "ping"))
case("itself if", "calls-itself", "ping", word("do", "ping", "if count is 0: ping"))
pings = word("do", "ping", "choose a town\npong") + word("do", "pong", "choose a town\nping")
case("one another by choices", "fine", "as red: ping", pings)
case(
    "one another by changes",
    "budget",
    "pang",
    word("do", "pang", "raise count\npung") + word("do", "pung", "lower count\npang"),
)

# deep and long
case("brackets", "fine", f"set count to {'(' * 3000}1{')' * 3000}")
case("open brackets", "syntax", f"set count to {'(' * 3000}")
case("closed brackets", "syntax", f"set count to {')' * 3000}")
case("sums in brackets", "too-deep", f"set count to {'(1 + ' * 3000}1{')' * 3000}")
case("a long or", "too-deep", f"if {' or '.join(['alarm'] * 2000)}: stop")
case("a long union", "too-deep", f"set visited to {' or '.join(['spot'] * 1500)}")
case("many nots", "too-deep", f"if {'not ' * 3000}alarm: stop")
case("deep ifs", "too-deep-for-python", nested("if alarm:", 150, "stop"))
case("deep loops", "too-deep-for-python", nested("repeat 1 times:", 30, "raise count"))
case("deep options", "fine", "as red:\n" + nested(' may "deeper":', 100, " stop"))
case("many otherwises", "fine", "if count is 1: stop" + "\notherwise if count is 2: stop" * 500)
case("many options", "fine", 'as red:\n  either "a": stop' + "".join(f'\n  or "b{n}": stop' for n in range(500)))
case("many statements", "fine", "\n".join(["raise count"] * 1500))
terms = [word("means", f"deep{n}", f"deep{n - 1} + 1" if n else "count") for n in range(300)]
case("deep terms", "too-deep", "set count to deep299", "".join(terms))
case("deep terms the other way round", "too-deep", "set count to deep299", "".join(reversed(terms)))
case("deep phrases", "fine", "once39", chain("once", "do", "raise count", "LAST"))
case("a long name", "syntax", f"raise {'x' * 10_000} {'y' * 5_000}")
case("a long label", "fine", f'as red:\n  may "{"x" * 15_000}": stop')
case("a long number", "number-too-large", f"set count to {'9' * 5000}")

# labels that look like something else
LABELS = ("<pad 9999 0>", "f[0] = 9999", "    return 9999", "{x} {0} %s", "a\\' + 1 + \\'", "[red]b[/]", "\\n\\\\")
for label in LABELS:
    text = f'as red:\n  note ant as "{label}"\n  may "{label}": end the game, nobody wins, because "{label}"'
    case(f"label {label}", "fine", text)
case("another script", "syntax", "raise соunt by 1 1")
case("another sign", "bad-sign", "raise count `by` 1")
case("a quotation mark in an id", "bad-sign", 'raise a"b')

TENTH = EFFECT_WORK_LIMIT // 10

NAMES = ("class", "__import__", "lambda", "None", "K1", "v", "m", "f", "t0", "s1", "program", "p0", "_W1", "N0_ONE")
SIGNS = (
    '"',
    "'",
    "/",
    "|",
    "->",
    "%",
    "*",
    "?",
    "~",
    "[",
    "]",
    "(x)",
    "\\n",
    "//",
    ":",
    ";",
    "$END",
    "{",
    "}",
    "\u202e",
)


def with_words(folder: Path, words: str) -> Path:
    path = folder / "vocabulary.yaml"
    path.write_text(path.read_text(encoding="utf-8") + words, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = sample_with(tmp_path_factory.mktemp("played"), [text for _, text in PLAYED.values()])
    return load(with_words(folder, "".join(WORDS)))


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Codes of the problems reported for each text in REFUSED."""
    folder = sample_with(tmp_path_factory.mktemp("refused"), [text for _, text in REFUSED.values()])
    lines = (folder / "cards" / "cases.yaml").read_text(encoding="utf-8").split("\n")
    starts = [number for number, line in enumerate(lines, 1) if line == "    event: |"]
    with pytest.raises(RulebookError) as caught:
        load(folder)
    said = {
        max(at for at, line in enumerate(starts) if line <= each.where.line): each for each in caught.value.problems
    }
    return [said[number].code for number in range(len(REFUSED))]


@pytest.mark.parts
@pytest.mark.parametrize("name", PLAYED)
def test_played(name: str, played: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """An effect may take a tenth of the usual work: what has no end has none after that, either."""
    for limit in ("state.EFFECT_WORK_LIMIT", "faults.MAX_EXTRA_WORK"):
        monkeypatch.setattr(f"interpreter.engine.{limit}", TENTH)
    try:
        play_on(start(played, list(PLAYED).index(name)))
        code = "fine"
    except BudgetError as error:
        code = error.problems[0].code
        assert error.line and error.file.endswith(".yaml") and error.message.startswith("in `")
    assert code == PLAYED[name][0]


def play_on(match: Match) -> None:
    while match.decision is not None and len(match.choices) < 300:
        match.choose(0)
    match.log()
    for seat in match.game.seats:
        match.view(seat)
        match.log(seat)
    match.outcome()


@pytest.mark.parts
@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, refused: list[str]) -> None:
    assert refused[list(REFUSED).index(name)] == REFUSED[name][0]


@pytest.mark.parametrize("name", ALONE)
def test_refused_as_a_whole(name: str, tmp_path: Path) -> None:
    expected, text, words = ALONE[name]
    with pytest.raises(RulebookError) as caught:
        load(with_words(sample_with(tmp_path, [text]), words))
    assert {problem.code for problem in caught.value.problems} == {expected}
    assert len(caught.value.problems) <= 2 and caught.value.line


@pytest.mark.parts
def test_names_of_another_language(tmp_path: Path) -> None:
    """Words of Python, of Lark and of what is made of the texts: as names and as holes."""
    holes = [name for name in NAMES if name[0].islower()]
    words = [word("do", f"go a{at}b to {{{name}: town}}", "raise count") for at, name in enumerate(holes)]
    texts = [f"let {name} be 1\nset count to {name}" for name in NAMES]
    texts += [f"go a{at}b to elm" for at in range(len(holes))]
    game = load(with_words(sample_with(tmp_path, texts), "".join(words)))
    assert {start(game, number).view("red")["variables"]["count"] for number in range(len(texts))} == {1}


@pytest.mark.parts
def test_words_of_another_language(tmp_path: Path) -> None:
    words = [word("do", f"{name} now", "raise count") for name in NAMES]
    game = load(with_words(sample_with(tmp_path, [f"{name} now" for name in NAMES]), "".join(words)))
    assert {start(game, number).view("red")["variables"]["count"] for number in range(len(NAMES))} == {1}


def test_signs_in_patterns(tmp_path: Path) -> None:
    words = [word("do", f"go {sign} now", "raise count") for sign in SIGNS]
    with pytest.raises(RulebookError) as caught:
        load(with_words(sample_with(tmp_path), "".join(words)))
    assert [problem.code for problem in caught.value.problems] == ["bad-pattern"] * len(SIGNS)


def test_titles_with_signs(tmp_path: Path) -> None:
    titles = {"Birch": "B(ir|ch", "Dogwood": "[Do]*?+ {g}", "Elm": "E.l^m$ \\\\1"}
    game = load(
        sample_with(tmp_path, ["choose a town"], [("map.yaml", old, f"'{new}'") for old, new in titles.items()])
    )
    match = start(game, 0)
    assert match.decision is not None
    assert [option.text for option in match.decision.options] == [
        "Alder",
        *list(titles.values())[:1],
        "Old Cedar",
        *list(titles.values())[1:],
    ]


def test_a_text_of_two_megabytes(tmp_path: Path) -> None:
    with pytest.raises(CahierError):
        load(sample_with(tmp_path, ["raise count\n" * 200_000]))


def test_events_that_ask_for_each_other(tmp_path: Path) -> None:
    ask = ("cards/main.yaml", "only if count > 0", "only if event of ant can be played")
    back = ("cards/main.yaml", "event: raise count by 1}", "event: only if event of bee can be played}")
    game = load(sample_with(tmp_path, ["if event of ant can be played: raise count"], [ask, back]))
    with pytest.raises(BudgetError) as caught:
        start(game, 0)
    assert caught.value.file.endswith("main.yaml") and caught.value.line


DEEP = "(worth of elm - " * 210 + "1" + ")" * 210


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("vocabulary.yaml", "words:", f"words:\n  - say: zzz of {{town}}\n    means: '{DEEP.replace('elm', 'town')}'\n"
         "  - say: yyy\n    do: |\n      for each town, as zt: raise count by zzz of zt"),
        ("sequence.yaml", "start:", f"certain: ['count is {DEEP}']\nstart:"),
    ],
    ids=("a word of printed things", "what is certain"),
)  # fmt: skip
def test_what_only_python_finds_too_deep_is_told_when_it_is_loaded(
    file: str, old: str, new: str, tmp_path: Path
) -> None:
    folder = sample_with(tmp_path, (), [(file, old, new)])
    with pytest.raises(RulebookError) as refused:
        load(folder)
    (problem,) = refused.value.problems
    assert problem.code == "too-deep" and problem.where.file.endswith(file) and problem.where.line


@pytest.mark.parametrize("where", ["given: {turn: red, begin: 'set count to DEEP'}", "then: ['count is DEEP']"])
def test_scenarios_that_nest_too_deeply_are_told_before_they_are_played(where: str, tmp_path: Path) -> None:
    game = load(sample_with(tmp_path))
    path = tmp_path / "deep.yaml"
    path.write_text(f"- name: deep\n  {where.replace('DEEP', DEEP)}\n", encoding="utf-8")
    (problem,) = find_mistakes(GameCache(game), load_scenarios(game.rulebook, [str(path)]))
    assert problem.code == "too-deep" and problem.where.file == str(path) and problem.excerpt


BOARD = """\
id: board
title: Board
seats: [{id: red, title: Red}]
map: {noun: {one: square, many: squares}, grid: {columns: SIZE, rows: SIZE}}
start: |
  as red: choose a square, as start, and a square, as goal
"""


def test_pairs_of_two_large_sets_are_refused(tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    game.write_text(BOARD.replace("SIZE", "19"), encoding="utf-8")
    load(tmp_path)
    game.write_text(BOARD.replace("SIZE", "60"), encoding="utf-8")
    with pytest.raises(RulebookError, match=r"game\.yaml:6:11: .* more than 1,000,000 pairs .* one after the other"):
        load(tmp_path)
