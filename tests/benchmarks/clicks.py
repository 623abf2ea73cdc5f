"""Time from a click to the new picture in Chromium: `python -m tests.benchmarks.clicks [GAME…]`.

One person plays against chance, on a page that `cahier serve` serves and on the one of `cahier page GAME`. A click's
time ends when the browser has painted the first board that shows what came of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from interpreter.web.play_page import PlayPage
from tests.loaded import game_of
from tests.parts.browser import Browser
from tests.parts.serving import serving

GAMES = ("red_flag_over_paris", "liberte", "vive_la_revolution", "revolution")
CLICKS = 60
SEED = 11
CLICK = """
const [number, done] = arguments;
const choices = [...document.querySelectorAll(".space.legal, .card.legal, #options button")];
const chosen = choices[number % choices.length];
const observer = new MutationObserver(() => {
  observer.disconnect();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - clicked);
    channel.port2.postMessage(null);
  });
});
for (const shown of ["board", "options", "question"]) {
  observer.observe(document.getElementById(shown), { childList: true, subtree: true });
}
const clicked = performance.now();
chosen.dispatchEvent(new MouseEvent("click", { bubbles: true }));
"""
READY = """
const done = arguments[0];
const look = () => {
  const isOver = document.getElementById("status").textContent.endsWith(" over");
  const canChoose = document.body.classList.contains("mine");
  setTimeout(canChoose ? () => done(true) : isOver ? () => done(false) : look, 20);
};
setTimeout(look, 200);
"""
"""Wait until the person is asked, and the page has come to rest; false at the end of the match."""


def click_times(browser: Browser) -> Iterator[float]:
    """Play at random on an open page, and yield the milliseconds of each click."""
    random = Random(SEED)
    for _ in range(CLICKS):
        if not browser.driver.execute_async_script(READY):
            return
        yield browser.driver.execute_async_script(CLICK, random.randrange(1 << 20))


def measure(name: str, browser: Browser, folder: Path) -> dict[str, list[float]]:
    """Return the milliseconds of each click, by kind of page."""
    game = game_of(name)
    others = game.seats[1:]
    players = {seat: "random" if seat in others else "human" for seat in game.seats}
    seated = [word for seat in others for word in ("--seat", f"{seat}=random")]
    with serving(name, "--seed", str(SEED), *seated, home=folder) as served:
        browser.driver.get(served.links["seats"][game.seats[0]])
        times = {"serve": list(click_times(browser))}
    path = folder / "page.html"
    path.write_text(PlayPage(game, players, SEED).html(), "utf-8")
    browser.driver.get(path.as_uri())
    return times | {"page": list(click_times(browser))}


def main(games: list[str]) -> None:
    """Print the medians and the slowest twentieth."""
    browser = Browser(notes_requests=False)
    browser.resize(1024, 900, "light")
    browser.driver.set_script_timeout(20)
    try:
        for name in games or GAMES:
            with TemporaryDirectory() as folder:
                for kind, times in measure(name, browser, Path(folder)).items():
                    late = quantiles(times, n=20)[-1]
                    figures = f"median {median(times):5.1f} ms, 95 %: {late:5.1f} ms"
                    print(f"{name:22} {kind:6} {len(times):3} clicks, {figures}", flush=True)
    finally:
        browser.driver.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
