"""`cahier compare FOLDER --git REV`: an edit against what was there, out of git's objects alone."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.revision import extract_revision
from interpreter.support.errors import RulebookError
from tests.cli.command import Cahier
from tests.cli.test_cli_compare import answer, change, richer

pytestmark = pytest.mark.parts

PLAIN = ("--backend", "python", "--jobs", "1")
"""So few games are played sooner than machine code is made."""

IDENTITY = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")


def git(*words: str, given: bytes = b"") -> str:
    """Run git in the working directory and return its output."""
    done = subprocess.run(["git", *IDENTITY, *words], input=given, capture_output=True, check=True)
    return done.stdout.decode().strip()


@pytest.fixture
def repository(folder: Path) -> Path:
    """The small game, committed, and edited since."""
    git("init", "-q", "-b", "main")
    git("add", "market")
    git("commit", "-q", "-m", "before")
    richer(folder / "market")
    return folder


def test_an_edit_against_what_was_there(cahier: Cahier, repository: Path) -> None:
    found = answer(cahier, "market", "--git", "HEAD", status=0)
    assert found["verdict"] == "different" and found["b"]["wins"]["p1"] > found["a"]["wins"]["p1"]
    assert (found["a"]["folder"], found["a"]["revision"]) == ("market", "HEAD")
    assert (found["b"]["folder"], found["b"]["revision"]) == ("market", None)
    done = cahier("compare", "market", "--git", "HEAD")
    assert "\nbefore: market at HEAD; after: market\n" in done.stdout
    assert str(repository) not in done.stdout and "/tmp" not in done.stdout
    before, after = (line for line in done.stdout.splitlines() if "cahier playtest" in line)
    assert "--git=HEAD" in before and "--git" not in after
    for line in (before, after):
        for command in line.split(" && "):
            program, *words = shlex.split(command)
            again = cahier(*words)
            assert program == "cahier" and again.returncode == 0, again.stderr
        assert again.stdout.endswith("as recorded\n") and not again.stderr
    other = cahier("replay", "before.jsonl", "--rules", "market")
    assert "the rules have changed since" in other.stderr
    lost = cahier("replay", "before.jsonl", "--rules", "market", "--git", "nowhere")
    assert (lost.returncode, "git knows no such revision" in lost.stderr) == (2, True)


@pytest.mark.parts
def test_nothing_was_changed(cahier: Cahier, repository: Path) -> None:
    git("commit", "-q", "-a", "-m", "after")
    assert answer(cahier, "market", "--git", "HEAD", *PLAIN, status=0)["same_content"]
    assert answer(cahier, "market", "--git", "HEAD~1", *PLAIN, status=0)["verdict"] == "different"
    os.chdir("market")
    assert answer(cahier, ".", "--git", "main^", *PLAIN, status=0)["verdict"] == "different"


def test_a_folder_that_is_the_whole_repository(cahier: Cahier, folder: Path) -> None:
    os.chdir("market")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "before")
    richer(folder / "market")
    assert answer(cahier, ".", "--git", "HEAD", *PLAIN, status=0)["verdict"] == "different"


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("nowhere", "--git nowhere: error: git knows no such revision"),
        ("", "--git : error: no revision is named"),
        ("--output=written", "--git --output=written: error: git knows no such revision"),
        ("-h", "--git -h: error: git knows no such revision"),
        ("HEAD:market", "--git HEAD:market: error: git knows no such revision"),
        ("empty", "--git empty: error: there was no folder market in this revision"),
        ("file", "--git file: error: "),
        ("bare", "--git bare: error: there was no game.yaml in this folder in this revision"),
        ("broken", "broken:sequence.yaml:"),
    ],
)
def test_what_cant_be_read(cahier: Cahier, repository: Path, revision: str, said: str) -> None:
    blob = git("hash-object", "-w", "--stdin", given=b"nothing: here\n")
    inner = git("mktree", given=f"100644 blob {blob}\tother.yaml\n".encode())
    trees = {
        "empty": b"",
        "file": f"100644 blob {blob}\tmarket\n".encode(),
        "bare": f"040000 tree {inner}\tmarket\n".encode(),
    }
    for name, listing in trees.items():
        git("tag", name, git("commit-tree", "-m", name, git("mktree", given=listing)))
    change(repository / "market", "shuffle deck", "shuffle decq")
    git("commit", "-q", "-a", "-m", "broken")
    git("tag", "broken")
    git("checkout", "-q", "HEAD~1", "--", "market")
    done = cahier("compare", "market", f"--git={revision}")
    assert done.returncode == 2 and done.stderr.startswith(said) and done.stdout == ""
    assert not (repository / "written").exists()


def test_what_was_there_is_never_called_by_the_copy(cahier: Cahier, repository: Path) -> None:
    """Nor in the middle of a message: that an id is used twice, or which game came to no end."""
    cards = repository / "market" / "cards"
    cards.joinpath("more.yaml").write_text("deck: more\ncards:\n  - {id: fog, title: Mist}\n")
    git("add", "market")
    git("commit", "-q", "-m", "twice")
    cards.joinpath("more.yaml").unlink()
    done = cahier("compare", "market", "--git", "HEAD")
    assert done.returncode == 2 and "in line 9 of HEAD:cards/luck.yaml (card)" in done.stderr
    change(repository / "market", "title: Day,", "title: Day, past its ends: error,", "tracks.yaml")
    change(repository / "market", "        raise day", "        raise day by tokens in Fruit")
    git("commit", "-q", "-a", "-m", "endless")
    git("checkout", "-q", "HEAD~2", "--", "market")
    done = cahier("compare", "market", "--git", "HEAD", "--games", "60", *PLAIN)
    assert done.returncode == 2 and " of market at HEAD couldn't be played to its end" in done.stderr


def test_what_never_happened_then_is_told_by_git_s_names(cahier: Cahier, repository: Path) -> None:
    change(repository / "market", "shuffle deck", "shuffle deck\n      if deck has no cards:\n        raise day")
    git("commit", "-q", "-a", "-m", "rare")
    git("checkout", "-q", "HEAD~1", "--", "market")
    done = cahier("playtest", "market", "--git", "HEAD", "--games", "20", "--coverage")
    assert done.returncode == 0 and "  HEAD:sequence.yaml:" in done.stdout and "never true" in done.stdout
    assert done.stdout.startswith("market at HEAD: 20 games of 20 finished")
    assert "cahier-" not in done.stdout and "/tmp" not in done.stdout


def test_what_stops_a_game_then_is_told_by_git_s_names(cahier: Cahier, repository: Path) -> None:
    change(repository / "market", "title: Day,", "title: Day, past its ends: error,", "tracks.yaml")
    change(repository / "market", "        raise day", "        raise day by tokens in Fruit")
    git("commit", "-q", "-a", "-m", "broken")
    git("checkout", "-q", "HEAD~1", "--", "market")
    words = ("--git", "HEAD", "--games", "60", "--jobs", "1", "--shrink", "short.jsonl")
    done = cahier("playtest", "market", *words)
    assert done.returncode == 2 and "\nHEAD:sequence.yaml:" in f"\n{done.stderr}"
    again = cahier("replay", "short.jsonl", "--rules", "market", "--git", "HEAD")
    assert again.returncode == 0 and again.stdout.startswith("market at HEAD, seed ")
    assert "\nHEAD:sequence.yaml:" in again.stdout
    for text in (done.stdout, done.stderr, again.stdout, again.stderr):
        assert "cahier-" not in text and "/tmp" not in text


def test_a_commit_by_its_message(cahier: Cahier, repository: Path) -> None:
    assert answer(cahier, "market", "--git", ":/bef", status=0)["a"]["revision"] == ":/bef"


def test_links_and_large_files_are_refused(cahier: Cahier, repository: Path) -> None:
    cards = repository / "market" / "cards"
    (cards / "more.yaml").symlink_to("/etc/passwd")
    git("add", "market")
    git("commit", "-q", "-m", "link")
    (cards / "more.yaml").unlink()
    done = cahier("compare", "market", "--git", "HEAD")
    assert done.returncode == 2 and "cards/more.yaml is a link, or not a file, in this revision" in done.stderr
    (cards / "more.yaml").write_bytes(b"#" * (1 << 20) + b"\n")
    git("add", "market")
    git("commit", "-q", "-m", "large")
    (cards / "more.yaml").unlink()
    done = cahier("compare", "market", "--git", "HEAD")
    assert done.returncode == 2 and "cards/more.yaml is larger than 1024 KiB" in done.stderr


@pytest.mark.parts
def test_what_is_no_part_of_a_game_is_not_looked_at(cahier: Cahier, repository: Path) -> None:
    (repository / "market" / "deep" / "er").mkdir(parents=True)
    (repository / "market" / "deep" / "er" / "x.yaml").write_bytes(b"#" * (3 << 20))
    (repository / "market" / "picture.png").write_bytes(b"#" * (3 << 20))
    git("add", "market")
    git("commit", "-q", "-m", "more")
    assert answer(cahier, "market", "--git", "HEAD~1", *PLAIN, status=0)["verdict"] == "different"
    assert answer(cahier, "market", "--git", "HEAD", *PLAIN, status=0)["same_content"]


@pytest.mark.parts
def test_git_that_does_not_answer(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An object that is a pipe nobody writes to."""
    monkeypatch.setattr("cli.revision.TIMEOUT_SECONDS", 0.5)
    commit = git("rev-parse", "HEAD")
    path = repository / ".git" / "objects" / commit[:2] / commit[2:]
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(RulebookError, match="git did not answer within"), extract_revision("market", "HEAD"):
        pass


