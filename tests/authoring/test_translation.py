"""The file of a language, as it is begun and completed."""

from __future__ import annotations

import re
from random import Random

import pytest
import yaml

from interpreter.authoring.translation_files import (
    EntryGroups,
    EntryTemplate,
    complete_translation,
    keys_in,
    new_translation,
)
from interpreter.authoring.yaml_spans import NotEditableError

SECTIONS: dict[str, EntryGroups] = {
    "names": {
        "spaces": {"gate": "Gate", "tower": "Tower # 1", "null": "Nought"},
        "cards": {f"card_{at}": f"Card {at}: \u201cx\u201d \x1b" for at in range(20)},
    },
    "labels": {"decisions": {"lay": "to lay"}, "flags": {}, "options": {"yes": "yes", "9": "9"}},
    "messages": {"": {"and": " and ", "help": "a\n\n  b: c", "some": {"one": "{count} x", "other": "{count} xs"}}},
}
FULL = new_translation("# A game.", SECTIONS, "pl").data


def keys(data: bytes) -> dict[str, list[str]]:
    return {name: [*section] for name, section in yaml.load(data, yaml.BaseLoader).items()}


def test_a_new_file_has_every_key_and_the_english() -> None:
    read = yaml.load(FULL, yaml.BaseLoader)
    assert keys(FULL) == {name: [key for group in of.values() for key in group] for name, of in SECTIONS.items()}
    assert read["messages"]["some"] == {"one": "", "few": "", "many": ""}
    text = FULL.decode()
    assert (
        '\n  gate: ""  # Gate\n' in text and '\n  "null": ""  # Nought\n' in text and '\n  and: ""  # " and "\n' in text
    )
    assert "\x1b" not in text and '\n    many: ""  # {count} xs\n' in text
    assert '\n  # a\n  #\n  #   b: c\n  help: ""\n' in text
    assert '\n  some: ""  # {count} xs\n' in new_translation("", SECTIONS, "ja").data.decode()


def test_a_whole_file_stays_as_it_is() -> None:
    written = complete_translation(FULL, SECTIONS, "pl")
    assert (written.data, written.added, written.total, written.untranslated) == (FULL, 0, 29, 29)
    for data in (FULL.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + FULL, FULL.rstrip(b"\n"), FULL + b"\n\n# end\n"):
        assert complete_translation(data, SECTIONS, "pl").data == data


@pytest.mark.parametrize("seed", range(40))
def test_what_is_there_is_kept_and_the_rest_put_in(seed: int) -> None:
    """Of a file some lines are filled in, some taken out, some of them whole sections; line ends as they are."""
    random = Random(seed)
    lines = FULL.decode().split("\n")
    section = "\n".join(lines).partition("\nlabels:")[0].count("\n") + 1
    kept = []
    for at, line in enumerate(lines):
        entry = re.fullmatch(r'(  \S+: )""(  # .*)', line)
        if entry is None or random.random() < 0.4:
            kept.append(line)
        elif random.random() < 0.5:
            kept.append(f"{entry[1]}'Łoś {at}'" + random.choice(["", entry[2], "  # mine"]))
    if random.random() < 0.3:
        kept = kept[: min(len(kept), section)]
    while kept and (kept[-1].endswith(":") or kept[-1].startswith("  #")):
        kept.pop()
    newline = random.choice(["\n", "\r\n"])
    data = newline.join(kept).encode()
    if not all(isinstance(each, dict) and each for each in (yaml.load(data, yaml.BaseLoader) or {0: 0}).values()):
        return
    written = complete_translation(data, SECTIONS, "pl")
    before, after = yaml.load(data, yaml.BaseLoader), yaml.load(written.data, yaml.BaseLoader)
    assert {name: set(section) for name, section in after.items()} == {n: set(s) for n, s in keys(FULL).items()}
    for name, said in before.items():
        assert {key: after[name][key] for key in said} == said
    assert all(
        not text or text in before[name].values()
        for name in before
        for text in after[name].values()
        if isinstance(text, str)
    )
    rest = iter(written.data.decode().split(newline))
    for line in kept:  # in the same order, with a comment more at most
        if line:
            assert any(each == line or each.startswith(f"{line}  # ") for each in rest), line
    assert (b"\r\n" in written.data) == (newline == "\r\n" and b"\n" in written.data)
    again = complete_translation(written.data, SECTIONS, "pl")
    assert again.data == written.data and again.added == 0 and again.untranslated == written.untranslated


