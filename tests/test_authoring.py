"""Every snippet of rules/AUTHORING.md and REFERENCE.md, carried out. What stands behind ``` says what is done with it.

yaml file=NAME: a file of the example game.      yaml add=NAME: added to a copy of it, which must load and play.
svg file=NAME: a picture of it.
yaml alone=NAME: a file of a game of its own,    yaml from=PATH: stands so in that file of rules/.
    or of the game FOLDER, if it is FOLDER/NAME.
yaml variant=NAMES: what stands in a variant, which must load and play, together with those that are named.
yaml beside=NAME: a file with a language of the example game, which must fit it.
yaml library=NAME: a library's file with what the program says in a language.
refused NAMES: the same, and what is said of it.  output COMMAND: lines that the command writes.
effect: statements, played as a card.            value: a value and what it is.      condition: true.
error: a text and its message.                   message FILE | OLD | NEW: what `check` says of that change.
sh: commands.                                    reserved: words that can't be ids.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import load
from interpreter.engine.playout import play_random
from interpreter.matches.match import Game
from interpreter.playtest.run.chunks import ChunkOutputs, ChunkPlayer
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.presentation.language_files import library_phrases
from interpreter.presentation.saying.card_texts import check_phrasebook
from interpreter.presentation.saying.found_languages import find_language
from interpreter.presentation.speech import load_catalog
from interpreter.rulebook.overlays.language_overlays import apply_language
from interpreter.rulebook.overlays.overlays import variants_of
from interpreter.rulebook.print_style import read_print_style
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import RulebookError, errors_of
from tests.forks import Forks

ROOT = Path(__file__).parent.parent
GUIDE, REFERENCE = "AUTHORING.md", "REFERENCE.md"
TEXTS = {name: (ROOT / "rules" / name).read_text(encoding="utf-8") for name in (GUIDE, REFERENCE)}
FENCED = re.compile(r"^```([a-z]*) ?(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
GAMES = 8


@dataclass(frozen=True, slots=True)
class Snippet:
    """A fenced block: its kind, what it says of itself (`file=map.yaml`: about, name), its text, where it stands."""

    kind: str
    about: str
    name: str
    text: str
    document: str
    line: int

    def __str__(self) -> str:
        return f"{self.document}, line {self.line}: {self.kind} {self.about}"


def snippets() -> Iterator[Snippet]:
    for document, text in TEXTS.items():
        for found in FENCED.finditer(text):
            about, _, name = found[2].partition("=")
            yield Snippet(found[1], about, name, found[3], document, text.count("\n", 0, found.start()) + 1)


ALL = list(snippets())


class Plain(yaml.SafeLoader):
    """YAML as the rules have it: `yes` and `no` are text."""


Plain.yaml_implicit_resolvers = {
    sign: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:bool" or sign in "tfTF"]
    for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def of(kind: str, about: str | None = None) -> list[Snippet]:
    return [snippet for snippet in ALL if snippet.kind == kind and about in (None, snippet.about)]


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the example game, as the snippets make it."""
    for snippet in (*of("yaml", "file"), *of("svg", "file")):
        write(tmp_path / "ferry", snippet.name, snippet.text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Path("ferry")


def add_event(folder: Path, card_id: str, text: str) -> None:
    """A card with this event, in the deck of the example."""
    path = folder / "cards" / "voyage.yaml"
    body = "".join(f"      {line}\n" for line in text.splitlines())
    path.write_text(f"{path.read_text()}  - id: {card_id}\n    title: {card_id}\n    speed: 1\n    event: |\n{body}")


def play(game: Game) -> None:
    """To the end at random, and with those whom the rules name at the table."""
    for index in range(GAMES):
        assert play_random(game, 1, index).reason is not None
    players = dict.fromkeys(game.seats, "random") | game.rulebook.players_of
    ChunkPlayer(game, players, 1).play(0, GAMES, ChunkOutputs())


def with_mine(text: str, names: str) -> Game:
    """The example with a variant that says this, after others."""
    Path("mine.yaml").write_text(f"id: mine\ntitle: Mine\nfor: ferry\n{text}")
    return load("ferry", [*names.replace(",", " ").split(), "mine.yaml"])


@pytest.fixture
def cahier(forks: Forks) -> Callable[[str], str]:
    """Run a command, which must succeed, and return its output."""

    def call(command: str) -> str:
        program, *words = shlex.split(command, comments=True)
        assert program == "cahier"
        done = forks.run(tuple(words), os.environ)
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout

    return call


def test_no_snippet_is_forgotten() -> None:
    kinds = {(snippet.kind, snippet.about.split()[0] if snippet.kind == "yaml" else "") for snippet in ALL}
    known = {("yaml", about) for about in ("file", "add", "alone", "from", "variant", "beside", "library")}
    assert kinds <= known | {
        (kind, "")
        for kind in ("effect", "value", "condition", "error", "message", "refused", "output", "sh", "reserved", "svg")
    }
    assert len(ALL) == sum(len(re.findall(r"^```[a-z]", text, re.MULTILINE)) for text in TEXTS.values())


def test_the_example_is_a_game(ferry: Path) -> None:
    game = load(ferry)
    play(game)
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert verdicts
    assert not [verdict for verdict in verdicts if not verdict.has_passed]


def test_the_style_of_the_example_fits(ferry: Path) -> None:
    problems = Problems()
    style = read_print_style(load(ferry).rulebook, problems)
    assert not len(problems)
    assert (style.images["full_moon"].path, style.icons["reed"], style.border) == ("board.svg", "~", "guild")


@pytest.mark.parametrize("snippet", of("yaml", "from"), ids=str)
def test_a_quotation_is_true(snippet: Snippet) -> None:
    assert snippet.text in (ROOT / "rules" / snippet.name).read_text(encoding="utf-8")


@pytest.mark.parts
@pytest.mark.parametrize("snippet", of("yaml", "add"), ids=str)
def test_an_addition_fits(snippet: Snippet, ferry: Path) -> None:
    path = ferry / snippet.name
    whole: dict[str, Any] = yaml.load(path.read_text(), Plain)
    for key, value in yaml.load(snippet.text, Plain).items():
        whole[key] = whole[key] + value if isinstance(value, list) and key in whole else value
    path.write_text(yaml.safe_dump(whole, sort_keys=False))
    game = load(ferry)
    assert game.check_sentences() == ()
    play(game)
    for lang in game.rulebook.phrasebooks:
        assert errors_of(check_phrasebook(game.program.analysis, lang)) == ()
    for variant in variants_of(ferry)[0]:
        play(load(ferry, [variant.id]))


def test_what_stands_alone_is_enough(tmp_path: Path) -> None:
    alone = of("yaml", "alone")
    games = [snippet for snippet in alone if snippet.name == "game.yaml"]
    for number, snippet in enumerate(games):
        write(tmp_path / str(number), "game.yaml", f"{snippet.text}start: end the game, nobody wins\n")
    for snippet in alone:
        if "/" in snippet.name:
            write(tmp_path, snippet.name, snippet.text)
    for folder in tmp_path.iterdir():
        low, high = load(folder).rulebook.players
        assert [len(load(folder, players=players).seats) for players in range(low, high + 1)] == [*range(low, high + 1)]
        play(load(folder))


def test_a_language_of_the_program_in_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAHIER_LIBRARY", str(tmp_path))
    for snippet in of("yaml", "library"):
        file = tmp_path / snippet.name
        file.parent.mkdir(exist_ok=True)
        file.write_text(snippet.text)
        sections = yaml.load(snippet.text, Plain)
        assert load_catalog(file.stem).sentences.items() >= sections.get("sentences", {}).items()
        assert library_phrases(file.stem, "messages") == sections.get("messages", {})
        assert find_language(file.stem).forms.items() >= sections.get("forms", {}).items()


def test_a_language_beside_the_game(ferry: Path, tmp_path: Path) -> None:
    for snippet in of("yaml", "beside"):
        write(tmp_path, snippet.name, snippet.text)
        book = load(ferry).rulebook
        laid = apply_language(book, str(tmp_path / snippet.name))
        assert book.texts[laid.language] and not laid.warnings


def test_effects(ferry: Path) -> None:
    for snippet in of("effect"):
        add_event(ferry, f"effect_{of('effect').index(snippet)}", snippet.text)
    play(load(ferry))


def truths_about(value: str, result: str) -> list[str]:
    """Conditions which together say that a value is the result, or a set that has just these things."""
    things = result.split(", ")
    if result == "nothing" or result.isdigit():
        return [f"{value} is {result}"]
    if re.match(r"(first of|random one|the only|top card|home|the opponent|the seat after)", value):
        return [f"{value} is {result}"]
    return [f"number of ({value}) is {len(things)}", *(f"{thing} is in ({value})" for thing in things)]


def scenario_of(condition: str) -> dict[str, Any]:
    begin = f'if {condition}: end the game, nobody wins, because "true"'
    return {"name": condition, "given": {"turn": "reed", "begin": begin}, "then": [{"over": {"reason": "true"}}]}


def test_values_and_conditions(ferry: Path) -> None:
    conditions = [line for snippet in of("condition") for line in snippet.text.splitlines()]
    for snippet in of("value"):
        for line in snippet.text.splitlines():
            value, _, result = line.partition("#")
            conditions += truths_about(value.strip(), result.strip())
    write(ferry, "scenarios/truths.yaml", yaml.safe_dump([scenario_of(each) for each in dict.fromkeys(conditions)]))
    game = load(ferry)
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook, ["ferry/scenarios/truths.yaml"])))
    assert [(verdict.scenario.name, verdict.mistakes) for verdict in verdicts if not verdict.has_passed] == []


