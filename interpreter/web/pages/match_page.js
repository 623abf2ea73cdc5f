// @ts-check
/** The page of one viewer: shows the views that come from a match, and sends back what is chosen. */

import { BoardPicture } from "./board.js";
import { showCards } from "./cards.js";
import { DetailBox } from "./detail.js";
import { byId, colourOf, html } from "./elements.js";
import { connectNames, keepEndInView, showFacts, showLog, showQuestion } from "./panels.js";
import { narrowed, onBoard, thingsOnOffer } from "./pairs.js";
import { connectSettings, isOn } from "./settings.js";
import { setTexts, text } from "./texts.js";

/** @type {any} The last message with a view. */
let current = null;
/** @type {number | null} Number of decisions of the earlier position that is shown. */
let past = null;
/** @type {number | null} Number of decisions of the earlier position that was asked for last. */
let sought = null;
let typed = "";
/** @type {string | null} The first thing of a pair, if it has been pointed at. */
let begun = null;
/** @type {string[]} The members of a subset that have been pointed at. */
let picked = [];
let isWaiting = false;
/** Buttons by the key that presses them. */
const KEYS = { ",": "earlier", ".": "later", "-": "undo", "?": "hint", "!": "explain" };

const detail = new DetailBox(byId("detail"));
const picture = new BoardPicture(byId("board"), pointAt, showDetail);
/** @type {{ send: (message: any) => void }} The match, or the way to it. */
let connection;

/**
 * Show a match.
 * @param {(receive: (message: any) => void, showState: (state: "open" | "lost" | "refused") => void) => { send: (message: any) => void }} connect
 *   Called with the functions that take its messages and the state of the connection.
 * @param {string} background Address of the background picture, for a board that has one.
 */
export function openPage(connect, background) {
  picture.background = background;
  connection = connect(receive, showState);
}

/**
 * Send an answer. Nothing more is sent until there is a new view.
 * @param {string} key
 */
function choose(key) {
  if (current && past === null && !isWaiting) {
    isWaiting = true;
    connection.send({ answer: key, number: current.number });
  }
}

/**
 * Take a space or a card that was pointed at. The first thing of a pair waits for the second; the same thing again takes
 * it back. The members of a subset are collected, and the options below show the subsets that have them.
 * @param {string} id
 */
function pointAt(id) {
  const options = current?.view.question?.options ?? [];
  const fitting = thingsOnOffer(options, begun, picked).get(id);
  const found = fitting ?? thingsOnOffer(options, null).get(id);
  if (found?.kind === "subset") {
    picked = picked.includes(id) ? picked.filter((each) => each !== id) : [...(fitting ? picked : []), id];
    draw(current.view, current.log);
  } else if (found?.key) {
    choose(found.key);
  } else if (found) {
    begun = begun === id ? null : id;
    draw(current.view, current.log);
  }
}

/** @param {any} message */
function receive(message) {
  if (message.kind === "words") {
    setTexts(message.words);
    return;
  }
  if (message.kind === "advice") {
    showAdvice(message.lines);
    return;
  }
  isWaiting = false;
  begun = null;
  picked = [];
  if (message.kind === "past") {
    if (message.decisions !== sought) {
      return; // another one was asked for meanwhile
    }
    past = sought;
    draw(message.view, []);
    return;
  }
  const isNew = current === null || message.number !== current.number;
  current = message;
  past = sought = null;
  byId("notice").textContent = message.notice ?? "";
  draw(message.view, message.log);
  if (isNew || message.notice) {
    showAdvice([]);
  }
  if (isNew) {
    announce(message.view);
  }
}

/** @param {string[]} lines */
function showAdvice(lines) {
  byId("advice").hidden = lines.length === 0;
  byId("advice").replaceChildren(...lines.map((line) => html("p", {}, line)));
}

/**
 * @param {any} view
 * @param {any[]} log
 */
function draw(view, log) {
  const isPast = past !== null;
  const shown = isPast ? { ...view, question: null } : view;
  const options = shown.question?.options ?? [];
  const events = view.events.flatMap((event) => [event, ...event.consequences]);
  const changed = new Set(events.flatMap((event) => event.parts.map((part) => part.id)));
  const hadFocus = byId("ask").contains(document.activeElement) || byId("hand").contains(document.activeElement);
  detail.hide();
  document.body.classList.toggle("past", isPast);
  document.body.classList.toggle("mine", options.length > 0);
  byId("title").textContent = [view.game.title, ...view.variants.map((each) => each.title)].join(" · ");
  document.title = `${options.length ? "▶ " : ""}${view.game.title}`;
  document.documentElement.lang = view.lang;
  showQuestion(isPast || !picked.length ? shown : { ...shown, question: narrowed(shown.question, picked) }, choose);
  showStatus(view);
  showFacts(view, point);
  const things = thingsOnOffer(options, begun, picked);
  picture.draw(view, onBoard(view, things), changed);
  showCards(shown, things, pointAt);
  const cover = isPast ? undefined : current.cover;
  byId("cover").hidden = !cover;
  byId("cover-text").textContent = cover ?? "";
  byId("undo").hidden = isPast || !current.can_undo;
  byId("hint").hidden = isPast || !current.can_ask || options.length === 0;
  byId("explain").hidden = isPast || !current.can_ask;
  byId("moment").textContent = isPast ? text("moment", { past, count: current.view.decisions }) : "";
  byId("now").hidden = !isPast;
  byId("later").disabled = !isPast;
  byId("earlier").disabled = (past ?? current.view.decisions) === 0;
  if (!isPast) {
    showLog(view, log, point); // last, because it makes the browser lay out the page
  }
  if (hadFocus && document.activeElement === document.body) {
    byId("question").focus({ preventScroll: true });
  }
}

