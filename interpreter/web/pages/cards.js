// @ts-check
/** Faces of cards, and the details of cards and spaces. */

import { byId, cssColour, html, readableOn } from "./elements.js";
import { text } from "./texts.js";
import { describeBadge, factsOf } from "./words.js";

/**
 * Show the cards that are the seat's own, and those on offer, with their texts.
 * @param {any} view
 * @param {Map<string, any>} things What is on offer, by id.
 * @param {((id: string) => void) | null} choose Null if nothing can be chosen.
 */
export function showCards(view, things, choose) {
  const options = new Map([...things].filter(([id]) => view.cards[id]));
  const offered = new Set(options.keys());
  const own = view.piles.filter((pile) => view.seat && pile.seat?.id === view.seat.id && pile.cards.some(Boolean));
  const groups = own.map((pile) => {
    const cards = pile.cards.filter(Boolean);
    for (const card of cards) {
      offered.delete(card.id);
    }
    return { title: pile.title, ids: cards.map((card) => card.id) };
  });
  const others = [...offered].filter((id) => view.cards[id]);
  const asked = (group) => (group.ids.some((id) => options.has(id)) ? 0 : 1);
  groups.sort((a, b) => asked(a) - asked(b));
  if (others.length) {
    groups.unshift({ title: text("on_offer"), ids: others });
  }
  byId("hand").replaceChildren(...groups.map((group) =>
    html("section", { class: "cards", "aria-label": group.title }, html("h3", {}, group.title), html("div", {}, ...group.ids.map((id) => drawCard(view, id, options.get(id), choose)))),
  ));
}

function drawCard(view, id, option, choose) {
  const card = view.cards[id];
  const isButton = option && choose !== null;
  const classes = ["card", option ? "legal" : "", card.lines.length ? "" : "short"];
  const face = html(isButton ? "button" : "article", { class: classes.filter(Boolean).join(" "), "data-id": id }, ...contentsOf(card, option));
  if (isButton) {
    face.setAttribute("type", "button");
    face.addEventListener("click", () => choose(id));
  }
  return face;
}

/** The parts of a card's face: its name on its colour, its badges, its text. */
function contentsOf(card, option) {
  const title = html("span", { class: "title" }, ...(option ? [html("kbd", {}, option.label), " "] : []), card.title);
  if (card.colour) {
    const colour = cssColour(card.colour);
    title.style.background = colour;
    title.style.color = readableOn(colour);
  }
  const badges = card.badges.map((badge) => html("span", { class: "badge" }, describeBadge(badge)));
  const about = badges.length ? html("span", { class: "about" }, ...badges.flatMap((badge) => [badge, " "])) : html("span", { class: "about" }, card.attributes);
  return [title, about, ...card.lines.map(drawLine)];
}

/** A line of a card's text, as far to the right as in the rules. */
function drawLine(line) {
  const depth = Math.min(4, Math.floor((line.length - line.trimStart().length) / 2));
  return html("span", { class: "line", "data-depth": depth }, line.trim());
}

/**
 * Return the details of a card or a space, or nothing.
 * @param {any} view
 * @param {string} id
 * @returns {HTMLElement[]}
 */
export function detailsOf(view, id) {
  const [card, space] = [view.cards[id], view.spaces[id]];
  if (card) {
    const rest = card.badges.length && card.attributes ? [html("span", { class: "about" }, card.attributes)] : [];
    const notes = card.notes.map((note) => html("span", { class: "note" }, note));
    return [...contentsOf(card, null), ...rest, ...notes];
  }
  if (!space) {
    return [];
  }
  const title = html("span", { class: "title" }, space.title);
  if (space.colour) {
    const colour = cssColour(space.colour);
    title.style.background = colour;
    title.style.color = readableOn(colour);
  }
  const cards = space.piles.flatMap((pile) => pile.cards).filter((each) => each && view.cards[each.id]);
  const texts = cards.flatMap((each) => view.cards[each.id].lines.map(drawLine));
  return [title, ...factsOf(space).map((fact) => html("span", { class: "line" }, fact)), ...texts];
}
