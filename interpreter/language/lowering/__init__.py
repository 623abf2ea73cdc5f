"""Lowering of typed trees to the intermediate language."""
