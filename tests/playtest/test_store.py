"""The file in which results are kept: nothing is lost, nothing counted twice, and what is odd about it is said."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs, ChunkPlayer
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.store.result_store import TABLES, Store, StoreWriteError
from interpreter.playtest.store.run_identity import RunTerms, fact_differences, terms_of
from interpreter.support.errors import SaveError
from interpreter.support.formats import FORMAT_VERSIONS
from tests.loaded import REPO, game_of

MARKET = "tests/cli/market"


def terms(**changes: object) -> RunTerms:
    found = terms_of(game_of(MARKET), {}, 3)
    return RunTerms({**found.facts, **changes}, found.places, found.participants)


def played(first: int, count: int, arm: int = 0) -> Chunk:
    return ChunkPlayer(game_of(MARKET), {}, 3).play(first, count, ChunkOutputs(), arm)


def held(store: Store, first: int, count: int) -> tuple[Tally, list[tuple[int, int]]]:
    """Return the stored tally of some games, and the ranges that are missing."""
    tally, span = Tally(), GameSpan(0, first, count)
    for chunk in store.stored_chunks(span):
        tally.merge(chunk.tally)
    return tally, [(gap.first, gap.count) for gap in store.missing_spans(span)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.store"


@pytest.fixture
def filled(path: Path) -> Path:
    """A file with games 0 to 9 and 20 to 29."""
    with Store(str(path), [terms()]) as store:
        store.add(played(0, 10))
        store.add(played(20, 10))
    return path


def test_what_is_kept_is_there_again(filled: Path) -> None:
    with Store(str(filled), [terms()]) as store:
        tally, missing = held(store, 0, 40)
        assert missing == [(10, 10), (30, 10)] and tally.games == 20
        for first, count in missing:
            tally.merge(played(first, count).tally)
        assert tally == played(0, 40).tally


def test_any_games_of_a_run_can_be_asked_for(filled: Path) -> None:
    """Also such that chunks reach beyond them: those are played again, and kept no second time."""
    with Store(str(filled), [terms()]) as store:
        for first, count in ((5, 30), (0, 25), (3, 4), (10, 10), (29, 1), (100, 5)):
            tally, missing = held(store, first, count)
            for start, games in missing:
                chunk = played(start, games)
                store.add(chunk)
                tally.merge(chunk.tally)
            assert tally == played(first, count).tally
        store.write()
        tally, missing = held(store, 0, 200)
        assert sum(games for _, games in missing) + tally.games == 200


def test_chunks_that_come_soon_after_each_other_are_written_as_one(path: Path) -> None:
    with Store(str(path), [terms(), terms(seed=4)]) as store:
        for arm, first in ((0, 30), (1, 0), (0, 0), (0, 10), (1, 10), (0, 20)):
            store.add(played(first, 10, arm))
    rows = sqlite3.connect(path).execute("SELECT arm, first, count FROM chunks ORDER BY arm, first").fetchall()
    assert rows == [(0, 0, 40), (1, 0, 20)]


def test_games_out_of_which_something_is_left_are_kept_apart(path: Path) -> None:
    with Store(str(path), [terms()]) as store:
        for without, first in ((2, 0), (0, 0), (1, 10), (2, 10)):
            store.add(replace(played(first, 10), omitted_item=without))
    with Store(str(path), [terms()]) as store:
        spans = [GameSpan(0, 0, 20, without) for without in range(4)]
        kept = [[(chunk.series, chunk.first, chunk.count) for chunk in store.stored_chunks(span)] for span in spans]
        assert kept == [[((0, 0), 0, 10)], [((0, 1), 10, 10)], [((0, 2), 0, 20)], []]
        assert [sum(gap.count for gap in store.missing_spans(span)) for span in spans] == [10, 10, 0, 20]
        assert {gap.omitted_item for span in spans for gap in store.missing_spans(span)} == {0, 1, 3}


@pytest.mark.parts
def test_what_is_kept_is_in_the_file_soon(path: Path) -> None:
    """A chunk that comes later than that is written at once, whatever becomes of the process."""
    script = """
