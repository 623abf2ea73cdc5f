// @ts-check
/** A game in one file: a WebAssembly module plays it, and the address keeps the match, for a reload or to go on later. */

import { byId, html } from "./elements.js";
import { LocalMatch } from "./local_match.js";
import { openPage } from "./match_page.js";
import { setTexts, text } from "./texts.js";

/** @typedef {import("./local_match.js").Course} Course */

const PLAYERS = ["human", "random", "table"];
/** Number of changes of the address in 10 seconds that are made at once. */
const AT_ONCE = 90;
const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

const game = JSON.parse(byId("game-data").textContent);
const seats = game.things.seat;
setTexts(game.words);

/** The course that the address keeps: `#seed/human,random/0.2.1`, or null. */
function readAddress() {
  const [seed, players, choices] = location.hash.slice(1).split("/");
  const course = { seed: Number(seed || "x"), players: (players ?? "").split(","), choices: (choices ?? "").split(".").filter(Boolean).map(Number) };
  const isSound = Number.isSafeInteger(course.seed) && course.seed >= 0 && course.players.length === seats.length && course.players.every((player, seat) => canPlay(player, seat));
  return isSound && course.players.includes("human") ? course : null;
}

/**
 * Keep a match in the address, and beside it what people have done, which a reload needs for the record.
 * @param {Course} course
 * @param {any[]} acts
 */
function keepInAddress({ seed, players, choices }, acts) {
  history.replaceState({ acts }, "", `#${seed}/${players.join(",")}/${choices.join(".")}`);
}

/**
 * Make a function that calls another one, at once or, after many calls, at most ten times a second: browsers ignore more than some
 * 200 changes of the address in 10 seconds.
 * @param {() => void} act
 */
function makeUnhurried(act) {
  let times = [];
  let timer = 0;
  function call() {
    timer = 0;
    times.push(performance.now());
    act();
  }
  return () => {
    times = times.filter((time) => time > performance.now() - 10_000);
    if (times.length < AT_ONCE) call();
    else timer ||= setTimeout(call, 100);
  };
}

function drawSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

function canPlay(player, seat) {
  return PLAYERS.includes(player) && (player !== "table" || game.with_tables.includes(seats[seat].id));
}

/** The form for a new match: a player for each seat, and the seed. */
function makeForm(match) {
  const selects = seats.map((seat, at) => {
    const names = PLAYERS.filter((player) => canPlay(player, at)).map((player) => html("option", { value: player }, text(`player_${player}`)));
    return html("select", { "aria-label": seat.title, "data-seat": seat.id }, ...names);
  });
  const seed = html("input", { id: "seed", type: "number", min: 0, max: LARGEST_SEED, step: 1, required: true });
  const wrong = html("p", { role: "alert" });
  const form = html(
    "form",
    { id: "new-match" },
    ...selects.map((select, at) => html("label", {}, `${seats[at].title} `, select)),
    html("label", {}, `${text("seed")} `, seed),
    html("button", { type: "submit" }, text("begin")),
    wrong,
  );
  const show = (course) => {
    for (const [at, select] of selects.entries()) {
      select.value = course.players[at];
    }
    seed.value = String(drawSeed());
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const players = selects.map((select) => select.value);
    wrong.textContent = players.includes("human") ? "" : text("nobody_plays");
    if (players.includes("human")) {
      match.open({ seed: Number(seed.value), players, choices: [] });
      show(match.course);
      byId("question").focus({ preventScroll: true });
    }
  });
  show(match.course);
  return html("details", { id: "again" }, html("summary", {}, text("again")), form, html("p", {}, text("holds_all")));
}

/** The record of a match that is over, to be copied, or saved as a file. */
function showRecord(line) {
  URL.revokeObjectURL(byId("record-file").href);
  byId("record").hidden = line === "";
  byId("record-text").value = line;
  byId("record-file").href = line && URL.createObjectURL(new Blob([line], { type: "application/json" }));
}

function makeRecordBox() {
  const copied = html("textarea", { id: "record-text", rows: 3, readonly: true, "aria-label": text("record") });
  const file = html("a", { id: "record-file", download: `${game.game}.jsonl` }, text("record_file"));
  return html("details", { id: "record", hidden: true }, html("summary", {}, text("record")), copied, html("p", {}, file));
}

/** @param {any} exports */
function play(exports) {
  /** @type {any} */
  let match = null;
  const keep = makeUnhurried(() => keepInAddress(match.course, match.acts));
  byId("story").append(makeRecordBox());
  openPage((receive) => {
    match = new LocalMatch(game, exports, receive, () => {
      keep();
      showRecord(match.record());
    });
    return match;
  }, game.picture);
  const kept = readAddress();
  match.open(kept ?? { seed: game.seed ?? drawSeed(), players: seats.map((seat) => game.players[seat.id]), choices: [] }, kept ? history.state?.acts : []);
  byId("story").append(makeForm(match));
}

const bytes = Uint8Array.from(atob(game.module), (letter) => letter.charCodeAt(0));
WebAssembly.instantiate(bytes)
  .then(({ instance }) => play(instance.exports))
  .catch((error) => {
    byId("status").textContent = text("unplayable");
    throw error;
  });
