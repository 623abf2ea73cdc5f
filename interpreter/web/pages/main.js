// @ts-check
/** The page of one viewer: shows the views that the server sends, and sends back what is chosen. */

import { BoardPicture, describeSpace } from "./board.js";
import { Connection, takeToken } from "./connection.js";
import { byId } from "./elements.js";
import { showCards, showFacts, showLog, showQuestion } from "./panels.js";

/** @type {any} The last message with a view. */
let current = null;
/** @type {number | null} Number of decisions of the earlier position that is shown. */
let past = null;
let typed = "";
let isWaiting = false;

const picture = new BoardPicture(byId("board"), choose, showDetail);
const connection = new Connection(takeToken(), receive, showState);

/**
 * Send an answer. Nothing more is sent until the server has answered.
 * @param {string} key
 */
function choose(key) {
  if (current && past === null && !isWaiting) {
    isWaiting = true;
    connection.send({ answer: key, number: current.number });
  }
}

/** @param {any} message */
function receive(message) {
  isWaiting = false;
  if (message.kind === "past") {
    past = message.decisions;
    draw(message.view, []);
    return;
  }
  const isNew = current === null || message.number !== current.number;
  current = message;
  past = null;
  byId("notice").textContent = message.notice ?? "";
  draw(message.view, message.log);
  if (isNew) {
    announce(message.view);
  }
}

/**
 * @param {any} view
 * @param {any[]} log
 */
function draw(view, log) {
  const isPast = past !== null;
  const options = isPast ? [] : (view.question?.options ?? []);
  const events = view.events.flatMap((event) => [event, ...event.consequences]);
  const changed = new Set(events.flatMap((event) => event.parts.map((part) => part.id)));
  document.body.classList.toggle("past", isPast);
  document.body.classList.toggle("mine", options.length > 0);
  byId("title").textContent = [view.game.title, ...view.variants.map((each) => each.title)].join(" · ");
  document.title = `${options.length ? "▶ " : ""}${view.game.title}`;
  document.documentElement.lang = view.lang;
  picture.draw(view, new Set(options.filter((each) => each.kind === "space").map((each) => each.key)), changed);
  showQuestion(isPast ? { ...view, question: null } : view, choose);
  showCards(isPast ? { ...view, question: null } : view, choose);
  showFacts(view);
  if (!isPast) {
    showLog(log, point);
  }
  showStatus(view);
  byId("undo").hidden = isPast || !current.can_undo;
  byId("moment").textContent = isPast ? `after ${past} of ${current.view.decisions} decisions` : "";
  byId("now").hidden = !isPast;
}

/** @param {any} view */
function showStatus(view) {
  const who = view.seat ? view.seat.title : "Spectator";
  const goal = view.standing.find((each) => each.seat.id === view.seat?.id)?.goal ?? "";
  const turn = view.ending ? "over" : view.question?.options.length ? "your decision" : (view.question?.text ?? "");
  byId("status").textContent = [who, turn, goal].filter(Boolean).join(" · ");
}

/** @param {any} view */
function announce(view) {
  const lines = view.events.map((event) => event.text);
  byId("news").textContent = [...lines, view.question?.options.length ? view.question.text : ""].join(". ");
}

/** @param {"open" | "lost" | "refused"} state */
function showState(state) {
  isWaiting = false;
  document.body.dataset.state = state;
  if (state === "lost") {
    byId("status").textContent = "The connection is lost. Trying again …";
  } else if (state === "refused") {
    byId("status").textContent = "This link isn't valid. Ask for a new one.";
  }
}

/** @param {string | null} id */
function point(id) {
  picture.outline(id);
  showDetail(id, id === null ? null : byId("log"));
}

/**
 * Show a card's or a space's details, or nothing.
 * @param {string | null} id
 * @param {Element | null} near
 */
function showDetail(id, near) {
  const view = current?.view;
  const box = byId("detail");
  const card = id !== null && view?.cards[id];
  const space = id !== null && view?.spaces[id];
  box.hidden = !(card || space) || near === null;
  if (card) {
    box.textContent = [card.title, card.attributes, ...card.lines, ...card.notes].filter(Boolean).join("\n");
  } else if (space) {
    box.textContent = describeSpace(view, space);
  }
}

byId("undo").addEventListener("click", () => connection.send({ undo: true, number: current.number }));
byId("earlier").addEventListener("click", () => look((past ?? current.view.decisions) - 1));
byId("later").addEventListener("click", () => look((past ?? current.view.decisions) + 1));
byId("now").addEventListener("click", () => look(current.view.decisions));

/** @param {number} decisions */
function look(decisions) {
  if (decisions >= current.view.decisions) {
    past = null;
    draw(current.view, current.log);
  } else if (decisions >= 0) {
    connection.send({ past: decisions });
  }
}

/** A label is typed; Enter takes it, and Escape forgets what was typed. A label that begins no other needs no Enter. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || past !== null) {
    return;
  }
  const options = current?.view.question?.options ?? [];
  if (event.key === "Escape") {
    typed = "";
  } else if (event.key === "Enter" && typed) {
    take(options, typed);
  } else if (event.key.length === 1 && event.key !== " ") {
    typed += event.key.toLowerCase();
    const begun = options.filter((option) => option.label.startsWith(typed));
    if (begun.length === 1 && begun[0].label === typed) {
      take(options, typed);
    } else if (!begun.length) {
      typed = "";
    }
  }
});

/**
 * @param {any[]} options
 * @param {string} label
 */
function take(options, label) {
  const found = options.find((option) => option.label === label);
  typed = "";
  if (found) {
    choose(found.key);
  }
}
