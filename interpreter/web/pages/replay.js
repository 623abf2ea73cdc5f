// @ts-check
/** A replay in one file: steps through the views that each viewer had, which are in the page itself. */

import { BoardPicture } from "./board.js";
import { showCards } from "./cards.js";
import { DetailBox } from "./detail.js";
import { byId, colourOf, html, svg } from "./elements.js";
import { keepEndInView, showFacts, showLog, showQuestion } from "./panels.js";
import { onBoard, thingsOnOffer } from "./pairs.js";
import { setTexts, text } from "./texts.js";
import { ValueReader } from "./values.js";

const SECONDS_PER_DECISION = 1.2;

const data = JSON.parse(byId("match-data").textContent);
setTexts(data.words);
const values = new ValueReader(data.values);
const detail = new DetailBox(byId("detail"));
const picture = new BoardPicture(byId("board"), null, showDetail);
picture.background = data.picture;
const last = data.viewers[0].positions.length - 1;

/** The viewer whose views are shown: its positions, its log by position, the starts of turns, and all cards it saw. */
let viewing = openViewer(0);
let at = 0;
/** @type {ReturnType<typeof setTimeout> | null} */
let timer = null;

/** @param {number} number */
function openViewer(number) {
  const { seat, positions } = data.viewers[number];
  const log = positions.map((position) => position.log.map((event) => values.read(event)));
  const views = positions.map((position) => values.read(position.view));
  const turns = views.map((view) => view.turns);
  const starts = turns.flatMap((turn, position) => (position && turn > turns[position - 1] ? [position] : []));
  const cards = Object.assign({}, ...views.map((view) => view.cards));
  return { seat, positions, log, starts, cards };
}

/** @param {number} position */
function viewAt(position) {
  return values.read(viewing.positions[position].view);
}

/**
 * Show another position.
 * @param {number} position
 */
function go(position) {
  const target = Math.max(0, Math.min(last, position));
  const isNext = Math.abs(target - at) === 1;
  at = target;
  draw(isNext);
}

/** @param {boolean} animate */
function draw(animate) {
  const view = viewAt(at);
  const chosen = viewing.positions[at].chosen ?? null;
  const options = view.question?.options ?? [];
  const events = viewing.log[at].flatMap((event) => [event, ...event.consequences]);
  const changed = new Set(events.flatMap((event) => event.parts.map((part) => part.id)));
  if (!animate) {
    picture.drawn = null;
  }
  const things = thingsOnOffer(options, null);
  picture.draw(view, onBoard(view, things), changed);
  showQuestion(view, null);
  showCards(view, things, null);
  showFacts(view, point);
  detail.hide();
  markChosen(chosen);
  markLog();
  const said = text("step", { at, count: last });
  byId("status").textContent = events.find((event) => event.kind === "decision")?.text ?? "";
  document.body.style.setProperty("--mine", view.seat ? colourOf(view.colours, view.seat.id) : "var(--edge)");
  byId("moment").textContent = said;
  byId("slider").value = String(at);
  byId("slider").setAttribute("aria-valuetext", said);
  byId("marks").value = String([0, ...viewing.starts].filter((start) => start <= at).at(-1));
  for (const id of ["first", "turn-back", "decision-back"]) {
    byId(id).disabled = at === 0;
  }
  for (const id of ["decision-on", "turn-on", "last"]) {
    byId(id).disabled = at === last;
  }
  byId("news").textContent = timer === null ? events.map((event) => event.text).join(". ") : "";
}

/**
 * Mark what was chosen, where the viewer chose.
 * @param {string | null} chosen
 */
function markChosen(chosen) {
  for (const shown of document.querySelectorAll("#options [data-key], #hand .legal")) {
    const isChosen = chosen !== null && chosen === (shown.getAttribute("data-key") ?? shown.getAttribute("data-id"));
    shown.classList.toggle("chosen", isChosen);
    if (isChosen && shown.closest("#options")) {
      shown.append(" ✓", html("span", { class: "unseen" }, ` ${text("chosen")}`));
    }
  }
}

/** Show the log up to this position, with the last events marked. */
function markLog() {
  const lines = [...byId("log").children];
  for (const line of lines) {
    const step = Number(line.dataset.step);
    line.hidden = step > at;
    line.classList.toggle("now", step === at && at > 0);
  }
  byId("log").scrollTop = byId("log").scrollHeight;
}

