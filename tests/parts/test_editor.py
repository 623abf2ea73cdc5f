"""The language server over its protocol: a real process, as an editor starts it."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.loaded import REPO
from tests.parts.editor import UTF16, Editor, editor

pytestmark = pytest.mark.parts

SEQUENCE = "market/sequence.yaml"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    shutil.copytree(REPO / "tests" / "cli" / "market", tmp_path / "market")
    return tmp_path


def text_of(place: Path, name: str) -> str:
    return (place / name).read_text("utf-8")


def test_mistakes_are_told_as_one_types(place: Path) -> None:
    with editor(place) as running:
        running.begin()
        running.open(SEQUENCE)
        saved = text_of(place, SEQUENCE)
        running.change(SEQUENCE, saved.replace("raise day", "raise dya"))
        (message,) = running.wait_for(SEQUENCE, bool)
        assert message == "`dya` is not a name in this game\ndid you mean `day`?"
        (told,) = running.diagnostics[running.uri(SEQUENCE)]
        line = saved.split("\n").index("        raise day")
        assert told["range"] == {"start": {"line": line, "character": 14}, "end": {"line": line, "character": 17}}
        assert (told["severity"], told["code"], told["source"]) == (1, "unknown-name", "cahier")
        running.change(SEQUENCE, saved, 3)
        running.wait_for(SEQUENCE, lambda found: not found)
        assert text_of(place, SEQUENCE) == saved
        assert running.leave() == 0


def test_a_change_in_one_file_is_told_in_another(place: Path) -> None:
    with editor(place) as running:
        running.begin()
        running.open("market/map.yaml", text_of(place, "market/map.yaml").replace("title: Fish", "title: Herring"))
        assert "`Fish` is not a name in this game" in running.wait_for(SEQUENCE, bool)[0]
        running.close("market/map.yaml")
        running.wait_for(SEQUENCE, lambda found: not found)
        running.wait_for("market/map.yaml", lambda found: not found)


def test_findings_go_with_the_last_open_file_of_a_game(place: Path) -> None:
    map_file = place / "market" / "map.yaml"
    map_file.write_text(map_file.read_text("utf-8").replace("title: Fish", "title: Herring"), "utf-8")
    with editor(place) as running:
        running.begin()
        running.open("market/map.yaml")
        running.wait_for(SEQUENCE, bool)
        running.close("market/map.yaml")
        running.wait_for(SEQUENCE, lambda found: not found)
        assert running.leave() == 0


def test_files_that_change_on_disk_are_looked_at(place: Path) -> None:
    with editor(place) as running:
        running.begin({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
        running.open(SEQUENCE)
        tracks = place / "market" / "tracks.yaml"
        tracks.write_text(tracks.read_text().replace("id: day", "id: dusk"))
        running.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": tracks.as_uri(), "type": 2}]})
        assert "`day` is not a name in this game" in running.wait_for(SEQUENCE, bool)[0]


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 8), ("utf-16", 6), ("utf-32", 5)])
def test_columns_are_counted_as_the_editor_does(place: Path, encoding: str, column: int) -> None:
    with editor(place) as running:
        able = running.begin({"general": {"positionEncodings": [encoding]}})
        assert able["positionEncoding"] == encoding
        running.open("market/game.yaml", '{"😀": 1}\n')
        running.wait_for("market/game.yaml", bool)
        ends = [each["range"]["end"] for each in running.diagnostics[running.uri("market/game.yaml")]]
        assert {"line": 0, "character": column - 1} in ends


def test_what_a_word_does_and_where_it_is_declared(place: Path) -> None:
    with editor(place) as running:
        able = running.begin()
        assert able["hoverProvider"] and able["definitionProvider"]
        running.open(SEQUENCE)
        line = text_of(place, SEQUENCE).split("\n").index("        raise day")
        told = running.at("hover", SEQUENCE, line, 15)["result"]
        assert told["contents"]["kind"] == "markdown" and "number from 1 to 3" in told["contents"]["value"]
        assert told["range"] == {"start": {"line": line, "character": 14}, "end": {"line": line, "character": 17}}
        assert running.at("hover", SEQUENCE, line, 999)["result"] == told, "past the end of the line"
        (found,) = running.at("definition", SEQUENCE, line, 15)["result"]
        assert (found["uri"], found["range"]["start"]["line"]) == (running.uri("market/tracks.yaml"), 1)
        assert "COUNTER" in running.at("hover", SEQUENCE, line, 9)["result"]["contents"]["value"]


def test_what_can_follow(place: Path) -> None:
    snippets = {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}
    for capabilities, inserted in ((snippets, "trade at ${1:area}"), (UTF16, "trade at {area}")):
        with editor(place) as running:
            able = running.begin(capabilities)
            assert able["completionProvider"]["triggerCharacters"] == [" "]
            text = text_of(place, SEQUENCE)
            running.open(SEQUENCE)
            running.change(SEQUENCE, text.replace("raise day", "tra"))
            line = text.split("\n").index("        raise day")
            items = {each["label"]: each for each in running.at("completion", SEQUENCE, line, 11)["result"]}
            assert items["trade at {area}"]["insertText"] == inserted
            running.change(SEQUENCE, text.replace("raise day", "trade at "), 3)
            items = {each["label"]: each for each in running.at("completion", SEQUENCE, line, 17)["result"]}
            assert min(items.values(), key=lambda item: str(item["sortText"]))["label"] == "Cheese"


def with_edits(text: str, edits: list[dict[str, Any]]) -> str:
    """A text of ASCII letters, changed as an editor does."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda each: str(each["range"]["start"]), reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)


