"""Other ways to say whose something is, brought to one: `ZONE of OWNER`."""

from __future__ import annotations

from lark import Token, Tree

OWNERS = frozenset({"name", "noun_name", "opponent"})
"""The forms that can stand before `'s`."""


def plain_owners(tree: Tree[Token]) -> Tree[Token]:
    """The tree of a text with `OWNER's NAME` and `its NAME` as `NAME of OWNER` and `NAME of it`."""
    for node in tree.iter_subtrees():
        if node.data != "of":
            continue
        if len(node.children) == 1:
            node.children = [*node.children, Tree("it", [], node.meta)]
        elif isinstance(node.children[0], Tree) and node.children[0].data in OWNERS:
            node.children = node.children[::-1]
    return tree
