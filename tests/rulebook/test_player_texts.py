"""Words and display settings for players: what is read, what variants and translations do to them, and the digest."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Imprint
from interpreter.rulebook.player_words import BoardPicture, ComponentForm, PlayerTexts
from interpreter.rulebook.rules_summary import LARGEST_SUMMARY, read_rules_summary
from interpreter.support.errors import RulebookError

WORDS = """
# Words for players
goal:
  white: Hold the gate.
  black: {en: Take the gate., fr: Prenez la porte.}
colour: {white: white, black: "#22222A", guard: red, north: teal}

show: {spaces: [region], cards: [strength, side], needed: [front, reserve], secondary: [held]}
ask:
  # questions
  keep: Which card do you keep?
  play: {question: Which card do you play?, stop: {en: play no more}}
why: {"{seat} is present": "{seat} is not there"}
because: {flag: "{winners} took the flag"}
image: board.svg
print: {counters: {guard: 14, main: 25x15}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>'
VARIANT = "id: night\ntitle: Night\nfor: sample\n"


@pytest.fixture
def words(folder: Path) -> Path:
    """The folder of a game with words for players."""
    (folder / "board.svg").write_text(SVG, encoding="utf-8")
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(WORDS)
    return folder


def varied(folder: Path, changes: str) -> PlayerTexts:
    """The words of the game with a variant."""
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "night.yaml").write_text(VARIANT + changes, encoding="utf-8")
    return load_rulebook(folder, variants="night").player_texts


def test_everything_is_read(words: Path) -> None:
    texts = load_rulebook(words).player_texts
    assert texts == PlayerTexts(
        goals={"white": {"en": "Hold the gate."}, "black": {"en": "Take the gate.", "fr": "Prenez la porte."}},  # type: ignore[dict-item]
        colours={"white": "white", "black": "#22222a", "guard": "red", "north": "teal"},
        badges={"spaces": ("region",), "cards": ("strength", "side"), "pieces": ()},
        needed=("front", "reserve"),
        secondary=("held",),
        questions={
            "keep": {"question": {"en": "Which card do you keep?"}},  # type: ignore[dict-item]
            "play": {"question": {"en": "Which card do you play?"}, "stop": {"en": "play no more"}},  # type: ignore[dict-item]
        },
        refusals={"{seat} is present": {"en": "{seat} is not there"}},  # type: ignore[dict-item]
        endings={"flag": {"en": "{winners} took the flag"}},  # type: ignore[dict-item]
        image=BoardPicture("board.svg", 3, 2),
        forms={"guard": ComponentForm("counters", 14, 14), "main": ComponentForm("counters", 25, 15)},
    )
    place = texts.goals["white"]["en"].where
    assert (words / "game.yaml").read_text(encoding="utf-8").split("\n")[place.line - 1][
        place.column - 1 :
    ] == "Hold the gate."


def test_one_goal_for_all(spoil: Callable[[str, str, str], Path]) -> None:
    folder = spoil("game.yaml", "about: A tiny game.", "goal: {en: Hold the gate., fr: Tenez la porte.}")
    goals = load_rulebook(folder).player_texts.goals
    assert goals == {"": {"en": "Hold the gate.", "fr": "Tenez la porte."}}


def test_a_translated_goal_for_all(spoil: Callable[[str, str, str], Path]) -> None:
    folder = spoil("game.yaml", "about: A tiny game.", "goal: Hold the gate.")
    (folder / "text").mkdir()
    (folder / "text" / "fr.yaml").write_text("goal: {all: Tenez la porte.}\n", encoding="utf-8")
    assert load_rulebook(folder).player_texts.goals[""]["fr"] == "Tenez la porte."


def test_they_are_no_rules(folder: Path) -> None:
    """Saves and records of a game stay valid when it gets words."""
    before = load_rulebook(folder).digest
    file = folder / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    (folder / "board.svg").write_text(SVG, encoding="utf-8")
    file.write_text(rules + WORDS, encoding="utf-8")
    assert load_rulebook(folder).digest == before
    head, _, rest = rules.partition("\nseats:")
    file.write_text(f"{head}\n\n# the goal\ngoal: >\n  Hold\n\n  the gate.\n# end\nseats:{rest}", encoding="utf-8")
    with_comment = load_rulebook(folder).digest
    file.write_text(f"{head}\n# end\nseats:{rest}", encoding="utf-8")
    assert load_rulebook(folder).digest == with_comment


