// Functions for the scripts that tests run in the page.
const one = (css) => document.querySelector(css);
const all = (css) => [...document.querySelectorAll(css)];
const texts = (css) => all(css).map((element) => element.textContent);
const rows = (name) => all('.results tbody tr').filter((row) => row.firstChild.textContent.startsWith(name));
// True if the cell of a profile in a row of the results contains a text.
const shows = (profile, name, text) =>
  rows(name).some((row) => row.querySelector(`[data-profile="${profile}"]`)?.textContent.includes(text));
// The letters that show the differences in a row without colours.
const letters = (name) =>
  [...rows(name)[0].querySelectorAll('td')].map((cell) => cell.querySelector('.letter')?.textContent ?? '');
const choose = (css, value) => {
  one(css).value = value;
  one(css).dispatchEvent(new Event('change'));
};
// The section of the current step, and the sections of the steps at which the profiles differ.
const current = () => one('[aria-selected=true].step .step-section code').textContent;
const divergence = () => texts('.is-divergence .step-section code');
const mark = () => one('#strips mark')?.textContent ?? null;
const count = () => one('[data-steps=whatwg]')?.children.length;
const overflow = () => document.documentElement.scrollWidth - innerWidth;
// True if the steps at which the profiles differ are visible in their lists, side by side.
const beside = () => {
  const places = all('.is-divergence').map((step) => {
    const [box, frame] = [step, step.parentElement].map((element) => element.getBoundingClientRect());
    return box.top >= frame.top && box.bottom <= frame.bottom ? Math.round(box.top - frame.top) : NaN;
  });
  return places[0] === places[1];
};
