"""Events in other languages: what they say, what they can't say, what is wrong in a phrasebook."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.authoring import untold_words
from interpreter.language.analysis import Analysis
from interpreter.language.ir.statements import PLAIN_STATEMENTS
from interpreter.presentation.language_files import bundled_languages
from interpreter.presentation.names import Names
from interpreter.presentation.saying import inflection
from interpreter.presentation.saying.card_texts import (
    CardTranslator,
    check_phrasebook,
    collect_required_entries,
    make_card_translator,
)
from interpreter.presentation.saying.entries import EntryParser, ProblemCollector, WordTranslation
from interpreter.presentation.saying.expressions.translator import ExpressionTranslator
from interpreter.presentation.saying.found_languages import find_language
from interpreter.presentation.saying.inflection import Language, list_translation_languages, load_language
from interpreter.presentation.saying.printed_texts import PrintedTexts
from interpreter.presentation.saying.statements import StatementTranslator
from interpreter.presentation.saying.templates import (
    TemplateError,
    invariant_phrase,
    parse_template,
    tidy_sentence,
)
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.player_words import Phrasebook
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.package_data import read_package_yaml
from tests.language.cases import read_cases, sample_with
from tests.loaded import game_of

HERE = Path(__file__).parent
FORMS: dict[str, list[str]] = yaml.safe_load((HERE / "forms.yaml").read_text("utf-8")) | {
    form: list(statement.holes) for form, statement in PLAIN_STATEMENTS.items()
}
SAID: dict[str, list[dict[str, str]]] = {
    sample: yaml.safe_load((HERE / file).read_text("utf-8"))
    for sample, file in (("isles", "said.yaml"), ("squares", "said_on_squares.yaml"))
}
IN_ENGLISH: dict[str, list[dict[str, str]]] = yaml.safe_load((HERE / "said_in_english.yaml").read_text("utf-8"))
IN_GERMAN: dict[str, list[dict[str, str]]] = yaml.safe_load((HERE / "said_in_german.yaml").read_text("utf-8"))

Isles = Callable[..., Rulebook]


@pytest.fixture
def isles(tmp_path: Path) -> Isles:
    """The isles, or another sample, with an event on each card, in which texts in a file of names are replaced."""

    def made(*events: str, lang: str = "ru", sample: str = "isles", **replaced: Any) -> Rulebook:
        folder = tmp_path / sample
        shutil.copytree(HERE / sample, folder, dirs_exist_ok=True)
        cards = [{"id": f"card_{at}", "title": f"Card {at}", "event": event} for at, event in enumerate(events)]
        (folder / "cards").mkdir(exist_ok=True)
        deck = {"deck": "voyage", "title": "Voyages", "cards": cards or [{"id": "none_at_all", "title": "None"}]}
        (folder / "cards" / "voyage.yaml").write_text(yaml.safe_dump(deck), "utf-8")
        path = folder / "text" / f"{lang}.yaml"
        text = path.read_text("utf-8")
        for old, new in replaced.get("changes", ()):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
        return load_rulebook(folder)

    return made


def texts_of(book: Rulebook, lang: str) -> CardTranslator:
    texts = make_card_translator(book, Names(book, lang))
    assert texts is not None
    return texts


@pytest.mark.parametrize("sample", SAID)
def test_what_events_say(isles: Isles, sample: str) -> None:
    book = isles(*(each["event"] for each in SAID[sample]), sample=sample)
    texts = texts_of(book, "ru")
    events = [card.event for card in book.cards if card.event is not None]
    said = [{"event": str(event), "ru": "\n".join(texts.translate(event))} for event in events]
    assert said == [{**each, "ru": each["ru"].removesuffix("\n")} for each in SAID[sample]]


@pytest.mark.parametrize("sample", SAID)
def test_what_events_say_in_german(isles: Isles, sample: str) -> None:
    expected = IN_GERMAN[sample]
    book = isles(*(each["event"] for each in SAID[sample]), lang="de", sample=sample)
    texts = texts_of(book, "de")
    events = [card.event for card in book.cards if card.event is not None]
    said = [{"event": str(event).rstrip("\n"), "de": "\n".join(texts.translate(event))} for event in events]
    assert said == [{key: text.removesuffix("\n") for key, text in each.items()} for each in expected]


def printed(texts: PrintedTexts, event: Text | None) -> str:
    """The lines of a card."""
    assert event is not None
    return "\n".join("  " * depth + words for depth, words in texts.event(event))


@pytest.mark.parametrize("sample", SAID)
def test_what_cards_print_in_english(isles: Isles, sample: str) -> None:
    expected = IN_ENGLISH[sample]
    book = isles(*(each["event"] for each in SAID[sample]), sample=sample)
    texts = PrintedTexts(book, Names(book))
    events = [card.event for card in book.cards if card.event is not None]
    said = [{"event": str(event).rstrip("\n"), "en": printed(texts, event)} for event in events]
    assert said == [{key: text.removesuffix("\n") for key, text in each.items()} for each in expected]


def test_a_restriction_of_a_set_in_parentheses_is_the_first_of_it(isles: Isles) -> None:
    book = isles("launch a boat on (islands with boats) where it is sandy")
    (event,) = (card.event for card in book.cards if card.event is not None)
    assert printed(PrintedTexts(book, Names(book)), event) == "Launch a boat on (islands with boats) that are sandy."


TOLD = {
    'if you lead on Alder: tell "so"\notherwise: raise day': "If you do not lead on Alder: Raise the day by 1.",
    'if you lead on Alder: raise day\notherwise if day is 2: tell "so"\notherwise:\n  raise day by 2': (
        "If you lead on Alder: Raise the day by 1.\nOtherwise, if the day is not 2:\n  Raise the day by 2."
    ),
    'if you lead on Alder: tell "so"\notherwise if day is 2:\n  raise day': (
        "If the day is 2 and you do not lead on Alder:\n  Raise the day by 1."
    ),
    'if you lead on Alder: tell "so"\notherwise: tell "not so"\nraise day': "Raise the day by 1.",
    'either "row": raise day\nor "rest": tell "so"': "Choose one:\n• Raise the day by 1.\n• Rest.",
    'may "rest": tell "so"': "You may: Rest.",
    'as the opponent:\n  may "rest": tell "so"': "Your opponent may: Rest.",
}
"""Events with branches and options that only tell players something, and how cards print them."""


def test_a_branch_that_only_tells_something_leaves_no_hole_on_a_card(isles: Isles) -> None:
    book = isles(*TOLD)
    texts = PrintedTexts(book, Names(book))
    assert [printed(texts, card.event) for card in book.cards] == [*TOLD.values()]


CARDS = {
    "choose an island with your boats, to sail, as goal": "Wähle eine Insel („goal“) mit deinen Booten.",
    'either "row": raise your fame\nor "swim": bring 2 to islands': """Wähle eines:
