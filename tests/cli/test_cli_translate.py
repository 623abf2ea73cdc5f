"""`cahier translate GAME LANG`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from interpreter import load
from interpreter.rulebook.source.files import installed_games
from tests.cli.command import REPO, Cahier

SCHEMA = Draft202012Validator(json.loads((REPO / "schemas" / "text.schema.json").read_text(encoding="utf-8")))
EMPTY = re.compile(r'^(\s+(?:"[^"]*"|\S+): )""  # (.*)$', re.MULTILINE)

SEVERAL = re.compile(r"^\s+\S+: \{.*\}  # ", re.MULTILINE)
"""A line with several texts of one decision."""


def filled(text: str) -> str:
    """The file of a language in which every text of one line is its English in other brackets."""

    def said(found: re.Match[str]) -> str:
        english = found[2].removeprefix('"').removesuffix('"') if found[2].startswith('" ') else found[2]
        return f"{found[1]}{json.dumps(f'«{english}»', ensure_ascii=False)}  # {found[2]}"

    one_text = EMPTY.sub(said, text)
    return SEVERAL.sub(lambda found: found[0].replace('""', '"«»"'), one_text)


def filled_forms(text: str, like: str = "новый") -> str:
    """The file of a language with something in each entry that says how texts read; other sections as they are."""
    section, lines = "", []
    for line in text.split("\n"):
        if line.endswith(":") and line[:1].isalpha():
            section = line.removesuffix(":")
        if section in ("nouns", "adjectives", "words") and not line.lstrip().startswith("#"):
            entry, _, english = line.partition("  #")
            key = json.loads(quoted[1]) if (quoted := re.match(r'\s+("[^"]*"): ', entry)) else "mot"
            entry = entry.replace('is: ""', "is: f").replace('like: ""', f"like: {like}")
            line = f"{entry.replace(chr(34) * 2, json.dumps(key, ensure_ascii=False))}  #{english}"
        lines.append(line)
    return "\n".join(lines)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


TESTS = REPO / "tests"
GAMES = [
    TESTS / "cli" / "crews",
    TESTS / "games" / "kuhn",
    TESTS / "language" / "sample",
    *(
        pytest.param(each, marks=pytest.mark.parts)
        for each in (
            *(TESTS / "cli" / name for name in ("counties", "market")),
            *(TESTS / "games" / name for name in ("hex", "line_of_four", "sealed_bid", "tic_tac_toe")),
            TESTS / "language" / "things",
            TESTS / "lab" / "lots",
            REPO / "rules" / "vive_la_revolution",
        )
    ),
]

QUICK = "revolution"
"""The game that is tried where a test takes long; the others with `-m parts`."""


@pytest.mark.parts
@pytest.mark.parametrize("model", GAMES, ids=lambda path: path.name)
def test_a_translated_game_is_the_same_game(cahier: Cahier, folder: Path, model: Path) -> None:
    shutil.copytree(model, folder / "mine")
    before, files = load("mine").rulebook.digest, contents(folder / "mine")
    done = cahier("translate", "mine", "de")
    assert done.returncode == 0, done.stderr
    file = folder / "mine" / "text" / "de.yaml"
    written = file.read_bytes()
    assert contents(folder / "mine") == files | {file: written}
    assert SCHEMA.is_valid(yaml.load(written, yaml.BaseLoader))
    again = cahier("translate", "mine", "de")
    assert again.returncode == 0 and "; nothing is changed\n" in again.stdout and file.read_bytes() == written
    file.write_text(filled(filled_forms(written.decode(), "rot")))
    assert load("mine").rulebook.digest == before
    whole = file.read_bytes()
    assert "; nothing is changed\n" in cahier("translate", "mine", "de").stdout and file.read_bytes() == whole
    left = [each["code"] for each in json.loads(cahier("check", "mine", "--lang", "de", "--json").stdout)]
    assert {"no-name", "no-label", "no-phrase"}.isdisjoint(left)


@pytest.mark.parts
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == QUICK else pytest.mark.parts) for game in installed_games()]
)
def test_forms_for_cards_are_listed_and_taken_as_they_are_listed(cahier: Cahier, folder: Path, game: str) -> None:
    """Empty ones say nothing; filled with any words, as all else is, they leave nothing to be said in English."""
    shutil.copytree(REPO / "rules" / game, folder / "mine")
    shutil.rmtree(folder / "mine" / "text", ignore_errors=True)
    assert cahier("translate", "mine", "ru").returncode == 0
    file = folder / "mine" / "text" / "ru.yaml"
    written = file.read_text()
    assert SCHEMA.is_valid(yaml.load(written, yaml.BaseLoader))
    assert "\nwords:\n" in written  # those of cards, or of the turn summary
    plain, said = (cahier("show", "mine", "cards", *words).stdout for words in ((), ("--lang", "ru")))
    assert said.partition("\n~ ")[0] == plain.partition("\n~ ")[0]  # notes stand in other files, too
    found = json.loads(cahier("check", "mine", "--lang", "ru", "--json").stdout)
    assert {each["severity"] for each in found} == {"warning"}
    has_events = any(card.event for card in load("mine").rulebook.cards)
    assert any("there is no template for" in each["message"] for each in found) == has_events
    file.write_text(filled(filled_forms(written)))
    assert SCHEMA.is_valid(yaml.load(file.read_text(), yaml.BaseLoader))
    found = json.loads(cahier("check", "mine", "--lang", "ru", "--json").stdout)
    assert found == []
    assert "; nothing is changed\n" in cahier("translate", "mine", "ru").stdout


def test_forms_are_kept_under_what_the_file_calls_them(cahier: Cahier, folder: Path) -> None:
    shutil.copytree(TESTS / "presentation" / "isles", folder / "isles")
    events = ("launch a boat on sandy islands", "sail up to 2 boats", "linger", "visit Dove", "bring 2 to islands")
    listed = [{"id": f"card_{at}", "title": f"Card {at}", "event": event} for at, event in enumerate(events)]
    cards = {"deck": "voyage", "title": "Voyages", "cards": listed}
    (folder / "isles" / "cards").mkdir()
    (folder / "isles" / "cards" / "voyage.yaml").write_text(yaml.safe_dump(cards))
    file = folder / "isles" / "text" / "ru.yaml"
    before = file.read_text()
    done = cahier("translate", "isles", "ru")
    assert done.returncode == 0, done.stderr
    text = file.read_text()
    new = [line for line in text.split("\n") if line not in before.split("\n")]
    assert '  "bring {n} to {area}": ""  # bring {n: number} to {area: islands}' in new
    assert '  linger: ""  # linger' in new
    assert '  dove: {is: "", nom: "", gen: "", dat: "", acc: "", ins: "", loc: ""}  # Dove' in new
    forms = text.partition("\nnouns:")[2].partition("\nsentences:")[0]
    assert forms.count("island:") == forms.count("sandy:") == forms.count('"sail up') == 1
    assert cahier("check", "isles").returncode == 0
    kept = yaml.load(before, yaml.BaseLoader)
    after = yaml.load(text, yaml.BaseLoader)
    assert all(after[part][key] == kept[part][key] for part in kept for key in kept[part])


def test_what_is_filled_in_is_said(cahier: Cahier, folder: Path) -> None:
    cahier("translate", "market", "pl")
    file = folder / "market" / "text" / "pl.yaml"
    assert "sentences:" not in file.read_text() and "messages:" not in file.read_text()
    file.write_text(filled(file.read_text().partition("\nnouns:")[0]))
    done = cahier("play", "market", "--seed", "3", "--lang", "pl")
    assert "«Market day». Seed 3." in done.stdout
    assert "  a  «Fruit»" in done.stdout and "«Player 1»" in done.stdout


def test_what_is_there_is_kept(cahier: Cahier, folder: Path) -> None:
    file = folder / "market" / "text" / "de.yaml"
    file.parent.mkdir()
    file.write_text("# mine\nnames:\n  fish: Fisch   # nicht Lachs\n  fruit: Obst\nlabels:\n  sell: verkaufen\n")
    done = cahier("translate", "market", "de")
    assert done.returncode == 0
    text = file.read_text()
    assert text.startswith('# mine\nnames:\n  market: ""  # Market day\n  p1: ""  # Player 1\n')
    assert '  fish: Fisch   # nicht Lachs\n  cheese: ""  # Cheese\n' in text and "  fruit: Obst  # Fruit\n" in text
    assert "  sell: verkaufen  # to sell\n" in text
    assert "market/text/de.yaml:7: fish is `Fish` in English, not `nicht Lachs`" in done.stdout
    assert cahier("check", "market").returncode == 0


def test_what_is_new_or_gone_is_told(cahier: Cahier, folder: Path) -> None:
    cahier("translate", "market", "de")
    file, cards = folder / "market" / "text" / "de.yaml", folder / "market" / "cards" / "luck.yaml"
    file.write_text(file.read_text().replace('fog: ""', 'fog: "Nebel"'))
    cards.write_text(cards.read_text().replace("id: fog", "id: mist").replace("title: Fog", "title: Mist"))
    assert "there is no thing with the id `fog`" in cahier("check", "market").stderr
    done = cahier("translate", "market", "de")
    assert done.returncode == 0, done.stderr
    assert "market/text/de.yaml: no longer in the game: fog\n" in done.stdout
    assert '  mist: ""  # Mist\n' in file.read_text() and 'fog: "Nebel"  # Fog\n' in file.read_text()
    assert re.search(r"de\.yaml: \d+ texts, \d+ of them empty, 1 new\n", done.stdout)


GLOSSARY = """glossary:
  trade: you buy and sell
  stall: {en: a place to trade, de: "Stand: dort wird gehandelt"}
