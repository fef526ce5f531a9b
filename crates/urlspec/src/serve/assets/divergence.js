// Shows the difference of two specifications: the component, the bytes, and the effect of the rule of each.

import { el, place, visible } from "./dom.js";
import { sectionId } from "./sections.js";

/** Returns the difference of the two `profiles` in `differences`; null if the server has not reported it. */
export function differenceOf(differences, profiles) {
  const found = differences.find((difference) => difference.profiles.every((profile, index) => profile === profiles[index]));
  return profiles.length === 2 && found ? found : null;
}

/** Describes `difference` in words, with a column for each specification. `go` moves to the step of a rule. */
export function divergenceLine(difference, go) {
  if (difference.agree) return el("p", { class: "divergence-line" }, "These two agree.");
  const { component, sides } = difference;
  const where = `They differ ${component ? `in the ${component}, ` : ""}at ${difference.span[0] === difference.span[1] ? "byte" : "bytes"} `;
  const at = difference.span[0] === difference.span[1] ? `${difference.source === "base" ? "base " : ""}${difference.span[0]}` : place(difference);
  return el("div", { class: "divergence-line" },
    el("p", {}, where, el("strong", {}, at), "."),
    el("div", { class: "divergence-sides" }, ...sides.map((side, index) => sideOf(side, difference.profiles[index], () => go(index)))));
}

function sideOf(side, profile, go) {
  return el("p", { class: "divergence-side" },
    el("span", { class: "divergence-did" }, ...did(side)),
    el("span", { class: "step-section" }, sectionId(side.section), ` ${side.title}`),
    side.step !== null && el("button", { type: "button", class: "quiet", "data-go": profile, "aria-label": `Go to the step of ${profile}`, click: go }, `Step ${side.step + 1}`));
}

/** Describes the effect of the rule of one specification, in words and texts. */
function did({ did: what, from, to, reason, component }) {
  switch (what) {
    case "rejected": return ["rejects it: ", el("code", {}, reason)];
    case "changed":
      if (to === "") return ["drops ", visible(from)];
      if (from === "") return ["inserts ", visible(to)];
      return ["changes ", visible(from), " to ", visible(to)];
    case "kept": return from === "" ? ["leaves it empty"] : ["keeps ", visible(from)];
    case "read-as": return ["reads it as the ", component];
    case "passed": return ["skips it"];
    case "left-out": return ["leaves it out"];
    default: return [what];
  }
}