IMPRINT = """author: Ada Example
version: "1.10"
licence: CC-BY-SA-4.0
language: en
homepage: https://example.org/sample
"""


def test_an_imprint_is_no_rule(folder: Path) -> None:
    """A game of another version has other rules only if its rules are other ones; a variant needs its version."""
    before = load_rulebook(folder).digest
    file = folder / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8") + IMPRINT + 'needs: {cahier: "0.1"}\n', encoding="utf-8")
    book = load_rulebook(folder)
    assert book.digest == before
    assert book.imprint == Imprint("Ada Example", "1.10", "CC-BY-SA-4.0", "en", "https://example.org/sample")
    overlay = folder.parent / "mine.yaml"
    digests = set()
    for lowest, is_met in {"1": True, "1.9": True, "1.10.0": True, "1.11": False, "2": False}.items():
        overlay.write_text(f'id: mine\ntitle: Mine\nfor: sample\nversion: "3"\nneeds: {{sample: "{lowest}"}}\n')
        if is_met:
            varied_book = load_rulebook(folder, variants=str(overlay))
            digests.add(varied_book.digest)
            assert varied_book.overlays[0].imprint.version == "3"
            continue
        with pytest.raises(RulebookError, match=rf"Mine needs `sample` {lowest} or later; this is 1.10: get a later"):
            load_rulebook(folder, variants=str(overlay))
    assert len(digests) == 1


def test_rules_cannot_hide_among_them(folder: Path) -> None:
    """A line that looks like a word for players but is part of a rule counts as a rule."""
    file = folder / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    digests = set()
    for said in ("ours", "theirs"):
        file.write_text(rules.replace("about: A tiny game.", f'about: "A tiny\ngoal: {said}"'), encoding="utf-8")
        assert load_rulebook(folder).about["en"] == f"A tiny goal: {said}"
        digests.add(load_rulebook(folder).digest)
    assert len(digests) == 2


def test_a_variant_changes_adds_and_removes(words: Path) -> None:
    texts = varied(
        words,
        "change:\n  - {at: goal/white, to: Lose the gate.}\n"
        "remove: ['why/{seat} is present', ask/keep, colour/guard, image]\n"
        "add:\n  ask: {draw: Which card do you draw?}\n  show/spaces: [home]\n",
    )
    assert texts.goals["white"]["en"] == "Lose the gate."
    assert texts.image is None
    assert texts.refusals == {}
    assert [*texts.questions] == ["play", "draw"]
    assert "guard" not in texts.colours
    assert texts.badges["spaces"] == ("region", "home")


def test_words_of_a_variant_are_no_rules(words: Path) -> None:
    """Saves and records of a variant stay valid when it gets words."""

    def digest(changes: str) -> str:
        varied(words, changes)
        return load_rulebook(words, variants="night").digest

    rule = "change:\n  - {at: start, to: stop}\n"
    said = "  - {at: goal/white, to: Lose.}\nremove: [colour/guard]\nadd:\n  because: {lost: It fell.}\n"
    assert digest(rule) == digest(rule + said) != digest(rule.replace("stop", "shuffle deck"))


def test_a_variant_adds_words_to_a_game_without_any(folder: Path) -> None:
    texts = varied(folder, "add:\n  because: {flag: The flag fell.}\nchange:\n  - {at: goal, from: null, to: Win.}\n")
    assert texts.endings["flag"]["en"] == "The flag fell."
    assert texts.goals[""]["en"] == "Win."


def test_what_a_variant_removes_may_still_be_named(words: Path) -> None:
    assert varied(words, "remove: [variables/held]\n").secondary == ()