import os, sys, time
from interpreter.playtest.store.result_store import WRITE_INTERVAL, Store
from tests.playtest.test_store import played, terms

store = Store(sys.argv[1], [terms()])
time.sleep(WRITE_INTERVAL)
store.add(played(0, 10))
store.add(played(10, 10))
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", script, str(path)], cwd=REPO)
    assert done.returncode == -9
    with Store(str(path), [terms()]) as store:
        assert held(store, 0, 20) == (played(0, 10).tally, [(10, 10)])


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.store"))


def replaced(path: Path) -> None:
    path.with_name("other").write_bytes(path.read_bytes())
    path.with_name("other").replace(path)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("spoil", [Path.unlink, moved, replaced, emptied])
def test_a_file_that_is_gone_or_another_is_noticed(path: Path, spoil: Callable[[Path], None]) -> None:
    with Store(str(path), [terms()]) as store:
        store.add(played(0, 10))
        store.write()
        spoil(path)
        store.add(played(10, 5))
        with pytest.raises(StoreWriteError, match="15 games that were played are not kept") as raised:
            store.write()
    assert raised.value.problems[0].code == "store-gone"
    assert spoil in (replaced, emptied) or not path.exists()


def test_no_games_are_counted_as_not_kept_where_none_were_played(path: Path) -> None:
    with Store(str(path), [terms()]) as store:
        path.unlink()
        with pytest.raises(StoreWriteError, match=r"while the run wrote to it$"):
            store.write()


def refused(path: Path | str, *arms: RunTerms) -> str:
    with pytest.raises(SaveError) as error:
        Store(str(path), arms or [terms()])
    assert len(error.value.problems) == 1 and error.value.file == str(path)
    return f"{error.value.problems[0].code}: {error.value.message}"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": 4}, "the seed is 3 there, 4 here"),
        ({"rules": "ab" * 32}, "there, abababababab… here"),
        ({"variants": ["night", "rain"]}, "the variants are none there, night + rain here"),
        ({"players": 3, "seed": 9}, "the number of players is 2 there, 3 here; the seed is 3 there, 9 here"),
        ({"results": "99.9"}, "what a seed gives is of version "),
        ({"seated": {"p1": "table"}}, "who plays: p1 random, p2 random there, p1 table here"),
        ({"game": "fair", "seed": 4}, "of other games: the game is market there, fair here; name another file"),
        ({"packages": {"greedy": "x 1"}}, "what players come from is none there, greedy x 1 here"),
        ({"without": "sun"}, "`without` is none there, sun here"),
    ],
)
def test_results_of_other_games_are_not_added_to(filled: Path, changes: dict[str, object], said: str) -> None:
    before = filled.read_bytes()
    message = refused(filled, terms(**changes))
    assert message.startswith("other-results: its results are of other games: ") and said in message
    assert filled.read_bytes() == before


def test_hashes_are_told_as_far_as_it_takes_to_tell_them_apart() -> None:
    one, other = "ab" * 20 + "c" * 24, "ab" * 20 + "d" * 24
    (said,) = fact_differences({"rules": one}, {"rules": other})
    assert f"{'ab' * 20}c… there, {'ab' * 20}d… here" in said
    (said,) = fact_differences({"seated": {"p1": "x" * 200}}, {"seated": {"p1": "x" * 201}})
    assert "x" * 200 + " there" in said and "x" * 201 + " here" in said


def test_results_of_another_number_of_arms(filled: Path) -> None:
    assert "1 kinds of games there, 2 here" in refused(filled, terms(), terms(seed=4))


@pytest.mark.parametrize(("endings", "maker"), [(True, "`playtest`"), (False, "`compare`, `impact` or `sweep`")])
def test_what_is_kept_of_games_is_the_same(path: Path, endings: bool, maker: str) -> None:
    """It is said at once, and not when the first games are read."""
    ours, theirs = (terms_of(game_of(MARKET), {}, 3, kept) for kept in (endings, not endings))
    Store(str(path), [theirs]).__exit__(None, None, None)
    assert refused(path, ours) == f"other-results: it was made by {maker}; name another file"
    Store(str(path), [theirs]).__exit__(None, None, None)