def test_renaming_in_files_that_are_not_saved(place: Path) -> None:
    rename = {"textDocument": {"rename": {"prepareSupport": True}}}
    versions = {"workspace": {"workspaceEdit": {"documentChanges": True}}, **rename}
    with editor(place) as running:
        assert running.begin(versions)["renameProvider"] == {"prepareProvider": True}
        text = text_of(place, SEQUENCE).replace("        raise day", "        raise day\n        raise day")
        running.open(SEQUENCE)
        running.change(SEQUENCE, text, 5)
        line = text.split("\n").index("        raise day")
        offered = running.at("prepareRename", SEQUENCE, line, 15)["result"]
        assert offered["placeholder"] == "day" and offered["range"]["start"]["character"] == 14
        edits = running.at("rename", SEQUENCE, line, 15, newName="dusk")["result"]["documentChanges"]
        changed = {each["textDocument"]["uri"]: each for each in edits}
        assert changed[running.uri(SEQUENCE)]["textDocument"]["version"] == 5
        assert with_edits(text, changed[running.uri(SEQUENCE)]["edits"]) == text.replace("raise day", "raise dusk")
        tracks = changed[running.uri("market/tracks.yaml")]
        assert "id: dusk" in with_edits(text_of(place, "market/tracks.yaml"), tracks["edits"])
        assert "day" in text_of(place, SEQUENCE)


@pytest.mark.parametrize(
    ("column", "new", "message"),
    [
        (15, "fruit", "the game already has something called `fruit`"),
        (15, "Big Day", "an id is made of small letters"),
        (15, "", "an id is made of small letters"),
        (15, "a b", "begins with a letter; did you mean a_b?"),
        (9, "dusk", "only ids can be renamed: this is a wording, or a word of the language"),
    ],
)
def test_what_cannot_be_renamed(place: Path, column: int, new: str, message: str) -> None:
    with editor(place) as running:
        running.begin()
        running.open(SEQUENCE)
        line = text_of(place, SEQUENCE).split("\n").index("        raise day")
        refused = running.at("rename", SEQUENCE, line, column, newName=new)["error"]
        assert refused["code"] == -32803 and message in refused["message"]
        running.change(SEQUENCE, text_of(place, SEQUENCE).replace("shuffle deck", "shuffle dekc"))
        refused = running.at("rename", SEQUENCE, line, 15, newName="dusk")["error"]
        assert "sequence.yaml:19:15: `dekc` is not a name in this game" in refused["message"]


LUCK = "market/cards/luck.yaml"


def actions(running: Editor, name: str, line: int, start: int, end: int | None = None, **context: Any) -> list[Any]:
    """Return the code actions that the editor is offered for a part of a line."""
    ends = [{"line": line, "character": at} for at in (start, start if end is None else end)]
    params = {
        "textDocument": {"uri": running.uri(name)},
        "range": dict(zip(("start", "end"), ends, strict=True)),
        "context": {"diagnostics": [], **context},
    }
    found: list[Any] = running.ask("textDocument/codeAction", params)["result"]
    return found


