// @ts-check
/** The parts of the page beside the board: question, seats, tracks, piles, log. */

import { byId, colourOf, html, readableOn } from "./elements.js";
import { text } from "./texts.js";
import { describeValue } from "./words.js";

const MOST_STEPS = 14;
const MOST_NAMED = 12;

/**
 * Show the question with its numbered options.
 * @param {any} view
 * @param {((key: string) => void) | null} choose Null if nothing can be chosen, as in a replay.
 */
export function showQuestion(view, choose) {
  const question = view.question;
  byId("question").textContent = view.ending ? view.ending.text : (question?.text ?? "");
  const options = (question?.options ?? []).map((option) => {
    const label = html("kbd", {}, option.label);
    const made = html(choose ? "button" : "span", { "data-key": option.key, "data-label": option.label }, label, ` ${option.text}`);
    if (option.odds) {
      made.append(html("small", {}, ` ${option.odds}`));
    }
    if (choose) {
      made.setAttribute("type", "button");
      made.addEventListener("click", () => choose(option.key));
    }
    return html("li", {}, made);
  });
  byId("options").replaceChildren(...options);
  byId("options").hidden = options.length === 0;
  const refusals = question?.refusals ?? [];
  const box = byId("refusals");
  box.hidden = refusals.length === 0;
  box.querySelector("summary").textContent = text("refusals", { count: refusals.length });
  box.querySelector("ul").replaceChildren(...refusals.map((each) => html("li", {}, `${each.text}: ${each.reason}`)));
}

/**
 * Show seats, tracks and values in one place, and boxes and piles in another: those first that are needed most.
 * @param {any} view
 * @param {(id: string | null, near: Element | null) => void} point Called with the card that a name stands for.
 */
export function showFacts(view, point) {
  const rank = (id) => (view.needed.includes(id) ? view.needed.indexOf(id) : view.secondary.includes(id) ? 1000 : 500);
  const sorted = (things, idOf) => [...things].sort((a, b) => rank(idOf(a)) - rank(idOf(b)));
  const tracks = sorted([...view.tracks, ...view.variables], (each) => each.id).map((each) => ("steps" in each ? drawTrack(view, each) : fact(each.title, valueParts(view, each.value))));
  const flags = view.flags.map((flag) => ({ id: flag.id, made: fact(flag.title, flag.things.flatMap((each) => [html("span", { class: "pair" }, ...seatOr(view, each)), " "])) }));
  byId("tracks").replaceChildren(drawSeats(view), ...tracks);
  const joints = new Set(view.layout.joints.map((joint) => joint.id));
  const boxes = grouped(view.boxes.filter((box) => !joints.has(box.id) && box.shares.some((share) => share.pieces.length)), (box) => box.id.split(" of ")[0]);
  const held = boxes.map(([id, some]) => ({ id, made: fact(some[0].title, some.flatMap((box) => box.shares.flatMap((share) => heldParts(view, share)))) }));
  const others = view.piles.filter((pile) => pile.cards.length && !(view.seat && pile.seat?.id === view.seat.id && pile.cards.some(Boolean)));
  const piles = grouped(others, (pile) => pile.zone).map(([id, some]) => ({ id, made: fact(some[0].title, some.flatMap((pile) => pileParts(view, pile, point))) }));
  const beside = sorted([...piles, ...held, ...flags], (each) => each.id);
  const [shown, rest] = [beside.filter((each) => rank(each.id) < 1000), beside.filter((each) => rank(each.id) === 1000)];
  const isOpen = byId("piles").querySelector("details")?.open ?? false;
  const more = html("details", { open: isOpen }, html("summary", {}, text("more")), ...rest.map((each) => each.made));
  const goal = view.standing.find((each) => each.seat.id === view.seat?.id)?.goal;
  byId("piles").replaceChildren(...(goal ? [fact(text("goal"), [goal])] : []), ...shown.map((each) => each.made), ...(rest.length ? [more] : []));
}