@pytest.mark.parts
def test_trees_that_never_end(cahier: Cahier, repository: Path) -> None:
    """Each holds the one before it ten times: nothing beyond a game's own folders is looked into."""
    tree = git("mktree", given=f"100644 blob {git('hash-object', '-w', 'market/game.yaml')}\tx.yaml\n".encode())
    for _ in range(20):
        tree = git("mktree", given="".join(f"040000 tree {tree}\tf{at}\n" for at in range(10)).encode())
    whole = git("ls-tree", "HEAD:market") + f"\n040000 tree {tree}\tbots\n040000 tree {tree}\tmore\n"
    whole = f"040000 tree {git('mktree', given=whole.encode())}\tmarket\n"
    git("tag", "bomb", git("commit-tree", "-m", "bomb", git("mktree", given=whole.encode())))
    assert answer(cahier, "market", "--git", "bomb", *PLAIN, status=0)["verdict"] == "different"


def test_more_than_in_any_game(cahier: Cahier, repository: Path) -> None:
    blob = git("hash-object", "-w", "market/game.yaml")
    many = "".join(f"100644 blob {blob}\t{at:090}.yaml\n" for at in range(40_000))
    cards = f"040000 tree {git('mktree', given=many.encode())}\tcards\n100644 blob {blob}\tgame.yaml\n"
    whole = f"040000 tree {git('mktree', given=cards.encode())}\tmarket\n"
    git("tag", "many", git("commit-tree", "-m", "many", git("mktree", given=whole.encode())))
    done = cahier("compare", "market", "--git", "many")
    assert done.returncode == 2 and "this folder has more files than any game" in done.stderr
    few = "".join(f"100644 blob {blob}\t{at:090}.yaml\n" for at in range(600))
    cards = f"040000 tree {git('mktree', given=few.encode())}\tcards\n100644 blob {blob}\tgame.yaml\n"
    whole = f"040000 tree {git('mktree', given=cards.encode())}\tmarket\n"
    git("tag", "few", git("commit-tree", "-m", "few", git("mktree", given=whole.encode())))
    done = cahier("compare", "market", "--git", "few")
    assert done.returncode == 2 and "are too many, or too large together" in done.stderr


