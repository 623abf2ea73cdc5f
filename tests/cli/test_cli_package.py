"""The wheel: everything is in it, and it works without the checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, REPO, environment

pytest.importorskip("hatchling")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the content of the wheel, as `pip install` lays it out."""
    here = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(here)]
    subprocess.run(build, cwd=REPO, check=True, capture_output=True)
    (wheel,) = here.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(here / "site")
    return here / "site"


@pytest.mark.parts
def test_the_wheel_carries_games_and_schemas(site: Path) -> None:
    for folder, ends in (
        ("rules", (".yaml", ".md")),
        ("schemas", (".json",)),
        ("interpreter", (".py", ".lark", ".typ", ".typed", ".yaml")),
        ("cli", (".py", ".yaml")),
    ):
        kept = {
            path.relative_to(REPO)
            for path in (REPO / folder).rglob("*")
            if (path.suffix in ends or path.name in ends) and "vscode" not in path.parts
        }
        assert kept and not [path for path in kept if not (site / path).exists()]
    assert (site / "interpreter" / "py.typed").exists()
    assert not list(site.rglob("__pycache__")) and not (site / "tests").exists()
    assert not (site / "schemas" / "vscode").exists()


def run(site: Path, tmp_path: Path, *words: str) -> str:
    bytecode = str(tmp_path / "bytecode")
    variables = environment(PYTHONPATH=str(site), XDG_CACHE_HOME=str(tmp_path), PYTHONPYCACHEPREFIX=bytecode)
    done = subprocess.run([*COMMAND, *words], cwd=tmp_path, env=variables, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parts
def test_games_are_played_from_the_wheel(site: Path, tmp_path: Path) -> None:
    assert "fine" in run(site, tmp_path, "check", "revolution")
    assert '"finished": 3' in run(site, tmp_path, "playtest", "revolution", "--games", "3", "--json", "-")


@pytest.mark.parts
def test_the_command_runs_from_the_wheel(site: Path, tmp_path: Path) -> None:
    assert "red_flag_over_paris" in run(site, tmp_path, "list")
    run(site, tmp_path, "new", "my_line", "--like", "line")
    assert "fine" in run(site, tmp_path, "check", "my_line")
    run(site, tmp_path, "new-variant", "mine", "--of", "my_line")
    run(site, tmp_path, "translate", "my_line", "fr")
    for file in (tmp_path / "my_line").rglob("*.yaml"):
        assert str(site) not in file.read_text() and str(tmp_path) not in file.read_text(), file
    where = "import interpreter; print(interpreter.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", where],
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(site)),
        capture_output=True,
        text=True,
    )
    assert found.stdout.strip() == str(site / "interpreter" / "__init__.py")