• Erhöhe deinen Ruhm um 1.
• Bring 2 to islands.""",
    'either "row":\n  if you lead on Alder: visit Alder\n  raise your fame\nor "swim": stop': """Wähle eines:
• Rudern:
  Wenn du auf Erle führst: Besuche Erle.
  Erhöhe deinen Ruhm um 1.
• Höre hier auf.""",
    'may "swim": visit Alder': "Du darfst: Besuche Erle.",
    'may "swim":\n  visit Alder\n  visit Birch': "Du darfst:\n  Besuche Erle.\n  Besuche Birke.",
    'as the opponent:\n  may "row":\n    visit Alder': "Die Gegenseite darf: Besuche Erle.",
    "if you lead on Alder:\n  raise day\notherwise: stop": """Wenn du auf Erle führst:
  Erhöhe den Tag um 1.
Sonst: Höre hier auf.""",
}
"""Events, and how cards print them in German; what German can't say is English."""


def test_cards_have_alternatives_as_bullets_and_short_blocks_behind_their_headings(isles: Isles) -> None:
    book = isles(*CARDS, lang="de")
    texts = PrintedTexts(book, Names(book, "de"))
    assert [printed(texts, card.event) for card in book.cards] == [*CARDS.values()]


def test_a_game_may_replace_english_words(isles: Isles, tmp_path: Path) -> None:
    file = tmp_path / "isles" / "text" / "en.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(
        'nouns: {deck: {nom: pile, the: "the great {nom}"}}\nwords: {"visit {goal}": "go to {goal}"}\n', "utf-8"
    )
    book = isles("visit Alder", "shuffle deck")
    texts = PrintedTexts(book, Names(book))
    assert [printed(texts, card.event) for card in book.cards] == ["Go to Alder.", "Shuffle the great pile."]
    assert make_card_translator(book, Names(book)) is None  # screens quote the rules
    assert not check_phrasebook(Analysis(book), "en")


