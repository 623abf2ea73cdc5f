"""Normalization of possessives to `ZONE of OWNER`."""

from __future__ import annotations

from lark import Token, Tree

OWNER_FORMS = frozenset({"name", "noun_name", "opponent"})
"""Forms that can precede `'s`."""


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
