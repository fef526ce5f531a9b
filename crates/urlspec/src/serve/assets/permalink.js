// Converts the state to the fragment of the page's address, and back. Browsers do not send fragments to servers.

import { read, write } from "./escapes.js";

const TEXTS = ["input", "base", "pattern"];
const NAMES = ["encoding", "trace", "beside"];

/** Returns the fragment for `state`: the input, the profiles, and the other values that differ from `start`. */
export function toFragment(state, start) {
  const parts = [`input=${encodeURIComponent(write(state.input))}`];
  for (const name of ["base", "pattern"]) {
    if (state[name] !== "") parts.push(`${name}=${encodeURIComponent(write(state[name]))}`);
  }
  for (const name of NAMES) {
    if (state[name] !== start[name]) parts.push(`${name}=${encodeURIComponent(state[name])}`);
  }
  parts.push(`profiles=${state.profiles.join(",")}`);
  if (state.every) parts.push("every=1");
  if (state.step !== null) parts.push(`step=${state.step + 1}`);
  return `#${parts.join("&")}`;
}

/**
 * Returns the part of the state that `fragment` sets, and the names of profiles that are not among `known`. A link may
 * contain any text, so the values are checked.
 */
export function fromFragment(fragment, known) {
  const [said, unknown] = [{}, new Set()];
  const isKnown = (name) => known.includes(name) || (unknown.add(name), false);
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const [, name, encoded] = /^([a-z]+)=(.*)$/s.exec(part) ?? [];
    const value = decode(encoded ?? "");
    if (TEXTS.includes(name)) {
      said[name] = read(value);
    } else if (name === "encoding") {
      said.encoding = value;
    } else if (name === "profiles") {
      const names = [...new Set(value.split(","))].filter((profile) => profile !== "" && isKnown(profile));
      if (names.length > 0) said.profiles = names;
    } else if (name === "trace" || name === "beside") {
      if (value === "" ? name === "beside" : isKnown(value)) said[name] = value;
    } else if (name === "every") {
      said.every = value === "1";
    } else if (name === "step" && /^[1-9][0-9]{0,6}$/.test(value)) {
      said.step = Number(value) - 1;
    }
  }
  return { said, unknown: [...unknown] };
}

function decode(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
