// The entities as a table beside the drawing: sorted by any column, narrowed by name and kind, linked with the choice.

const PORTION = 100;
const COLUMNS = [
  ["name", "Name", 1],
  ["kind", "Kind", 1],
  ["papers", "Papers", -1],
  ["first", "First year", 1],
  ["relations", "Relations", -1],
];

class Table {
  constructor(model, choose, isSeen) {
    Object.assign(this, { model, choose, isSeen, column: "papers", way: -1, chosen: null });
    this.rows = model.ranked.map((number) => this.row(model.nodes[number]));
    this.body = element("table-body");
    this.heads = COLUMNS.map(([name, words, first]) => {
      const sort = () => {
        this.way = this.column === name ? -this.way : first;
        this.column = name;
        this.show();
      };
      return make("th", { scope: "col", "data-column": name }, make("button", { type: "button", onclick: sort }, words));
    });
    element("table-head").append(...this.heads);
    const kinds = overview.kinds.filter(([kind]) => kind !== "paper").map(([kind, , many]) => make("option", { value: kind }, capital(many)));
    element("table-kind").append(make("option", { value: "" }, "All kinds"), ...kinds);
    for (const name of ["table-name", "table-kind", "table-seen"]) element(name).addEventListener("input", () => this.show());
  }

  get open() {
    return !element("table").hidden;
  }

  row(node) {
    const relations = node.claims.filter(({ kind }) => isRelation(kind));
    const years = node.claims.map(({ from }) => this.model.nodes[from].year).filter(Boolean);
    const first = years.length ? years.reduce((a, b) => Math.min(a, b)) : null;
    const folds = [node.label, ...(node.names ?? [])].map((name) => folded(name.slice(0, 400)));
    return { node, folds, name: folds[0], kind: node.kind, papers: node.papers ?? 0, first, relations: relations.length };
  }

  // The rows that are asked for, in order; a year that is not known comes last either way.
  listed() {
    const words = folded(element("table-name").value).split(/\s+/).filter(Boolean);
    const kind = element("table-kind").value;
    const seen = element("table-seen").checked;
    const rows = this.rows.filter((row) => (!kind || row.kind === kind) && (!seen || this.isSeen(row.node))
      && (!words.length || row.folds.some((name) => words.every((word) => name.includes(word)))));
    const value = (row) => row[this.column];
    const order = (a, b) => (a < b ? -1 : Number(a > b));
    return rows.sort((a, b) => Number(value(a) === null) - Number(value(b) === null)
      || this.way * order(value(a), value(b)) || b.papers - a.papers || order(a.name, b.name) || a.node.number - b.node.number);
  }

  show(chosen = this.chosen) {
    this.chosen = chosen;
    if (!this.open) return;
    for (const head of this.heads) {
      if (head.dataset.column === this.column) head.setAttribute("aria-sort", this.way > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
    const rows = this.listed();
    element("table-count").textContent = counted(rows.length, "entity", "entities");
    const at = rows.findIndex(({ node }) => node === chosen);
    this.fill(rows, Math.max(PORTION, at + 1));
    this.body.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  fill(rows, most) {
    this.body.replaceChildren(...rows.slice(0, most).map((row) => this.line(row)));
    const more = element("table-more");
    more.hidden = rows.length <= most;
    more.textContent = `Show ${Math.min(PORTION, rows.length - most)} more of ${(rows.length - most).toLocaleString("en")}`;
    more.onclick = () => {
      this.fill(rows, most + PORTION);
      this.body.children[most].querySelector("button").focus();
    };
  }

  csv() {
    const rows = this.listed().map(({ node, kind, papers, first, relations }) => [node.id, node.label, kind, papers, first, relations]);
    return [["id", "name", "kind", "papers", "first year", "relations"], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  }

  line({ node, kind, papers, first, relations }) {
    const name = make("button", { type: "button", class: "go", onclick: () => this.choose(node.id, false) }, shorten(node.label, 160));
    const numbers = [papers, first, relations].map((number) => make("td", { class: "number" }, number === null ? "" : String(number)));
    return make("tr", { "aria-current": node === this.chosen && "true" }, make("th", { scope: "row" }, sign(kind), name), make("td", {}, kind), numbers);
  }
}
