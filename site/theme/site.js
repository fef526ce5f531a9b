// The site's own script: copies addresses, and lists the vectors of a section. All links work without it.

(() => {
  "use strict";

  const el = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // A click on the name of a section also copies its address.
  document.addEventListener("click", (event) => {
    const anchor = event.target.closest?.("a.anchor");
    if (!anchor) return;
    navigator.clipboard?.writeText(anchor.href).then(() => {
      anchor.classList.add("is-copied");
      setTimeout(() => anchor.classList.remove("is-copied"), 1500);
    }, () => {});
  });

  // The vectors of each spec are loaded once, as a script: a page opened from disk can load no other data.
  const loaded = new Map();
  window.urlspecVectors = (spec, vectors) => loaded.get(spec).resolve(vectors);
  const vectorsOf = (spec) => {
    if (!loaded.has(spec)) {
      const waiting = {};
      waiting.promise = new Promise((resolve) => { waiting.resolve = resolve; });
      loaded.set(spec, waiting);
      document.head.append(el("script", { src: `../vectors/${spec}.js` }));
    }
    return loaded.get(spec).promise;
  };

  /** The numbers that `3 5-9` stands for. */
  const numbers = (ranges) => ranges.split(" ").filter(Boolean).flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

  const fill = async (details) => {
    const { spec, named, reported } = details.dataset;
    const vectors = await vectorsOf(spec);
    const item = (number, how) => {
      const [place, given, outcome] = vectors[number];
      return el("li", {},
        el("a", { href: `../vectors/${spec}.html#v${number}` }, place), how,
        el("br", {}), el("code", {}, given), " → ", el("code", {}, outcome));
    };
    details.append(el("ol", {},
      ...numbers(named).map((number) => item(number, " names it")),
      ...numbers(reported).map((number) => item(number, ""))));
  };

  // One listener in the capture phase: there are hundreds of elements, and `toggle` does not bubble.
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (details.matches?.("details.vectors") && details.open && !details.querySelector("ol")) fill(details);
  }, true);
})();