@pytest.mark.parametrize(
    ("name", "old", "new", "titles", "fixed"),
    [
        (SEQUENCE, "raise day", "raise dya", ["day"], "raise day"),
        (SEQUENCE, "shuffle deck", "shuffle the dekc", ["deck"], "shuffle the deck"),
        (SEQUENCE, "shuffle deck\n", "shufle deck # well\n", ["shuffle deck"], "shuffle deck # well\n"),
        (LUCK, "event: trade at stalls,", "event: trdae at stalls,", ["trade at stalls"], "event: trade at stalls,"),
        (LUCK, "event: trade at stalls,", 'event: "trade at stals",', ["trade at stalls"], 'event: "trade at stalls",'),
        ("market/zones.yaml", "face: nobody", "fase: nobody", ["face"], "face: nobody"),
        ("market/map.yaml", "side: north, covered", "side: 'nrth', covered", ["north"], "side: 'north', covered"),
        ("market/scenarios/selling.yaml", "turn: p1", "turn: p11", ["p1"], "turn: p1"),
    ],
)
def test_what_was_meant_is_written(place: Path, name: str, old: str, new: str, titles: list[str], fixed: str) -> None:
    with editor(place) as running:
        assert running.begin()["codeActionProvider"]["codeActionKinds"] == ["quickfix"]
        saved = text_of(place, name)
        assert old in saved
        running.open(name, saved.replace(old, new, 1))
        (message,) = running.wait_for(name, bool)
        (told,) = running.diagnostics[running.uri(name)]
        spot = told["range"]["start"]
        found = actions(running, name, spot["line"], spot["character"], only=["quickfix"])
        assert [(each["title"], each["kind"]) for each in found] == [(f'Write "{one}"', "quickfix") for one in titles]
        assert [each["isPreferred"] for each in found] == [True] + [False] * (len(titles) - 1)
        assert found[0]["diagnostics"] == [told] and "did you mean" in message
        changed = with_edits(saved.replace(old, new, 1), found[0]["edit"]["changes"][running.uri(name)])
        assert changed == saved.replace(old, fixed, 1)
        running.change(name, changed)
        running.wait_for(name, lambda found: not found)
        assert actions(running, name, spot["line"], spot["character"]) == []
        assert running.leave() == 0


def test_a_fix_is_for_the_text_as_it_is_now(place: Path) -> None:
    with editor(place) as running:
        running.begin({"workspace": {"workspaceEdit": {"documentChanges": True}}})
        saved = text_of(place, SEQUENCE)
        text = saved.replace("raise day", "raise dya").replace("\n", "\r\n")
        running.open(SEQUENCE, text)
        running.wait_for(SEQUENCE, bool)
        running.change(SEQUENCE, text + "# more", 7)
        line = saved.split("\n").index("        raise day")
        (found,) = actions(running, SEQUENCE, line, 15)
        (change,) = found["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": running.uri(SEQUENCE), "version": 7}
        assert with_edits(text, change["edits"]) == saved.replace("\n", "\r\n")


def test_nothing_to_write(place: Path) -> None:
    with editor(place) as running:
        running.begin()
        saved = text_of(place, SEQUENCE)
        line = saved.split("\n").index("        raise day")
        running.open(SEQUENCE, saved.replace("raise day", "raise dya"))
        running.wait_for(SEQUENCE, bool)
        assert len(actions(running, SEQUENCE, line, 0, 99)) == 1
        assert actions(running, SEQUENCE, line, 15, only=["refactor", "source.fixAll"]) == []
        for elsewhere in ((line - 1, 15), (line, 3), (line, 10**9), (10**6, 0), (2**31 - 1, 2**31 - 1)):
            assert actions(running, SEQUENCE, *elsewhere) == []
        for name in ("market/closed.yaml", "market/tracks.yaml", "market/notes.txt", "elsewhere.yaml"):
            assert actions(running, name, 0, 0, 10**6) == []
        running.change(SEQUENCE, "\n" + saved.replace("raise day", "raise dya"))
        assert actions(running, SEQUENCE, line, 15) == []
        running.change(SEQUENCE, "", 3)
        assert actions(running, SEQUENCE, line, 15) == []
        running.change(SEQUENCE, saved.replace("raise day", "raise dya"), 4)
        assert len(actions(running, SEQUENCE, line, 15)) == 1
        running.close(SEQUENCE)
        assert actions(running, SEQUENCE, line, 15) == []
        assert running.leave() == 0


