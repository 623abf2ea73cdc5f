"""Contents of the cover page, the rules and the turn summaries of a kit."""

from __future__ import annotations

import re

import pytest

from interpreter.printing.markdown import TextBlock, TextRun, read_markdown
from interpreter.printing.paper_text import for_paper
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import printable
from tests.printing.test_sheets import of


def words(block: TextBlock) -> str:
    return "".join(run.text for run in block.runs)


def test_the_cover_names_pieces_and_how_to_turn_the_sheets() -> None:
    cover = of("red_flag_over_paris", parts=("cover",)).cover
    assert cover is not None and cover.back == "back of the cover page"
    how, cutting, need = cover.lists
    assert "over the long edge, the rest on one side" in how.items[1] and how.numbered and cutting.numbered
    assert need.items == (
        "36 × Influence cube, 8 mm (18 Commune, 18 Versailles)",
        "4 × Fortification or Barricade, 15 mm (2 Commune, 2 Versailles)",
    )


@pytest.mark.parametrize("lang", ["en", "ru", "de"])
def test_the_cover_says_for_how_many_players_it_is(lang: str) -> None:
    cover = of("liberte", lang=lang, parts=("cover",), players=5).cover
    assert cover is not None and "5" in cover.lists[0].items[-1] and "--players" in cover.lists[0].items[-1]
    fixed = of("revolution", lang=lang, parts=("cover",)).cover
    assert fixed is not None and not any("--players" in item for item in fixed.lists[0].items)


def test_the_cover_names_dice() -> None:
    cover = of("tests/language/dice", parts=("cover",)).cover
    assert cover is not None and "3 dice" in cover.lists[-1].items


@pytest.mark.parametrize("game", installed_games())
def test_rules_have_headings_and_each_seat_its_goal(game: str) -> None:
    rules = of(game, parts=("rules",)).rules
    assert rules is not None and sum(block.kind == "heading" for block in rules.blocks) > 3
    assert rules.seats and all(seat.goals for seat in rules.seats)
    assert 3 < len(rules.steps) <= 60 and not any("_" in step.text for step in rules.steps)


def test_the_course_of_the_game_in_the_order_of_play() -> None:
    rules = of("red_flag_over_paris", parts=("rules",)).rules
    assert rules is not None
    said = [(step.depth, step.text) for step in rules.steps]
    assert said[:3] == [(0, "Prepare the game"), (0, "Play a round"), (1, "Deal the strategy cards")]
    turn = said.index((1, "Take a turn"))
    assert said[turn + 1 : turn + 6] == [
        (2, "Event"),
        (2, "Operations"),
        (3, "Political"),
        (3, "Military"),
        (2, "Discarded event"),
    ]
    assert all(step.optional for step in rules.steps[turn + 1 : turn + 6])
    assert (4, "An enemy cube") in said and (0, "Play the Final Crisis") in said


def test_a_second_way_to_a_phrase_does_not_repeat_its_options() -> None:
    rules = of("vive_la_revolution", parts=("rules",)).rules
    assert rules is not None
    assert [step.text for step in rules.steps].count("Keep all") == 1


@pytest.mark.parts
def test_the_course_of_the_game_in_another_language() -> None:
    rules = of("red_flag_over_paris", lang="ru", parts=("rules",)).rules
    assert rules is not None
    said = [(step.depth, step.text) for step in rules.steps]
    assert said[:3] == [(0, "Подготовить игру"), (0, "Сыграть раунд"), (1, "Раздать стратегические карты")]
    assert all(step.text[:1] > "z" for step in rules.steps)
    other = of("liberte", lang="de", parts=("rules",)).rules
    assert other is not None and other.steps[0].text == "Prepare the game"  # it has no German words


@pytest.mark.parts
def test_what_a_variant_puts_in_place_of_a_phrase_is_in_the_course() -> None:
    rules = of("red_flag_over_paris", "solo_commune", parts=("rules",)).rules
    assert rules is not None
    said = [(step.depth, step.text) for step in rules.steps]
    turn = said.index((1, "Take a turn"))
    assert said[turn + 1] == (2, "Play as the automaton") and (2, "Operations") in said[turn:]


def test_an_option_is_named_once_below_its_step() -> None:
    rules = of("vive_la_revolution", parts=("rules",)).rules
    assert rules is not None
    assert [step.text for step in rules.steps].count("Discard a card") == 1


def test_markdown_is_blocks() -> None:
    text = (
        "# A *b*\n\none\n**two** `x_y`\n\n3. c\n   - d\n\n   e\n4. f\n\n|a|b|\n|-|-|\n|1|2|\n\n---\n\n```\n<x>\n```\n"
    )
    blocks = read_markdown(text, printable)
    assert [(block.kind, block.level, block.mark, words(block)) for block in blocks] == [
        ("heading", 1, "", "A b"),
        ("paragraph", 0, "", "one two x_y"),
        ("item", 0, "3.", "c"),
        ("item", 1, "•", "d"),
        ("item", 0, "", "e"),
        ("item", 0, "4.", "f"),
        ("table", 0, "", ""),
        ("line", 0, "", ""),
        ("code", 0, "", "<x>"),
    ]
    assert blocks[1].runs[-3:] == (TextRun("two", bold=True), TextRun(" "), TextRun("x_y", code=True))
    assert [[cell[0].text for cell in row] for row in blocks[6].rows] == [["a", "b"], ["1", "2"]]


def test_markdown_of_strangers_is_text() -> None:
    text = '<script>x</script>\n\n![pic](http://a/b.png) [link](http://a/b) \u202e #panic("x") $x$\n'
    blocks = read_markdown(text, printable)
    assert [words(block) for block in blocks] == ["<script>x</script>", 'pic link \\u202e #panic("x") $x$']


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("**Night** (`night`): dark.", "Night: dark."),
        ("**Solo** (`night`, `day`: the side of the tables): alone.", "Solo (the side of the tables): alone."),
        ("One. Two is in `NOTES.md`, and `cahier show x` lists it. Three.", "One. Three."),
        ("- See `NOTES.md`.\n- Play `e4`.", "Play e4."),
        ("Take `night` or (`x`).", "Take night or (x)."),
        ("*a* (`night`) *b* (c)", "a b (c)"),
    ],
)
def test_what_only_a_computer_understands_is_not_printed(text: str, printed: str) -> None:
    blocks = for_paper(read_markdown(text, printable), {"night", "day"}.__contains__)
    assert [" ".join(words(block).split()) for block in blocks] == [" ".join(printed.split())]


@pytest.mark.parametrize(
    ("game", "lang"), [*((game, "en") for game in installed_games()), ("red_flag_over_paris", "ru")]
)
def test_rules_of_games_need_no_computer(game: str, lang: str) -> None:
    rules = of(game, lang=lang, parts=("rules",)).rules
    assert rules is not None
    said = " ".join(words(block) for block in rules.blocks)
    assert not re.search(r"cahier|program|\.md|_|\( |\(\)", said)