/** Things in groups with the same key, in the order in which the keys come first. */
function grouped(things, keyOf) {
  const found = new Map();
  for (const thing of things) {
    found.set(keyOf(thing), [...(found.get(keyOf(thing)) ?? []), thing]);
  }
  return [...found];
}

function fact(title, parts) {
  return html("div", { class: "fact" }, html("b", {}, title), " ", html("span", {}, ...parts));
}

/** All seats: marks, names, scores, and which of them decides. */
function drawSeats(view) {
  const rows = view.standing.map(({ seat, score }) => {
    const decides = !view.ending && view.question?.seat.id === seat.id;
    const won = view.ending?.winners.some((each) => each.id === seat.id);
    const row = html("li", { class: decides || won ? "deciding" : false }, chip(view, seat), seat.title);
    if (decides) {
      row.append(html("span", { class: "turn-mark", title: text("decides") }, "●"));
    }
    if (score !== null && score !== undefined) {
      row.append(html("b", { class: "score" }, String(score)));
    }
    return row;
  });
  return html("ul", { class: "seats", "aria-label": text("players") }, ...rows);
}

/** A short track as steps with marks on it; a long one as numbers. */
function drawTrack(view, track) {
  const count = track.high - track.low + 1;
  const said = track.steps.map((each) => [each.seat?.title, each.title, each.step].filter((part) => part !== "" && part !== undefined).join(" ")).join(", ");
  const notes = track.steps.flatMap((each) => each.gives.map(([name, value]) => html("small", {}, ...(each.seat ? [chip(view, each.seat)] : []), ` ${name} ${value} `)));
  if (count > MOST_STEPS) {
    return fact(track.title, track.steps.flatMap((each) => [...(each.seat ? [chip(view, each.seat)] : []), `${each.step} `]));
  }
  const steps = Array.from({ length: count }, (_, at) => {
    const here = track.steps.filter((each) => each.step === track.low + at);
    const marks = here.map((each) => (each.seat ? chip(view, each.seat) : html("span", { class: "chip neutral" }, String(each.step))));
    return html("span", { class: here.length ? "step taken" : "step" }, ...(marks.length ? marks : [String(track.low + at)]));
  });
  const row = html("span", { class: "steps", role: "img", "aria-label": `${track.title}: ${said}` }, ...steps);
  return html("div", { class: "fact track" }, html("b", {}, track.title), row, ...(notes.length ? [html("span", { class: "notes" }, ...notes)] : []));
}

function seatOr(view, thing) {
  return view.seats.some((seat) => seat.id === thing.id) ? [chip(view, thing)] : [`${thing.title} `];
}

/** A value; seats in it are marks. */
function valueParts(view, value) {
  if (Array.isArray(value)) {
    return value.flatMap((each) => valueParts(view, each));
  }
  if (value && typeof value === "object" && "values" in value) {
    return value.values.flatMap(([key, each]) => [html("span", { class: "pair" }, ...seatOr(view, key), ...valueParts(view, each)), " "]);
  }
  return value && typeof value === "object" ? seatOr(view, value) : [`${describeValue(value)} `];
}

function heldParts(view, share) {
  const text = share.pieces.map((each) => each.text).join(", ");
  return text ? [html("span", { class: "pair" }, ...(share.seat ? [chip(view, share.seat)] : []), text), " "] : [];
}

function pileParts(view, pile, point) {
  const known = pile.cards.filter(Boolean);
  const hidden = pile.cards.length - known.length;
  const names = known.slice(0, MOST_NAMED).flatMap((card, at) => [...(at ? [", "] : []), nameOf(view, card.id, card.title, point)]);
  const more = known.length > MOST_NAMED ? [" …"] : [];
  const face = hidden ? [`${known.length ? ", " : ""}${text("face_down", { count: hidden })}`] : [];
  return [html("span", { class: "pair" }, ...(pile.seat ? [chip(view, pile.seat)] : []), ...names, ...more, ...face), " "];
}

