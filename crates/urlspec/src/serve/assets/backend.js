// The backend of the page: the server that the page is from. The site's playground has its own file of this name.

/** The note about who sees the input. */
export const WHERE = "Everything runs on the server of this page, which sends nothing elsewhere.";

/** The maximum number of requests to a busy server. */
const PATIENCE = 3;

/** The specifications and their titles. */
export const askProfiles = async () => answerOf(await fetch("/api/v1/profiles"));

/** The address of the site with the pages of sections, or null. */
export const askSite = async () => (await answerOf(await fetch("/api/v1/site"))).site;

/** The answer to the request `body`, a JSON text. */
export async function run(body, signal) {
  for (let turn = 1; ; turn += 1) {
    const response = await fetch("/api/v1/run", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
    if (response.status !== 503 || turn === PATIENCE) return answerOf(response);
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function answerOf(response) {
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? `the server returned ${response.status}`);
  return answer;
}
