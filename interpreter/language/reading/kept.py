"""Tables of grammars kept from one command to the next, as plain JSON, so that a game whose words stay loads at once.

Nothing is kept unless `keep_in` was called, by whoever knows a folder that nobody else can write to. What can't be read
there is made anew.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from interpreter.memory import keep, recalled

MOST = 40
"""So many grammars are kept, the ones used last."""
FORMAT = f"1 {lark.__version__} {sys.version_info[:2]}"

_folder: list[Path] = []


def keep_in(folder: Path | None) -> None:
    """Keep tables in a folder from now on; None: nowhere."""
    _folder[:] = [] if folder is None else [folder]


def kept_or_made(text: str, lexer: type[Lexer], make: Callable[[], Lark]) -> Lark:
    """The parser of a grammar, with this lexer: from the tables that are kept of it, or made, and its tables kept."""
    if not _folder:
        return make()
    path = _folder[0] / f"{sha256(f'{FORMAT} {text}'.encode()).hexdigest()}.json"
    known = recalled(path)
    if known is not None:
        with contextlib.suppress(Exception):  # whatever is wrong with it
            data = _restored(json.loads(known))
            os.utime(path)
            data["data"]["options"]["lexer"] = data["data"]["parser"]["lexer_conf"]["lexer_type"] = lexer
            load: Callable[..., Lark] = Lark._load_from_dict
            return load(data["data"], data["memo"])
    parser = make()
    with contextlib.suppress(OSError, ValueError, TypeError):
        _write(path, parser)
    return parser


def _write(path: Path, parser: Lark) -> None:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    text = json.dumps(_plain({"data": data, "memo": memo}), separators=(",", ":"))
    path.parent.mkdir(mode=0o700, exist_ok=True)
    keep(path, text)
    kept = sorted(path.parent.iterdir(), key=lambda each: each.stat().st_mtime)
    for old in kept[:-MOST]:
        old.unlink()


def _plain(value: Any) -> Any:
    """The value with mappings whose keys are numbers as lists of pairs, as JSON has none of these."""
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _plain(each) for key, each in value.items()}
        return {"#": [[key, _plain(each)] for key, each in value.items()]}
    if isinstance(value, type):  # the lexer is put in when the tables are read
        return None
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _restored(value: Any) -> Any:
    if isinstance(value, dict):
        if list(value) == ["#"]:
            return {key: _restored(each) for key, each in value["#"]}
        return {key: _restored(each) for key, each in value.items()}
    return [_restored(each) for each in value] if isinstance(value, list) else value
