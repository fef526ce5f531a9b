// The notation of the two fields: `\u{...}` is the character with that number, which may be a surrogate; all other
// text stands for itself. A text that contains `\u{...}` is written `\u{5c}u{...}`.

const ESCAPE = /\\u\{([0-9a-fA-F]{1,6})\}/g;

// Characters that are invisible, or that change how other text is displayed.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const UNSEEN_OR_MARK = /[\p{Mn}\p{Me}]/u;

const escapeOf = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;

/** The text that `notation` stands for. */
export function read(notation) {
  return notation.replace(ESCAPE, (escape, digits) => {
    const number = Number.parseInt(digits, 16);
    return number <= 0x10ffff ? String.fromCodePoint(number) : escape;
  });
}

/** `text` in the notation of the fields, so that reading it returns `text` again. */
export function write(text) {
  const plain = text.replace(ESCAPE, (escape) => `\\u{5c}${escape.slice(1)}`);
  return showUnseen(plain);
}

/** `notation` with invisible characters escaped. Existing escapes are unchanged. */
export function showUnseen(notation) {
  return Array.from(notation, (character) => (UNSEEN.test(character) ? escapeOf(character) : character)).join("");
}

/** The pieces of `text`: `{text, escaped}`. Invisible characters are escaped, and with `edges` spaces at the ends. */
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

/** The number of bytes of `character` in UTF-8. A lone surrogate is replaced by U+FFFD, which has three bytes too. */
function bytesOf(character) {
  const number = character.codePointAt(0);
  if (number < 0x80) return 1;
  if (number < 0x800) return 2;
  return number < 0x10000 ? 3 : 4;
}

/** The length of `text` in bytes and in characters. */
export function size(text) {
  let bytes = 0;
  let characters = 0;
  for (const character of text) {
    bytes += bytesOf(character);
    characters += 1;
  }
  return { bytes, characters };
}

/** The indices in `text`, in UTF-16 code units, of bytes `start` and `end`, extended to whole characters. */
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
