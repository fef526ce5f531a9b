// Shows the steps of one profile, or of two side by side, as lists. Above the lists are strips: the input and
// the base, in which the bytes of the current step are marked.

import { el, heard, place, visible } from "./dom.js";
import { pieces, placesOfBytes } from "./escapes.js";
import { sectionId } from "./sections.js";

/** The maximum number of characters that are shown before and after a mark. */
const AROUND = 160;

/** Shows the input, the base and the output, with the span of `step` marked in one of them. */
export function strips({ input, base, output }, step) {
  const given = [["input", input]];
  if (base !== "") given.push(["base", base]);
  if (output !== undefined && step?.source === "output") given.push(["output", output]);
  return given.map(([name, text]) => strip(name, text, step && (step.source ?? "input") === name ? step.span : null));
}

function strip(name, text, span) {
  const line = el("div", { class: "strip", "data-strip": name }, el("span", { class: "strip-name" }, name));
  const shown = el("code", { class: "strip-text" });
  if (text === "") {
    shown.append(visible(""));
  } else if (span === null) {
    shown.append(...escaped(text.slice(0, 2 * AROUND)), text.length > 2 * AROUND ? "…" : "");
  } else {
    const [from, to] = placesOfBytes(text, span[0], span[1]);
    const begin = Math.max(0, from - AROUND);
    const middle = Math.min(to, from + 4 * AROUND);
    const end = Math.min(text.length, to + AROUND);
    shown.append(begin > 0 ? "…" : "", ...escaped(text.slice(begin, from)));
    shown.append(el("mark", { class: from === to ? "point" : null }, ...escaped(text.slice(from, middle)), middle < to ? "…" : ""));
    shown.append(...escaped(text.slice(to, end)), end < text.length ? "…" : "");
  }
  line.append(shown);
  if (span !== null) line.append(el("span", { class: "strip-place" }, `bytes ${span[0]}..${span[1]}`));
  return line;
}

/** Shows `text` with invisible characters escaped. Spaces at the ends are not escaped. */
function escaped(text) {
  return pieces(text, { edges: false }).map((piece) =>
    piece.escaped ? el("span", { class: "escape" }, piece.text) : piece.text);
}

/** Creates the list of the steps of `answer`. At step `divergence`, two profiles differ; it may be null. */
export function stepList(answer, divergence, does) {
  const list = el("ol", {
    class: "steps", role: "listbox", tabindex: "0", id: `steps-${answer.profile}`, "data-steps": answer.profile,
    "aria-label": `Steps of ${answer.profile}`, keydown: (event) => onKey(event, does), focus: () => does.enter(answer.profile),
  });
  const steps = answer.steps ?? [];
  steps.forEach((step, number) => list.append(stepItem(answer.profile, step, number, divergence, does)));
  steps.forEach((step, number) => {
    if (inside(steps, number) > 0) list.children[number].classList.add("has-inside");
  });
  return list;
}

/** Returns the number of steps after step `number` that belong to algorithms that this step called. */
function inside(steps, number) {
  const depth = steps[number].depth ?? 0;
  const rest = steps.slice(number + 1);
  const end = rest.findIndex((step) => (step.depth ?? 0) <= depth);
  return end < 0 ? rest.length : end;
}

/** In `list`, folds step `number`: hides the steps that it called, or shows them again. */
export function fold(list, steps, number) {
  const item = list.children[number];
  if (!item?.classList.contains("has-inside")) return;
  const folded = item.classList.toggle("is-folded");
  for (let at = number + 1; at <= number + inside(steps, number); at += 1) {
    list.children[at].hidden = folded;
    if (!folded) list.children[at].classList.remove("is-folded");
  }
}

/** Opens the folds that hide step `number` of `list`. */
function unfold(list, steps, number) {
  for (let at = number - 1; at >= 0 && list.children[number].hidden; at -= 1) {
    if (list.children[at].classList.contains("is-folded") && at + inside(steps, at) >= number) fold(list, steps, at);
  }
}

/** Returns the CSS class that indents `step` by its depth. */
const indentation = (step) => `depth-${Math.min(step.depth ?? 0, 6)}`;

function stepItem(profile, step, number, divergence, does) {
  const parts = number === divergence;
  const kinds = ["step", indentation(step)];
  if (step.violation) kinds.push("is-violation");
  else if (isUnchanged(step)) kinds.push("is-unchanged");
  if (parts) kinds.push("is-divergence");
  return el("li", { class: kinds.join(" "), role: "option", id: `step-${profile}-${number}`, "aria-selected": "false", click: () => does.select(profile, number) },
    parts && divergenceMark(),
    el("span", { class: "step-head" },
      el("span", { class: "step-number" }, String(number + 1)),
      el("span", { class: "fold", "aria-hidden": "true", click: () => does.fold(profile, number) }),
      el("span", { class: "step-title" }, step.title),
      el("span", { class: "step-place" }, place(step))),
    el("span", { class: "step-section" }, sectionId(step), readingOf(step)),
    effect(step));
}

/** Creates the mark of the step at which two profiles differ. */
export const divergenceMark = () => el("span", { class: "divergence" }, "they differ here");