"""


def test_titles_of_bots_and_tables_are_labels(cahier: Cahier, folder: Path) -> None:
    shutil.copytree(REPO / "rules" / "revolution", folder / "mine", ignore=shutil.ignore_patterns("text"))
    assert cahier("translate", "mine", "de").returncode == 0
    file = folder / "mine" / "text" / "de.yaml"
    listed = '  # bots and their tables\n  agitator: ""  # Agitator\n  which_counter: ""  # Which counter\n'
    assert listed in file.read_text()
    file.write_text(filled(file.read_text().partition("\nnouns:")[0]))
    assert "«Which counter»" not in cahier("check", "mine", "--lang", "de").stdout
    shown = cahier("show", "mine", "tables", "--lang", "de").stdout
    assert shown.startswith("«Agitator» (agitator), for any seat\n\n  «Which counter»: take up (")


@pytest.mark.parts
def test_notes_on_special_words(cahier: Cahier, folder: Path) -> None:
    vocabulary = folder / "market" / "vocabulary.yaml"
    vocabulary.write_text(GLOSSARY)
    cards = folder / "market" / "cards" / "luck.yaml"
    cards.write_text(
        "deck: luck\ntitle: Luck\nattributes: {value: number}\ncards:\n"
        "  - {id: fog, title: Fog, value: 0, event: trade at stalls}\n"
    )
    assert "1 more is in other files of the game" in cahier("translate", "market", "de").stdout
    file = folder / "market" / "text" / "de.yaml"
    assert '\nglossary:\n  trade: ""  # trade: you buy and sell\n' in file.read_text()
    listed = "no note in `de` for `trade` (you buy and sell)"
    assert listed in cahier("check", "market", "--lang", "de").stderr
    assert "~ trade: you buy and sell" in cahier("show", "market", "cards", "fog", "--lang", "de").stdout
    file.write_text(file.read_text().replace('trade: ""', "trade: 'Handeln: kaufen, verkaufen'"))
    assert listed not in cahier("check", "market", "--lang", "de").stderr
    said = cahier("show", "market", "cards", "fog", "--lang", "de").stdout
    assert "    ~ Handeln: kaufen, verkaufen\n    ~ Stand: dort wird gehandelt\n" in said
    vocabulary.write_text(GLOSSARY.replace("  trade: you", "  trade at: you"))
    done = cahier("check", "market")
    assert done.returncode == 2 and "error: the glossary has no word `trade`" in done.stderr
    assert "de.yaml: no longer in the game: trade\n" in cahier("translate", "market", "de").stdout


def test_names_that_stand_elsewhere_are_left_out(cahier: Cahier, folder: Path) -> None:
    done = cahier("translate", "market", "ru")
    assert "2 more are in other files of the game\n" in done.stdout
    text = (folder / "market" / "text" / "ru.yaml").read_text()
    assert "cheese" not in text and "fruit" in text and "messages:" not in text
    shown = cahier("show", "market", "map", "--lang", "ru").stdout
    assert "Сыр" in shown and "Fruit" in shown


@pytest.mark.parts
def test_somebody_elses_game(cahier: Cahier, folder: Path) -> None:
    before = contents(REPO / "rules" / "revolution")
    done = cahier("translate", "revolution", "fr")
    assert (done.returncode, done.stdout) == (2, "")
    assert "this game comes with cahier; name the file to write: `-o revolution.fr.yaml`" in done.stderr
    (folder / "lib").mkdir()
    file = folder / "lib" / "revolution.fr.yaml"
    assert cahier("translate", "revolution", "fr", "-o", "lib/revolution.fr.yaml").returncode == 0
    assert "\nlanguage: fr\nfor: revolution\n" in file.read_text()
    written = file.read_text()
    done = cahier("translate", "revolution", "fr", "-o", "lib/revolution.fr.yaml", "--library", "lib")
    assert "nothing is changed" in done.stdout and file.read_text() == written
    assert "no longer in the game" not in done.stdout
    assert "cahier check revolution --lang fr\n" in done.stdout
    file.write_text(filled(written))
    for words in (["--lang", "fr", "--library", "lib"], ["--lang", "lib/revolution.fr.yaml"]):
        assert "«Royalist»" in cahier("show", "revolution", *words).stdout
    assert contents(REPO / "rules" / "revolution") == before


@pytest.mark.parts
def test_a_language_that_the_game_has_needs_nothing_more(cahier: Cahier, folder: Path) -> None:
    (folder / "lib").mkdir()
    words = ["translate", "revolution", "de", "-o", "lib/revolution.de.yaml", "--library", "lib"]
    assert "0 texts, 0 of them empty" in cahier(*words).stdout
    assert "nothing is changed" in cahier(*words).stdout


@pytest.mark.parts
def test_a_game_in_one_file(cahier: Cahier, folder: Path) -> None:
    assert cahier("new", "small", "--like", "cards").returncode == 0
    game = folder / "small" / "game.yaml"
    game.write_text(game.read_text() + "\ntext: {fr: {names: {small: Petit}}}\n")
    done = cahier("translate", "small", "fr")
    assert done.returncode == 0, done.stderr
    assert "1 more is in other files of the game" in done.stdout
    assert "small:" not in (folder / "small" / "text" / "fr.yaml").read_text()
    assert cahier("check", "small").returncode == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("translate market German", "`German` is none"),
        ("translate market DE", "`DE` is none\n    did you mean de?"),
        ("translate market pt_BR", "did you mean pt-BR?"),
        ("translate market ../de", "`../de` is none"),
        ("translate market en", "the rules and their titles are in English"),
        ("translate markt de", "there is no folder and no game of this name"),
        ("translate market de -o market/de.yaml", "this is inside a game, where the language has one place"),
        ("translate market de -o market/variants/de.yaml", "the folder `market/variants` doesn't exist"),
        ("translate market de -o market/cards/de.yaml", "this is inside a game"),
        ("translate market de -o german", "name a file that ends in .yaml"),
        ("translate market de -o nowhere/de.yaml", "the folder `nowhere` doesn't exist"),
        ("translate market de -o market/cards/luck.yaml", "this is inside a game"),
        ("translate market de -o text.yaml", "text.yaml:1:1: error: a file of names outside a game needs `language"),
        ("translate market nl -o other.yaml", "the file has names in `de`, not in `nl`; choose another file"),
        ("translate revolution de -o other.yaml", "these are names for the game `market`, not for `revolution`"),
        ("translate market de -o half.yaml", "half.yaml:3:"),
    ],
)
def test_bad_input_writes_nothing(cahier: Cahier, folder: Path, words: str, message: str) -> None:
    (folder / "text.yaml").write_text("names: {fruit: Obst}\n")
    (folder / "other.yaml").write_text("language: de\nfor: market\nnames: {fruit: Obst}\n")
    (folder / "half.yaml").write_text("language: de\nfor: market\nnames: {fruit: Obst, fish: Fi")
    game, beside = contents(folder / "market"), contents(folder)
    done = cahier(*words.split())
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    assert message in done.stderr, done.stderr
    assert contents(folder / "market") == game and set(contents(folder)) - set(beside) <= set(
        (folder / "cache").rglob("*")
    )


def test_a_file_half_written_is_left_as_it_is(cahier: Cahier, folder: Path) -> None:
    file = folder / "market" / "text" / "de.yaml"
    file.parent.mkdir()
    for half, message in (
        ('names:\n  fruit: "Obst\n', "de.yaml:"),
        ("", "the file is empty"),
        ("names:\n", "expected a mapping"),
        ("names: {fruit: Obst}  # mine\n", "de.yaml:1:1: error: first give each text here a line of its own"),
        ("messages:\n  ask: '{'\n", "a brace that is no hole"),
    ):
        file.write_text(half)
        done = cahier("translate", "market", "de")
        assert (done.returncode, done.stdout) == (2, "") and message in done.stderr, done.stderr
        assert file.read_text() == half


def test_a_folder_that_cannot_be_written(cahier: Cahier, folder: Path) -> None:
    (folder / "market" / "text").write_text("in the way")
    done = cahier("translate", "market", "de")
    assert (done.returncode, done.stdout) == (2, "")
    assert "market/text: error: a game has a folder called `text`" in done.stderr
    (folder / "market" / "text").unlink()
    cahier("translate", "market", "de")
    file = folder / "market" / "text" / "de.yaml"
    text = file.read_text().replace('  fish: ""  # Fish\n', "")
    file.write_text(text)
    file.chmod(0o444)
    done = cahier("translate", "market", "de")
    assert done.returncode == 2
    assert "it is read-only; all files are as they were; -o FILE.yaml puts it elsewhere" in done.stderr
    assert file.read_text() == text and [*file.parent.iterdir()] == [file]


@pytest.mark.parts
def test_a_translation_follows_copies_and_other_names(cahier: Cahier, folder: Path) -> None:
    cahier("translate", "market", "de")
    file = folder / "market" / "text" / "de.yaml"
    file.write_text(f"language: de\nfor: market\n{file.read_text()}")
    assert cahier("rename", "market", "fish", "herring").returncode == 0
    assert '\n  herring: ""  # Fish\n' in file.read_text()
    done = cahier("new", "bazaar", "--from", "market")
    assert done.returncode == 0, done.stderr
    copy = (folder / "bazaar" / "text" / "de.yaml").read_text()
    assert copy.startswith("language: de\nfor: bazaar\n") and '\n  bazaar: ""  # Market day\n' in copy
    assert cahier("translate", "bazaar", "de").returncode == cahier("check", "bazaar").returncode == 0
    assert '\n  bazaar: ""  # Bazaar\n' in (folder / "bazaar" / "text" / "de.yaml").read_text()
