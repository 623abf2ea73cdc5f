"""Intermediate representation: the operations of expressions and statements, and the facts that analyses need."""