/** @param {any} view */
function showStatus(view) {
  const turn = view.ending ? text("over") : view.question?.options.length ? text("yours") : (view.question?.text ?? "");
  byId("status").textContent = [view.seat ? view.seat.title : text("spectator"), turn].filter(Boolean).join(" · ");
  document.querySelector("header").style.setProperty("--mine", view.seat ? colourOf(view.colours, view.seat.id) : "var(--edge)");
}

/**
 * Let screen readers say what happened and what is asked. They read a text only if it differs from the one before.
 * @param {any} view
 */
function announce(view) {
  const isRead = document.activeElement === byId("question");
  const asked = view.ending ? view.ending.text : (view.question?.text ?? "");
  const said = [...view.events.flatMap((event) => [event.text, ...event.consequences.map((each) => each.text)]), isRead ? "" : asked].filter(Boolean).join(". ");
  byId("news").textContent = said === byId("news").textContent ? `${said}\u00a0` : said;
}

/** @param {"open" | "lost" | "refused"} state */
function showState(state) {
  isWaiting = false;
  document.body.dataset.state = state;
  if (state === "lost") {
    byId("status").textContent = text("lost");
  } else if (state === "refused") {
    byId("status").textContent = text("refused");
  }
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
 * Show a card's or a space's details, or nothing.
 * @param {string | null} id
 * @param {Element | null} near
 */
function showDetail(id, near) {
  detail.show(picture.drawn?.view, id, near);
}

byId("hint").addEventListener("click", () => {
  showAdvice([text("thinking")]);
  connection.send({ hint: true, number: current.number });
});
byId("explain").addEventListener("click", () => connection.send({ explain: true }));
byId("here").addEventListener("click", () => connection.send({ here: true, number: current.number }));
byId("undo").addEventListener("click", () => connection.send({ undo: true, number: current.number }));
byId("earlier").addEventListener("click", () => look((sought ?? current.view.decisions) - 1));
byId("later").addEventListener("click", () => look((sought ?? current.view.decisions) + 1));
byId("now").addEventListener("click", () => look(current.view.decisions));

/** @param {number} decisions */
function look(decisions) {
  if (decisions >= current.view.decisions) {
    past = sought = null;
    draw(current.view, current.log);
  } else if (decisions >= 0) {
    sought = decisions;
    connection.send({ past: decisions });
  }
}

/** A label is typed; Enter takes it, and Escape forgets what was typed. A label that begins no other needs no Enter. */
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    showTyped("");
    detail.hide();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || current === null || !isOn("typing")) {
    return;
  }
  const button = typed === "" && event.key in KEYS ? byId(KEYS[event.key]) : null;
  if (button && !button.hidden && !button.disabled) {
    button.click();
    return;
  }
  if (past !== null) {
    return;
  }
  const options = current?.view.question?.options ?? [];
  if (event.key === "Enter" && typed) {
    event.preventDefault();
    take(options, typed);
  } else if (event.key.length === 1 && event.key !== " ") {
    const begun = options.filter((option) => option.label.startsWith(typed + event.key.toLowerCase()));
    showTyped(begun.length ? typed + event.key.toLowerCase() : "");
    if (begun.length === 1 && begun[0].label === typed) {
      take(options, typed);
    }
  }
});

/**
 * Mark the options whose labels begin with what was typed.
 * @param {string} label
 */
function showTyped(label) {
  typed = label;
  for (const button of byId("options").querySelectorAll("button")) {
    button.classList.toggle("typed", typed !== "" && button.dataset.label.startsWith(typed));
  }
}

/**
 * @param {any[]} options
 * @param {string} label
 */
function take(options, label) {
  const found = options.find((option) => option.label === label);
  showTyped("");
  if (found) {
    choose(found.key);
  }
}

for (const name of ["log", "piles"]) {
  connectNames(byId(name));
}
connectSettings();
keepEndInView(byId("log"));
