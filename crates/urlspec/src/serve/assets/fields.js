// The two text fields. They contain the notation of `escapes.js`: an invisible character is escaped as soon as it is
// typed or pasted.

import { read, showUnseen, write } from "./escapes.js";

/** Makes `field` a text field, and calls `changed` with the text when the user changes it. */
export function textField(field, changed) {
  const report = () => {
    const { value, selectionStart } = field;
    const shown = showUnseen(value);
    if (shown !== value) {
      field.value = shown;
      const caret = showUnseen(value.slice(0, selectionStart)).length;
      field.setSelectionRange(caret, caret);
    }
    fit(field);
    changed(read(shown));
  };
  field.addEventListener("input", (event) => {
    // Text is not complete during composition.
    if (!event.isComposing) report();
  });
  field.addEventListener("compositionend", report);
  field.addEventListener("keydown", (event) => {
    // A URL has one line, so Enter adds none.
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      report();
    }
  });
  window.addEventListener("resize", () => fit(field));
}

/** Shows `text` in `field`. */
export function showIn(field, text) {
  const notation = write(text);
  if (read(field.value) !== text) field.value = notation;
  fit(field);
}

/** Makes `field` as high as its text. */
function fit(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
