// The controls that narrow the drawing. They write what they say into a narrowing; the page shows it.

class Filters {
  constructor(model, current, changed) {
    Object.assign(this, { model, current, changed });
    const counts = new Map([[RELATED, 0]]);
    for (const { kind } of model.edges.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const predicates = [...forward].filter(([predicate]) => counts.get(predicate));
    this.boxes("Roles", predicates.filter(([predicate]) => !isRelation(predicate)), counts);
    const same = counts.get(RELATED) ? [[RELATED, "same name, other kind"]] : [];
    this.boxes("Relations", [...predicates.filter(([predicate]) => isRelation(predicate)), ...same], counts);
    this.years();
    this.field("support", "Relations that at least so many papers state", { type: "number", min: 1, step: 1 });
    this.field("sure", "Confidence of at least", { type: "range", min: 0, max: 1, step: 0.05 });
    element("narrow").hidden = model.edges.size === 0;
  }

  set(change) {
    const narrowing = this.current();
    change(narrowing);
    this.changed(narrowing);
  }

  boxes(title, entries, counts) {
    if (!entries.length) return;
    const rows = entries.map(([predicate, words]) => {
      const box = make("input", { type: "checkbox", checked: true, "data-line": predicate });
      box.addEventListener("change", () => this.set(({ lines }) => (box.checked ? lines.delete(predicate) : lines.add(predicate))));
      return make("label", {}, box, capital(words), make("span", { class: "end" }, counts.get(predicate).toLocaleString("en")));
    });
    element("narrow-fields").append(make("fieldset", {}, make("legend", {}, title), rows));
  }

  years() {
    const years = this.model.nodes.map(({ year }) => year).filter(Boolean);
    if (!years.length) return;
    const bounds = { type: "number", min: years.reduce((a, b) => Math.min(a, b)), max: years.reduce((a, b) => Math.max(a, b)), step: 1 };
    this.field("from", "Papers from the year", { ...bounds, placeholder: bounds.min });
    this.field("to", "Papers up to the year", { ...bounds, placeholder: bounds.max });
  }

  field(name, words, attributes) {
    const input = make("input", { ...attributes, "data-field": name });
    const told = attributes.type === "range" ? make("span", { class: "told" }) : null;
    input.addEventListener("input", () => this.set((narrowing) => {
      narrowing[name] = Number(input.value) || (name === "support" ? 1 : 0);
    }));
    element("narrow-fields").append(make("label", { class: "field" }, words, told, input));
  }

  // Let the controls say what a narrowing says, but for the one that is being written in.
  show(narrowing) {
    for (const box of document.querySelectorAll("[data-kind]")) box.checked = !narrowing.kinds.has(box.dataset.kind);
    for (const box of document.querySelectorAll("[data-line]")) box.checked = !narrowing.lines.has(box.dataset.line);
    for (const input of document.querySelectorAll("[data-field]")) {
      const value = narrowing[input.dataset.field];
      const shown = input.type === "range" || input.dataset.field === "support" ? value : value || "";
      if (input !== document.activeElement || input.type === "range") input.value = shown;
      const told = input.parentElement.querySelector(".told");
      if (told) told.textContent = Number(value).toFixed(2);
    }
  }
}
