// The panel of steps: which list is walked through, where in it, and what the other list and the strips show of that.

import { el } from "./dom.js";
import { fault } from "./table.js";
import { leftOut, mark, markKin, stepList, strips } from "./steps.js";

/** Shows the steps of the state's profile, and of the one beside it; gives what can be done with them then. */
export function showSteps(state, answers, difference, { strips: stripsFrame, panel, stepped }) {
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

  /** Where one begins in a list that one comes to from the other: at the first step on the same bytes. */
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
        mark(other.list, number, { follow });
        markKin(other.list, other.answer.steps ?? [], null);
      } else {
        mark(other.list, null, { follow: false });
        markKin(other.list, other.answer.steps ?? [], step);
      }
    });
    stripsFrame.replaceChildren(...strips(state, step));
    if (index === 0) stepped(number);
  }

  panel.replaceChildren();
  panel.classList.toggle("is-double", sides.length > 1);
  sides.forEach((side, index) => {
    side.list = stepList(side.answer, partingOf(difference, index), does);
    const head = sides.length > 1 ? el("h3", { class: "side-title" }, side.answer.profile) : null;
    const end = side.answer.ok ? null : el("p", { class: "ending" }, fault(side.answer.error));
    panel.append(el("div", { class: "side" }, ...[head, side.list, end, leftOut(side.answer)].filter(Boolean)));
  });
  go(0, sides[0]?.at ?? 0);
  return {
    focus(profile) {
      sides.find(({ answer }) => answer.profile === profile)?.list.focus({ preventScroll: true });
    },
  };
}

/** The number of the step at which side `index` parts from the other, if the server says so. */
function partingOf(difference, index) {
  return difference?.steps?.[index] ?? null;
}

function clamp(number, answer) {
  return Math.max(0, Math.min(number, (answer.steps?.length ?? 0) - 1));
}