@pytest.mark.parametrize("method", ["hover", "definition", "completion"])
def test_positions_that_are_nowhere(place: Path, method: str) -> None:
    with editor(place) as running:
        running.begin()
        running.open(SEQUENCE)
        for line, character in ((0, 10**9), (10**6, 0), (1.5, 2), (2**31 - 1, 2**31 - 1)):
            assert "error" not in running.at(method, SEQUENCE, line, character)
        nonsense: tuple[Any, ...] = ((-1, 0), (0, -7), ("x", 0), (None, None), ([], {}), (10**30, 0))
        for line, character in nonsense:
            refused = running.at(method, SEQUENCE, line, character)["error"]
            assert (refused["code"], refused["message"]) == (-32602, "the parameters of this request are invalid")
        assert not running.at(method, "market/closed.yaml", 0, 0)["result"]
        running.open("market/notes.txt", "start: x")
        assert not running.at(method, "market/notes.txt", 0, 0)["result"]
        assert running.leave() == 0


def test_half_written_and_strange_files(place: Path) -> None:
    strange = [
        "",
        "\t",
        'words:\n  - say: "',
        "{[",
        "start: |",
        "\u0000",
        "a: &b *b",
        "\ud800",
        "start: play\r\nscore: 1\r",
    ]
    with editor(place) as running:
        running.begin()
        running.open(SEQUENCE)
        for number, text in enumerate(strange):
            running.change(SEQUENCE, text, number + 2)
            running.change(SEQUENCE, text_of(place, SEQUENCE), 100)
            running.wait_for(SEQUENCE, lambda found: not found)
            running.change(SEQUENCE, text, number + 2)
            assert running.wait_for(SEQUENCE, bool)
        for uri in (
            "untitled:Untitled-1",
            "http://example.org/x.yaml",
            "",
            "file:///nowhere/x.yaml",
            "file:relative.yaml",
        ):
            document = {"uri": uri, "languageId": "yaml", "version": 1, "text": "id: x"}
            running.tell("textDocument/didOpen", {"textDocument": document})
            running.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert not running.shown
        assert running.leave() == 0


def test_nonsense_is_refused_and_the_server_goes_on(place: Path) -> None:
    with editor(place) as running:
        running.begin()
        document: dict[str, Any] = {"uri": running.uri(SEQUENCE), "version": 7}
        partial = {
            "range": {"start": {"line": 9**9, "character": 0}, "end": {"line": 0, "character": 3}},
            "text": "start: x",
        }
        running.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [partial]})
        running.tell("textDocument/didChange", {"textDocument": document})
        running.tell("no/such/notice", {})
        running.send_bytes(b"{no json")
        running.send_bytes(b"[]")
        running.send_bytes(b'"text"')
        running.send_bytes(b"\xff")
        assert running.ask("no/such/request", {})["error"]["message"] == "Method Not Found: no/such/request"
        assert running.ask("initialize", {"capabilities": 5})["error"]["code"] == -32602
        running.open(SEQUENCE)
        running.change(SEQUENCE, "start: x")
        assert running.wait_for(SEQUENCE, bool)
        json = "cahier: the editor sent something that isn't JSON; it is ignored"
        other = "cahier: the editor sent something that isn't a message of the Language Server Protocol; it is ignored"
        assert [each for each in running.shown if "is ignored" in each] == [other, json, other, other, json]


