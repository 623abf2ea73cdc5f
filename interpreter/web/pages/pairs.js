// @ts-check
/** Pairs and subsets chosen by pointing: first at the one thing, then at the others. */

/**
 * Return the options as single things, by their ids: spaces and cards on offer, and the things of pairs and subsets.
 * @param {any[]} options
 * @param {string | null} begun The first thing of a pair, if it has been pointed at.
 * @param {string[]} picked The members of a subset that have been pointed at.
 * @returns {Map<string, { kind: string, label: string, key: string | null }>} What is typed for each thing; `key` is that
 *   of the option which it completes.
 */
export function thingsOnOffer(options, begun, picked = []) {
  const found = new Map();
  for (const option of options) {
    const [first, second] = option.parts ?? [];
    if (option.kind === "subset") {
      continue;
    }
    if (first === undefined) {
      found.set(option.key, option);
    } else if (begun === null) {
      found.set(first, found.get(first) ?? { kind: "pair", label: labelOf(option, 0), key: null });
    } else if (first === begun) {
      found.set(second, { kind: "pair", label: labelOf(option, 1), key: option.key });
    }
  }
  for (const id of membersOnOffer(options, picked)) {
    found.set(id, { kind: "subset", label: picked.includes(id) ? "✓" : "•", key: null });
  }
  return found;
}

/**
 * Return the ids of members of subsets that can be pointed at. Of cards that are alike, the first one comes first: one
 * that is only ever chosen together with another, which is also chosen without it, waits for that one.
 * @param {any[]} options
 * @param {string[]} picked
 */
function membersOnOffer(options, picked) {
  const fitting = options.filter((option) => option.kind === "subset" && hasAll(option, picked));
  const ids = [...new Set(fitting.flatMap((option) => option.parts))];
  const subsets = new Map(ids.map((id) => [id, fitting.filter((option) => option.parts.includes(id))]));
  const waits = (id, other) => subsets.get(other).length > subsets.get(id).length && isInAll(subsets.get(id), other);
  return ids.filter((id) => picked.includes(id) || !ids.some((other) => !picked.includes(other) && waits(id, other)));
}

/** Whether a thing is a part of all these options. */
function isInAll(options, id) {
  return options.every((option) => option.parts.includes(id));
}

/**
 * Return a question with only those subsets that have all things that were pointed at, the smallest first.
 * @param {any} question
 * @param {string[]} picked
 */
export function narrowed(question, picked) {
  return { ...question, options: question.options.filter((option) => hasAll(option, picked)) };
}

/** Whether an option has all these things as its parts. */
function hasAll(option, picked) {
  return picked.every((id) => option.parts.includes(id));
}

/**
 * Return those things that are on the board: spaces, and boxes between spaces.
 * @param {any} view
 * @param {Map<string, any>} things
 */
export function onBoard(view, things) {
  return new Map([...things].filter(([id]) => view.spaces[id] || view.layout.joints.some((joint) => joint.id === id)));
}

/** The label of one thing of a pair, or that of the pair if it has a number. */
function labelOf(option, part) {
  const labels = option.label.split("-");
  return labels.length === 2 ? labels[part] : part ? option.label : "•";
}
