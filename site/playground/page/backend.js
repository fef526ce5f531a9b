// What answers the page: the module beside it, in the browser itself. The viewer's server has its own file of this name.

import { run as runModule } from "./wasi.js";

/** Who learns what a person types. */
export const WHERE = "Everything runs in this page; nothing that is typed leaves it.";

/** Compiled once. */
const compiled = load();

/** The specifications and their titles. */
export const askProfiles = () => ask(["profiles"], "");

/** Where the pages of sections are. */
export const askSite = async () => "../";

/** The answer to the request `body`, a text in JSON. */
export const run = (body) => ask([], body);

async function load() {
  const response = await fetch("playground.wasm");
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  // Not as it arrives: that takes a content type, which not every server knows.
  return WebAssembly.compile(await response.arrayBuffer());
}

async function ask(args, input) {
  const answer = JSON.parse(runModule(await compiled, ["playground", ...args], input));
  if (answer.ok === false) throw new Error(answer.error.message);
  return answer;
}
