"""What the terminal says while a game is played, in the languages of `messages/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

MESSAGES = Path(__file__).parent / "messages"
HOME = "en"


def languages() -> list[str]:
    """The languages that the terminal speaks."""
    return sorted(path.stem for path in MESSAGES.glob("*.yaml"))


@cache
def messages(lang: str) -> dict[str, str]:
    """The messages of a language by name; none for a language that is not spoken."""
    import yaml

    if lang not in languages():
        return {}
    data = yaml.load((MESSAGES / f"{lang}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    return {str(name): str(text).rstrip("\n") for name, text in data.items()}


class Words:
    """The messages of one language; what is missing in it is said in English."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._own = messages(lang)
        self._home = messages(HOME)

    def say(self, name: str, **parts: object) -> str:
        """A message with its holes filled."""
        return (self._own.get(name) or self._home[name]).format(**parts)

    def either(self, name: str) -> set[str]:
        """The words that a message lists, in this language and in English: what may be typed for a command."""
        return {word for text in (self._own.get(name, ""), self._home[name]) for word in text.split()}
