// The panel of steps: the active list, the current step in it, and how the other list and the strips follow it.

import { el } from "./dom.js";
import { fault } from "./table.js";
import { differenceOf, divergenceLine } from "./divergence.js";
import { pageOf } from "./sections.js";
import { fold, leftOut, mark, markKin, divergenceMark, reveal, stepList, strips } from "./steps.js";

/**
 * Shows the steps of the state's profile, and those of the profile to compare with; returns the operations on them.
 * With `jump`, starts at the step where the two differ.
 */
export function showSteps(state, answers, differences, { jump, strips: stripsFrame, panel, stepped }) {
  const sides = [state.trace, state.beside]
    .map((profile) => answers.find((answer) => answer.profile === profile))
    .filter(Boolean)
    .map((answer, index) => ({ answer, at: index === 0 ? clamp(state.step, answer) : null, list: null }));
  let active = 0;

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
      const page = pageOf(side.answer.steps?.[side.at]?.section ?? "");
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

  /** The step to start at when the user comes from the other list: the first one on the same bytes. */
  function firstAlike(index) {
    const found = sides[index].list.querySelector(".is-kin");
    return found ? [...sides[index].list.children].indexOf(found) : 0;
  }

  /** Goes to step `number` of the list `index`. */
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
    if (index === 0) stepped(number);
  }

  const difference = differenceOf(differences, sides.map(({ answer }) => answer.profile));
  /** The step at which side `index` differs from the other; null for the end; undefined if no difference is known. */
  const divergence = (index) => (difference === null || difference.agree ? undefined : difference.sides[index].step);
  panel.replaceChildren();
  panel.classList.toggle("is-double", sides.length > 1);
  if (difference !== null) panel.append(divergenceLine(difference, (index) => does.select(sides[index].answer.profile, divergence(index))));
  sides.forEach((side, index) => {
    side.list = stepList(side.answer, divergence(index) ?? null, does);
    const head = sides.length > 1 ? el("h3", { class: "side-title" }, side.answer.profile) : null;
    const endsHere = divergence(index) === null && difference.sides[index].did === "rejected";
    const end = side.answer.ok ? null : el("p", { class: "ending" }, endsHere && divergenceMark(), fault(side.answer.error));
    panel.append(el("div", { class: "side" }, ...[head, side.list, end, leftOut(side.answer)].filter(Boolean)));
  });
  if (jump && sides.length > 1) {
    sides.forEach((side, index) => {
      side.at = divergence(index) ?? side.at;
    });
  }
  go(0, clamp(sides[0]?.at ?? 0, sides[0]?.answer ?? {}));
  if (sides.length > 1 && (jump || !sides[1].list.querySelector(".is-kin"))) reveal(sides[1].list, divergence(1) ?? 0);
  return {
    focus(profile) {
      sides.find(({ answer }) => answer.profile === profile)?.list.focus({ preventScroll: true });
    },
  };
}

function clamp(number, answer) {
  return Math.max(0, Math.min(number, (answer.steps?.length ?? 0) - 1));
}
