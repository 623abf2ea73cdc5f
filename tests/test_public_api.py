"""The public API: one list of names for each package, the `__init__.pyi`, from which alone the front end imports."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest

from tests.sources import ROOT, paths_of, source_of

STUBS = sorted((ROOT / "interpreter").rglob("__init__.pyi"))
PACKAGES = [".".join(stub.parent.relative_to(ROOT).parts) for stub in STUBS]


def test_the_front_end_imports_from_public_apis_alone() -> None:
    past = {
        f"{path.relative_to(ROOT)}: {each.module}"
        for path in paths_of("cli")
        for each in source_of(path).imports
        if each.module.split(".")[0] == "interpreter" and each.module not in PACKAGES
    }
    assert past == set()


@pytest.mark.parametrize("stub", STUBS, ids=PACKAGES)
def test_a_public_name_exists_and_is_documented(stub: Path) -> None:
    if stub.parent.name == "editor":
        pytest.importorskip("pygls")
    package = import_module(".".join(stub.parent.relative_to(ROOT).parts))
    names = {each.name for each in source_of(stub).imports}
    assert names == set(package.__all__)
    for name in names:
        public = getattr(package, name)
        if inspect.isclass(public) or inspect.isfunction(public):
            assert public.__doc__, name


@pytest.mark.parametrize("stub", STUBS, ids=PACKAGES)
def test_no_public_name_is_hidden_by_a_module(stub: Path) -> None:
    """Test that no name is a submodule's, because importing the submodule would put it in the name's place."""
    modules = {path.stem for path in stub.parent.iterdir()}
    assert modules & {each.name for each in source_of(stub).imports} == set()
