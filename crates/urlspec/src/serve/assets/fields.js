// The text fields for the input and the base. They use the notation of `escapes.js`: an invisible character is
// escaped as soon as it is typed or pasted.

import { read, showUnseen, write } from "./escapes.js";

/** Prepares `field` as a text field. Calls `changed` with the text when the user changes the text. */
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
    // While an input method composes characters, the text is incomplete.
    if (!event.isComposing) report();
  });
  field.addEventListener("compositionend", report);
  field.addEventListener("keydown", (event) => {
    // A URL has one line, so Enter does not add a line end.
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

/** Sets the height of `field` to that of its text. */
function fit(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
