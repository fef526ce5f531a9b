// Shows the ids of sections (rules). They are links if the server knows a site with a page for each section.

import { el } from "./dom.js";

let site = null;

/** Sets the address of the site to which ids link; null if ids are not links. */
export function linkTo(address) {
  site = address;
}

/** Returns the address of the page of `section`, or null if no site is known. */
export function pageOf(section) {
  const [, spec, anchor] = /^([^#]+)#(.*)$/s.exec(section) ?? [];
  return site === null || anchor === undefined ? null : `${site}spec/${spec}.html#${anchor}`;
}

/** Shows the id of a section. The key Tab skips its link; the key Enter in the list of steps opens the link. */
export function sectionId(section) {
  const href = pageOf(section);
  const id = el("code", {}, section);
  return href === null ? id : el("a", { href, target: "_blank", rel: "noreferrer", tabindex: "-1" }, id);
}
