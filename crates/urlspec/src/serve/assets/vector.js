// The button "Copy as test vector": copies the input and the result of a profile, in the format of the test data of
// web-platform-tests (urltestdata.json).

/** Returns the vector for `answer`; null if the document of the profile does not define serialization. */
export function vectorOf({ input, base }, answer) {
  const given = { input, base: base === "" ? null : base };
  if (!answer.ok) return { ...given, failure: true };
  if (answer.href === undefined) return null;
  const { href, scheme = "", user = "", password = "", host = "", port = "", path = "", query = "", fragment = "" } = answer;
  return {
    ...given,
    href,
    protocol: `${scheme}:`,
    username: user,
    password,
    host: port === "" ? host : `${host}:${port}`,
    hostname: host,
    port,
    pathname: path,
    search: query === "" ? "" : `?${query}`,
    hash: fragment === "" ? "" : `#${fragment}`,
  };
}

/** Returns the vector as JSON. All characters that are not ASCII are escaped, including lone surrogates. */
export function vectorText(vector) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(vector, null, 2).replace(/[\u007f-\uffff]/g, escape);
}