def test_two_at_once(filled: Path) -> None:
    with Store(str(filled), [terms()]) as store:
        assert refused(filled).startswith("store-in-use: another run is at work on this file")
        store.add(played(10, 5))
    with Store(str(filled), [terms()]) as store:
        assert held(store, 0, 40)[0].games == 25


def sql(path: Path, *statements: str) -> None:
    file = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        file.execute(statement)
    file.close()


def test_a_newer_format(filled: Path) -> None:
    sql(filled, "UPDATE about SET format = '99.0'", "CREATE TABLE more (x)")
    assert refused(filled) == "other-format: its format is 99.0; this version reads 0.1"


def loop(column: str) -> str:
    return f"WITH RECURSIVE forever({column}) AS (SELECT 1 UNION ALL SELECT {column} + 1 FROM forever)"


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE more (x)"],
        ["CREATE TRIGGER more AFTER INSERT ON chunks BEGIN DELETE FROM chunks; END"],
        ["CREATE INDEX more ON chunks (first)"],
        ["DROP TABLE chunks", f"CREATE VIEW chunks AS {loop('arm')} SELECT arm FROM forever"],
        ["DROP TABLE about", f"CREATE VIEW about AS {loop('format')} SELECT format FROM forever WHERE format < 0"],
        ["DROP TABLE about"],
        ["DROP TABLE arms", "CREATE TABLE arms (arm INTEGER PRIMARY KEY, terms BLOB)"],
    ],
)
def test_a_file_that_has_more_than_ours(filled: Path, statements: list[str]) -> None:
    sql(filled, *statements)
    assert refused(filled).startswith("bad-store: ")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE chunks SET first = -1 WHERE first = 0",
        "UPDATE chunks SET first = 15 WHERE first = 0",
        "UPDATE chunks SET count = 21 WHERE first = 0",
        "UPDATE chunks SET count = 'many' WHERE first = 0",
        "UPDATE chunks SET arm = 5 WHERE first = 0",
        "UPDATE arms SET terms = '[]'",
        "UPDATE arms SET terms = x'ff'",
        "DELETE FROM arms",
        "DELETE FROM about",
    ],
)
def test_a_file_that_was_changed(filled: Path, statement: str) -> None:
    sql(filled, statement)
    assert refused(filled)


@pytest.mark.parametrize(
    "change",
    [
        "content = ''",
        "content = '{}'",
        "content = x'80'",
        "content = 'null'",
        "content = '" + "[" * 100_000 + "'",
        "content = replace(content, '10', '1" + "0" * 5000 + "')",
        "content = replace(content, ':', ',')",
        "count = 9",
        "seconds = 'long'",
        "seconds = -1",
        "seconds = 9e999",
        "seconds = seconds + 1",
        "checksum = checksum + 1",
    ],
)
def test_a_chunk_that_was_changed(filled: Path, change: str) -> None:
    sql(filled, f"UPDATE chunks SET {change} WHERE first = 0")
    with Store(str(filled), [terms()]) as store, pytest.raises(SaveError, match="results"):
        list(store.stored_chunks(GameSpan(0, 0, 100)))


