"""Private names: a name that begins with `_` is used in its own module only."""

from __future__ import annotations

from tests.sources import ROOT, paths_of, source_of

PUBLIC = {"_exit", "_getframe", "_replace"}
"""Of the standard library, which documents them all the same."""
KNOWING = {
    "interpreter/language/reading/lark_parser.py": "what Lark keeps to itself",
    "interpreter/language/backends/wasm/machine/machine.py": "a quicker call of wasmtime, the public one as fallback",
    "interpreter/learning/aec.py": "what PettingZoo means environments to call",
}
"""The modules that know what a library keeps to itself."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name not in PUBLIC


def test_what_is_private_is_used_where_it_is_made() -> None:
    found = []
    for path in paths_of("interpreter", "cli"):
        source = source_of(path)
        taken = (*source.attributes, *((each.line, each.name) for each in source.imports))
        others = [(line, name) for line, name in taken if is_private(name) and name not in source.stored]
        found += [f"{path.relative_to(ROOT).as_posix()}:{line} {name}" for line, name in others]
    assert {each.partition(":")[0] for each in found} <= set(KNOWING), found