def test_a_mistake_in_a_variant_is_told(words: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        varied(words, "add:\n  colour: {gat: red}\n")
    assert [problem.code for problem in caught.value.problems] == ["unknown-seat"]


TEXT = """names: {}
goal: {white: Tenez la porte.}
ask: {play: {question: Quelle carte ?, stop: arrêter}, keep: ""}
why: {"{seat} is present": "{seat} est absent"}
because: {flag: "{winners} a le drapeau"}
"""


def test_translations(words: Path) -> None:
    (words / "text").mkdir()
    (words / "text" / "fr.yaml").write_text(TEXT, encoding="utf-8")
    texts = load_rulebook(words).player_texts
    assert texts.goals["white"]["fr"] == "Tenez la porte."
    assert texts.questions["play"]["question"]["fr"] == "Quelle carte ?"
    assert texts.questions["play"]["stop"]["fr"] == "arrêter"
    assert "fr" not in texts.questions["keep"]["question"]
    assert texts.refusals["{seat} is present"]["fr"] == "{seat} est absent"
    assert texts.endings["flag"]["fr"] == "{winners} a le drapeau"
    changed = varied(words, "change:\n  - {at: because/flag, to: The flag fell.}\n")
    assert changed.endings["flag"] == {"en": "The flag fell."}, "a translation of another sentence"
    assert changed.goals["white"]["fr"] == "Tenez la porte."


def test_a_translation_of_no_sentence(words: Path) -> None:
    (words / "text").mkdir()
    (words / "text" / "fr.yaml").write_text(TEXT.replace("{flag:", "{flug:"), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load_rulebook(words)
    assert [(each.code, each.suggestion) for each in caught.value.problems] == [("unknown-sentence", "flag")]


@pytest.mark.parametrize(
    ("section", "key", "wrong", "message"),
    [
        ("ask", "keep", "keeps", "no decision has the purpose `keeps`, and no phrase or card of this name asks one"),
        ("because", "flag", "flagged", "the game never ends with the reason `flagged`"),
    ],
)
def test_a_key_that_the_rules_lack_is_not_the_translations(
    section: str, key: str, wrong: str, message: str, words: Path
) -> None:
    (words / "text").mkdir()
    (words / "text" / "fr.yaml").write_text(f"{section}: {{{key}: Quoi ?}}\n", encoding="utf-8")
    game, cards = words / "game.yaml", words / "cards" / "main.yaml"
    game.write_text(re.sub(rf"\b{key}: (?=W|\")", f"{wrong}: ", game.read_text(encoding="utf-8")), encoding="utf-8")
    text, said = cards.read_text(encoding="utf-8"), "move 1 guard from reserve to Gate"
    cards.write_text(text.replace(said, "'choose a card, to keep and end the game: \"flag\"'", 1), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load_rulebook(words)
    found = [(each.where.file, each.message, each.suggestion) for each in caught.value.problems]
    assert found == [(str(game), message, key)]


def test_summary_of_the_rules(folder: Path) -> None:
    assert read_rules_summary(folder.as_posix()) is None
    (folder / "RULES.md").write_text("# Rules\r\n\x1b[31mred", encoding="utf-8", newline="")
    (folder / "RULES.fr.md").write_text("# Règles\n", encoding="utf-8")
    assert load_rulebook(folder).title["en"] == "Sample"
    assert read_rules_summary(folder.as_posix()) == "# Rules\n\x1b[31mred"
    assert read_rules_summary(folder.as_posix(), "fr") == "# Règles\n"
    assert read_rules_summary(folder.as_posix(), "fr-CA") == "# Règles\n"
    assert read_rules_summary(folder.as_posix(), "de") == "# Rules\n\x1b[31mred"


@pytest.mark.parametrize("case", ["large", "outside", "bytes", "folder"])
def test_summary_that_is_refused(case: str, folder: Path, tmp_path: Path) -> None:
    file = folder / "RULES.md"
    match case:
        case "large":
            file.write_text("x" * (LARGEST_SUMMARY + 1), encoding="utf-8")
        case "outside":
            (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
            file.symlink_to(tmp_path / "secret.md")
        case "bytes":
            file.write_bytes(b"\xff")
        case "folder":
            file.mkdir()
    with pytest.raises(RulebookError) as caught:
        read_rules_summary(folder.as_posix())
    codes = {"large": "file-too-large", "bytes": "not-utf8"}
    assert [problem.code for problem in caught.value.problems] == [codes.get(case, "outside-folder")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{counters: {guards: 12}}", "there is no piece or deck with the id `guards`"),
        ("{counters: {guard: 3}}", "`guard`"),
        ("{counters: {guard: 20 mm}}", "a size in millimetres is written as `18` or `25x15`"),
        ("{cubes: {guard: 8}, discs: {guard: 12}}", "`guard` is among the cubes already; it has one form"),
        ("{cubes: {main: 8}}", "there is no piece with the id `main` (`main` is a deck)"),
        ("{dice: {guard: 8}}", "unknown field `dice`"),
    ],
)
def test_wrong_forms(folder: Path, text: str, message: str) -> None:
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(f"print: {text}\n")
    with pytest.raises(RulebookError) as refused:
        load_rulebook(folder)
    assert message in str(refused.value)
