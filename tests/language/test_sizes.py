"""Limits on the work that an untrusted folder can cause before play.

Each of these folders is rejected with a place, or uses no more than its share.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import islice, permutations
from pathlib import Path

import pytest

from cli.board.map_picture import MOST_BOXES, MapBox, draw_map
from cli.check.check import check_all
from cli.text.screen import ASCII_SIGNS
from interpreter import load
from interpreter.language.checking.preconditions import MOST_PARTS
from interpreter.playtest.scenarios.scenario_runner import MAX_CACHED, GameCache
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.rulebook.scenarios.scenario_files import MOST_GAMES, read_scenarios
from interpreter.support.errors import Problem, RulebookError, warnings_of
from interpreter.support.similar_words import MAX_COMPARED, closest_match
from tests.counted import calls_of, memory_of
from tests.language.cases import sample_with

pytestmark = pytest.mark.parts


def with_words(folder: Path, words: str, *events: str) -> Path:
    path = sample_with(folder, events)
    with (path / "vocabulary.yaml").open("a", encoding="utf-8") as file:
        file.write(words)
    return path


def ways(number: int) -> str:
    """So many phrases, each `either` of three others."""
    words = f"  - {{say: way{number}, do: only if uses of elm > 99}}\n"
    for at in range(number):
        options = "".join(f"      {word}: way{at + 1}\n" for word in ('either "a"', 'or "b"', 'or "c"'))
        words += f"  - say: way{at}\n    do: |\n      only if uses of elm > {at}\n{options}"
    return words


def test_phrases_that_ask_for_each_other(tmp_path: Path) -> None:
    """The test whether a phrase can be done is written out where it is used: not without limit."""
    path = with_words(tmp_path, ways(13), "as red: way0")
    (problem,), most = memory_of(lambda: problems_of(path))
    assert problem.code == "too-much-work" and problem.where.line and problem.excerpt is not None
    assert most < 200_000_000


def test_a_few_that_do(tmp_path: Path) -> None:
    game = load(with_words(tmp_path, ways(4), "as red: way0"))
    assert 81 < game.program.queries().preconditions.parts < MOST_PARTS


def problems_of(folder: Path) -> tuple[Problem, ...]:
    with pytest.raises(RulebookError) as caught:
        load(folder)
    return caught.value.problems


def refused(folder: Path) -> list[str]:
    problems = problems_of(folder)
    assert all(problem.where.line for problem in problems)
    return [problem.code for problem in problems]


def test_variables_for_pairs_of_cards(tmp_path: Path) -> None:
    """It is their sum that counts, and nothing is made of them."""
    variables = "".join(f"  - {{id: pair_{at}, is: number, for: [card, card]}}\n" for at in range(150))
    cards = ("cards/main.yaml", "  - id: bee\n", "  - {id: herd, title: Herd, strength: 1, copies: 400}\n  - id: bee\n")
    edits = [cards, ("vocabulary.yaml", "flags:\n", f"{variables}flags:\n")]
    path = sample_with(tmp_path, (), edits)
    codes, most = memory_of(lambda: refused(path))
    assert codes == ["too-many"] and most < 50_000_000


def many_cards(folder: Path, name: str, event: str, number: int) -> None:
    """A deck of cards with such an event each."""
    text = "".join(f"      {line}\n" for line in event.splitlines())
    cards = "".join(f"  - id: {name}_{at}\n    title: {name} {at}\n    event: |\n{text}" for at in range(number))
    (folder / "cards" / f"{name}.yaml").write_text(f"deck: {name}\ntitle: {name}\ncards:\n{cards}", encoding="utf-8")
    with (folder / "zones.yaml").open("a", encoding="utf-8") as zones:
        zones.write(f"  - {{id: zone_{name}, title: {name} 0, face: nobody, starts with: [{name}]}}\n")


@pytest.mark.parametrize(
    ("conditions", "kind", "most"),
    [
        pytest.param(0, "do: stop", 500, marks=pytest.mark.parts),
        pytest.param(100, "do: stop", 100, marks=pytest.mark.parts),
        (100, "means: n + m", 100),
        (0, "when: n > m", 125),
    ],
)
def test_many_wordings(tmp_path: Path, conditions: int, kind: str, most: int) -> None:
    """The place is that of the first one too many; nothing is made of them.

    A condition counts as four phrases, so that few of them come before the others.
    """
    kinds = ["when: n > m"] * conditions + [kind] * (most + 1)
    words = "".join(
        f'  - say: "try{at} {{n}} and_{at} {{m: number}} so{at}"\n    {each}\n' for at, each in enumerate(kinds)
    )
    (tmp_path / "game.yaml").write_text("id: many\ntitle: Many\nseats: [{id: red, title: Red}]\n", encoding="utf-8")
    (tmp_path / "sequence.yaml").write_text('start: end the game, nobody wins, because "x"\n', encoding="utf-8")
    (tmp_path / "vocabulary.yaml").write_text(f"words:\n{words}", encoding="utf-8")
    (problem,), memory = memory_of(lambda: problems_of(tmp_path))
    assert memory < 200_000_000
    assert (problem.code, problem.where.line) == ("too-many", 2 * (conditions + most) + 2)


def test_megabytes_of_statements(tmp_path: Path) -> None:
    path = sample_with(tmp_path)
    for name in ("one", "two", "three"):
        many_cards(path, name, "raise uses of elm by 1\n" * 800, 45)
    assert refused(path) == ["too-long"]


def test_many_misspelt_names(tmp_path: Path) -> None:
    """Not each of them is read, and a word is not compared with all names there are."""
    path = sample_with(tmp_path)
    many_cards(path, "a_rather_long_name_of_a_card_which_goes_on_and_on_and_on", "raise count", 220)
    many_cards(path, "wrong", "set shown to a_rather_long_nmae_of_a_card_which_goes_on_and_on_and_on_7", 220)
    codes = refused(path)
    assert set(codes) == {"unknown-name", "more-problems"} and len(codes) == 201


def test_the_nearest_of_many_names() -> None:
    names = [f"some_long_name_of_a_card_{at}" for at in range(1900)]
    assert closest_match("some_lnog_name_of_a_card_1234", names) == "some_long_name_of_a_card_1234"
    assert closest_match("nothing like it", names) is None
    compared = calls_of(
        SequenceMatcher.set_seq1.__code__, lambda: closest_match("some_lnog_name_of_a_card_1234", names)
    )
    assert 0 < compared < 2 * MAX_COMPARED  # each letter by letter, some part by part


def test_a_map_of_two_thousand_spaces() -> None:
    """It is told space by space: so many boxes would have to make room for each other."""
    boxes = [MapBox(f"s{at}", (at % 45 / 45, at // 45 / 45), f"S{at}", (), "") for at in range(2000)]
    links = [(f"s{at}", f"s{at + 1}", False) for at in range(1999)]
    assert draw_map(boxes, links, 100, ASCII_SIGNS) is None
    assert draw_map(boxes[:MOST_BOXES], links, 100, ASCII_SIGNS) is not None


def with_variants(folder: Path, number: int) -> Path:
    """The sample with variants that all name each other."""
    path = sample_with(folder)
    (path / "variants").mkdir()
    for at in range(number):
        others = "".join(
            f"  v{other}: {{change: [{{at: cards/ant/strength, to: 2}}]}}\n" for other in range(number) if other != at
        )
        change = f"change:\n  - {{at: variables/hidden_number/start, to: {at}}}\nwith:\n{others}"
        text = f"id: v{at}\ntitle: V{at}\nabout: x\nfor: sample\n{change}"
        (path / "variants" / f"v{at}.yaml").write_text(text, encoding="utf-8")
    return path


def test_variants_that_name_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.rulebook.overlays.overlays.MAX_COMBINATIONS", 4)
    own, problems = variants_of(with_variants(tmp_path, 60))
    assert not problems and sum(1 for _ in islice(combinations_of(own), 4000)) == 3600
    _, found = check_all(str(tmp_path / "sample"), (), None)
    assert "too-many" in {problem.code for problem in warnings_of(found)}


def test_scenarios_with_variants_of_their_own(tmp_path: Path) -> None:
    path = with_variants(tmp_path, 12)
    sets = islice(permutations((f"v{at}" for at in range(12)), 4), 2000)
    entries = (
        f"- name: s{at}\n  variants: [{', '.join(each)}]\n  then: [count is 0]\n" for at, each in enumerate(sets)
    )
    (path / "scenarios").mkdir()
    (path / "scenarios" / "many.yaml").write_text("".join(entries), encoding="utf-8")
    books: dict[tuple[str, ...], Rulebook] = {}
    _, problems = read_scenarios(load(path).rulebook, books=books)
    assert len(books) <= MOST_GAMES + 1
    assert "too-many" in {problem.code for problem in problems}


def test_games_with_variants_are_not_all_kept(tmp_path: Path) -> None:
    games = GameCache(load(with_variants(tmp_path, MAX_CACHED + 4)))
    plain, first = games.get(), games.get(("v0",))
    assert games.get(("v0",)) is first
    for at in range(1, MAX_CACHED + 4):
        games.get((f"v{at}",))
    assert games.get() is plain and games.get(("v0",)) is not first
