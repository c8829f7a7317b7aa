// The network on the canvas: what is drawn, where, and what is chosen. vis-network holds it, the painter paints it.

const SMALL_STEP = 0.8;
const LARGEST_FIT = 1.5;
const NEAR_FIT = 1.15;
const SMALLEST_FIT = 0.1;
const EXPANDED = 12;
const STRETCHED = 1.8;
const SIDES = 70; // pixels left for names at the sides of what is brought into view, and …
const [ABOVE, BELOW] = [54, 66]; // … for buttons above and below it
const FOCUSED = 36;
const FILLED = 60; // entities, and papers, up to which a narrowing is filled
const PAPER_LINES = 4;

const DRAWN_FOR_ALL = {
  role: "application",
  "aria-label": "Drawing of the network: arrow keys move it, plus and minus zoom. Everything in it can also be reached by the search, the lists and the table.",
};

const COLOURS = ["ground", "ink", "soft", "edge", "strong-edge", "area"];

const ofNode = (id) => Number(id.slice(1));

// A node of the overview with what the painter needs; vis-network shall not write its label.
const toPaint = ({ id, kind, label, shape, size, font, area, x, y }) => ({ id, kind, name: label, shape, size, letters: font.size, area, x, y });

// Nodes drawn apart along one axis until their drawing has the shape of the stage, which is laid out for none.
function stretched(nodes, { clientWidth, clientHeight }) {
  const spread = (axis) => Math.max(1, ...nodes.map((node) => node[axis])) - Math.min(0, ...nodes.map((node) => node[axis]));
  const wanted = clientWidth / clientHeight / (spread("x") / spread("y"));
  const [wide, high] = [within(1, wanted, STRETCHED), within(1, 1 / wanted, STRETCHED)];
  return nodes.map((node) => ({ ...node, x: node.x * wide, y: node.y * high }));
}

