// Shows the ids of sections (rules). They are links to their page on the site, if the server knows a site, or else to
// the published text of their document.

import { el } from "./dom.js";

let site = null;

/** Sets the address of the site to which ids link, or null. */
export function linkTo(address) {
  site = address;
}

/** Returns the address of the page of `section`, or `href`, its place in the published text; null if there is none. */
export function pageOf({ section = "", href = null }) {
  const [, spec, anchor] = /^([^#]+)#(.*)$/s.exec(section) ?? [];
  return site === null || anchor === undefined ? href : `${site}spec/${spec}.html#${anchor}`;
}

/** Shows the id of the section of `step`. The key Tab skips its link; the key Enter in the list of steps opens it. */
export function sectionId(step) {
  const href = pageOf(step);
  const id = el("code", {}, step.section);
  return href === null ? id : el("a", { href, target: "_blank", rel: "noreferrer", tabindex: "-1" }, id);
}
