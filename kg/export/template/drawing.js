// The network on the canvas: vis-network draws, this decides what it draws and in which colours.

const SMALL_STEP = 0.8;
const FRAME = 24;
const LARGEST_FIT = 1.5;
const NEAR_FIT = 1.15;
const SMALLEST_FIT = 0.1;

class Drawing {
  constructor(container, covered, onChoice) {
    this.covered = covered;
    this.before = null;
    this.hidden = new Set();
    this.chosen = null;
    this.nodes = new vis.DataSet(overview.nodes.map((node) => ({ ...node, threshold: node.scaling?.label.drawThreshold })));
    this.edges = new vis.DataSet(overview.edges);
    this.view = new vis.DataView(this.nodes, { filter: (node) => !this.hidden.has(node.kind) });
    this.network = new vis.Network(container, { nodes: this.view, edges: this.edges }, overview.options);
    this.borrowed = [];
    this.style();
    this.fit();
    this.network.on("click", ({ nodes, edges }) => onChoice(nodes[0] ?? null, nodes.length ? null : edges[0] ?? null));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.style());
  }

  fit(animated = false) {
    this.frame(this.view.getIds(), SMALLEST_FIT, LARGEST_FIT, animated);
  }

  // Move and zoom so that some nodes fill the part of the stage that no panel covers; where they would become too small
  // to read, only the first is brought to its middle.
  frame(ids, least, most, animated) {
    const boxes = ids.map((id) => this.network.getBoundingBox(id)).filter((box) => box && Number.isFinite(box.left));
    if (!boxes.length) return;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const { clientWidth, clientHeight } = this.network.body.container;
    const covered = this.covered();
    const scale = Math.min((clientWidth - covered - 2 * FRAME) / (right - left), (clientHeight - 2 * FRAME) / (bottom - top), most);
    if (scale >= least) return this.move({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale, -covered / 2, animated);
    return this.move(this.network.getPosition(ids[0]), least, -covered / 2, animated);
  }

  move(position, scale, shift, animated) {
    const still = !animated || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.network.moveTo({ position, scale, offset: { x: shift, y: 0 }, animation: still ? false : { duration: 350 } });
  }

  zoom(factor) {
    this.network.moveTo({ scale: Math.min(6, Math.max(0.1, this.network.getScale() * factor)) });
  }

  has(number) {
    return this.nodes.get(`n${number}`) !== null;
  }

  hide(kind, hidden) {
    if (hidden) this.hidden.add(kind);
    else this.hidden.delete(kind);
    this.view.refresh();
  }

  // Draw a node that the overview leaves out, beside those it belongs to, and its edges to what is drawn.
  bring(model, node) {
    if (this.hidden.has(node.kind)) this.hide(node.kind, false);
    if (this.has(node.number)) return;
    const edges = edgesOf(model, node);
    const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
    const places = [...ends].filter((number) => this.has(number)).map((number) => this.nodes.get(`n${number}`));
    const spot = this.freeSpot(places);
    const entity = node.kind !== "paper";
    this.nodes.add({
      id: `n${node.number}`, kind: node.kind, label: shorten(node.label, 24), shape: shapes.get(node.kind),
      size: entity ? 9 : 6, font: { size: entity ? 13 : 11 }, ...spot,
    });
    this.borrow(edges, []);
  }

  freeSpot(places) {
    const from = places.length ? places : [this.network.getViewPosition()];
    const middle = (axis) => from.reduce((sum, place) => sum + place[axis], 0) / from.length;
    const taken = this.nodes.get();
    for (let step = 1; ; step += 1) {
      const spot = { x: Math.round(middle("x") + 26 * step ** 0.7 * Math.cos(step)), y: Math.round(middle("y") + 18 * step ** 0.7 * Math.sin(step)) };
      if (taken.every(({ x, y }) => Math.abs(x - spot.x) > 120 || Math.abs(y - spot.y) > 48)) return spot;
    }
  }

  // Add edges between drawn nodes that the overview leaves out; those lent for one choice are taken back at the next.
  borrow(edges, lent = this.borrowed) {
    for (const { id, from, to, kind } of edges) {
      if (this.edges.get(id) === null && this.has(from) && this.has(to)) {
        const relation = kind === kind.toUpperCase();
        this.edges.add({ id, from: `n${from}`, to: `n${to}`, kind, width: 1, arrows: relation && kind !== "RELATED" ? "to" : "" });
        lent.push(id);
      }
    }
  }

  giveBack() {
    this.edges.remove(this.borrowed);
    this.borrowed = [];
  }

  // Show one node with its neighbours, or one edge with its ends, before everything else.
  chooseNode(model, node) {
    this.giveBack();
    this.bring(model, node);
    const edges = edgesOf(model, node);
    this.borrow(edges);
    const links = node.links.filter(({ paper }) => this.has(paper)).map(({ paper }) => paper);
    const near = new Set([node.number, ...edges.flatMap(({ from, to }) => [from, to]), ...links]);
    this.choose({ nodes: near, edges: new Set(edges.map(({ id }) => id)), first: [node.number] });
  }

  chooseEdge(model, edge) {
    this.giveBack();
    for (const end of [edge.from, edge.to]) this.bring(model, model.nodes[end]);
    this.borrow([edge]);
    this.choose({ nodes: new Set([edge.from, edge.to]), edges: new Set([edge.id]), first: [edge.from, edge.to] });
  }

  choose(chosen) {
    this.before ??= { position: this.network.getViewPosition(), scale: this.network.getScale() };
    this.chosen = chosen;
    this.style();
    const drawn = [...chosen.first, ...chosen.nodes].filter((number) => this.has(number)).map((number) => `n${number}`);
    this.frame(drawn, Math.min(NEAR_FIT, this.before.scale), NEAR_FIT, true);
  }

  chooseNothing() {
    this.giveBack();
    this.chosen = null;
    this.style();
    if (this.before) this.move(this.before.position, this.before.scale, 0, true);
    this.before = null;
  }

  style() {
    const rules = getComputedStyle(document.documentElement);
    const colour = (name) => rules.getPropertyValue(`--${name}`).trim();
    const [ground, ink, soft] = ["ground", "ink", "soft"].map(colour);
    const near = ({ id }) => this.chosen === null || this.chosen.nodes.has(Number(id.slice(1)));
    this.nodes.update(this.nodes.get().map((node) => {
      const first = this.chosen?.first.includes(Number(node.id.slice(1)));
      const own = { background: colour(node.kind), border: first ? ink : ground };
      const words = near(node) ? (node.kind === "paper" && !first ? soft : ink) : `${soft}38`;
      return {
        id: node.id, opacity: near(node) ? 1 : 0.18, borderWidth: first ? 2 : 1, borderWidthSelected: first ? 2 : 1,
        scaling: { label: { drawThreshold: this.chosen !== null && near(node) ? 6 : node.threshold ?? 6 } },
        color: { ...own, highlight: own, hover: own },
        font: { ...node.font, color: words, face: "system-ui, sans-serif", strokeWidth: 3, strokeColor: ground },
      };
    }));
    this.edges.update(this.edges.get().map((edge) => {
      const chosen = this.chosen === null || this.chosen.edges.has(edge.id);
      const strong = this.chosen !== null || edge.kind === edge.kind.toUpperCase() || edge.kind === "proposed";
      const line = strong ? colour("strong-edge") : colour("edge");
      return { id: edge.id, color: { color: line, highlight: line, hover: ink, opacity: chosen ? 1 : 0.12 } };
    }));
  }
}
