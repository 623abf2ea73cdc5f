"""Fast option parsing: accepts and rejects the same command lines as typer."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from cli.options import QuickCommand, QuickGroup
from tests.cli.command import environment

WORDS: list[list[str]] = [
    [],
    ["--help"],
    ["word"],
    [""],
    ["--", "--word"],
    ["word", "--number", "5", "-n", "6"],
    ["word", "--number", "0"],
    ["word", "--number", "007"],
    ["word", "--number", "8"],
    ["word", "--number=-1"],
    ["word", "--number", " 5 "],
    ["word", "--number", "5.0"],
    ["word", "--number", "5_0"],
    ["word", "--number", "\u0665"],
    ["word", "--number", "five"],
    ["word", "--number", ""],
    ["word", "--any", "123456789"],
    ["word", "--any", "1" * 30],
    ["word", "--many", "a", "--many", "b"],
    ["word", "c", "d", "--flag"],
    ["word", "--flag=x"],
]


def app_of(command: Any, group: Any) -> typer.Typer:
    app = typer.Typer(cls=group, add_completion=False, rich_markup_mode=None)

    @app.callback()
    def _common(quiet: Annotated[bool, typer.Option("--quiet")] = False) -> None: ...

    @app.command(cls=command)
    def tell(
        word: str,
        words: Annotated[list[str] | None, typer.Argument()] = None,
        number: Annotated[int, typer.Option("--number", "-n", min=1, max=7)] = 3,
        any_number: Annotated[int | None, typer.Option("--any")] = None,
        many: Annotated[list[str] | None, typer.Option("--many")] = None,
        flag: Annotated[bool, typer.Option("--flag")] = False,
    ) -> None:
        print(repr((word, words, number, any_number, many, flag)))

    return app


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_it_is_read_as_typer_reads_it(words: list[str]) -> None:
    own, quick = (
        CliRunner().invoke(app, ["tell", *words]) for app in (app_of(None, None), app_of(QuickCommand, QuickGroup))
    )
    assert (own.exit_code, own.output) == (quick.exit_code, quick.output)
    assert own.exit_code in (0, 2) and own.output


def test_nothing_is_loaded_for_plain_words() -> None:
    lines = (
        "import sys",
        "from tests.cli.test_quick_options import QuickCommand, QuickGroup, app_of",
        "app_of(QuickCommand, QuickGroup)(sys.argv[1:], standalone_mode=False)",
        "assert 'pydantic' not in sys.modules",
    )
    words = ["tell", "word", "other", "--number", "5", "--many", "a"]
    subprocess.run([sys.executable, "-c", "\n".join(lines), *words], env=environment(), check=True)


def test_what_has_a_reader_of_its_own_is_read_by_that() -> None:
    app = typer.Typer(cls=QuickGroup, add_completion=False, rich_markup_mode=None)

    @app.command(cls=QuickCommand)
    def tell(
        sixteen: Annotated[int, typer.Option(parser=lambda digits: int(str(digits), 16))] = 0,
        word: Annotated[str, typer.Option(parser=str.upper)] = "",
    ) -> None:
        print(sixteen, word)

    assert CliRunner().invoke(app, ["--sixteen", "10", "--word", "loud"]).output == "16 LOUD\n"
