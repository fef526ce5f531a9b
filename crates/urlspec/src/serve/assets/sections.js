// The ids of sections, as links to their pages where the server was told of a site that has them.

import { el } from "./dom.js";

let site = null;

/** From now on ids are links to pages of the site at `address`; null for none. */
export function linkTo(address) {
  site = address;
}

/** Where the page of `section` is; null where nobody knows. */
export function pageOf(section) {
  const [, spec, anchor] = /^([^#]+)#(.*)$/s.exec(section) ?? [];
  return site === null || anchor === undefined ? null : `${site}spec/${spec}.html#${anchor}`;
}

/** The id of a section. The list that it stands in has the focus, so that Tab passes over it: there is a key for it. */
export function sectionId(section) {
  const href = pageOf(section);
  const id = el("code", {}, section);
  return href === null ? id : el("a", { href, target: "_blank", rel: "noreferrer", tabindex: "-1" }, id);
}