def test_no_git_and_no_repository(cahier: Cahier, folder: Path) -> None:
    done = cahier("compare", "market", "--git", "HEAD", GIT_CEILING_DIRECTORIES=str(folder.parent))
    assert done.returncode == 2 and done.stderr.startswith("--git HEAD: error: market isn't in a git repository")
    done = cahier("compare", "market", "--git", "HEAD", PATH="/nowhere")
    assert done.returncode == 2 and done.stderr.startswith("--git HEAD: error: git is needed to read a revision")


@pytest.mark.parametrize("place", ["market", "inner/market"])
def test_a_bare_repository_and_git_s_own_folder(cahier: Cahier, repository: Path, place: str) -> None:
    """There a folder has no path in the tree; the game at the top of it is another one."""
    os.chdir("market")
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "a game at the top")
    git("clone", "-q", "--bare", ".", "../bare.git")
    for outer in (repository / "bare.git", repository / "market" / ".git"):
        inner = outer / place
        shutil.copytree(repository / "market", inner, ignore=shutil.ignore_patterns(".git"))
        done = cahier("compare", str(inner), "--git", "HEAD")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"--git HEAD: error: {inner} is in a bare git repository")


def test_git_dir_is_not_heeded(cahier: Cahier, repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(repository / "market", elsewhere / "market")
    variables = {"GIT_DIR": str(repository / ".git"), "GIT_WORK_TREE": str(repository)}
    done = cahier("compare", str(elsewhere / "market"), "--git", "HEAD", **variables)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("or git doesn't trust the repository; GIT_DIR is set, but ignored\n")
    done = cahier("compare", "market", "--git", "HEAD", "--games", "20", GIT_DIR=str(elsewhere))
    assert done.returncode in (0, 1) and "before: market at HEAD; after: market" in done.stdout


def test_a_hostile_repository_carries_nothing_out(cahier: Cahier, repository: Path, tmp_path: Path) -> None:
    """Its hooks, filters, monitor, pager, aliases and remotes are all there to write a file."""
    trap = tmp_path / "trap"
    spring = tmp_path / "spring.sh"
    spring.write_text(f"#!/bin/sh\ntouch {trap}\n")
    spring.chmod(0o755)
    (repository / ".gitattributes").write_text("* filter=evil diff=evil\n")
    git("add", ".gitattributes")
    git("commit", "-q", "-m", "attributes")
    (repository / "hooks").mkdir()
    for hook in ("post-checkout", "pre-commit", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (repository / "hooks" / hook).symlink_to(spring)
    missing = git("rev-parse", "HEAD:market/game.yaml")
    (repository / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    for key, value in (
        ("core.fsmonitor", f"{spring}"),
        ("core.hooksPath", f"{repository / 'hooks'}"),
        ("core.pager", f"{spring}"),
        ("pager.ls-tree", f"{spring}"),
        ("pager.rev-parse", f"{spring}"),
        ("core.sshCommand", f"{spring}"),
        ("core.askPass", f"{spring}"),
        ("filter.evil.smudge", f"{spring}"),
        ("filter.evil.process", f"{spring}"),
        ("diff.evil.textconv", f"{spring}"),
        ("alias.ls-tree", f"!{spring}"),
        ("alias.cat-file", f"!{spring}"),
        ("remote.origin.url", f"ext::{spring}"),
        ("remote.origin.uploadpack", f"{spring}"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
        ("extensions.partialClone", "origin"),
        ("core.repositoryformatversion", "1"),
    ):
        git("config", key, value)
    trap.unlink(missing_ok=True)
    done = cahier("compare", "market", "--git", "HEAD")
    assert done.returncode == 2 and "missing from the repository" in done.stderr
    assert not trap.exists()
    subprocess.run(["git", "status"], capture_output=True)
    assert trap.exists(), "the traps are none"
