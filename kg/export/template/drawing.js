// The network on the canvas: vis-network draws, this decides what it draws, where, and in which colours.

const SMALL_STEP = 0.8;
const FRAME = 24;
const LARGEST_FIT = 1.5;
const NEAR_FIT = 1.15;
const SMALLEST_FIT = 0.1;
const SMALLEST_LABEL = 6;
const NEAR_LABEL = 16;
const EXPANDED = 12;
const FOCUSED = 36;

const DRAWN_FOR_ALL = {
  role: "application",
  "aria-label": "Drawing of the network: arrow keys move it, plus and minus zoom. Everything in it can also be reached by the search, the lists and the table.",
};

const ofNode = (id) => Number(id.slice(1));

class Drawing {
  constructor(container, covered, onChoice) {
    this.covered = covered;
    this.before = null;
    this.chosen = null;
    this.narrowing = new Narrowing();
    this.near = new Set(); // numbers of the neighbourhood in focus
    this.moved = new Map(); // where nodes stood before a neighbourhood was laid out
    this.arranged = "";
    this.nodes = new vis.DataSet(overview.nodes.map((node) => ({ ...node, threshold: node.scaling?.label.drawThreshold })));
    this.edges = new vis.DataSet(overview.edges);
    this.first = new Set([...this.nodes.getIds(), ...this.edges.getIds()]);
    this.seenNodes = new Set(this.nodes.getIds());
    this.seenEdges = new Set(this.edges.getIds());
    this.view = new vis.DataView(this.nodes, { filter: ({ id }) => this.seenNodes.has(id) });
    this.lines = new vis.DataView(this.edges, { filter: ({ id }) => this.seenEdges.has(id) });
    this.network = new vis.Network(container, { nodes: this.view, edges: this.lines }, overview.options);
    this.borrowed = [];
    this.style();
    this.fit();
    Object.entries(DRAWN_FOR_ALL).forEach(([name, value]) => container.firstChild.setAttribute(name, value));
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

  // See what a narrowing lets through of what is drawn, and draw what it asks for besides.
  narrow(model, narrowing) {
    const asked = JSON.stringify([narrowing.expanded, narrowing.focus]);
    this.narrowing = narrowing;
    if (asked !== this.arranged) this.arrange(model, narrowing);
    this.arranged = asked;
    this.see(model);
  }

  see(model) {
    const nodes = this.nodes.getIds().map((id) => model.nodes[ofNode(id)]);
    const edges = this.edges.getIds().map((id) => model.edges.get(id));
    const chosen = new Set(this.chosen?.first);
    const seen = this.narrowing.seen(nodes, edges, chosen, this.near);
    this.seenNodes = new Set([...seen.nodes].map((number) => `n${number}`));
    this.seenEdges = new Set(seen.edges.map(({ id }) => id));
    this.view.refresh();
    this.lines.refresh();
  }

  // Undo what was brought in and moved, then bring in and move what is asked for.
  arrange(model, narrowing) {
    this.nodes.update([...this.moved].map(([id, place]) => ({ id, ...place })));
    this.moved.clear();
    this.near.clear();
    this.nodes.remove(this.nodes.getIds().filter((id) => !this.first.has(id)));
    this.edges.remove(this.edges.getIds().filter((id) => !this.first.has(id)));
    this.borrowed = [];
    for (const id of narrowing.expanded) if (model.byId.has(id)) this.expand(model, model.byId.get(id));
    const centre = model.byId.get(narrowing.focus);
    if (centre) this.focus(model, centre);
    else narrowing.focus = null;
  }

  expand(model, node) {
    this.bring(model, node);
    for (const number of this.missing(model, node).slice(0, EXPANDED)) this.bring(model, model.nodes[number]);
  }

  missing(model, node) {
    return neighbours(model, node).filter((number) => !this.has(number));
  }

  focus(model, centre) {
    const others = neighbours(model, centre).slice(0, FOCUSED).sort((a, b) => kindPlace(model.nodes[a]) - kindPlace(model.nodes[b]));
    this.near = new Set([centre.number, ...others]);
    this.bring(model, centre);
    for (const number of others) this.bring(model, model.nodes[number]);
    const looks = [centre.number, ...others].map((number) => this.nodes.get(`n${number}`));
    const places = around(looks[0], looks.slice(1));
    looks.forEach(({ id, x, y }) => this.moved.set(id, { x, y }));
    this.nodes.update(looks.map(({ id }, place) => ({ id, ...places[place] })));
  }

  // Draw a node that the overview leaves out, beside those it belongs to, and its edges to what is drawn.
  bring(model, node) {
    if (this.has(node.number)) return;
    const edges = edgesOf(model, node);
    const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
    const places = [...ends].filter((number) => this.has(number)).map((number) => this.nodes.get(`n${number}`));
    const spot = this.freeSpot(places);
    const entity = node.kind !== "paper";
    this.nodes.add({
      id: `n${node.number}`, kind: node.kind, label: wrapped(node.label.slice(0, 200), entity ? 20 : 22), shape: shapes.get(node.kind),
      size: entity ? 9 : 6, font: { size: entity ? 13 : 12 }, ...spot,
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
        const arrow = isRelation(kind) && kind !== RELATED;
        this.edges.add({ id, from: `n${from}`, to: `n${to}`, kind, width: kind === "proposed" ? 2 : 1, arrows: arrow ? "to" : "" });
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
    this.choose(model, { nodes: near, edges: new Set(edges.map(({ id }) => id)), first: [node.number] });
  }

  chooseEdge(model, edge) {
    this.giveBack();
    for (const end of [edge.from, edge.to]) this.bring(model, model.nodes[end]);
    this.borrow([edge]);
    this.choose(model, { nodes: new Set([edge.from, edge.to]), edges: new Set([edge.id]), first: [edge.from, edge.to] });
  }

  choose(model, chosen) {
    this.before ??= { position: this.network.getViewPosition(), scale: this.network.getScale() };
    this.chosen = chosen;
    this.see(model);
    this.style();
  }

  // Bring what is chosen to where it is not covered.
  showChosen() {
    const { chosen } = this;
    const ids = [...chosen.first, ...chosen.nodes].map((number) => `n${number}`).filter((id) => this.seenNodes.has(id));
    const least = this.near.size ? SMALLEST_FIT : Math.min(NEAR_FIT, this.before.scale);
    this.frame(ids, least, NEAR_FIT, true);
  }

  chooseNothing(model) {
    this.giveBack();
    this.chosen = null;
    this.see(model);
    this.style();
    if (this.before) this.move(this.before.position, this.before.scale, 0, true);
    this.before = null;
  }

  // Where labels go: all where they were laid out, or where they do not lie on those of what is chosen.
  labelShifts() {
    if (this.chosen === null) return new Map();
    const seen = this.view.get();
    const rank = ({ id, kind, size }) => [!this.chosen.first.includes(ofNode(id)), kind === "paper", -size];
    const near = seen.filter(({ id }) => this.chosen.nodes.has(ofNode(id))).sort((a, b) => compared(rank(a), rank(b)));
    return placeLabels(near, seen.filter((node) => !near.includes(node) && !node.threshold));
  }

  style() {
    const rules = getComputedStyle(document.documentElement);
    const colour = (name) => rules.getPropertyValue(`--${name}`).trim();
    const [ground, ink, soft] = ["ground", "ink", "soft"].map(colour);
    const near = ({ id }) => this.chosen === null || this.chosen.nodes.has(ofNode(id));
    const shifts = this.labelShifts();
    this.nodes.update(this.nodes.get().map((node) => {
      const first = this.chosen?.first.includes(ofNode(node.id));
      const own = { background: colour(node.kind), border: first ? ink : ground };
      const words = near(node) ? (node.kind === "paper" && !first ? soft : ink) : `${soft}38`;
      const placed = shifts.get(node.id) ?? null;
      const least = this.chosen === null || !near(node) ? (shifts.has(node.id) ? Infinity : node.threshold ?? SMALLEST_LABEL) : placed === null ? NEAR_LABEL : SMALLEST_LABEL;
      return {
        id: node.id, opacity: near(node) ? 1 : 0.18, borderWidth: first ? 2 : 1, borderWidthSelected: first ? 2 : 1,
        scaling: { label: { drawThreshold: least } },
        color: { ...own, highlight: own, hover: own },
        font: { ...node.font, color: words, face: FACE, strokeWidth: 3, strokeColor: ground, vadjust: placed ?? 0 },
      };
    }));
    this.edges.update(this.edges.get().map((edge) => {
      const chosen = this.chosen === null || this.chosen.edges.has(edge.id);
      const strong = this.chosen !== null || isRelation(edge.kind) || edge.kind === "proposed";
      const line = strong ? colour("strong-edge") : colour("edge");
      return { id: edge.id, color: { color: line, highlight: line, hover: ink, opacity: chosen ? 1 : 0.12 } };
    }));
  }
}
