// The two fields for texts. What stands in them is the notation of `escapes.js`: what cannot be seen is written out as
// soon as it is typed or pasted.

import { read, showUnseen, write } from "./escapes.js";

/** Makes `field` one for texts, and calls `changed` with the text when a person has changed it. */
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
    // What is half composed is not what is meant.
    if (!event.isComposing) report();
  });
  field.addEventListener("compositionend", report);
  field.addEventListener("keydown", (event) => {
    // The field has one line, as a URL has.
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

/** Makes `field` as high as what stands in it. */
function fit(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