@pytest.mark.parametrize("snippet", of("error"), ids=str)
def test_a_wrong_text_is_explained(snippet: Snippet, ferry: Path) -> None:
    text, _, message = snippet.text.partition("\n\n")
    add_event(ferry, "wrong", text)
    with pytest.raises(RulebookError) as raised:
        load(ferry)
    (problem,) = raised.value.problems
    said = [problem.message] + ([f"did you mean {problem.suggestion}?"] if problem.suggestion else [])
    assert said == message.splitlines()


def test_the_examples_variants_play(ferry: Path) -> None:
    ids = [variant.id for variant in variants_of(ferry)[0]]
    assert ids == sorted(Path(snippet.name).stem for snippet in of("yaml", "file") if "variants/" in snippet.name)
    for asked in [*([variant_id] for variant_id in ids), ids, ids[::-1]]:
        play(load(ferry, asked))


@pytest.mark.parametrize("snippet", of("yaml", "variant"), ids=str)
def test_a_variant_fits(snippet: Snippet, ferry: Path) -> None:
    play(with_mine(snippet.text, snippet.name))


@pytest.mark.parametrize("snippet", of("refused"), ids=str)
def test_a_variant_is_refused(snippet: Snippet, ferry: Path) -> None:
    text, _, message = snippet.text.partition("\n\n")
    with pytest.raises(RulebookError) as raised:
        with_mine(text, snippet.about)
    problem = raised.value.problems[0]
    said = [problem.message] + ([f"did you mean {problem.suggestion}?"] if problem.suggestion else [])
    assert said == message.splitlines()


