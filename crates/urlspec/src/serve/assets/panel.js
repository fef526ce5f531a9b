// The panel with one or two lists of steps. When the user moves in a list, the other list and the strips follow.

import { el } from "./dom.js";
import { fault } from "./table.js";
import { pageOf } from "./sections.js";
import { align, fold, leftOut, mark, markKin, divergenceMark, stepList, strips } from "./steps.js";

/**
 * Shows the steps of the profile `state.trace` and, in a second list, those of `beside`. Returns the operations on the
 * lists. Starts at the step `state.step`; if that is null, at the step at which the two profiles differ.
 */
export function showSteps(state, answers, beside, difference, { strips: stripsFrame, panel, stepped }) {
  const sides = [state.trace, beside]
    .map((profile) => answers.find((answer) => answer.profile === profile))
    .filter(Boolean)
    .map((answer) => ({ answer, at: null, list: null }));
  let active = 0;
  // True as soon as the user can move.
  let moved = false;

  const does = {
    walk(by) {
      const side = sides[active];
      go(active, clamp((side.at ?? (by > 0 ? -1 : 0)) + by, side.answer));
    },
    cross(by) {
      const next = sides[active + by];
      next?.list.focus();
    },
    fold(profile = sides[active].answer.profile, number = sides[active].at) {
      const side = sides.find(({ answer }) => answer.profile === profile);
      fold(side.list, side.answer.steps ?? [], number ?? 0);
    },
    open() {
      const side = sides[active];
      const page = pageOf(side.answer.steps?.[side.at] ?? {});
      if (page !== null) window.open(page, "_blank", "noreferrer");
    },
    select(profile, number) {
      const index = sides.findIndex(({ answer }) => answer.profile === profile);
      go(index, number);
      sides[index].list.focus({ preventScroll: true });
    },
    enter(profile) {
      const index = sides.findIndex(({ answer }) => answer.profile === profile);
      if (index !== active || sides[index].at === null) go(index, sides[index].at ?? firstAlike(index));
    },
  };

  /** Returns the first step of a list that works on the same bytes as the current step of the other list. */
  function firstAlike(index) {
    const found = sides[index].list.querySelector(".is-kin");
    return found ? [...sides[index].list.children].indexOf(found) : 0;
  }

  /** Moves to step `number` of the list `index`. */
  function go(index, number, { follow = true } = {}) {
    active = index;
    const side = sides[index];
    if (!side) return;
    side.at = number;
    const step = side.answer.steps?.[number];
    sides.forEach((other, place) => {
      other.list.classList.toggle("is-active", place === index);
      if (place === index) {
        mark(other.list, number, { follow, steps: other.answer.steps ?? [] });
        markKin(other.list, other.answer.steps ?? [], null);
      } else {
        mark(other.list, null, { follow: false });
        markKin(other.list, other.answer.steps ?? [], step);
      }
    });
    stripsFrame.replaceChildren(...strips({ ...state, output: side.answer.href }, step));
    if (index === 0 && moved) stepped(number);
  }

  /** The number of the step at which list `index` differs; null for its end; undefined without a difference. */
  const divergence = (index) => (difference === null || difference.agree ? undefined : difference.sides[index].step);
  panel.replaceChildren();
  panel.classList.toggle("is-double", sides.length > 1);
  sides.forEach((side, index) => {
    side.list = stepList(side.answer, divergence(index) ?? null, does);
    const head = sides.length > 1 ? el("h3", { class: "side-title" }, side.answer.profile) : null;
    const endsHere = divergence(index) === null && difference.sides[index].did === "rejected";
    const end = side.answer.ok ? null : el("p", { class: "ending" }, endsHere && divergenceMark(), fault(side.answer.error));
    panel.append(el("div", { class: "side" }, ...[head, side.list, end, leftOut(side.answer)].filter(Boolean)));
  });
  const apart = divergence(0) !== undefined;
  if (apart) sides[1].at = divergence(1);
  go(0, clamp(state.step ?? (apart ? divergence(0) ?? Infinity : 0), sides[0]?.answer ?? {}));
  if (apart && state.step === null) align(sides.map(({ list }) => list), [0, 1].map(divergence));
  moved = true;
  return {
    focus(profile) {
      sides.find(({ answer }) => answer.profile === profile)?.list.focus({ preventScroll: true });
    },
  };
}

function clamp(number, answer) {
  return Math.max(0, Math.min(number, (answer.steps?.length ?? 0) - 1));
}
