"""`cahier play` off a terminal: lines in, lines out; saves; bad input."""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cli import guard
from cli.play.play import PlaySettings, play_game
from cli.text.words import message_languages, messages_in
from interpreter.presentation.phrases import check_phrases
from tests.cli.command import Cahier, environment

GAME = "red_flag_over_paris"
NOTHING = PlaySettings((), None, (), 3, None, False, None, False)


class Done:
    def __init__(self, status: int, said: str, told: str) -> None:
        self.status, self.said, self.told = status, said, told


Play = Callable[..., Done]


@pytest.fixture
def play(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays in this process, with these lines as input."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(lines: str | io.StringIO = "", name: str | None = "market", **settings: object) -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines) if isinstance(lines, str) else lines)
        asked = {field: settings.get(field, getattr(NOTHING, field)) for field in NOTHING.__slots__}
        status = guard._run_reporting_errors(lambda: play_game(name, PlaySettings(**asked)))  # type: ignore[arg-type]
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err and "internal error" not in captured.err, captured.err
        return Done(status, captured.out, captured.err)

    return run


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A save of a match in which one choice was made."""
    from interpreter import load

    match = load(Path(__file__).parent / "market").start(3)
    match.choose("fish")
    path = tmp_path_factory.mktemp("saved") / "mine.json"
    match.save(path, {"p1": "human", "p2": "random"})
    return path.read_text()


def saves(folder: Path) -> list[Path]:
    return sorted((folder / "state" / "cahier").glob("*.json"), key=lambda path: path.stem)


def test_lines_are_read_to_the_end(play: Play, folder: Path) -> None:
    done = play("fish\n\nnonsense\n")
    assert done.status == 0
    assert "Player 1> fish" in done.said and "I don't understand `nonsense`" in done.said
    assert "\x1b" not in done.said
    (path,) = saves(folder)
    assert json.loads(path.read_text())["choices"] == ["fish"]
    assert str(path) in done.said and path.stat().st_mode & 0o777 == 0o600


def test_a_whole_game(play: Play, folder: Path) -> None:
    done = play("1\n1\n")
    assert done.status == 0
    assert "The game is over: Player 1 wins (fruit)." in done.said and "Scores: Player 1 2" in done.said
    (path,) = saves(folder)
    assert path.name.endswith(".over.json")
    assert play(name=None, resume=True, seed=None).status == 2
    before = path.read_bytes()
    again = play(name=None, load=str(path), seed=None)
    assert again.status == 0 and "The game is over: Player 1 wins (fruit)." in again.said
    assert saves(folder) == [path] and path.read_bytes() == before


def test_a_damaged_newest_save_names_the_way_out(play: Play, folder: Path) -> None:
    play("fish\n")
    (older,) = saves(folder)
    damaged = older.with_name("market-later.json")
    damaged.write_text(older.read_text()[:-9])
    os.utime(older, (1, 1))
    done = play(name=None, resume=True, seed=None)
    assert done.status == 2 and f"{damaged}: error: this is not a whole saved match" in done.told
    assert f"`cahier play --resume {older.stem}` continues another match, `cahier play --list` lists" in done.told
    assert "Going on after 1 choice." in play(name=older.stem, resume=True, seed=None).said
    missed = play(name="market-none", resume=True, seed=None).told
    assert "no game of this name" in missed and "; `cahier play --list` lists the saved matches" in missed


def test_a_match_that_is_being_played_is_left_alone(play: Play, folder: Path) -> None:
    play("fish\n")
    play("fruit\n")
    first, second = sorted(saves(folder), key=lambda path: path.stat().st_mtime_ns)
    with open(second.with_name(f".{second.name}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = play(name="market", resume=True, seed=None)
        assert f"note: `{second.stem}` is being played by another process" in done.told
        assert done.status == 0 and f"The game is kept in {first}" in done.said
        for how in ({"name": second.stem, "resume": True}, {"load": str(second)}):
            done = play(**how, seed=None)
            assert (done.status, done.said) == (2, "") and "is being played by another process" in done.told
        with open(first.with_name(f".{first.name}.lock"), "w") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            done = play(name=None, resume=True, seed=None)
            assert done.status == 2 and "another process is playing every match" in done.told
    assert f"The game is kept in {second}" in play(name=second.stem, resume=True, seed=None).said
    assert not os.path.lexists(lock.name)


@pytest.mark.parts
def test_a_whole_game_of_the_big_one(play: Play) -> None:
    done = play("1\n" * 400, GAME)
    assert done.status == 0 and "The game is over" in done.said


@pytest.mark.parts
def test_seats_with_tables_are_played_by_them(play: Play) -> None:
    assert "Royalist: person, Jacobin: table." in play("", "revolution").said
    assert "Commune: person, Versailles: random." in play("", GAME).said


def test_random_moves_promise_no_reasons(play: Play) -> None:
    said = play("1\n", GAME, explain=True).said
    assert "Versailles chooses to keep: a card" in said and "when the game is over" not in said


def test_nobody_at_the_keyboard(play: Play) -> None:
    done = play(seats=("p1=random", "p2=random"))
    assert done.status == 0 and "The game is over" in done.said


def test_resuming(play: Play, folder: Path) -> None:
    play("fish\n", seats=("p2=human", "p1=human"))
    before = saves(folder)
    done = play("undo\ncheese\n", name=None, resume=True, seed=None)
    assert "Going on after 1 choice." in done.said and "Player 2: person" in done.said
    assert saves(folder) == before
    assert json.loads(before[0].read_text())["choices"] == ["cheese"]
    assert "Player 2: random" in play(name="market", resume=True, seed=None, seats=("p2=random",)).said


def test_two_that_go_on_with_one_game_do_not_overwrite_each_other(folder: Path) -> None:
    from cli.play.saved_matches import Autosave
    from interpreter import load

    match = load("market").start(3)
    first = Autosave(match, {}, None)
    first.save()
    second = Autosave(match, {}, first.path)
    second.save()
    match.choose(0)
    first.path.with_suffix(".json").touch()
    first.save()
    second.save()
    assert first.failure is None and second.failure is None
    assert second.path.exists() and first.path.exists()


class Meddling(io.StringIO):
    """Lines, before each of which the kept game in a folder is changed."""

    def __init__(self, lines: str, folder: Path) -> None:
        super().__init__(lines)
        self._folder = folder

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        for path in saves(self._folder)[:1]:
            path.write_text(path.read_text())
        return super().readline(-1 if size is None else size)


def test_a_match_that_goes_on_in_another_file_says_so(play: Play, folder: Path) -> None:
    done = play(Meddling("1\n", folder))
    first, second = saves(folder)
    assert f"{first} was changed by something else" in done.said and f"is kept in {second} now" in done.said
    assert "was changed by something else" not in play("1\n").said


@pytest.mark.parts
def test_the_seed_is_told_when_the_game_is_over(play: Play, folder: Path) -> None:
    commands = "help\nboard\ncards\nlog all\nnonsense\nsave\nsave mine.json\n"
    for _ in range(20):  # by chance the game may be over after one move
        first = play(f"hint\n{commands}fish\n{commands}", seed=None, explain=True)
        if "game is over" not in first.said:
            break
    seed = str(json.loads((folder / "mine.json").read_text())["seed"])
    later = play(commands, name=None, resume=True, seed=None)
    named = play(commands, load="mine.json", seed=None)
    for done in (first, later, named):
        assert done.status == 0 and seed not in done.said + done.told
    over = play("1\n" * 40, name=None, resume=True, seed=None).said
    assert over.count(seed) == 2 and f"The seed was {seed}: `--seed {seed}`" in over.partition("game is over")[2]


def test_two_games_have_two_seeds_that_can_not_be_guessed(play: Play, folder: Path) -> None:
    seeds = []
    for name in ("one.json", "two.json"):
        play(f"save {name}\n", seed=None)
        seeds.append(json.loads((folder / name).read_text())["seed"])
    assert seeds[0] != seeds[1] and max(seeds) > 1 << 32


def test_a_save_is_its_owners_only(play: Play, folder: Path) -> None:
    before = os.umask(0)
    try:
        play("fish\nsave mine.json\n")
        (folder / "mine.json").chmod(0o666)
        play("fish\nsave mine.json\n")
    finally:
        os.umask(before)
    for path in (folder / "mine.json", *saves(folder)):
        assert path.stat().st_mode & 0o777 == 0o600


def test_saving_to_a_file(play: Play, folder: Path) -> None:
    (folder / "letter.txt").write_text("dear")
    done = play("fish\nsave mine.json\nsave mine.json\nsave letter.txt\nsave nowhere/mine.json\nsave market\nsave\n")
    assert done.said.count("Saved: mine.json. `cahier play market --load mine.json` goes on.") == 2
    assert "it is left as it is" in done.said
    assert (folder / "letter.txt").read_text() == "dear"
    assert "nowhere/mine.json: error: cannot be written" in done.said
    assert "it is saved after every choice" in done.said
    assert play(load="mine.json", name=None, seed=None).status == 2
    done = play(load="mine.json", seed=None)
    assert done.status == 0 and "Going on after 1 choice" in done.said


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[: len(text) // 2], "cut short"),
        (lambda text: text.replace('"fish"', '"cheese"'), "a position that differs"),
        (lambda text: text.replace('"fish"', '"moon"'), "not on offer"),
        (lambda text: text.replace('"format": "0.4"', '"format": "99"'), "its format is 99"),
        (lambda text: re.sub('"rules": ".', '"rules": "x', text), "that differ from the present ones"),
        (lambda text: text.replace('"p1": "human"', '"p9": "human"'), "an unknown seat: p9"),
        (lambda text: text.replace('"p1": "human"', '"p1": "oracle"'), "`oracle`, which isn't here; --seat p1=PLAYER"),
        (lambda text: text.replace('"p1": "human"', '"p1": 4'), "that a saved match does not have"),
        (lambda text: "[" * 100000, "not JSON"),
        (lambda text: "", "not JSON"),
    ],
)
def test_a_save_that_was_tampered_with(
    play: Play, folder: Path, saved: str, change: Callable[[str], str], message: str
) -> None:
    path = folder / "mine.json"
    path.write_text(change(saved))
    before = path.read_bytes(), saves(folder)
    done = play(load="mine.json", seed=None)
    assert done.status == 2 and message in done.told, done.told
    assert not done.said and (path.read_bytes(), saves(folder)) == before


def test_a_save_of_rules_that_have_changed(play: Play, folder: Path) -> None:
    play("fish\n")
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text().replace("repeat 2", "repeat 3"))
    done = play(name=None, resume=True, seed=None)
    assert done.status == 2 and "that differ from the present ones" in done.told
    assert len(saves(folder)) == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"name": None}, "which GAME"),
        ({"name": "markt"}, "no game of this name"),
        ({"seats": ("p1",)}, "SEAT=PLAYER"),
        ({"seats": ("p1:random",)}, "did you mean p1=random?"),
        ({"seats": ("3",)}, "for the number of players: --players 3"),
        ({"seats": ("p1=serach:5",)}, "did you mean p1=search?"),
        ({"seats": ("p7=human",)}, "no seat"),
        ({"seats": ("p1=hunam",)}, "did you mean p1=human?"),
        ({"seats": ("p1=human", "p1=random")}, "has a player already"),
        ({"seats": ("p2=table",)}, "no tables"),
        ({"variants": ("night",)}, "night"),
        ({"players": 9}, "players"),
        ({"lang": "xx"}, "no names in this language"),
        ({"load": "none.json", "seed": None}, "no such file"),
        ({"load": "market", "seed": None}, "no such file"),
        ({"resume": True, "seed": None}, "no match to continue"),
        ({"resume": True, "load": "x", "seed": None}, "can't be combined"),
        ({"resume": True}, "its own"),
    ],
)
def test_what_can_not_begin(play: Play, settings: dict[str, object], message: str) -> None:
    done = play("1\n", **settings)
    assert done.status == 2 and message in done.told, done.told
    assert not done.said


def test_a_save_of_another_game(play: Play) -> None:
    play("save mine.json\n")
    done = play(name=GAME, load="mine.json", seed=None)
    assert done.status == 2 and "a game of market" in done.told


def test_a_place_where_nothing_can_be_kept(play: Play, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "file"))
    done = play("fish\nsave mine.json\n")
    assert done.status == 0 and done.said.count("can't be saved just now") == 1
    assert "The game is kept in" not in done.said
    assert json.loads((folder / "mine.json").read_text())["choices"] == ["fish"]


def test_a_folder_that_others_can_write_to(play: Play, folder: Path) -> None:
    os.makedirs(folder / "state" / "cahier")
    os.chmod(folder / "state" / "cahier", 0o777)
    assert "other users can write" in play("fish\n").said
    assert not saves(folder)


def test_cards_spaces_and_the_log(play: Play) -> None:
    done = play("card 1\ncard sun\ncard moon\ncard\nspace b\nspace moon\nlog\ncards\n")
    assert (
        done.said.count("Sun: value 2") == 1 and "There is no card `moon`" in done.said and "Which card?" in done.said
    )
    assert "side north" in done.said and "There is no space `moon`" in done.said
    assert done.said.count("Deck is shuffled") == 2


def test_what_begins_alike_is_named(play: Play, folder: Path) -> None:
    """Also if none of it can be chosen; copies of a card are one."""
    for name, old, new in (
        ("map.yaml", "title: {en: Cheese, ru: Сыр}", "title: Fishing gear"),
        ("cards/luck.yaml", "title: Wind", "title: Rain"),
        ("cards/luck.yaml", "title: Fog", "title: Sunset"),
        ("sequence.yaml", "seat in Cheese", "seat in cheese"),
        ("sequence.yaml", "choose a stall, or stop", "choose a covered stall, or stop"),
    ):
        path = folder / "market" / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
    done = play("space f\nspace fi\nspace\ncard su\ncard rai\nfish\nfi\nfish\n")
    assert "`f` can mean: Fruit, Fish, Fishing gear." in done.said
    assert done.said.count("`fi` can mean: Fish, Fishing gear.") == 2

    assert "Which space?" in done.said and "`su` can mean: Sun, Sunset." in done.said
    assert "Rain: value 1" in done.said and "Fish can't be chosen: " in done.said


def test_titles_do_not_reach_the_terminal_as_they_are(play: Play, folder: Path) -> None:
    hostile = r'"\e[31mred \e]0;owned\a \u202erebmun \u009b2J"'
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text().replace("in Fish", "in fish"))
    for name, title in (
        ("game.yaml", "Player"),
        ("map.yaml", "Fish"),
        ("cards/luck.yaml", "Sun"),
        ("zones.yaml", "Hand"),
    ):
        path = folder / "market" / name
        path.write_text(path.read_text().replace(f"title: {title}", f"title: {hostile}"), encoding="utf-8")
    done = play("\x1b[2Jx\n1\ncard 1\nspace b\nlog all\nboard\ncards\nsave \x1b[2Jx\n")
    assert done.status == 0, done.told
    assert not [sign for sign in ("\x1b", "\x07", "\u202e", "\x9b") if sign in done.said + done.told]
    assert "\\x1b[31mred" in done.said


def test_russian(play: Play) -> None:
    done = play("fish\nчепуха\nжурнал\nвыход\n", lang="ru")
    assert "Базарный день. Зерно 3." in done.said and "Ваш выбор (sell):" in done.said
    assert "Непонятно: `чепуха`" in done.said and "c  Сыр" in done.said and "0  достаточно" in done.said
    assert "Player 1, выбор (sell): Fish" in done.said and "c Сыр" in done.said


def test_a_match_goes_on_in_its_language(play: Play, folder: Path) -> None:
    play("fish\nsave mine.json\n", lang="ru")
    assert "Ваш выбор" in play(name=None, resume=True, seed=None).said
    assert "Ваш выбор" in play(load="mine.json", seed=None).said
    assert "choose a stall" in play(name=None, resume=True, seed=None, lang="en").said
    assert "choose a stall" in play(name=None, resume=True, seed=None).said


def test_the_language_of_a_save_that_can_not_be_read(play: Play, folder: Path, saved: str) -> None:
    path = folder / "mine.json"
    path.write_text(saved.replace('"p1": "human"', '"--lang": "xx", "p1": "human"'))
    done = play(load="mine.json", seed=None)
    assert (done.status, done.said) == (2, "")
    assert "shown in `xx`, which can't be read now (the game has no names in this language" in done.told
    assert play(load="mine.json", seed=None, lang="ru").status == 0
    path.write_text(saved.replace('"p1": "human"', '"--lang": "./names.yaml", "p1": "human"'))
    done = play(load="mine.json", seed=None)
    assert (
        done.status == 0
        and "`./names.yaml` are not opened automatically" in done.told
        and "choose a stall" in done.said
    )


def test_a_save_of_an_earlier_version(play: Play, folder: Path, saved: str) -> None:
    (folder / "mine.json").write_text(saved.replace('"format": "0.3"', '"format": "0.2"'))
    done = play(load="mine.json", seed=None)
    assert done.status == 0 and "Going on after 1 choice." in done.said and "Player 2: random" in done.said


def test_languages_say_the_same() -> None:
    english = messages_in("en")
    for lang in message_languages():
        own = messages_in(lang)
        assert set(english) == set(own)
        assert not [*check_phrases(own, english, lang)]


def test_hidden_things_stay_hidden(play: Play) -> None:
    """No card that the other seat still has stands anywhere in what one seat was shown."""
    from interpreter import load
    from interpreter.matches.loading import load_match

    said = play("1\n1\n1\nlog all\nundo\nlog all\nboard\nsave mine.json\n", GAME, seed=11).said
    match = load_match("mine.json")
    titles = {card.id: card.title["en"] for card in load(GAME).rulebook.cards}
    secret = {
        titles[card]
        for name in match.view("commune")["zones"]
        for card, known in zip(
            match.view("versailles")["zones"][name], match.view("commune")["zones"][name], strict=True
        )
        if card is not None and known is None
    }
    assert len(secret) >= 3
    assert not [title for title in secret if title in said]


def test_back_and_forth_past_the_choices_of_a_machine(play: Play, folder: Path) -> None:
    rules = folder / "market" / "sequence.yaml"
    turn = "            if number of cards in your hand > 0:\n              take a turn\n"
    text = rules.read_text().replace(turn, "            trade at stalls\n").replace("repeat 2 times", "repeat 5 times")
    rules.write_text(text)

    def choices(lines: str) -> list[str]:
        done = play(lines + "save mine.json\n")
        assert "Taken back" in done.said or "undo" not in lines
        saved: list[str] = json.loads((folder / "mine.json").read_text())["choices"]
        return saved

    straight = choices("1\n2\n")
    assert len(straight) == 4
    assert choices("1\n2\nundo\nundo\nredo\nredo\n") == straight
    assert choices("1\n2\nundo\nundo\n1\nredo\n") == straight
    assert choices("1\n2\nundo\nundo\n2\nredo\n")[0] == "fish"


TABLES = """
id: clerk
seat: p2
title: Clerk
tables:
  - answers: [sell]
    title: {en: Where to sell, ru: Где продавать}
    keep:
      - {that: it is covered, source: ours}
  - answers: [play]
    title: What to play
    keep:
      - {highest: value of it, source: ours}
"""


def test_tables_explain_themselves(play: Play, folder: Path) -> None:
    (folder / "market" / "bots").mkdir()
    (folder / "market" / "bots" / "clerk.yaml").write_text(TABLES)
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text().replace("draw 1 card from deck", "draw 2 cards from deck"))
    done = play("1\n1\n1\n", seats=("p2=table",), explain=True)
    assert (
        "    Where to sell: Fruit, Fish, Cheese\n      it is covered: Fruit\nPlayer 2 chooses to sell: Fruit"
        in done.said
    )
    held_back = "    (the reason is told when the game is over, because it would reveal hidden cards)"
    assert f"{held_back}\nPlayer 2 chooses to play: a card" in done.said
    assert "What to play" not in done.said
    assert "Где продавать: Fruit, Fish, Сыр" in play("1\n1\n1\n", seats=("p2=table",), explain=True, lang="ru").said
    watched = play(seats=("p1=random", "p2=table"), explain=True)
    assert "What to play: " in watched.said and "when the game is over" not in watched.said


def test_why_is_told_right_before_the_move(play: Play, folder: Path) -> None:
    """Also where a seat's log is shorter than that of whoever moves: cards that it can't see are told together."""
    (folder / "market" / "bots").mkdir()
    (folder / "market" / "bots" / "clerk.yaml").write_text(TABLES)
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text().replace("draw 1 card from deck", "draw 2 cards from deck"))
    said = play("1\n" * 20, seats=("p2=table",), explain=True).said
    during, after = said.split("Reasons that were held back until now:\n")
    moves = re.findall(r"^    (?:\(why|What to play|Where to sell).*\n(?:      .*\n)*(.*)$", during, re.MULTILINE)
    assert len(moves) >= 3 and all(move.startswith("Player 2 chooses") for move in moves)
    told = re.findall(r"^    What to play: .*\n(?:      highest value of it: .*\n)?(.*)$", after, re.MULTILINE)
    assert told and all(re.fullmatch("Player 2 chooses to play: (Sun|Rain|Wind|Fog)", move) for move in told)


@pytest.mark.parts
def test_a_full_disk_under_standard_output(folder: Path) -> None:
    import subprocess
    import sys

    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "play", "market"],
            env=environment(),
            input="1\n",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2 and "No space left" in done.stderr and "Traceback" not in done.stderr


def test_the_matches_that_can_go_on(cahier: Cahier, folder: Path) -> None:
    assert cahier("play", "--list").stdout == "There is no match to continue.\n"
    cahier("play", "market", "--seat", "p1=random", "--seat", "p2=random")
    cahier("play", "market")
    (path,) = (path for path in saves(folder) if not path.name.endswith(".over.json"))
    home = path.parent
    (home / "odd.json").write_text("{")
    os.utime(home / "odd.json", (0, 0))
    os.mkfifo(home / "pipe.json")
    for at in range(20):  # can't be looked at, wherever it stands among the others
        (home / f"loop{at}.json").symlink_to(f"loop{at}.json")
    done = cahier("play", "--list", COLUMNS="80")
    first, second, _, last = done.stdout.splitlines()
    assert done.returncode == 0 and first.startswith(path.stem) and first.endswith("  0 choices")
    assert second.split() == ["odd", "damaged"]
    assert last == "`cahier play --resume NAME` continues one of them."
    with open(home / f".{path.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "being played" in cahier("play", "market", "--list").stdout
    assert path.stem not in cahier("play", "revolution", "--list").stdout


def test_the_command_line(cahier: Cahier, folder: Path) -> None:
    done = cahier("play", "market", "--seed", "3", "--seat", "p2=human", "--players", "3", "--lang", "ru", "--explain")
    assert done.returncode == 0 and "Player 3" in done.stdout
    assert cahier("play", "market", "--seed", "x").returncode == 2
    assert cahier("play", "--resume").returncode == 0
