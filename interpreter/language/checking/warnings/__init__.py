"""Warnings about rules that can be carried out but are probably not meant so."""
