// @ts-check
/** The parts of the page beside the board: question, cards, tracks, piles, log. */

import { describeValue } from "./board.js";
import { byId, colourOf, html, readableOn } from "./elements.js";

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
    const made = html(choose ? "button" : "span", { "data-key": option.key, class: option.kind }, label, ` ${option.text}`);
    if (choose) {
      made.setAttribute("type", "button");
      made.addEventListener("click", () => choose(option.key));
    }
    return html("li", {}, made);
  });
  byId("options").replaceChildren(...options);
  const refusals = question?.refusals ?? [];
  const box = byId("refusals");
  box.hidden = refusals.length === 0;
  box.querySelector("summary").textContent = `Not possible now: ${refusals.length}`;
  box.querySelector("ul").replaceChildren(...refusals.map((each) => html("li", {}, `${each.text}: ${each.reason}`)));
}

/**
 * Show the cards that are the seat's own, and those on offer, with their texts.
 * @param {any} view
 * @param {((key: string) => void) | null} choose Null if nothing can be chosen.
 */
export function showCards(view, choose) {
  const options = new Map((view.question?.options ?? []).filter((each) => each.kind === "card").map((each) => [each.key, each]));
  const shown = new Set(options.keys());
  const own = view.piles.filter((pile) => view.seat && pile.seat?.id === view.seat.id && pile.cards.length);
  const groups = own.map((pile) => {
    const cards = pile.cards.filter(Boolean);
    for (const card of cards) {
      shown.delete(card.id);
    }
    return html("div", { class: "cards" }, html("h3", {}, pile.title), ...cards.map((card) => drawCard(view, card.id, options, choose)));
  });
  if (shown.size) {
    const others = [...shown].filter((id) => view.cards[id]);
    groups.unshift(html("div", { class: "cards" }, html("h3", {}, "On offer"), ...others.map((id) => drawCard(view, id, options, choose))));
  }
  byId("hand").replaceChildren(...groups);
}

/**
 * Draw a card.
 * @param {any} view
 * @param {string} id
 * @param {Map<string, any>} options
 * @param {((key: string) => void) | null} choose
 */
function drawCard(view, id, options, choose) {
  const card = view.cards[id];
  const option = options.get(id);
  const title = html("strong", {}, option ? `${option.label} ` : "", card.title);
  const lines = card.lines.map((line) => html("span", { class: "line" }, line));
  const isButton = option && choose !== null;
  const face = html(isButton ? "button" : "div", { class: `card${option ? " legal" : ""}`, "data-id": id }, title, html("em", {}, card.attributes), ...lines);
  if (isButton) {
    face.setAttribute("type", "button");
    face.addEventListener("click", () => choose(id));
  }
  return face;
}

/**
 * Show tracks, values, boxes and piles.
 * @param {any} view
 */
export function showFacts(view) {
  const rank = (id) => (view.needed.includes(id) ? view.needed.indexOf(id) : view.secondary.includes(id) ? 1000 : 500);
  const sorted = (things) => [...things].sort((a, b) => rank(a.id ?? a.zone) - rank(b.id ?? b.zone));
  const tracks = sorted(view.tracks).map((track) => html("p", {}, html("b", {}, track.title), " ", ...track.steps.flatMap((step) => stepOf(view, track, step))));
  const scores = view.standing.filter((each) => each.score !== null && each.score !== undefined);
  if (scores.length) {
    tracks.unshift(html("p", {}, html("b", {}, "Score"), " ", ...scores.flatMap((each) => [chip(view, each.seat), `${each.score} `])));
  }
  const values = view.variables.map((each) => html("p", {}, html("b", {}, each.title), ` ${describeValue(each.value)}`));
  const flags = view.flags.map((flag) => html("p", {}, html("b", {}, flag.title), ` ${flag.things.map((each) => each.title).join(", ")}`));
  byId("tracks").replaceChildren(...tracks, ...values, ...flags);
  const boxes = sorted(view.boxes.map((box) => ({ ...box, id: box.id.split(" of ")[0] }))).filter((box) => box.shares.some((share) => share.pieces.length));
  const held = boxes.map((box) => html("p", {}, html("b", {}, box.title), " ", ...box.shares.flatMap((share) => [share.seat ? chip(view, share.seat) : "", `${share.pieces.map((each) => each.text).join(", ")} `])));
  const piles = sorted(view.piles)
    .filter((pile) => pile.cards.length && !(view.seat && pile.seat?.id === view.seat.id))
    .map((pile) => html("p", {}, html("b", {}, pile.title), " ", ...(pile.seat ? [chip(view, pile.seat)] : []), describePile(pile)));
  byId("piles").replaceChildren(...held, ...piles);
}

function stepOf(view, track, step) {
  const gives = step.gives.map(([name, value]) => `${name} ${value}`).join(", ");
  const text = `${step.title ? `${step.title} ` : ""}${step.step}${gives ? ` (${gives})` : ""} `;
  return step.seat ? [chip(view, step.seat), text] : [text];
}

function describePile(pile) {
  const known = pile.cards.filter(Boolean).map((card) => card.title);
  const hidden = pile.cards.length - known.length;
  const first = known.slice(0, 12).join(", ") + (known.length > 12 ? " …" : "");
  return [first, hidden ? `${hidden} face down` : ""].filter(Boolean).join(", ");
}

/** A seat's mark on its colour. */
function chip(view, seat) {
  const colour = colourOf(view.colours, seat.id);
  const made = html("span", { class: "chip", title: seat.title }, seat.mark);
  made.style.background = colour;
  made.style.color = readableOn(colour);
  return made;
}

/**
 * Show the log, its last lines first in view.
 * @param {any[]} log
 * @param {(id: string | null) => void} point Called with the thing that a line's name stands for.
 */
export function showLog(log, point) {
  const lines = log.flatMap((event) => [lineOf(event, point, false), ...event.consequences.map((each) => lineOf(each, point, true))]);
  byId("log").replaceChildren(...lines);
  byId("log").scrollTop = byId("log").scrollHeight;
}

function lineOf(event, point, isConsequence) {
  const parts = event.parts.map((part) => {
    if (!part.id) {
      return part.text.replaceAll("->", "→");
    }
    const name = html("span", { class: "thing", "data-id": part.id }, part.text);
    name.addEventListener("pointerenter", () => point(part.id));
    name.addEventListener("pointerleave", () => point(null));
    return name;
  });
  const classes = [event.kind, isConsequence ? "consequence" : "", event.concerns_you ? "concerns" : ""];
  return html("p", { class: classes.filter(Boolean).join(" ") }, ...parts);
}