def test_each_line_that_is_not_said_is_told(isles: Isles) -> None:
    book = isles("sail up to 2 boats", "visit Dove", "if you lead on Alder: bring 2 to islands")
    told = check_phrasebook(Analysis(book), "ru")
    assert [(each.code, each.severity, each.excerpt, each.message) for each in told] == [
        ("untold", "warning", "- event: visit Dove", "in ru this is said in English: `dove` has no form for: one acc"),
        (
            "untold",
            "warning",
            "- event: 'if you lead on Alder: bring 2 to islands'",
            "in ru this is said in English: there is no template for `bring {n} to {area}`",
        ),
    ]


@pytest.mark.parts
def test_a_line_that_is_nested_too_deeply_is_not_said(isles: Isles) -> None:
    event = f"raise your fame by {'(your fame - ' * 190}1{')' * 190}\nraise your fame"
    book = isles(event)
    assert texts_of(book, "ru").translate(book.cards[0].event or book.start) == (
        event.split("\n")[0],
        "Повысить свою славу на 1.",
    )


def test_texts_stay_as_they_are_where_nothing_is_said_of_them(isles: Isles) -> None:
    book = isles("sail up to 2 boats")
    assert make_card_translator(book, Names(book, "en")) is None
    assert make_card_translator(book, Names(book, "fr")) is None
    del book.phrasebooks["ru"]
    assert make_card_translator(book, Names(book, "ru")) is None


FRENCH = """nouns:
  island: {one: île, many: îles}
  alder: {is: f, to: "à l'Aulne"}
adjectives:
  sandy: de sable
words:
  "sail up to {n} boats": "naviguez avec {n} {n, one: bateau | other: bateaux} au plus"
  "launch a boat on {area}": "lancez un bateau : {area}"
  "visit {goal}": "allez {goal, to}"
"""


def test_a_language_of_which_nothing_is_known_has_templates(isles: Isles, tmp_path: Path) -> None:
    """Forms and genders are those that the entries use; a form that is missing is the basic one."""
    events = ("sail up to 0 boats", "sail up to 2 boats", "launch a boat on islands", "visit Alder", "visit Birch")
    file = tmp_path / "isles" / "text" / "fr.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(FRENCH, "utf-8")
    book = isles(*events, "raise your fame")
    texts = texts_of(book, "fr")
    said = [line for card in book.cards for line in texts.translate(card.event or book.start)]
    assert said == [
        "Naviguez avec 0 bateau au plus.",
        "Naviguez avec 2 bateaux au plus.",
        "Lancez un bateau : îles.",
        "Allez à l'Aulne.",
        "Allez Birch.",
        "raise your fame",
    ]
    assert [each.message for each in check_phrasebook(Analysis(book), "fr")] == [
        "in fr this is said in English: there are no words for `own`"
    ]


def test_the_words_of_the_core_that_a_language_lacks_are_told_in_english(isles: Isles, tmp_path: Path) -> None:
    file = tmp_path / "isles" / "text" / "fr.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(FRENCH, "utf-8")
    analysis = Analysis(isles("raise your fame", 'either "row": shuffle deck\nor "rest": visit Alder'))
    assert untold_words(analysis, find_language("fr", analysis.rulebook.phrasebooks["fr"])) == {
        "adjectives": {"own": "own"},
        "forms": {
            "raise_by": "raise {cell} by {number}",
            "either": "either “{label}”",
            "either_or": "or “{label}”",
            "shuffle": "shuffle {zone}",
            "choose_an_option": "choose one",
        },
    }


