// Elements made of texts: the only way in which a text gets into the page is `textContent`.

const SVG = "http://www.w3.org/2000/svg";
const OUTLINES = {
  square: "M1.5 1.5h10v10h-10z",
  dot: "M6.5 .8a5.7 5.7 0 1 0 .01 0z",
  triangle: "M6.5 .8l5.9 11h-11.8z",
  diamond: "M6.5 0l6.5 6.5l-6.5 6.5l-6.5-6.5z",
  star: "M6.5 0l1.9 4.4l4.6 .4l-3.5 3.1l1.1 4.7l-4.1-2.5l-4.1 2.5l1.1-4.7l-3.5-3.1l4.6-.4z",
};
const shapes = new Map(overview.kinds.map(([kind, , , shape]) => [kind, shape]));
const kindWords = new Map(overview.kinds.map(([kind, one, many]) => [kind, [one, many]]));

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
  return element;
}

function sign(kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "sign");
  svg.setAttribute("viewBox", "0 0 13 13");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", kindWords.get(kind)[0]);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", OUTLINES[shapes.get(kind)]);
  path.style.fill = `var(--${kind})`;
  svg.append(path);
  return svg;
}

function counted(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shorten(text, most) {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

// A link only where the address is a plain one of the web; whatever else stands in a record stays text.
function outward(address, text) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return make("span", {}, text);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return make("span", {}, text);
  return make("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, text);
}

// A passage of a paper with the mentions of some entities marked; offsets count characters, not UTF-16 units.
function passage(paper, number, entities) {
  const letters = Array.from(paper.passages[number]);
  const marked = new Array(letters.length).fill(false);
  for (const [entity, where, start, end] of paper.marks ?? []) {
    if (where === number && entities.has(entity)) marked.fill(true, start, end);
  }
  const quote = make("blockquote");
  for (let start = 0, end; start < letters.length; start = end) {
    for (end = start + 1; end < letters.length && marked[end] === marked[start]; end += 1);
    const text = letters.slice(start, end).join("");
    quote.append(marked[start] ? make("mark", {}, text) : text);
  }
  if ((paper.titles ?? []).includes(number)) quote.append(make("span", { class: "soft" }, " (title)"));
  return quote;
}