@pytest.mark.parametrize(
    "content", [b"x", b"format: 0.1\n", b"\0" * 5000, b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_file_of_something_else(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refused(path).split(":")[0] in ("no-store", "bad-store")
    assert path.read_bytes() == content


def test_a_file_of_another_program(path: Path) -> None:
    sql(path, "CREATE TABLE about (format TEXT NOT NULL)", "INSERT INTO about VALUES ('0.1')")
    before = path.read_bytes()
    assert refused(path).startswith("no-store: this isn't a file of results")
    assert path.read_bytes() == before


def test_a_file_cut_off_anywhere(filled: Path, tmp_path: Path) -> None:
    """None is taken for a shorter one; an empty one is a new one."""
    whole = filled.read_bytes()
    for size in range(1, len(whole), 509):
        cut = tmp_path / f"{size}.store"
        cut.write_bytes(whole[:size])
        assert refused(cut).split(":")[0] in ("no-store", "bad-store")
        assert cut.read_bytes() == whole[:size]
    empty = tmp_path / "empty.store"
    empty.touch()
    with Store(str(empty), [terms()]) as store:
        assert held(store, 0, 40)[1] == [(0, 40)]


def test_places_where_nothing_can_be_kept(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    for place in (
        tmp_path / "pipe",
        tmp_path,
        "/dev/null",
        tmp_path / "no" / "folder",
        tmp_path / "file" / "x",
        "a\0b",
    ):
        message = refused(place)
        assert message.startswith("cannot-write: ") and "internal" not in message
    assert not Path("a").exists()


def test_a_name_is_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory"):
        Store(name, [terms()]).__exit__(None, None, None)
        assert Path(name).stat().st_size
    assert refused("").startswith("cannot-write: ")


NOBODY = 65534


@contextlib.contextmanager
def as_anybody() -> Iterator[None]:
    """Root may write everywhere, so it is somebody else for a moment."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("what", ["nothing", "folder", "file"])
def test_a_folder_or_a_file_that_may_only_be_read(filled: Path, what: str) -> None:
    here = terms()  # a later import may be in a folder that others can't read
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        path = Path(folder, filled.name)
        shutil.copy(filled, path)
        Path(folder).chmod(0o555 if what == "folder" else 0o777)
        path.chmod(0o444 if what == "file" else 0o666)
        with as_anybody():
            if what == "nothing":
                Store(str(path), [here]).__exit__(None, None, None)
            else:
                assert refused(path, here).startswith("cannot-write: ")
        Path(folder).chmod(0o777)


FULL = """
import resource, sys
from interpreter.support.errors import SaveError
from interpreter.playtest.store.result_store import Store
from tests.playtest.test_store import played, terms

try:
    with Store(sys.argv[1], [terms()]) as store:
        store.add(played(0, 10))
        store.write()
        resource.setrlimit(resource.RLIMIT_FSIZE, (24_000, 24_000))
        for first in range(10, 1000, 10):
            store.add(played(first + first // 10, 10))
except SaveError as error:
    print(error.problems[0].code, error.problems[0].message)
else:
    print("written")
"""


@pytest.mark.parts
def test_a_file_that_can_grow_no_more_keeps_what_it_has(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], cwd=REPO, capture_output=True, text=True)
    assert done.stdout.startswith("cannot-write ") and "games that were played are not kept\n" in done.stdout
    assert not done.stderr
    with Store(str(path), [terms()]) as store:
        assert held(store, 0, 10) == (played(0, 10).tally, [])


def test_there_is_no_path_in_the_file(path: Path, tmp_path: Path) -> None:
    shutil.copytree(REPO / MARKET, tmp_path / "somewhere" / "market")
    game = game_of(tmp_path / "somewhere" / "market")
    with Store(str(path), [terms_of(game, {}, 3)]) as store:
        store.add(played(0, 10))
    assert b"somewhere" not in path.read_bytes() and str(REPO).encode() not in path.read_bytes()
    with Store(str(path), [terms()]) as store:  # the same rules, wherever they lie
        assert held(store, 0, 40)[0].games == 10


def test_the_tables_are_as_their_format_has_them() -> None:
    """Test the schema of the store; a change needs a new format number."""
    assert (FORMAT_VERSIONS["store"], sorted(TABLES)) == ("0.1", ["about", "arms", "chunks"])


BEGUN = """
import resource, sys
from interpreter.playtest.store.result_store import Store
from interpreter.support.errors import SaveError
from tests.playtest.test_store import terms

resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    Store(sys.argv[1], [terms()])
except SaveError as error:
    print(error.problems[0].code)
"""


@pytest.mark.parts
def test_a_file_that_can_not_be_begun_is_not_left(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", BEGUN, str(path)], cwd=REPO, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("cannot-write\n", "") and list(path.parent.iterdir()) == []
