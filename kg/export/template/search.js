// Search over every name the page carries, drawn or not.

const MOST_HITS = 40;

function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

class Search {
  constructor(input, list, model, choose) {
    Object.assign(this, { input, list, choose, model, hits: [], active: -1 });
    const rank = new Map(model.ranked.map((number, place) => [number, place]));
    this.entries = model.nodes.map((node) => ({
      node,
      names: [node.label, ...(node.names ?? [])].map((name) => folded(name.slice(0, 400))),
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
    return this.entries
      .map((entry) => ({ entry, score: Math.min(...entry.names.map(score)) }))
      .filter((hit) => hit.score < 9)
      .sort((a, b) => a.score - b.score || a.entry.rank - b.entry.rank)
      .slice(0, MOST_HITS)
      .map(({ entry }) => entry.node);
  }

  seek() {
    this.hits = this.find(this.input.value);
    this.active = this.hits.length ? 0 : -1;
    const nothing = make("li", { class: "none" }, "Nothing has this name");
    const lines = this.hits.map((node, place) => {
      const line = make("li", { role: "option", id: `hit-${place}` }, sign(node.kind), make("span", { class: "name" }, shorten(node.label, 120)));
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
