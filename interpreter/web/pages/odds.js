// @ts-check
/** Odds of options: what each can bring by chance before anybody decides again, as `interpreter/matches/odds.py` finds it. */

/**
 * @typedef {{ share: bigint, shares: bigint, lines: string[], end: string | null }} Outcome
 * Its probability as a fraction, what the log tells of it, and how the match ends, if it does.
 */

/**
 * Return the odds of each option as text, such as `58 %: 1 tower: Hill -> Box`; empty texts if there are none to tell.
 * The match is as it was afterwards.
 * @param {import("./story.js").Story} story
 * @param {number} seat The seat that decides.
 * @param {number} options Number of its options.
 * @returns {string[]}
 */
export function oddsOf(story, seat, options) {
  const none = Array(options).fill("");
  if (!knowsThings(story, seat)) {
    return none;
  }
  const { machine } = story.display;
  const kept = machine.keep();
  try {
    const found = [];
    const before = story.display.board(seat);
    let left = story.game.odds.most_outcomes;
    for (let index = 0; index < options; index += 1) {
      const outcomes = outcomesOf(story, seat, index, { kept, before }, left);
      left -= Math.max(1, outcomes.length);
      found.push(outcomes);
    }
    return found.map((outcomes) => tell(outcomes, story.game.odds));
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {  // the rules fail in one of them, or there are too many
      return none;
    }
    throw error;
  } finally {
    machine.restore(kept);
  }
}

/** Whether a seat knows where each card is and what each die shows. */
function knowsThings({ game, display: { machine } }, seat) {
  const sees = 2 ** seat;
  const knows = (word) => ((word ?? 0) & sees) === sees;
  const { die_known: [first, count] } = game.odds;
  return Object.keys(game.faces).every((_, card) => machine.isKnown(card, sees)) && Array.from({ length: count }, (_, die) => machine.cell(first + die)).every(knows);
}

/**
 * Return every outcome of an option; none if chance doesn't matter, so that there is no board to draw.
 * @param {import("./story.js").Story} story
 * @param {number} seat
 * @param {number} index
 * @param {{ kept: any, before: any }} position The position before it, and its board.
 * @param {number} most
 * @returns {Outcome[]}
 * @throws {RangeError} There are more, or cards are shuffled.
 */
function outcomesOf(story, seat, index, { kept, before }, most) {
  const { machine } = story.display;
  /** @type {number[]} */
  let script = [];
  const found = [];
  do {
    if (found.length === most) {
      throw new RangeError();
    }
    machine.restore(kept);
    const draws = machine.answerByScript(index, script);
    if (draws === null) {
      throw new RangeError();
    }
    if (!draws.length) {
      return [];
    }
    const [share, shares] = ["share", "shares"].map((name) => draws.reduce((product, draw) => product * BigInt(draw[name]), 1n));
    const after = story.display.board(seat);
    const told = machine.takeTold();
    found.push({ share, shares, lines: story.outcomeLines(seat, before, after, told), end: after.ending?.text ?? null });
    script = draws.map((draw) => draw.number);
    while (script.length && script[script.length - 1] + 1 === draws[script.length - 1].possible) {
      script.pop();
    }
    script.push((script.pop() ?? -1) + 1);
  } while (script[0] > 0 || script.length > 1);
  return found;
}

/**
 * Return the results of an option with their odds, likeliest first; what comes with each result is left out.
 * @param {Outcome[]} outcomes
 * @param {{ most_results: number, most_letters: number }} limits
 */
function tell(outcomes, limits) {
  const ends = outcomes.some((each) => each.end !== null);
  const whole = outcomes.reduce((product, each) => (product % each.shares ? product * each.shares : product), 1n);
  /** @type {Map<string, bigint>} */
  const sums = new Map();
  for (const { share, shares, lines, end } of outcomes) {
    const key = (ends ? (end === null ? [] : [end]) : lines).join("\n");
    sums.set(key, (sums.get(key) ?? 0n) + (share * whole) / shares);
  }
  const results = [...sums].map(([key, share]) => ({ share, lines: key.split("\n").filter(Boolean) }));
  const isCertain = (line) => results.every(({ lines }) => lines.includes(line));
  results.sort((one, other) => Number(other.share > one.share) - Number(other.share < one.share));
  const named = results.map(({ share, lines }) => ({ share, said: lines.filter((line) => !isCertain(line)).join("; ") })).filter(({ said }) => said);
  const text = named.map(({ share, said }) => `${percentage(share, whole)}: ${said}`).join(", ");
  return results.length > 1 && named.length <= limits.most_results && [...text].length <= limits.most_letters ? text : "";
}

/** A probability in whole percents; one that is neither impossible nor certain never looks so. */
function percentage(share, whole) {
  const twice = (200n * share) / whole;
  const isTie = (200n * share) % whole === 0n && twice % 2n === 1n;
  const rounded = isTie && (twice / 2n) % 2n === 0n ? twice / 2n : (twice + 1n) / 2n;
  if (rounded === 0n) {
    return "< 1 %";
  }
  return rounded === 100n && share < whole ? "> 99 %" : `${rounded} %`;
}