/** Shows the interpretation that decides `step`, a step or the side of a difference, if there is one. */
export function readingOf({ reading, interpretation }) {
  const name = interpretation?.name ?? reading;
  if (name === undefined) return null;
  const title = interpretation?.sentence ?? "The specification leaves this open; the reading decides.";
  return el("span", { class: "reading", title }, `reading ${name}`, heard(`: ${title}`));
}

/** True if `step` has the same text before and after. A text that was cut may differ after the cut. */
const isUnchanged = (step) => step.made === undefined || (step.made === step.saw && step.made_bytes === undefined);

/** Shows the text before and after `step`. Returns null if the step does not work on text. */
function effect(step) {
  if (step.violation) return el("span", { class: "effect" }, el("span", { "aria-hidden": "true" }, "⚠ "), heard("violation "), step.violation);
  if (step.omits) return el("span", { class: "effect" }, el("span", { class: "note" }, `omits the ${step.omits}`));
  if (step.saw === undefined) return null;
  const saw = visible(step.saw, { bytes: step.saw_bytes ?? null, shown: 160 });
  if (step.holds !== undefined) return el("span", { class: "effect" }, saw, el("span", { class: "note" }, step.holds ? " condition holds" : " condition does not hold"));
  if (isUnchanged(step)) return el("span", { class: "effect" }, saw, el("span", { class: "note" }, " unchanged"));
  const made = step.made === null ? "null" : visible(step.made, { bytes: step.made_bytes ?? null, shown: 160 });
  return el("span", { class: "effect" }, saw, el("span", { class: "arrow", "aria-hidden": "true" }, " → "), heard(" becomes "), el("span", { class: "made" }, made));
}

/** True if `step` is also shown without the option `every`: it works on text, omits a component, or is a violation. */
const works = (step) => (step.saw !== undefined && step.holds === undefined) || step.omits !== undefined || step.violation !== undefined;

/** Returns the number in `now` of step `number` of `before`, the list before the option `every` was changed. */
export function placeIn(now, before, number) {
  let left = before.slice(0, number + 1).filter(works).length;
  return Math.max(0, now.findIndex((step) => works(step) && (left -= 1) === 0));
}

/** The number of steps by which the keys PageUp and PageDown move. */
const PAGE = 8;

function onKey(event, does) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: PAGE, PageUp: -PAGE, Home: -Infinity, End: Infinity };
  if (event.key in moves) {
    does.walk(moves[event.key]);
  } else if (event.key === "Enter") {
    does.open();
  } else if (event.key === "f") {
    does.fold();
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    does.cross(event.key === "ArrowLeft" ? -1 : 1);
  } else {
    return;
  }
  event.preventDefault();
}

/** Marks step `number` of `list` as the current step; null removes the mark. With `follow`, scrolls to the step. */
export function mark(list, number, { follow, steps = [] }) {
  const current = list.children[number];
  if (current?.hidden) unfold(list, steps, number);
  for (const item of list.querySelectorAll('[aria-selected="true"]')) item.setAttribute("aria-selected", "false");
  if (!current) {
    list.removeAttribute("aria-activedescendant");
    return;
  }
  current.setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", current.id);
  if (follow) scrollWithin(list, current);
}

/** Scrolls each of `lists` so that the steps with `numbers`, or the last steps, are side by side. */
export function align(lists, numbers) {
  const items = lists.map((list, index) => list.children[numbers[index]] ?? list.lastElementChild);
  if (items.includes(null)) return;
  const top = Math.min(lists[0].clientHeight / 3, ...items.map((item) => item.offsetTop));
  lists.forEach((list, index) => {
    list.scrollTop = items[index].offsetTop - top;
  });
}

/** Scrolls `list`, but not the page, until `item` is visible. */
function scrollWithin(list, item) {
  const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const margin = Math.min(48, frame.height / 4);
  if (box.top < frame.top + margin) list.scrollTop += box.top - frame.top - margin;
  else if (box.bottom > frame.bottom - margin) list.scrollTop += box.bottom - frame.bottom + margin;
}

/** In `list`, marks the steps on the same bytes as `step`, a step of the other list, and scrolls to the first. */
export function markKin(list, steps, step) {
  steps.forEach((other, number) => {
    const same = step && (other.source ?? "input") === (step.source ?? "input") &&
      other.span[0] === step.span[0] && other.span[1] === step.span[1];
    list.children[number]?.classList.toggle("is-kin", Boolean(same));
  });
  const first = list.querySelector(".is-kin");
  if (first) scrollWithin(list, first);
}

/** Shows the number of steps that `answer` leaves out. */
export function leftOut(answer) {
  const left = answer.left_out ?? [];
  if (left.length === 0 && !answer.steps_left_out) return null;
  const lines = left.map((one) =>
    el("li", {}, el("code", {}, one.section), ` ${one.violation ?? one.title}: ${one.times} more times, at ${place(one)}`));
  if (answer.steps_left_out) lines.push(el("li", {}, `${answer.steps_left_out} more steps did not fit in the answer`));
  return el("details", { class: "left-out" }, el("summary", {}, "Not all steps are shown"), el("ul", {}, ...lines));
}