/** Write the whole log of the viewer; a click on a line leads to the position after it. */
function writeLog() {
  const steps = viewing.log.flatMap((events, step) => events.flatMap((event) => [step, ...event.consequences.map(() => step)]));
  showLog({ ...viewAt(at), cards: viewing.cards }, viewing.log.flat(), point);
  for (const [number, line] of [...byId("log").children].entries()) {
    line.dataset.step = String(steps[number]);
    line.addEventListener("click", () => go(steps[number]));
  }
}

/** @param {number} number */
function switchViewer(number) {
  viewing = openViewer(number);
  writeLog();
  const titles = viewing.starts.map((start) => viewing.log[start].find((event) => event.kind === "turn")?.text ?? "");
  const marks = viewing.starts.map((start, turn) => html("option", { value: start }, titles[turn].replaceAll("--", "").trim() || text("turn_at", { at: start })));
  byId("marks").replaceChildren(html("option", { value: 0 }, text("start")), ...marks, html("option", { value: last }, text("end")));
  const ticks = viewing.starts.map((start) => svg("line", { x1: (1000 * start) / Math.max(1, last), x2: (1000 * start) / Math.max(1, last), y1: 2, y2: 10 }));
  byId("ticks").replaceChildren(...ticks, svg("line", { class: "end", x1: 1000, x2: 1000, y1: 0, y2: 10 }));
  draw(false);
}

/**
 * Outline the space that a name stands for, or show the card.
 * @param {string | null} id
 * @param {Element | null} near
 */
function point(id, near) {
  picture.outline(id);
  showDetail(id, near);
}

/**
 * Show the details of a card that the viewer saw, or of a space, or nothing.
 * @param {string | null} id
 * @param {Element | null} near
 */
function showDetail(id, near) {
  detail.show({ ...viewAt(at), cards: viewing.cards }, id, near);
}

/** @param {1 | -1} direction */
function goByTurn(direction) {
  const marks = [0, ...viewing.starts, last];
  const found = direction > 0 ? marks.find((mark) => mark > at) : marks.findLast((mark) => mark < at);
  go(found ?? at);
}

function playOn() {
  const seconds = SECONDS_PER_DECISION / Number(byId("speed").value);
  timer = setTimeout(() => {
    go(at + 1);
    if (at < last) {
      playOn();
    } else {
      pause();
    }
  }, 1000 * seconds);
  byId("play").textContent = text("pause");
}

function pause() {
  if (timer !== null) {
    clearTimeout(timer);
    timer = null;
    byId("play").textContent = text("play");
  }
}

/** Let a button lead somewhere, and end playing. */
function connect(id, action) {
  byId(id).addEventListener("click", () => {
    pause();
    action();
  });
}

connect("first", () => go(0));
connect("turn-back", () => goByTurn(-1));
connect("decision-back", () => go(at - 1));
connect("decision-on", () => go(at + 1));
connect("turn-on", () => goByTurn(1));
connect("last", () => go(last));
byId("play").addEventListener("click", () => {
  if (timer !== null) {
    pause();
    return;
  }
  if (at === last) {
    go(0);
  }
  playOn();
});
byId("slider").addEventListener("input", () => {
  pause();
  go(Number(byId("slider").value));
});
byId("marks").addEventListener("change", () => {
  pause();
  go(Number(byId("marks").value));
});
byId("viewer").addEventListener("change", () => switchViewer(Number(byId("viewer").value)));

document.addEventListener("keydown", (event) => {
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const isUsed = event.target instanceof Element && event.target.closest("select, .space, .thing");
  if (direction && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isUsed) {
    event.preventDefault();
    pause();
    if (event.shiftKey) {
      goByTurn(direction);
    } else {
      go(at + direction);
    }
  }
});

/** What the page holds, which those who send it on should know. */
function describeContents() {
  const names = data.viewers.map((each) => seatTitle(each.seat)).join(", ");
  return text(data.source ? `holds_${data.source.kind}` : "holds_only", { names });
}

/** @param {string | null} seat */
function seatTitle(seat) {
  return seat === null ? text("spectators") : viewAt(0).seats.find((each) => each.id === seat).title;
}

const opened = viewAt(0);
byId("title").textContent = [opened.game.title, ...opened.variants.map((each) => each.title)].join(" · ");
document.title = opened.game.title;
document.documentElement.lang = opened.lang;
byId("slider").max = String(last);
byId("viewer").replaceChildren(...data.viewers.map((each, number) => html("option", { value: number }, seatTitle(each.seat))));
byId("viewer").disabled = data.viewers.length === 1;
byId("notice").textContent = data.notice;
byId("about").textContent = describeContents();
keepEndInView(byId("log"));
switchViewer(0);
