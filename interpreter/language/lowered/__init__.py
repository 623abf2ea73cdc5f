"""The intermediate language: what the texts of a game are lowered to, and what a backend makes into code that runs."""
