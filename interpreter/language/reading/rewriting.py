"""Rewriting of syntax trees where the parser's reading differs from a person's, or a text has two spellings."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

OWNER_FORMS = frozenset({"name", "noun_name", "opponent"})
"""Forms that can precede `'s`."""
LAST_PARTS = frozenset({"where_part", "and_e", "or_e", "not_e", "is_", "is_not", "compare", "compare_sign"})
"""Forms of conditions, and of the part of a set that holds one, whose last part ends them."""
NO_SETS = frozenset({"adjective", "number"})
"""Forms that are never a set."""
SET_ENDINGS = frozenset({"argbest", "named_set", "filter"})
"""Forms of sets that begin with a set: `SET with the highest …`, `SET, as NAME`, `SET without …`."""


def normalize_possessives(tree: Tree[Token]) -> Tree[Token]:
    """Rewrite `OWNER's NAME` to `NAME of OWNER`, and `its NAME` to `NAME of it`, in a tree."""
    for node in tree.iter_subtrees():
        if node.data != "of":
            continue
        if len(node.children) == 1:
            node.children = [*node.children, Tree("it", [], node.meta)]
        elif isinstance(node.children[0], Tree) and node.children[0].data in OWNER_FORMS:
            node.children = node.children[::-1]
    return tree


def lift_set_endings(tree: Tree[Token]) -> Tree[Token]:
    """Let what follows `SET where … is ADJECTIVE` describe the set, as in `players who are not out with the highest …`.

    The parser takes it for a description of the adjective, or of a number, which are no sets.
    """
    for node in tree.iter_subtrees():
        if node.data == "filter" and _tree(node.children[1]).data == "where_part":
            _lift(node)
        elif node.data == "pick" and isinstance(last := node.children[-2], Tree) and last.data == "where_part":
            _lift_in_pick(node)
    return tree


def _lift(node: Tree[Token]) -> None:
    """Lift the endings behind the adjective or number at the end of a filter's condition, if there are any."""
    endings = _endings(_tree(node.children[1]))
    if not endings:
        return
    inner: Tree[Token] = Tree("filter", node.children)
    inner.meta.line, inner.meta.column, inner.meta.empty = node.meta.line, node.meta.column, False
    inner.meta.whole = (node.meta.line, node.meta.column, 0, 0)  # type: ignore[attr-defined]
    _cut(_tree(node.children[1]), endings)
    _end_with(inner, _tree(node.children[1]))
    endings[-1].children[0] = inner
    node.data, node.children = endings[0].data, endings[0].children
    for each in endings[1:]:
        each.meta.line, each.meta.column = node.meta.line, node.meta.column


def _lift_in_pick(node: Tree[Token]) -> None:
    """Lift such endings in what is chosen: `choose a town which is not lit, as t, with pawns`.

    A pick has one name, and no `with the highest …`.
    """
    front, *parts, preferably = node.children
    endings = _endings(_tree(parts[-1]))
    names = [each.children[1] for each in endings if each.data == "named_set"]
    is_named = _tree(front).data == "named_pick"
    if not endings or len(names) + is_named > 1 or any(each.data == "argbest" for each in endings):
        return
    _cut(_tree(parts[-1]), endings)
    if names:
        front = Tree("named_pick", [front, *names], _tree(front).meta)
    lifted = [_tree(each.children[1]) for each in reversed(endings) if each.data == "filter"]
    if lifted and lifted[-1].data == "preferably" and preferably is None:
        preferably = lifted.pop()
    node.children = [front, *parts, *lifted, preferably]


def _endings(condition: Tree[Token]) -> list[Tree[Token]]:
    """Return the forms of sets, the outermost first, that hold the adjective or number at the end of a condition."""
    endings = []
    word = _last_part(condition)[-1]
    while word.data in SET_ENDINGS:
        endings.append(word)
        word = _tree(word.children[0])
    return endings if word.data in NO_SETS else []


def _last_part(condition: Tree[Token]) -> list[Tree[Token]]:
    """Return a condition, its last part, the last part of that, and so on."""
    path = [condition]
    while path[-1].data in LAST_PARTS and isinstance(path[-1].children[-1], Tree):
        path.append(path[-1].children[-1])
    return path


def _cut(condition: Tree[Token], endings: list[Tree[Token]]) -> None:
    """Let a condition end with the adjective or number that the endings hold."""
    *path, _ = _last_part(condition)
    word = _tree(endings[-1].children[0])
    path[-1].children[-1] = word
    for each in path:
        _end_with(each, word)


def _end_with(node: Tree[Token], last: Tree[Token]) -> None:
    """Record that a tree ends where its last part does."""
    meta: Any = node.meta
    meta.end_line, meta.end_column = last.meta.end_line, last.meta.end_column
    meta.whole = (*meta.whole[:2], meta.end_line, meta.end_column)


def _tree(part: Any) -> Tree[Token]:
    assert isinstance(part, Tree)
    return part