def test_a_library_gives_a_language_the_forms_of_the_core(
    isles: Isles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lib" / "languages" / "fr.yaml"
    file.parent.mkdir(parents=True)
    forms = 'adjectives: {own: votre}\nforms: {raise_by: "augmentez {cell} de {number}"}\n'
    file.write_text(forms, "utf-8")
    text = tmp_path / "isles" / "text" / "fr.yaml"
    text.parent.mkdir(parents=True)
    text.write_text("names: {fame: gloire}\nwords: {linger: flânez}\n", "utf-8")
    monkeypatch.setenv("CAHIER_LIBRARY", str(tmp_path / "lib"))
    book = isles("raise your fame", "linger")
    assert texts_of(book, "fr").translate(book.cards[0].event or book.start) == ("Augmentez votre gloire de 1.",)
    file.write_text(forms.replace("{cell}", "{cell"), "utf-8")
    (problem,) = check_phrasebook(Analysis(book), "fr")
    assert problem.code == "bad-template" and problem.where.file == str(file) and problem.where.line == 2


def problems_of(language: Language) -> list[Problem]:
    """The problems in a language's own file."""
    findings = ProblemCollector()
    entries = EntryParser(language, findings)
    for entry_id, noun in language.nouns.items():
        entries.parse_noun(entry_id, noun, None, "one" in noun)
    for entry_id, adjective in language.adjectives.items():
        entries.parse_adjective(entry_id, adjective)
    for form, template in language.forms.items():
        head = parse_template(template).head
        own = [head] if head in language.nouns and head not in FORMS[form] else []
        entries.parse_word(form, Text(template, Location(form)), [*FORMS[form], *own], "means")
    return findings.problems


@pytest.mark.parametrize("lang", list_translation_languages())
def test_the_languages_own_files_are_right(lang: str) -> None:
    spoken = load_language(lang)
    assert spoken is not None and spoken.forms.keys() == FORMS.keys()
    assert problems_of(spoken) == []


def test_the_same_word_in_the_vocabulary_is_found_by_what_is_in_its_holes(isles: Isles) -> None:
    book = isles("visit Alder", "visit Reed")
    texts = texts_of(book, "ru")
    assert [texts.translate(card.event or book.start) for card in book.cards] == [
        ("Посетить Ольху.",),
        ("Навестить Тростник.",),
    ]


@pytest.mark.parametrize(
    ("event", "part", "said"),
    [
        ("choose an island with your boats", "with your boats", "в нём есть ваши лодки"),
        ("launch a boat on islands where it has no boats", "it has no boats", "в нём нет лодок"),
        ("if not (day is 2 or day is 3): stop", "day is 2 or day is 3", "день равен 2 или день равен 3"),
        ("must lower your fame by 1", "must lower your fame by 1", "понизить свою славу на 1"),
        ("visit Alder", "visit Alder", None),
    ],
)
def test_a_part_of_an_event_is_said_by_itself(isles: Isles, event: str, part: str, said: str | None) -> None:
    text = isles(event).cards[0].event
    assert text is not None
    texts = texts_of(isles(event), "ru")
    assert texts.translate_part(text.place_at(1, event.index(part) + 1), part) == said


@pytest.mark.parametrize(
    ("lang", "words", "smooth"),
    [
        ("ru", "с своей верфи", "со своей верфи"),
        ("ru", "из его и на ей", "из него и на ней"),
        ("ru", "их в фраке", "их во фраке"),
        ("ru", "остров, где есть лодки, и где вы впереди", "остров, где есть лодки и где вы впереди"),
        ("en", "(the remainder of the day divided by 2) + 1", "(the remainder of the day divided by 2) + 1"),
        ("en", "the highest of (your fame, the day) + 2", "the highest of (your fame, the day) + 2"),
        ("en", "(the value of the top card) + 1", "the value of the top card + 1"),
        ("en", "a animal", "an animal"),
        ("en", "a enemy boat and a unit", "an enemy boat and a unit"),
        ("en", "a uninhabited island and a European one", "an uninhabited island and a European one"),
    ],
)
def test_words_change_each_other(lang: str, words: str, smooth: str) -> None:
    spoken = load_language(lang)
    assert spoken is not None and spoken.smooth(words) == smooth


def check_lines(book: Rulebook, analysis: Analysis, lang: str) -> None:
    """Check that each line of a game's events and phrases is said, or left as it is."""
    spoken, names = load_language(lang), Names(book, lang)
    assert spoken is not None
    words = Wordbook(spoken, book.phrasebooks.get(lang, Phrasebook()), analysis.symbols, names)
    phrases = (phrase for word, phrase in analysis.phrases.items() if not analysis.is_bent(word))
    events = (routine for routine in analysis.routines.all if routine.is_event)
    for routine in (*phrases, *events):
        statements = StatementTranslator(ExpressionTranslator(words, names, analysis), routine.text)
        rows = [row.strip() for row in routine.text.split("\n")]
        for line in statements.lines(analysis.read_routine(routine)):
            assert line.words in rows[line.row - 1] if line.untold else line.words[-1] in ".:"


@pytest.mark.parametrize("lang", list_translation_languages())
@pytest.mark.parametrize("game", installed_games())
def test_whatever_a_game_says_is_said_or_left_as_it_is(game: str, lang: str) -> None:
    """Its phrases, too, in which there is more of the language than on cards."""
    loaded = game_of(game)
    check_lines(loaded.rulebook, loaded.program.analysis, lang)


@pytest.mark.parts
@pytest.mark.parametrize(("file", "sample"), [("statements.txt", "sample"), ("things.txt", "things")])
def test_whatever_the_language_has_is_said_or_left_as_it_is(file: str, sample: str, tmp_path: Path) -> None:
    texts = dict.fromkeys(text for text, _, _ in read_cases(file))
    book, spoken = load_rulebook(sample_with(tmp_path, texts, sample=sample)), load_language("ru")
    assert spoken is not None
    analysis = Analysis(book)
    check_lines(book, analysis, "ru")
    assert collect_required_entries(analysis, spoken).things  # as if there were words for everything


MISTAKES = [
    (
        "провести до {n} {n, one",
        "провести до {m} {n, one",
        """\
text/ru.yaml:46:40: error: there is no hole {m} here; there are: {n}
      "sail up to {n} boats": "провести до {m} {n, one: лодки | other: лодок}"
                                           ^^^""",
    ),
    (
        "провести до {n} {n, one",
        "провести лодки: {n, one",
        """\
text/ru.yaml:46:28: error: in one of its branches this does not say {n}, which the rules have there
      "sail up to {n} boats": "провести лодки: {n, one: лодки | other: лодок}"
                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^""",
    ),
    (
        "{seat, you: впереди | many: лидируют | other: лидирует} {island, in}",
        "впереди",
        """\
text/ru.yaml:37:34: error: this does not say {island}, which the rules have there
      "{seat} lead(s) on {island}": "{seat} впереди"
                                     ^^^^^^^^^^^^^^""",
    ),
    (
        "{guest, acc}",
        "{guest, ack}",
        """\
text/ru.yaml:49:30: error: there is no case `ack`; there are: nom, gen, dat, acc, ins, loc, in, from, to
      "visit {guest}": навестить {guest, ack}
                                 ^^^^^^^^^^^^
    did you mean `acc`?""",
    ),
    (
        "many: лидируют",
        "meny: лидируют",
        """\
text/ru.yaml:37:41: error: nothing is ever `meny`; a branch can ask for a number, or: animate, box, card, f, few, it, \
m, many, n, name, narrowed, number, one, other, pieces, possessed, seat, side, space, track, two, variable, you, zero, \
zone
      "{seat} lead(s) on {island}": "{seat} {seat, you: впереди | meny: лидируют | other: лидирует} {island, in}"
                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    did you mean `many`?""",
    ),
    (
        "| other: лодок}",
        "| few: лодок}",
        """\
text/ru.yaml:46:44: error: the last branch is for all that is left: `other: …`
      "sail up to {n} boats": "провести до {n} {n, one: лодки | few: лодок}"
                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^""",
    ),
    (
        "| other: лодок}",
        "| other: лодок",
        """\
text/ru.yaml:46:44: error: a brace without its partner: the hole does not end
      "sail up to {n} boats": "провести до {n} {n, one: лодки | other: лодок"
                                               ^""",
    ),
    (
        "{guest, acc}",
        "{Guest}",
        """\
text/ru.yaml:49:30: error: this is no hole: one is written {name} or {name, case}; here there is {guest}
      "visit {guest}": навестить {Guest}
                                 ^^^^^^^
    did you mean `{guest}`?""",
    ),
    (
        '"sail up to {n} boats":',
        '"sail up to {n} boat":',
        """\
text/ru.yaml:46:4: error: no word of this game is written `sail up to {n} boat`
      "sail up to {n} boat": "провести до {n} {n, one: лодки | other: лодок}"
       ^^^^^^^^^^^^^^^^^^^
    did you mean `sail up to {n} boats`?""",
    ),
    (
        '"sail up to {n} boats":',
        '"go up to {n} boats":',
        """\
text/ru.yaml:46:4: error: no word of this game is written `go up to {n} boats`
      "go up to {n} boats": "провести до {n} {n, one: лодки | other: лодок}"
       ^^^^^^^^^^^^^^^^^^
    did you mean `sail up to {n} boats`?""",
    ),
    (
        "gen: славы, dat: славе, ",
        "gen: славы, ",
        """\
text/ru.yaml:27:3: error: `fame` lacks the form dat
      fame: {is: f, nom: слава, gen: славы, acc: славу, ins: славой, loc: славе}
      ^^^^""",
    ),
    (
        "dat: дню",
        "dta: дню",
        """\
text/ru.yaml:26:37: error: `dta` is no form of a noun; there are: nom, gen, dat, acc, ins, loc, in, from, to, all, is
      day: {is: m, nom: день, gen: дня, dta: дню, acc: день, ins: днём, loc: дне}
                                        ^^^
    did you mean `dat`?""",
    ),
    (
        "fame: {is: f",
        "fame: {is: feminine",
        """\
text/ru.yaml:27:14: error: a noun can't be `feminine`; it can be: animate, f, m, many, n, one
      fame: {is: feminine, nom: слава, gen: славы, dat: славе, acc: славу, ins: славой, loc: славе}
                 ^^^^^^^^""",
    ),
    (
        "  fame: {",
        "  fane: {",
        """\
text/ru.yaml:27:3: error: there is no thing with the id `fane`
      fane: {is: f, nom: слава, gen: славы, dat: славе, acc: славу, ins: славой, loc: славе}
      ^^^^
    did you mean `fame`?""",
    ),
    (
        "acc: сброс, ins: сбросом, loc: сбросе}",
        'acc: сброс, ins: сбросом, loc: сбросе, in: "в {to}", to: "{in}"}',
        """\
text/ru.yaml:30:97: error: `in` is built of itself
    …сброса, dat: сбросу, acc: сброс, ins: сбросом, loc: сбросе, in: "в {to}", to: "{in}"}
                                                                 ^^""",
    ),
    (
        "acc: сброс, ins: сбросом, loc: сбросе}",
        "acc: сброс, ins: сбросом, loc: сбросе, in: в сбросе}",
        """\
text/ru.yaml:30:101: error: `in` is built of another form, such as {nom}: else what stands around the noun is lost
      discard: {is: m, nom: сброс, gen: сброса, dat: сбросу, acc: сброс, ins: сбросом, loc: сбросе, in: в сбросе}
                                                                                                        ^^^^^^^^""",
    ),
    (
        "like: новый",
        "like: новая",
        """\
text/ru.yaml:34:17: error: there are no endings called `новая`; there are: новый, русский, другой, верхний, следующий, \
мой, ваш
      sandy: {like: новая, stem: песчан}
                    ^^^^^
    did you mean `новый`?""",
    ),
    (
        "{like: новый, stem: песчан}",
        "{m: песчаный, f: песчаная, many: песчаные}",
        """\
text/ru.yaml:34:3: error: `sandy` lacks the form n one nom
      sandy: {m: песчаный, f: песчаная, many: песчаные}
      ^^^^^""",
    ),
    (
        "  port: {after",
        "  ports: {after",
        """\
text/ru.yaml:35:3: error: `ports` is no adjective of this game
      ports: {after: с портом}
      ^^^^^
    did you mean `port`?""",
    ),
    (
        'not: "{seat} не впереди"',
        'nor: "{seat} не впереди"',
        """\
text/ru.yaml:39:30: error: `nor` is nothing that goes here; there are: says, not
        {says: "{seat} впереди", nor: "{seat} не впереди"}
                                 ^^^
    did you mean `not`?""",
    ),
    (
        '    all: "{seat, you: вашей плате',
        '    dat: "{seat, you: вашей плате',
        """\
text/ru.yaml:40:4: error: this lacks: ins, loc
      "fares of {seat}":
       ^^^^^^^^^^^^^^^""",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES, ids=range(len(MISTAKES)))
def test_what_is_wrong_in_a_phrasebook(isles: Isles, tmp_path: Path, old: str, new: str, message: str) -> None:
    book = isles("visit Alder", changes=[(old, new)])
    with pytest.raises(RulebookError) as caught:
        make_card_translator(book, Names(book, "ru"))
    assert str(caught.value).replace(f"{tmp_path}/isles/", "") == message
    assert check_phrasebook(Analysis(book), "ru") == caught.value.problems


def test_a_name_that_a_text_makes_is_told_in_the_language_by_a_label(isles: Isles) -> None:
    event = "choose an island with your boats, as far_goal\nmove 1 of your boats from your yard to far_goal"
    book = isles(event, changes=[("labels:\n", "labels:\n  far_goal: цель\n")])
    assert texts_of(book, "ru").translate(book.cards[0].event or book.start) == (
        "Выбрать остров («цель»), где есть ваши лодки.",
        "Переместить 1 свою лодку со своей верфи на остров «цель».",
    )


def test_a_value_that_has_a_template_for_each_case_is_said_in_those_built_of_them(isles: Isles) -> None:
    visit = '  "visit {guest}": навестить {guest, acc}'
    bring = '\n  "bring {n} to {area}": "довезти {n, to} {area, to}"\n'
    of_reed = "{seat, you: вашей плате | other: плате {seat, gen}}"
    cases = "".join(f'    {case}: "{of_reed}"\n' for case in ("dat", "ins", "loc"))
    book = isles("bring fares of Reed to islands", changes=[(visit, visit + bring), (f'    all: "{of_reed}"\n', cases)])
    assert texts_of(book, "ru").translate(book.cards[0].event or book.start) == (
        "Довезти в плату Тростника на острова.",
    )


def test_a_language_without_forms_gives_names_and_leaves_events_as_they_are(isles: Isles, tmp_path: Path) -> None:
    text = tmp_path / "isles" / "text" / "fr.yaml"
    text.parent.mkdir(parents=True)
    text.write_text("names: {alder: Aulne}\nlabels: {row: ramer}\n")
    book = isles("choose an island, to row")
    names = Names(book, "fr")
    assert (names.title_of("alder"), names.label("row", "row")) == ("Aulne", "ramer")
    assert make_card_translator(book, names) is None


ENGLISH = """\
nouns:
  island: {one: {nom: island}, many: {nom: islands}}
  boat: {one: {nom: boat}, many: {nom: boats}}
  alder: {in: "on {the}"}
  fame: {nom: fame}
  yard: {nom: yard}
  hand: {nom: hand}
adjectives:
  sandy: {"": of sand, stands: behind}
  port: {after: with a port}
words:
  "fares of {seat}": {is: many, nom: "tolls of {seat, the}"}
"""


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("choose an island with your boats", "Choose an island with your boats."),
        (
            "choose a sandy port island with at least 1 boat",
            "Choose an island of sand with a port with at least 1 boat.",
        ),
        ("move 2 of your boats from your yard to Alder", "Move 2 your boats from your yard to Alder."),
        ("raise your fame by fares of the opponent", "Raise your fame by the tolls of the opponent."),
        (
            "raise your fame by number of cards in hand of Reed",
            "Raise your fame by the number of cards in hand of Reed.",
        ),
        ("if Alder has a boat: stop", "If on Alder there is a boat:\n  Stop."),
        (
            "choose another player where hand of it has cards, as victim\n"
            "move random one of cards in hand of victim to your hand",
            "Choose another player (victim) where in hand of it there are cards.\n"
            "Move one of the cards in hand of the player victim to your hand.",
        ),
    ],
)
def test_a_language_with_articles_instead_of_cases(
    isles: Isles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, event: str, said: str
) -> None:
    known = bundled_languages(), read_package_yaml(HERE / "languages" / "en-GB.yaml")
    monkeypatch.setattr(inflection, "bundled_languages", lambda: ("en-GB", *known[0]))
    monkeypatch.setattr(inflection, "bundled_content", lambda lang: known[1])
    load_language.cache_clear()
    spoken = load_language("en-GB")
    assert spoken is not None and problems_of(spoken) == []
    file = tmp_path / "isles" / "text" / "en-GB.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(ENGLISH)
    book = isles(event)
    assert "\n".join(texts_of(book, "en-GB").translate(book.cards[0].event or book.start)) == said
    load_language.cache_clear()


