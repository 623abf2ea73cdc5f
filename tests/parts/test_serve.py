"""`cahier serve` as a process: links, answers, what is refused, and a match that goes on after a kill."""

from __future__ import annotations

import contextlib
import json
import re
import signal
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from interpreter import load
from interpreter.matches import Match
from tests.cli.command import REPO
from tests.parts.serving import Page, Served, command, free_port, serving

pytestmark = pytest.mark.parts

GAME = ("red_flag_over_paris", "--seed", "3")


def decider(first: dict[str, object], pages: dict[str, Page]) -> str:
    question = first["view"]["question"]  # type: ignore[index]
    seat: str = question["seat"]["id"]
    assert seat in pages
    return seat


def closing_code(page: Page) -> int:
    """The code with which the server closes a connection."""
    from websockets.exceptions import ConnectionClosed

    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(500):
            page.receive()
    assert closed.value.rcvd is not None
    code: int = closed.value.rcvd.code
    return code


def test_two_seats_and_a_spectator_see_each_change_in_their_own_view(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        pages = {seat: Page(served, served.token(seat)) for seat in ("commune", "versailles", "spectators")}
        shown = {seat: page.receive() for seat, page in pages.items()}
        seat = decider(shown["spectators"], pages)
        other = "versailles" if seat == "commune" else "commune"
        assert shown[seat]["view"]["question"]["options"] and not shown[other]["view"]["question"]["options"]
        assert shown["spectators"]["view"]["seat"] is None
        pages[seat].answer(shown[seat])
        for page in pages.values():
            now = page.receive()
            assert now["number"] > shown[seat]["number"] and now["view"]["decisions"] == 1


def test_what_is_stale_foreign_or_illegal_gets_the_current_view_back(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        pages = {seat: Page(served, served.token(seat)) for seat in ("commune", "versailles", "spectators")}
        shown = {seat: page.receive() for seat, page in pages.items()}
        seat = decider(shown["spectators"], pages)
        other = "versailles" if seat == "commune" else "commune"
        key, number = shown[seat]["view"]["question"]["options"][0]["key"], shown[seat]["number"]
        for who, message in (
            (seat, {"answer": key, "number": number - 1}),
            (seat, {"answer": "nowhere", "number": number}),
            (other, {"answer": key, "number": number}),
            ("spectators", {"answer": key, "number": number}),
            (seat, {"undo": True, "number": number}),
            (seat, {"answer": 7, "number": number}),
            (seat, {"past": -1}),
            (seat, {"past": 10**30}),
            (seat, []),
            (seat, {}),
        ):
            pages[who].send(message)
            answer = pages[who].receive()
            assert answer["notice"] and answer["number"] == number and answer["view"] == shown[who]["view"], message


def test_bad_links_foreign_pages_long_messages_and_floods_are_refused(tmp_path: Path) -> None:
    from websockets.exceptions import InvalidStatus

    with serving(*GAME, home=tmp_path) as served:
        for token in ("", "x" * 40, served.token("commune")[:-1]):
            with Page(served, token) as page:
                assert closing_code(page) == 4003
        with pytest.raises(InvalidStatus):
            Page(served, served.token("commune"), origin="https://elsewhere.example")
        with Page(served, served.token("commune")) as page:
            page.receive()
            page.send({"answer": "x" * 10_000, "number": 1})
            assert closing_code(page) == 1009
        with Page(served, served.token("commune")) as page:
            page.receive()
            for _ in range(200):
                page.send({"past": 0})
            assert closing_code(page) == 4008
        with Page(served, served.token("commune")) as page:
            assert page.receive()["view"]["decisions"] == 0, "the match is unharmed"


def test_bytes_and_nonsense_get_the_view_back(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        with Page(served, served.token("commune")) as page:
            page.receive()
            for text in (b"\x00\xff", "{", "[" * 3000, "null", '"x"', '{"answer": "\\ud800", "number": 1}'):
                page.socket.send(text)
                assert page.receive()["notice"]
        served.process.terminate()
        assert "Traceback" not in served.process.communicate()[1]


def test_a_page_that_does_not_read_holds_up_nobody(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        stalled = [Page(served, served.token("spectators")) for _ in range(3)]
        pages = {seat: Page(served, served.token(seat)) for seat in ("commune", "versailles")}
        shown = {seat: page.receive() for seat, page in pages.items()}
        for step in range(60):
            seat = decider(shown["commune"], pages)
            pages[seat].answer(shown[seat])
            for each, page in pages.items():
                while shown[each]["view"]["decisions"] <= step:
                    shown[each] = page.receive()
        assert all(page.receive()["kind"] == "view" for page in stalled)


def test_only_the_pages_are_served_with_a_strict_policy_and_to_no_foreign_name(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        with urlopen(served.origin + "/") as answer:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy
            assert answer.headers["referrer-policy"] == "no-referrer"
        for path in ("/pages/../links.py", "/pages/%2e%2e%2flinks.py", "/pages/links.py", "/game.yaml", "/pages/"):
            with pytest.raises(OSError, match="404"):
                urlopen(served.origin + path)
        with pytest.raises(OSError, match="421"):
            urlopen(Request(served.origin + "/", headers={"Host": "elsewhere.example"}))


def test_a_killed_server_goes_on_where_it_was_and_earlier_links_stay_valid(tmp_path: Path) -> None:
    port = free_port()
    with serving(*GAME, home=tmp_path, port=port) as served:
        tokens = {seat: served.token(seat) for seat in ("commune", "versailles")}
        pages = {seat: Page(served, token) for seat, token in tokens.items()}
        shown = {seat: page.receive() for seat, page in pages.items()}
        for _ in range(3):
            seat = decider(shown["commune"], pages)
            pages[seat].answer(shown[seat])
            shown = {each: page.receive() for each, page in pages.items()}
        served.process.send_signal(signal.SIGKILL)
    with serving("--resume", home=tmp_path, port=port) as again, Page(again, tokens["commune"]) as page:
        assert page.receive()["view"] == shown["commune"]["view"]
    assert "red_flag_over_paris" in command("play", "--list", home=tmp_path).stdout
    played = command("play", "--resume", home=tmp_path, typed="quit\n")
    assert played.returncode == 0 and "3" in played.stdout


def test_a_game_against_the_program_is_played_to_its_end(tmp_path: Path) -> None:
    options = ("--seed", "1", "--seat", "jacobin=table")
    with serving("revolution", *options, home=tmp_path) as served, Page(served, served.token("royalist")) as page:
        while True:
            shown = page.receive()
            if shown["view"]["ending"]:
                break
            if shown["view"]["question"]["options"]:
                page.answer(shown)
    assert shown["view"]["ending"]["winners"] is not None


@pytest.mark.parametrize(("program", "is_waited_for"), [("random", True), ("search:1s", False)])
def test_a_quick_answer_is_shown_with_the_decision_before_it_and_a_slow_one_after(
    program: str, is_waited_for: bool, tmp_path: Path
) -> None:
    """One new picture follows a click, unless the program thinks: a search of a second is never waited for."""
    together = 0
    options = ("--seed", "5", "--seat", f"jacobin={program}")
    with serving("revolution", *options, home=tmp_path) as served, Page(served, served.token("royalist")) as page:
        for _ in range(20 if is_waited_for else 1):
            state = page.receive()
            while not state["view"]["question"]["options"]:
                state = page.receive()
            page.answer(state)
            after = page.receive()
            together += after["view"]["decisions"] > state["view"]["decisions"] + 1
            if not after["view"]["question"]["options"]:
                continue
            page.send({"answer": "nothing", "number": -1})  # is answered with the current view
    assert bool(together) is is_waited_for


def test_many_spectators_see_a_change(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        watching = [Page(served, served.token("spectators")) for _ in range(50)]
        for page in watching:
            page.receive()
        seat = None
        for name in ("commune", "versailles"):
            with Page(served, served.token(name)) as page:
                shown = page.receive()
                if shown["view"]["question"]["options"]:
                    seat = name
                    page.answer(shown)
                    page.receive()
        assert seat is not None
        assert {page.receive()["view"]["decisions"] for page in watching} == {1}


def test_all_people_play_on_one_page_with_a_cover_between_them_where_something_is_hidden(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served, Page(served, served.token("shared")) as page:
        shown, seats = page.receive(), set()
        for _ in range(12):
            while "cover" in shown:
                assert shown["view"]["seat"] is None and shown["view"]["question"]["options"] == []
                assert shown["view"]["question"]["seat"]["title"] in shown["cover"] and not shown["can_ask"]
                page.send({"answer": "stop", "number": shown["number"]})
                assert page.receive()["notice"], "nobody answers from behind the cover"
                page.send({"past": 0})
                assert page.receive()["view"]["seat"] is None
                page.send({"here": True, "number": shown["number"]})
                shown = page.receive()
            question = shown["view"]["question"]
            assert shown["view"]["seat"]["id"] == question["seat"]["id"] and question["options"]
            seats.add(question["seat"]["id"])
            page.answer(shown)
            shown = page.receive()
        assert seats == {"commune", "versailles"}
        page.send({"here": True, "number": shown["number"] - 1})
        assert page.receive()["notice"]


def test_nothing_is_covered_where_nothing_is_hidden(tmp_path: Path) -> None:
    with serving(str(REPO / "tests" / "games" / "tic_tac_toe"), home=tmp_path) as served:
        page = Page(served, served.token("shared"))
        shown, seats = page.receive(), []
        for _ in range(4):
            assert "cover" not in shown
            seats.append(shown["view"]["seat"]["id"])
            page.answer(shown)
            shown = page.receive()
        assert seats[:2] == seats[2:] and len(set(seats)) == 2


def test_looking_back_and_taking_back_with_two_seats(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        pages = {seat: Page(served, served.token(seat)) for seat in ("commune", "versailles", "spectators")}
        shown = {seat: page.receive() for seat, page in pages.items()}
        seen = {seat: [said["view"]] for seat, said in shown.items()}
        for _ in range(6):
            seat = decider(shown["commune"], pages)
            pages[seat].answer(shown[seat])
            shown = {each: page.receive() for each, page in pages.items()}
            for each, said in shown.items():
                seen[each].append(said["view"])
            if shown[seat]["can_undo"]:
                other = next(each for each in ("commune", "versailles") if each != seat)
                pages[other].send({"undo": True, "number": shown[other]["number"]})
                assert "take this back" in pages[other].receive()["notice"], "another seat's decision"
                pages[seat].send({"undo": True, "number": shown[seat]["number"]})
                shown = {each: page.receive() for each, page in pages.items()}
                assert {each: said["view"] for each, said in shown.items()} == {
                    each: views[-2] for each, views in seen.items()
                }
                for views in seen.values():
                    views.pop()
                pages[seat].answer(shown[seat], -1)
                shown = {each: page.receive() for each, page in pages.items()}
                for each, said in shown.items():
                    seen[each].append(said["view"])
        for seat, page in pages.items():
            for number, view in enumerate(seen[seat]):
                page.send({"past": number})
                found = page.receive()
                assert (found["kind"], found["decisions"], found["view"]) == ("past", number, view)


def test_floods_of_fifty_spectators_end_their_connections_and_the_match_goes_on(tmp_path: Path) -> None:
    from websockets.exceptions import ConnectionClosed

    with serving(*GAME, home=tmp_path) as served:
        pages = {seat: Page(served, served.token(seat)) for seat in ("commune", "versailles")}
        shown = {seat: page.receive() for seat, page in pages.items()}
        watching = [Page(served, served.token("spectators")) for _ in range(50)]
        wanted = (
            {"past": 0},
            {"explain": True},
            {"here": True, "number": shown["commune"]["number"]},
            {"hint": True, "number": 1},
        )
        for number, page in enumerate(watching):
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    page.send(wanted[number % len(wanted)])
        for step in range(3):
            seat = decider(shown["commune"], pages)
            pages[seat].answer(shown[seat])
            shown = {each: page.receive() for each, page in pages.items()}
            assert {page["view"]["decisions"] for page in shown.values()} == {step + 1}
        assert {closing_code(page) for page in watching} == {4008}


def test_more_connections_than_the_server_takes_are_refused_and_later_ones_welcome(tmp_path: Path) -> None:
    from websockets.exceptions import WebSocketException

    with serving(*GAME, home=tmp_path) as served:
        opened: list[Page] = []
        with pytest.raises((WebSocketException, OSError)):
            while len(opened) < 300:
                opened.append(Page(served, served.token("spectators")))
        assert 50 <= len(opened) <= 200
        for page in opened[:20]:
            page.socket.close()
        with Page(served, served.token("commune")) as page:
            assert page.receive()["view"]["decisions"] == 0


def test_a_match_that_is_over_is_recorded_and_not_resumed(tmp_path: Path) -> None:
    with serving(str(REPO / "tests" / "games" / "tic_tac_toe"), home=tmp_path) as served:
        page = Page(served, served.token("shared"))
        while not (shown := page.receive())["view"]["ending"]:
            page.answer(shown)
        served.process.terminate()
        served.process.communicate()
    (record,) = (tmp_path / "cahier" / "records").glob("*.jsonl")
    acts = json.loads(record.read_text())["acts"]
    assert len(acts) >= 5 and all(0 <= act["seconds"] < 60 for act in acts)
    assert "How people played" in command("measure", str(record), home=tmp_path).stdout
    assert command("play", "--list", home=tmp_path).stdout == "There is no match to continue.\n"


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with serving(*GAME, home=tmp_path) as served:
        again = command("serve", *GAME, "--port", str(served.port), home=tmp_path)
    assert again.returncode == 2 and "can't listen" in again.stderr and "Traceback" not in again.stderr


def test_links_as_json(tmp_path: Path) -> None:
    with serving("liberte", "--players", "4", "--seat", "p2=random", home=tmp_path) as served:
        assert isinstance(served, Served)
        assert set(served.links) == {"url", "seats", "shared", "spectators"} and set(served.links["seats"]) == {
            "p1",
            "p3",
            "p4",
        }
        assert json.dumps(served.links)


def test_the_next_game_of_a_campaign_is_served(tmp_path: Path) -> None:
    game = load(REPO / "tests/games/toll_road")
    first = game.start(1)
    while not first.is_over():
        first.choose(0)
    first.save(tmp_path / "first.json")
    folder = str(REPO / "tests/games/toll_road")
    with serving(folder, "--after", str(tmp_path / "first.json"), "--seed", "3", home=tmp_path) as served:
        pages = {seat: Page(served, served.token(seat)) for seat in ("ada", "ben")}
        shown = {seat: page.receive()["view"] for seat, page in pages.items()}
        begun = game.start(3, after=first.kept())
        for seat, view in shown.items():
            hidden = [card for cards in begun.view(seat)["zones"].values() for card in cards if card is None]
            assert hidden and not set(held(begun, seat)) & set(re.findall(r"\w+", json.dumps(view)))
    (saved,) = (tmp_path / "cahier").glob("*.json")
    assert json.loads(saved.read_text())["after"] == first.kept()


def held(match: Match, seat: str) -> list[str]:
    """The cards in the other seat's hand."""
    zones = match.view("ben" if seat == "ada" else "ada")["zones"]
    return [str(card) for card in zones["hand of ben" if seat == "ada" else "hand of ada"]]