class Drawing {
  constructor(container, covered, onChoice) {
    this.covered = covered;
    this.before = null;
    this.chosen = null;
    this.narrowing = new Narrowing();
    this.near = new Set(); // numbers of the neighbourhood in focus
    this.moved = new Map(); // where nodes stood before a neighbourhood was laid out
    this.arranged = "";
    this.nodes = new vis.DataSet(stretched(overview.nodes.map(toPaint), container));
    this.edges = new vis.DataSet(overview.edges);
    this.first = new Set([...this.nodes.getIds(), ...this.edges.getIds()]);
    this.seenNodes = new Set(this.nodes.getIds());
    this.seenEdges = new Set(this.edges.getIds());
    this.view = new vis.DataView(this.nodes, { filter: ({ id }) => this.seenNodes.has(id) });
    this.lines = new vis.DataView(this.edges, { filter: ({ id }) => this.seenEdges.has(id) });
    this.network = new vis.Network(container, { nodes: this.view, edges: this.lines }, overview.options);
    this.painter = new Painter(this.network, () => this.seenNow());
    this.borrowed = [];
    this.fit();
    Object.entries(DRAWN_FOR_ALL).forEach(([name, value]) => container.firstChild.setAttribute(name, value));
    this.network.on("click", ({ nodes, edges, pointer }) => {
      const node = nodes[0] ?? this.painter.nameAt(pointer.DOM);
      onChoice(node, node === null ? edges[0] ?? null : null);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.painter.change());
  }

  fit(animated = false) {
    this.frame(this.view.getIds(), SMALLEST_FIT, LARGEST_FIT, animated);
  }

  // Move and zoom so that some nodes fill the part of the stage that no panel covers; where they would become too small
  // to read, only the first is brought to its middle.
  frame(ids, least, most, animated) {
    const spots = ids.map((id) => this.nodes.get(id)).filter(Boolean);
    if (!spots.length) return;
    const left = Math.min(...spots.map(({ x, size }) => x - size));
    const right = Math.max(...spots.map(({ x, size }) => x + size));
    const top = Math.min(...spots.map(({ y, size }) => y - size));
    const bottom = Math.max(...spots.map(({ y, size }) => y + size));
    const { clientWidth, clientHeight } = this.network.body.container;
    const covered = this.covered();
    const sides = Math.min(SIDES, clientWidth / 10);
    const scale = Math.min((clientWidth - covered - 2 * sides) / (right - left), (clientHeight - ABOVE - BELOW) / (bottom - top), most);
    const shift = { x: -covered / 2, y: (ABOVE - BELOW) / 2 };
    if (scale >= least) return this.move({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale, shift, animated);
    return this.move(spots[0], least, shift, animated);
  }

  move(position, scale, shift, animated) {
    const still = !animated || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.network.moveTo({ position, scale, offset: shift, animation: still ? false : { duration: 350 } });
  }

  zoom(factor) {
    this.network.moveTo({ scale: Math.min(6, Math.max(0.1, this.network.getScale() * factor)) });
  }

  has(number) {
    return this.nodes.get(`n${number}`) !== null;
  }

  // See what a narrowing lets through of what is drawn, and draw what it asks for besides.
  narrow(model, narrowing) {
    const asked = JSON.stringify([narrowing.expanded, narrowing.focus, narrowing.narrows && String(narrowing)]);
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
    this.painter.change();
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
    if (narrowing.narrows) this.fill(model, narrowing);
  }

  // Where a narrowing leaves room, draw what matters most of all that it lets through: entities, then papers that most
  // lines tie to what is drawn.
  fill(model, narrowing) {
    const passes = (number) => narrowing.passesNode(model.nodes[number]);
    const lines = [...model.edges.values()].filter((edge) => narrowing.passesEdge(edge) && passes(edge.from) && passes(edge.to));
    const isPaper = (number) => model.nodes[number].kind === "paper";
    const ties = new Map();
    const tie = (number) => ties.set(number, (ties.get(number) ?? 0) + 1);
    lines.forEach(({ from, to }) => [from, to].forEach((end) => isPaper(end) || tie(end)));
    const rank = new Map(model.ranked.map((number, place) => [number, place]));
    this.admit(model, lines, ties, (number) => rank.get(number));
    ties.clear();
    lines.forEach(({ from, to }) => isPaper(from) && this.has(to) && tie(from));
    this.admit(model, lines, ties, (number) => number);
  }

  admit(model, lines, ties, rank) {
    const tied = new Set(lines.flatMap(({ from, to }) => (this.has(from) && this.has(to) ? [from, to] : [])));
    const standing = [...tied].filter((number) => ties.has(number)).length;
    const best = [...ties.keys()].filter((number) => !this.has(number)).sort((a, b) => ties.get(b) - ties.get(a) || rank(a) - rank(b));
    for (const number of best.slice(0, Math.max(0, FILLED - standing))) {
      const mine = lines.filter(({ from, to }) => (from === number && this.has(to)) || (to === number && this.has(from)));
      this.bring(model, model.nodes[number], mine.slice(0, PAPER_LINES));
    }
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
    const { clientWidth, clientHeight } = this.network.body.container;
    const places = around(looks[0], looks.slice(1), within(0.6, (clientWidth - this.covered(true)) / clientHeight, 2));
    looks.forEach(({ id, x, y }) => this.moved.set(id, { x, y }));
    this.nodes.update(looks.map(({ id }, place) => ({ id, ...places[place] })));
  }

  // Draw a node that the overview leaves out, beside those it belongs to, and its edges to what is drawn.
  bring(model, node, edges = edgesOf(model, node)) {
    if (this.has(node.number)) return;
    const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
    const places = [...ends].filter((number) => this.has(number)).map((number) => this.nodes.get(`n${number}`));
    const spot = this.freeSpot(places);
    const entity = node.kind !== "paper";
    this.nodes.add({
      id: `n${node.number}`, kind: node.kind, name: wrapped(node.label.slice(0, 200), entity ? 20 : 22), shape: shapes.get(node.kind),
      size: entity ? 9 : 6, letters: entity ? 13 : 12, ...spot,
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
    if (this.before) this.move(this.before.position, this.before.scale, { x: 0, y: 0 }, true);
    this.before = null;
  }

  // What the painter is to paint: what is seen, those that matter most first.
  seenNow() {
    const rules = getComputedStyle(document.documentElement);
    const colours = Object.fromEntries([...shapes.keys(), ...COLOURS].map((name) => [name, rules.getPropertyValue(`--${name}`).trim()]));
    const { chosen } = this;
    const nodes = this.view.get().map((node) => {
      const number = ofNode(node.id);
      const [first, near] = [Boolean(chosen?.first.includes(number)), !chosen || chosen.nodes.has(number)];
      return { ...node, first, near, asked: first || (Boolean(chosen) && near) || this.near.has(number) };
    });
    const rank = ({ id, first, near, kind, size }) => [!first, !near, kind === "paper", -size, ofNode(id)];
    nodes.sort((a, b) => compared(rank(a), rank(b)));
    const edges = this.lines.get().map((edge) => {
      const mine = Boolean(chosen?.edges.has(edge.id));
      const strong = mine || isRelation(edge.kind) || edge.kind === "proposed";
      return { ...edge, arrow: edge.arrows === "to", near: !chosen || mine, chosen: mine, colour: colours[strong ? "strong-edge" : "edge"] };
    });
    return { nodes, edges, colours, named: overview.named };
  }
}