@pytest.mark.parametrize("snippet", of("message"), ids=str)
def test_a_mistake_in_a_file_is_told(snippet: Snippet, ferry: Path) -> None:
    name, old, new = f"{snippet.about}={snippet.name}".strip("=").split(" | ")
    path = ferry / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(RulebookError) as raised:
        load(ferry)
    assert str(raised.value) == snippet.text.rstrip("\n")


LESS = {
    r"--games 1000?\b": "--games 20",
    r"--within 5\b": "--within 20",
    r"--time 30s\b": "--games 1",
    r"search:20\b": "search:3",
}
"""Enough to try a command, in place of what the documents show."""


@pytest.mark.parts
def test_commands(ferry: Path, cahier: Callable[[str], str]) -> None:
    for snippet in of("sh"):
        for line in snippet.text.splitlines():
            for much, less in LESS.items():
                line = re.sub(much, less, line)
            cahier(line)


@pytest.mark.parts
@pytest.mark.parametrize("snippet", of("output"), ids=str)
def test_a_command_writes_what_is_shown(snippet: Snippet, ferry: Path, cahier: Callable[[str], str]) -> None:
    assert snippet.text in cahier(f"{snippet.about}={snippet.name}".rstrip("="))


def test_reserved_words_are_no_ids(tmp_path: Path) -> None:
    (snippet,) = of("reserved")
    words = snippet.text.split()
    write(tmp_path, "game.yaml", "id: t\ntitle: T\nseats: [{id: red, title: Red}]\n")
    write(tmp_path, "sequence.yaml", "start: stop\n")
    tracks = [{"id": word, "title": "T", "between": [0, 9]} for word in words]
    write(tmp_path, "tracks.yaml", yaml.safe_dump({"tracks": tracks}))
    with pytest.raises(RulebookError) as raised:
        load(tmp_path)
    refused = {problem.message.split("`")[1] for problem in raised.value.problems if problem.code == "reserved-id"}
    for word in set(words) - refused:  # those that are let through can't be used in a text
        write(tmp_path, "tracks.yaml", f"tracks: [{{id: {word}, title: T, between: [0, 9]}}]\n")
        write(tmp_path, "sequence.yaml", f"start: set {word} to {word} + 1\n")
        with pytest.raises(RulebookError):
            load(tmp_path)


def test_links_lead_somewhere() -> None:
    headings = {
        name: {
            re.sub(r"[^\w -]", "", found).lower().replace(" ", "-")
            for found in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        }
        for name, text in TEXTS.items()
    }
    for name, text in TEXTS.items():
        for document, target in re.findall(r"\]\(([A-Z]+\.md)?#([^)]+)\)", text):
            assert target in headings[document or name], (name, target)
    for path in (ROOT / "README.md", *(ROOT / "interpreter").rglob("*.md"), *(ROOT / "rules").glob("*/*.md")):
        for document, target in re.findall(r"/(AUTHORING.md|REFERENCE.md)#([^)]+)\)", path.read_text(encoding="utf-8")):
            assert target in headings[document], (path, target)


def test_the_reference_begins_with_what_is_in_it() -> None:
    start, *parts = re.split(r"^## ", TEXTS[REFERENCE], flags=re.MULTILINE)
    listed = [*re.findall(r"\]\(#([^)]+)\)", start)]
    assert listed == [re.sub(r"[^\w -]", "", part.splitlines()[0]).lower().replace(" ", "-") for part in parts]