UNFINISHED = [
    ("acc: славу", 'acc: ""', ("if fame of Reed is 2: stop", "raise fame of Reed")),
    (
        "{like: новый, stem: песчан}",
        '{like: новый, stem: ""}',
        ("launch a boat on islands", "launch a boat on sandy islands"),
    ),
    ("acc: колоду,", 'acc: "",', ("draw 1 card from deck to your hand", "shuffle deck")),
]


@pytest.mark.parametrize(("old", "new", "events"), UNFINISHED)
def test_what_is_left_empty_is_missing_where_it_is_asked_for(
    isles: Isles, old: str, new: str, events: tuple[str, str]
) -> None:
    """The first text does without it."""
    book = isles(*events, changes=[(old, new)])
    said = [texts_of(book, "ru").translate(card.event or book.start) for card in book.cards]
    assert said[0] != (events[0],) and said[1] == (events[1],)
    assert [each.code for each in check_phrasebook(Analysis(book), "ru")] == ["untold"]


VARIANT = """\
id: flood
title: Tides
for: isles
add:
  variables: [{id: tide, is: number}]
  words:
    - {say: "ebb at {place: island}", do: set tide to 0}
"""


@pytest.mark.parametrize(
    ("word", "thing", "codes"),
    [
        ("ebb at {place}", "tide", []),
        ("ebb at {place: island}", "tide", []),
        ("ebbs at {place}", "tides", ["unknown-thing", "unknown-word"]),
    ],
)
def test_a_game_translates_what_its_variants_add(
    isles: Isles, tmp_path: Path, word: str, thing: str, codes: list[str]
) -> None:
    file = tmp_path / "isles" / "variants" / "tides.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(VARIANT)
    nouns = f"nouns:\n  {thing}: {{is: m, nom: прилив, all: прилива}}\n"
    words = f'words:\n  "{word}": "отлив {{place, in}}"\n'
    book = isles("stop", changes=[("nouns:\n", nouns), ("words:\n", words)])
    assert sorted(each.code for each in check_phrasebook(Analysis(book), "ru")) == codes