@pytest.mark.parametrize("uri", ["file://{}/%00bad.yaml", "file://{}/\ud800.yaml", "file:{}%00", "{}", "untitled:a"])
def test_a_uri_of_no_file_is_part_of_no_game(place: Path, uri: str) -> None:
    named = {"uri": uri.format(place / "market")}
    with editor(place) as running:
        running.begin()
        text = {"languageId": "yaml", "version": 1, "text": "id: x"}
        running.tell("textDocument/didOpen", {"textDocument": {**named, **text}})
        spot = {"textDocument": named, "position": {"line": 0, "character": 0}}
        assert running.ask("textDocument/hover", spot)["result"] is None
        assert running.ask("textDocument/completion", spot)["result"] == []
        assert running.ask("textDocument/rename", {**spot, "newName": "b"})["result"] is None
        where = {"start": spot["position"], "end": spot["position"]}
        asked = {"textDocument": named, "range": where, "context": {"diagnostics": []}}
        assert running.ask("textDocument/codeAction", asked)["result"] == []
        running.tell("textDocument/didClose", {"textDocument": named})
        assert running.leave() == 0
        assert not running.shown


@pytest.mark.parametrize(("number", "status"), [(None, 1), (signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_how_it_ends_without_a_goodbye(place: Path, number: int | None, status: int) -> None:
    with editor(place) as running:
        running.begin()
        running.open(SEQUENCE)
        if number is None:
            assert running.process.stdin is not None
            running.process.stdin.close()
        else:
            running.process.send_signal(number)
        assert running.process.wait() == status


def test_references_symbols_and_layout(place: Path) -> None:
    with editor(place) as running:
        able = running.begin()
        assert able["referencesProvider"] and able["documentSymbolProvider"] and able["workspaceSymbolProvider"]
        running.open(SEQUENCE)
        line = text_of(place, SEQUENCE).split("\n").index("        raise day")
        found = running.at("references", SEQUENCE, line, 15, context={"includeDeclaration": True})["result"]
        assert {each["uri"] for each in found} >= {running.uri(SEQUENCE), running.uri("market/tracks.yaml")}
        assert {each["range"]["end"]["character"] - each["range"]["start"]["character"] for each in found} == {3}

        running.open("market/map.yaml")
        document = {"textDocument": {"uri": running.uri("market/map.yaml")}}
        names = [each["name"] for each in running.ask("textDocument/documentSymbol", document)["result"]]
        assert names[-3:] == ["Fruit", "Fish", "Cheese"]
        (cheese,) = running.ask("workspace/symbol", {"query": "chee"})["result"]
        assert (cheese["name"], cheese["location"]["uri"]) == ("Cheese", running.uri("market/map.yaml"))

        text = text_of(place, "market/map.yaml")
        running.change(
            "market/map.yaml", text.replace("  two_way:", "    two_way:").replace("  one_way:", "    one_way:")
        )
        options = {"options": {"tabSize": 4, "insertSpaces": True}}
        edits = running.ask("textDocument/formatting", {**document, **options})["result"]
        assert [each["newText"] for each in edits] == ["  ", "  "]


def test_holes_colours_and_notes(place: Path) -> None:
    with editor(place) as running:
        able = running.begin()
        text = text_of(place, SEQUENCE)
        running.open(SEQUENCE)
        line = text.split("\n").index("        raise day")
        running.change(SEQUENCE, text.replace("raise day", "trade at "))
        (shown,) = running.at("signatureHelp", SEQUENCE, line, 17)["result"]["signatures"]
        start, end = shown["parameters"][shown["activeParameter"]]["label"]
        assert shown["label"][start:end].startswith("{area")
        running.change(SEQUENCE, text.replace("raise day", "raise "), 3)
        assert running.at("signatureHelp", SEQUENCE, line, 14)["result"] is None

        running.change(SEQUENCE, text, 4)
        legend = able["semanticTokensProvider"]["legend"]["tokenTypes"]
        document = {"textDocument": {"uri": running.uri(SEQUENCE)}}
        data = running.ask("textDocument/semanticTokens/full", document)["result"]["data"]
        coloured, at, column = [], 0, 0
        for step, shift, length, colour, _ in zip(*[iter(data)] * 5, strict=True):
            at, column = at + step, shift + (0 if step else column)
            coloured.append((text.split("\n")[at][column : column + length], legend[colour]))
        assert {("day", "variable"), ("Fish", "variable"), ("take", "function")} <= {*coloured}

        running.open("market/map.yaml")
        document = {"textDocument": {"uri": running.uri("market/map.yaml")}}
        notes = running.ask("textDocument/codeLens", document)["result"]
        assert {each["command"]["command"] for each in notes} == {"cahier.showReferences"}
        assert "named in 1 place" in {each["command"]["title"] for each in notes}
