// The ids of sections, as links to their pages if the server knows a site that has them.

import { el } from "./dom.js";

let site = null;

/** Sets the address of the site that ids link to; null for no links. */
export function linkTo(address) {
  site = address;
}

/** The address of the page of `section`; null if it is unknown. */
export function pageOf(section) {
  const [, spec, anchor] = /^([^#]+)#(.*)$/s.exec(section) ?? [];
  return site === null || anchor === undefined ? null : `${site}spec/${spec}.html#${anchor}`;
}

/** The id of a section. Tab skips the link, since the list around it has the focus; Enter in the list opens it. */
export function sectionId(section) {
  const href = pageOf(section);
  const id = el("code", {}, section);
  return href === null ? id : el("a", { href, target: "_blank", rel: "noreferrer", tabindex: "-1" }, id);
}