def test_where_all_is_empty_all_is_english(isles: Isles) -> None:
    book = isles("sail up to 2 boats")
    empty = Text("", book.start.where)
    book.phrasebooks["ru"] = Phrasebook({"boat": {"one": {"nom": empty}}}, {}, {"sail up to {n} boats": empty})
    assert make_card_translator(book, Names(book, "ru")) is None
    assert [each.code for each in check_phrasebook(Analysis(book), "ru")] == ["untold"]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{n} {n, 1: card | other: cards}", "2 cards"),
        ("a {thing}{,} b", "a thing, b"),
        ("a {thing}{,}, b", "a thing, b"),
        ("a {thing}{,}", "a thing"),
        ("({thing}{,})", "(thing)"),
        ("{left, you: none | other: {left}} {thing}", "none thing"),
        ("{thing, f many: both | f: {n, other: one {n}} | other: }", "one 2"),
        ("{left} {thing} , b", "thing, b"),
    ],
)
def test_templates(template: str, said: str) -> None:
    holes = {
        "n": invariant_phrase("2", "2"),
        "thing": invariant_phrase("thing", "f"),
        "left": invariant_phrase("", "you"),
    }
    assert tidy_sentence(parse_template(template).fill(holes)) == said


@pytest.mark.parametrize(
    ("template", "start", "message"),
    [
        ("a } b", 2, "a brace without its partner: a hole is written {name} or {name, case}"),
        ("a {n", 2, "this is no hole: one is written {name} or {name, case}"),
        ("{n, one: a}", 0, "the last branch is for all that is left: `other: …`"),
        ("{n, one: a, other: b}", 0, "branches are parted by `|`, not by a comma"),
        ("{n, one: a | b}", 12, "a branch begins with what it is for, as in {n, one: … | other: …}"),
        ("{n, other: " * 10 + "}" * 10, 99, "braces lie too deep within braces"),
    ],
)
def test_templates_that_make_no_sense(template: str, start: int, message: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template(template)
    assert (caught.value.start, caught.value.message) == (start, message)


@pytest.mark.parametrize(
    ("said", "smooth"),
    [
        ("wenn der Ruhm von ihr mindestens 3 beträgt", "wenn ihr Ruhm mindestens 3 beträgt"),
        ("setze die Zählung auf den Vorsprung von dir auf ihm", "setze die Zählung auf deinen Vorsprung auf ihm"),
        ("lege die Karten von ihr auf den Stapel", "lege die Karten von ihr auf den Stapel"),
        ("ziehe die Figur von ihm auf B2", "ziehe die Figur von ihm auf B2"),
        ("mische die Karten auf der Hand von ihr", "mische die Karten auf der Hand von ihr"),
    ],
)
def test_german_possessives_stand_before_the_noun(said: str, smooth: str) -> None:
    german = load_language("de")
    assert german is not None and german.smooth(said) == smooth


def test_a_value_that_stands_as_a_condition_is_said_in_its_first_form() -> None:
    said = parse_template("{seat} leads")
    assert WordTranslation({"nom": said}).default is said
