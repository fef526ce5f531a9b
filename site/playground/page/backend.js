// The backend of the page: the WebAssembly module next to it, which runs in the browser. The viewer's server has its own
// file of this name.

import { run as runModule } from "./wasi.js";

/** The note about who sees the input. */
export const WHERE = "Everything runs in this page; your input never leaves it.";

/** The module, which is compiled once. */
const compiled = load();

/** The specifications and their titles. */
export const askProfiles = () => ask(["profiles"], "");

/** The address of the site with the pages of sections. */
export const askSite = async () => "../";

/** The answer to the request `body`, a JSON text. */
export const run = (body) => ask([], body);

async function load() {
  const response = await fetch("playground.wasm");
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  // Not `compileStreaming`, which requires a content type that not every server sends.
  return WebAssembly.compile(await response.arrayBuffer());
}

async function ask(args, input) {
  const answer = JSON.parse(runModule(await compiled, ["playground", ...args], input));
  if (answer.ok === false) throw new Error(answer.error.message);
  return answer;
}