def test_english_that_has_changed_is_told_beside_a_text_and_put_right_beside_none() -> None:
    data = FULL.replace(b'gate: ""', b'gate: "Brama"')
    changed: dict[str, EntryGroups] = {
        **SECTIONS,
        "names": {"spaces": {"gate": "Door", "tower": "Keep", "null": "Nought"}},
    }
    written = complete_translation(data, changed, "pl")
    assert [(each.key, each.comment, each.english) for each in written.outdated] == [("gate", "Gate", "Door")]
    assert b'gate: "Brama"  # Gate\n' in written.data and b'tower: ""  # Keep\n' in written.data
    assert b"card_3" in written.data


FORMS: dict[str, EntryGroups] = {
    "nouns": {
        "kinds": {"isle": EntryTemplate("isle, isles", {"is": (), "one": ("nom", "gen"), "many": ("nom", "gen")})},
        "things": {"gate": EntryTemplate("Gate", {"is": (), "nom": ()})},
    },
    "words": {
        "": {
            "sail {n} boats": EntryTemplate("sail {n: number} boats", {}),
            "rest": EntryTemplate("rest", {"says": (), "not": ()}),
        }
    },
}


def test_entries_with_parts() -> None:
    written = new_translation("# A game.", FORMS, "pl")
    assert (written.added, written.total, written.untranslated) == (4, 4, 4)
    assert (
        written.data.decode()
        == """\
# A game.
nouns:
  # kinds
  isle:  # isle, isles
    is: ""
    one: {nom: "", gen: ""}
    many: {nom: "", gen: ""}

  # things
  gate: {is: "", nom: ""}  # Gate

words:
  "sail {n} boats": ""  # sail {n: number} boats
  rest: {says: "", not: ""}  # rest
"""
    )
    again = complete_translation(written.data, FORMS, "pl")
    assert (again.data, again.added, again.untranslated) == (written.data, 0, 4)


def test_entries_with_parts_are_kept_and_counted_as_empty_while_they_say_nothing() -> None:
    data = b'nouns:\n  gate: {is: f}\n  isle:\n    one: {nom: ""}\nwords:\n  rest: odpocz\xc4\x85\xc4\x87\n'
    written = complete_translation(data, FORMS, "pl")
    assert (written.added, written.total, written.untranslated) == (1, 4, 2)
    added = 'words:\n  "sail {n} boats": ""  # sail {n: number} boats\n'
    assert written.data.decode() == data.decode().replace("words:\n", added)


def test_what_stands_in_braces_gets_lines_of_its_own() -> None:
    data = b"names: {gate: Brama, 'tower': ''}\nother: [1]\n"
    written = complete_translation(data, SECTIONS, "pl").data.decode()
    assert written.startswith("names:\n  gate: Brama  # Gate\n  'tower': ''  # Tower # 1\n  # spaces\n  \"null\": ")
    assert "\nother: [1]\n\nlabels:\n" in written
    assert complete_translation(written.encode(), SECTIONS, "pl").data.decode() == written
    for odd in (b"{names: {gate: Brama}}\n", b"names: {gate: Brama}  # mine\n", b"names: {gate: 'a\n\n  b'}\n"):
        with pytest.raises(NotEditableError):
            complete_translation(odd, SECTIONS, "pl")


def test_keys() -> None:
    data = b"names: {a: x}\nlabels:\n  b: y\nmessages: {c: z}\n"
    assert [keys_in(data, part) for part in ("names", "labels", "glossary")] == [{"a"}, {"b"}, set()]
