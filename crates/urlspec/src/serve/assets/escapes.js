// The notation of the two fields: `\u{...}` is the character with that number, which may be a surrogate; all other
// text stands for itself. A text that contains `\u{...}` is written `\u{5c}u{...}`.

const ESCAPE = /\\u\{([0-9a-fA-F]{1,6})\}/g;

// Characters that are invisible, or that change how other text is displayed.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const UNSEEN_OR_MARK = /[\p{Mn}\p{Me}]/u;

const escapeOf = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;

/** Returns the text that `notation`, the content of a field, represents. */
export function read(notation) {
  return notation.replace(ESCAPE, (escape, digits) => {
    const number = Number.parseInt(digits, 16);
    return number <= 0x10ffff ? String.fromCodePoint(number) : escape;
  });
}

/** Returns `text` in the notation of the fields. `read` converts it back. */
export function write(text) {
  const plain = text.replace(ESCAPE, (escape) => `\\u{5c}${escape.slice(1)}`);
  return showUnseen(plain);
}

/** Returns `notation` with invisible characters escaped. Existing escapes are unchanged. */
export function showUnseen(notation) {
  return Array.from(notation, (character) => (UNSEEN.test(character) ? escapeOf(character) : character)).join("");
}

/** Splits `text` into pieces `{text, escaped}`. Escapes invisible characters, and with `edges` spaces at the ends. */
export function pieces(text, { edges = true } = {}) {
  const found = [];
  const leading = edges ? text.length - text.replace(/^ +/, "").length : 0;
  const trailing = edges ? text.replace(/ +$/, "").length : text.length;
  let at = 0;
  for (const character of text) {
    const atEdge = at < leading || at >= trailing;
    const escaped = atEdge || UNSEEN.test(character) || UNSEEN_OR_MARK.test(character);
    const last = found.at(-1);
    if (escaped) {
      found.push({ text: escapeOf(character), escaped });
    } else if (last && !last.escaped) {
      last.text += character;
    } else {
      found.push({ text: character, escaped });
    }
    at += character.length;
  }
  return found;
}

/** Returns the number of bytes of `character` in UTF-8. A lone surrogate counts as U+FFFD, which has three bytes. */
function bytesOf(character) {
  const number = character.codePointAt(0);
  if (number < 0x80) return 1;
  if (number < 0x800) return 2;
  return number < 0x10000 ? 3 : 4;
}

/** Returns the length of `text` in bytes of UTF-8 and in characters. */
export function size(text) {
  let bytes = 0;
  let characters = 0;
  for (const character of text) {
    bytes += bytesOf(character);
    characters += 1;
  }
  return { bytes, characters };
}

/** Converts a span in bytes of UTF-8 to indices in `text` (UTF-16), extended to whole characters. */
export function placesOfBytes(text, start, end) {
  let [bytes, at, from, to] = [0, 0, null, null];
  for (const character of text) {
    const next = bytes + bytesOf(character);
    if (from === null && next > start) from = at;
    if (to === null && bytes >= end) to = at;
    [bytes, at] = [next, at + character.length];
  }
  from ??= text.length;
  return [from, Math.max(from, to ?? text.length)];
}
