// The backend of the page is the server that sent the page. The site's playground replaces this file by its own.

/** The note on the page about the programs that receive the input. */
export const WHERE = "Everything runs on the server of this page, which sends nothing elsewhere.";

/** The maximum number of attempts to send a request to a busy server. */
const PATIENCE = 3;

/** Returns the specifications and their titles. */
export const askProfiles = async () => answerOf(await ask("/api/v1/profiles"));

/** Returns the address of the site with a page for each section, or null. */
export const askSite = async () => (await answerOf(await ask("/api/v1/site"))).site;

/** Sends the request `body`, a JSON text, and returns the answer. */
export async function run(body, signal) {
  for (let turn = 1; ; turn += 1) {
    const response = await ask("/api/v1/run", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
    if (response.status !== 503 || turn === PATIENCE) return answerOf(response);
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** Fetches `path`. A browser reports a server that has stopped only as "Failed to fetch". */
async function ask(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server of this page does not answer. If it has stopped, start it again, and reload the page.");
  }
}

async function answerOf(response) {
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? `the server returned ${response.status}`);
  return answer;
}
