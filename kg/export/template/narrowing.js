// What of the drawing is seen: by kind, line, year, support and confidence, without what was put away, or one
// neighbourhood alone. It stands in the address behind the choice, `#choice?hide=task&sure=0.5`.

const RELATED = "RELATED";
const isRelation = (kind) => kind === kind.toUpperCase();

class Narrowing {
  constructor(text = "") {
    const told = new URLSearchParams(text);
    const number = (name, least) => Math.max(least, Number(told.get(name)) || 0);
    this.kinds = new Set(told.getAll("hide"));
    this.lines = new Set(told.getAll("without"));
    this.from = number("from", 0);
    this.to = number("to", 0);
    this.support = number("support", 1);
    this.sure = Math.min(1, number("sure", 0));
    this.away = new Set(told.getAll("away"));
    this.expanded = told.getAll("expand");
    this.focus = told.get("focus");
  }

  toString() {
    const told = new URLSearchParams();
    const all = (name, values) => [...values].forEach((value) => told.append(name, value));
    all("hide", this.kinds);
    all("without", this.lines);
    all("away", this.away);
    all("expand", this.expanded);
    for (const name of ["from", "to", "sure", "focus"]) if (this[name]) told.set(name, this[name]);
    if (this.support > 1) told.set("support", this.support);
    return told.toString();
  }

  get byLine() {
    return this.lines.size > 0 || this.support > 1 || this.sure > 0 || this.from > 0 || this.to > 0;
  }

  // Whether it may leave room for what is not drawn.
  get narrows() {
    return this.focus === null && (this.byLine || this.kinds.size > 0);
  }

  // Let a node be seen that somebody asks for.
  admit(node, near) {
    this.kinds.delete(node.kind);
    this.away.delete(node.id);
    if (this.focus !== null && !near.has(node.number)) this.focus = null;
  }

  passesNode(node) {
    if (this.kinds.has(node.kind) || this.away.has(node.id)) return false;
    if (node.kind !== "paper" || (!this.from && !this.to)) return true;
    return Boolean(node.year) && node.year >= this.from && (!this.to || node.year <= this.to);
  }

  passesEdge({ kind, confidence = 1, support = 1 }) {
    if (this.lines.has(kind) || confidence < this.sure) return false;
    return !isRelation(kind) || kind === RELATED || support >= this.support;
  }

  // Of the nodes and edges that are drawn, those that are seen. A node goes with its last line; what is chosen stays.
  seen(nodes, edges, chosen, near) {
    const passing = new Set(nodes.filter((node) => {
      if (chosen.has(node.number)) return true;
      return this.passesNode(node) && (this.focus === null || near.has(node.number));
    }).map(({ number }) => number));
    const lines = edges.filter((edge) => passing.has(edge.from) && passing.has(edge.to) && this.passesEdge(edge));
    if (!this.byLine) return { nodes: passing, edges: lines };
    const joined = new Set([...chosen, ...lines.flatMap(({ from, to }) => [from, to])]);
    return { nodes: new Set([...passing].filter((number) => joined.has(number))), edges: lines };
  }
}
