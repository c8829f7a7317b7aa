// Search over every name the page carries, drawn or not, and over authors and identifiers of papers.

const MOST_HITS = 40;
const SHORTEST_IDENTIFIER = 4;

function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

// An identifier as people paste it: an address or a prefix before it, a version behind it.
function identifierIn(query) {
  return folded(query.trim())
    .replace(/^https?:\/\/[^/]+\/(abs\/|pdf\/|forum\?id=)?/, "")
    .replace(/^(arxiv|doi|openreview|acl|pmid):\s*/, "")
    .replace(/^(\d{4}\.\d{4,5})(v\d+)?(\.pdf)?$/, "$1");
}

// The words of a query as names of people hold them: "Pine, A." is two words, without marks.
function peopleIn(query) {
  return folded(query).replace(/[-.,;]/g, " ").split(/\s+/).filter(Boolean);
}

function identifiers(node) {
  if (node.kind !== "paper") return [];
  const known = [node.id.slice("paper/".length), ...(node.identifiers ?? [])];
  return known.map((told) => folded(told.slice(told.indexOf(":") + 1)));
}

class Search {
  constructor(input, list, model, choose) {
    Object.assign(this, { input, list, choose, model, hits: [], active: -1 });
    const rank = new Map(model.ranked.map((number, place) => [number, place]));
    this.entries = model.nodes.map((node) => ({
      node,
      names: [node.label, ...(node.names ?? [])].map((name) => folded(name.slice(0, 400))),
      authors: folded((node.authors ?? "").slice(0, 4000)),
      identifiers: identifiers(node),
      rank: rank.get(node.number) ?? model.ranked.length + node.number,
    }));
    input.addEventListener("input", () => this.seek());
    input.addEventListener("focus", () => this.seek());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.fold());
  }

  find(query) {
    const words = folded(query).split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const whole = words.join(" ");
    const score = (name) => {
      if (!words.every((word) => name.includes(word))) return 9;
      if (name === whole) return 0;
      if (name.startsWith(whole)) return 1;
      return words.every((word) => ` ${name.replace(/[-_/(]/g, " ")}`.includes(` ${word}`)) ? 2 : 3;
    };
    const identifier = identifierIn(query);
    const known = (entry) => identifier.length >= SHORTEST_IDENTIFIER && entry.identifiers.some((one) => one.startsWith(identifier));
    const people = peopleIn(query);
    const wrote = ({ authors }) => authors && people.length && people.every((word) => ` ${authors.replace(/[-.,;]/g, " ")}`.includes(` ${word}`));
    return this.entries
      .map((entry) => ({ entry, score: known(entry) ? 0 : Math.min(wrote(entry) ? 4 : 9, ...entry.names.map(score)) }))
      .filter((hit) => hit.score < 9)
      .sort((a, b) => a.score - b.score || a.entry.rank - b.entry.rank)
      .slice(0, MOST_HITS)
      .map(({ entry }) => entry.node);
  }

  seek() {
    this.hits = this.find(this.input.value);
    this.active = this.hits.length ? 0 : -1;
    const nothing = make("li", { class: "none", role: "option", "aria-disabled": "true" }, "Nothing has this name");
    const lines = this.hits.map((node, place) => {
      const line = make("li", { role: "option", id: `hit-${place}` }, sign(node.kind), make("span", { class: "name" }, shorten(node.label, 120)));
      const byline = this.byline(node);
      if (byline) line.children[1].append(make("span", { class: "soft by" }, byline));
      line.append(make("span", { class: "end" }, node.kind === "paper" ? String(node.year ?? "") : String(node.papers ?? "")));
      line.addEventListener("mousedown", (event) => {
        event.preventDefault();
        this.take(node);
      });
      return line;
    });
    const asked = this.input.value.trim() !== "";
    this.list.replaceChildren(...(asked && !lines.length ? [nothing] : lines));
    this.list.hidden = !asked;
    this.input.setAttribute("aria-expanded", String(asked));
    this.mark();
  }

  // The authors of a paper, where it was found by them.
  byline({ authors }) {
    const words = peopleIn(this.input.value);
    const those = (authors ?? "").slice(0, 4000).split(", ").filter((name) => words.some((word) => folded(name).includes(word)));
    return those.length ? ` ${shorten(those.join(", "), 80)}` : "";
  }

  mark() {
    [...this.list.children].forEach((line, place) => {
      if (line.id) line.setAttribute("aria-selected", String(place === this.active));
    });
    const line = this.active >= 0 ? this.list.children[this.active] : null;
    if (line) this.input.setAttribute("aria-activedescendant", line.id);
    else this.input.removeAttribute("aria-activedescendant");
    line?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.hits.length) {
      this.active = (this.active + step + this.hits.length) % this.hits.length;
      this.mark();
    } else if (event.key === "Enter" && this.active >= 0 && !this.list.hidden) {
      this.take(this.hits[this.active]);
    } else if (event.key === "Escape" && !this.list.hidden) {
      this.fold();
      event.stopPropagation();
    } else {
      return;
    }
    event.preventDefault();
  }

  take(node) {
    this.fold();
    this.input.value = "";
    this.choose(node.id, true);
  }

  fold() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}