/** A seat's mark on its colour. */
function chip(view, seat) {
  const colour = colourOf(view.colours, seat.id);
  const made = html("span", { class: "chip", title: seat.title }, seat.mark);
  made.style.background = colour;
  made.style.color = readableOn(colour);
  return made;
}

/** The name of a thing. If it is a card or a space, pointing to it or reaching it by keys shows its details. */
function nameOf(view, id, text, point) {
  if (!(id in view.cards || id in view.spaces)) {
    return text;
  }
  const name = html("span", { class: "thing", role: "button", tabindex: -1, "data-id": id }, text);
  name.addEventListener("pointerenter", () => point(id, name));
  name.addEventListener("pointerleave", () => point(null, null));
  name.addEventListener("focus", () => point(id, name));
  name.addEventListener("blur", () => point(null, null));
  name.addEventListener("click", () => name.focus());
  return name;
}

/** What the log shows: the key of each event, and its lines. */
let shownEvents = [];

/**
 * Show the log, its last lines in view. Lines that stay are not made again: a long log is laid out only once.
 * @param {any} view
 * @param {any[]} log
 * @param {(id: string | null, near: Element | null) => void} point Called with the thing that a name stands for.
 */
export function showLog(view, log, point) {
  const keys = log.map((event) => keyOf(view, event));
  const gone = Math.max(0, shownEvents.findIndex((each) => each.key === keys[0]));
  const same = keys.findIndex((key, at) => shownEvents[gone + at]?.key !== key);
  const kept = shownEvents.slice(gone, gone + (same < 0 ? keys.length : same));
  for (const { lines } of [...shownEvents.slice(0, gone), ...shownEvents.slice(gone + kept.length)]) {
    lines.forEach((line) => line.remove());
  }
  const added = log.slice(kept.length).map((event, at) => {
    const lines = [lineOf(view, event, point, false), ...event.consequences.map((each) => lineOf(view, each, point, true))];
    return { key: keys[kept.length + at], lines };
  });
  byId("log").append(...added.flatMap((each) => each.lines));
  shownEvents = [...kept, ...added];
  byId("log").scrollTop = byId("log").scrollHeight;
}

/** Everything that the lines of an event depend on, besides what is the same during a match. */
function keyOf(view, event) {
  const isKnown = ({ id }) => id in view.cards || id in view.spaces;
  const parts = [event, ...event.consequences].flatMap((each) => each.parts);
  return JSON.stringify([event, parts.map(isKnown), view.lang]);
}

function lineOf(view, event, point, isConsequence) {
  const parts = event.parts.map((part) => (part.id ? nameOf(view, part.id, part.text, point) : part.text.replaceAll("->", "→").replace(/^-- /, "")));
  const classes = [event.kind, isConsequence ? "consequence" : "", event.concerns_you ? "concerns" : ""];
  const line = html("p", { class: classes.filter(Boolean).join(" ") }, ...parts);
  if (event.seat && !isConsequence) {
    line.style.borderColor = colourOf(view.colours, event.seat);
  }
  return line;
}

/** Let the arrow keys lead from name to name within a part of the page; the first key leads to its last name. */
export function connectNames(box) {
  box.addEventListener("keydown", (event) => {
    const names = [...box.querySelectorAll(".thing")];
    const at = names.indexOf(document.activeElement);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && names.length) {
      event.preventDefault();
      names[at < 0 ? names.length - 1 : Math.max(0, Math.min(names.length - 1, at + step))].focus();
    }
  });
}

/**
 * Keep the end of a part of the page in view when its size changes, unless its reader has scrolled back.
 * @param {any} box
 */
export function keepEndInView(box) {
  let isAtEnd = true;
  let size = "";
  const sizeNow = () => `${box.clientWidth} ${box.clientHeight}`;
  box.addEventListener("scroll", () => {
    if (sizeNow() === size) { // else the page scrolled, not the reader
      isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
    }
  });
  new ResizeObserver(() => {
    size = sizeNow();
    if (isAtEnd) {
      box.scrollTop = box.scrollHeight;
    }
  }).observe(box);
}
