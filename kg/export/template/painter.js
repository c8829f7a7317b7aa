// How a frame is painted. vis-network keeps the view and tells what lies under the pointer; it would paint each line and
// each letter anew at every step of a zoom. Here lines and shapes are paths made once, and names are pictures made once:
// of the same size on the screen however far one zooms, and only where they lie on nothing else.

const GLANCE = 1.05; // zoom between two placings of names
const SMALL = 10; // pixels of a shape; the name of a larger one may cover papers, and from afar whatever matters less
const CRAMPED = 0.7;
const LETTERS = [0.85, 1, 1.15, 1.3]; // sizes of letters, those of the layout being 1
const NEAR = 1.3; // zoom from which papers bear their names where there are many
const FADED = 0.15;
const FAINT = 0.4; // of a line between two communities, which crosses those between them
const ARROW = 8;
const RIM = 1.5;
const LEFT_OUT = { drawExternalLabels: () => {} };

const lettersAt = (scale) => LETTERS.findLast((size) => size <= scale) ?? LETTERS[0];
const within = (least, value, most) => Math.min(most, Math.max(least, value));

class Painter {
  // `gather` gives what is to be painted: {nodes, edges, colours, named}; it is asked again after `change`.
  constructor(network, gather) {
    Object.assign(this, { network, gather, stale: true });
    this.pictures = new Map();
    const { renderer } = network;
    renderer._drawEdges = (pen) => this.lines(pen);
    renderer._drawArrows = () => {};
    renderer._drawNodes = (pen) => {
      this.nodes(pen);
      return LEFT_OUT;
    };
    network.on("initRedraw", () => { if (this.stale) this.prepare(); });
    network.on("dragging", ({ nodes }) => { if (nodes.length) this.stale = true; });
  }

  change() {
    this.stale = true;
    this.network.renderer._requestRedraw();
  }

  // Make paths and an order of names from what is to be painted.
  prepare() {
    this.stale = false;
    const seen = this.gather();
    this.colours = seen.colours;
    this.named = seen.named;
    this.things = seen.nodes.map((node) => this.placedAt(node));
    this.byId = new Map(this.things.map((thing) => [thing.id, thing]));
    this.grounds = this.communities();
    this.strokes = this.ordered(seen.edges.filter(({ from, to }) => this.byId.has(from) && this.byId.has(to)));
    this.fills = this.things.map((thing) => this.shaped(thing)).reverse();
    this.glances = new Map();
    if (this.pictures.size > 4 * this.things.length + 400) this.pictures.clear();
  }

  // A node with the place to which it may have been moved; vis-network is told its size, by which it tells what lies
  // under the pointer.
  placedAt(node) {
    const { x, y, shape } = this.network.body.nodes[node.id];
    Object.assign(shape, { left: x - node.size, top: y - node.size, width: 2 * node.size, height: 2 * node.size });
    return { ...node, x, y };
  }

  // Lines in the order in which they are painted, alike ones behind each other.
  ordered(edges) {
    const lines = edges.map((edge) => this.line(edge, this.byId.get(edge.from), this.byId.get(edge.to)));
    return lines.sort((a, b) => a.alpha - b.alpha || a.width - b.width || (a.colour > b.colour) - (a.colour < b.colour));
  }

  line({ arrow, near, chosen, colour, width, dashes }, from, to) {
    const alpha = !near ? FADED : from.area !== to.area && !chosen ? FAINT : 1;
    const way = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [x, y] = [(to.x - from.x) / way, (to.y - from.y) / way];
    const tip = [to.x - x * (to.size + 2), to.y - y * (to.size + 2)];
    const back = (far, aside) => [tip[0] - x * far - y * aside, tip[1] - y * far + x * aside];
    const pointed = arrow && way > to.size + ARROW;
    const head = pointed ? [tip, back(ARROW, 0.4 * ARROW), back(ARROW, -0.4 * ARROW)] : null;
    return { alpha, colour, width, dashes: dashes || null, head, from, to: pointed ? back(0.8 * ARROW, 0) : [to.x, to.y] };
  }

  shaped({ kind, shape, x, y, size, near, first }) {
    const [edge, inner] = [new Path2D(), new Path2D()];
    SHAPES[shape](edge, x, y, size + RIM);
    SHAPES[shape](inner, x, y, size);
    return { edge, inner, alpha: near ? 1 : FADED, colour: this.colours[kind], rim: this.colours[first ? "ink" : "ground"] };
  }

  communities() {
    const areas = new Map();
    for (const thing of this.things) {
      if (thing.area !== undefined) areas.set(thing.area, [...(areas.get(thing.area) ?? []), thing]);
    }
    const grounded = [...areas].filter(([, members]) => members.length > 2 && areas.size > 1);
    this.grounded = new Set(grounded.map(([area]) => area));
    return grounded.map(([, members]) => hull(members));
  }

  lines(pen) {
    const scale = this.network.getScale();
    const wide = 1 / scale; // lines stay thin from near, and those of one point are painted fastest
    pen.save();
    pen.fillStyle = this.colours.area;
    for (const path of this.grounds) pen.fill(path);
    let like = {};
    for (const line of this.strokes) {
      if (line.alpha !== like.alpha) pen.globalAlpha = line.alpha;
      if (line.colour !== like.colour) pen.strokeStyle = pen.fillStyle = line.colour;
      if (line.width !== like.width) pen.lineWidth = line.width * wide;
      if (line.dashes !== like.dashes) pen.setLineDash(line.dashes ? line.dashes.map((dash) => dash * wide) : []);
      pen.beginPath();
      pen.moveTo(line.from.x, line.from.y);
      pen.lineTo(...line.to);
      pen.stroke();
      if (line.head) {
        pen.beginPath();
        pen.moveTo(...line.head[0]);
        pen.lineTo(...line.head[1]);
        pen.lineTo(...line.head[2]);
        pen.fill();
      }
      like = line;
    }
    pen.restore();
  }

  nodes(pen) {
    const scale = this.network.getScale();
    pen.save();
    for (const { edge, inner, alpha, colour, rim } of this.fills) {
      pen.globalAlpha = alpha;
      pen.fillStyle = rim;
      pen.fill(edge);
      pen.fillStyle = colour;
      pen.fill(inner);
    }
    const { a, e, f } = pen.getTransform();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    for (const name of this.placed(scale)) {
      const { canvas, width, height } = name.picture;
      const [aside, below] = name.shift;
      const x = name.thing.x * a + e + aside * this.ratio - width / 2;
      const y = name.thing.y * a + f + (below - HALO) * this.ratio;
      if (x > pen.canvas.width || y > pen.canvas.height || x + width < 0 || y + height < 0) continue;
      pen.globalAlpha = name.thing.near ? 1 : 0.3;
      pen.drawImage(canvas, Math.round(x), Math.round(y));
    }
    pen.restore();
  }

  get ratio() {
    return this.network.canvas.pixelRatio ?? 1;
  }

  // The names that are shown at a zoom: those that matter most first, below their shape or elsewhere at it, where
  // there is room.
  placed(scale) {
    const glance = Math.floor(Math.log(scale) / Math.log(GLANCE) + 1e-6);
    const key = `${glance} ${this.ratio}`;
    if (!this.glances.has(key)) this.glances.set(key, this.placing(GLANCE ** glance));
    return this.glances.get(key);
  }

  placing(scale) {
    const letters = lettersAt(scale);
    const shapes = this.things.map(({ x, y, size }) => boxAround(x * scale, y * scale, size * scale, size * scale));
    const taken = [];
    const names = [];
    this.things.forEach((thing, place) => {
      if (thing.kind === "paper" && !thing.asked && !this.named && scale < NEAR) return;
      const picture = this.picture(thing, letters);
      const [half, high] = [picture.width / this.ratio / 2 - HALO, picture.height / this.ratio - 2 * HALO];
      const edge = thing.size * scale + LABEL_GAP;
      const beside = [
        ...[0, -half / 8, half / 8, -half / 3, half / 3].flatMap((aside) => [[aside, edge], [aside, -edge - high]]),
        [edge + half, -high / 2], [-edge - half, -high / 2],
      ];
      const boxAt = ([aside, below]) => {
        const [x, top] = [thing.x * scale + aside, thing.y * scale + below];
        return { left: x - half, right: x + half, top, bottom: top + high };
      };
      const free = (shift, covers) => {
        const box = boxAt(shift);
        return !taken.some((other) => touch(box, other))
          && !shapes.some((shape, other) => other !== place && !covers(other) && touch(box, shape));
      };
      const lesser = (other) => other > place && (scale < CRAMPED || this.things[other].kind === "paper");
      const shift = place === 0 && thing.first ? beside[0]
        : beside.find((one) => free(one, () => false)) ?? (thing.size > SMALL ? beside.find((one) => free(one, lesser)) : undefined);
      if (shift === undefined) return;
      taken.push(boxAt(shift));
      names.push({ thing, picture, shift, box: boxAt(shift), scale });
    });
    return names.reverse(); // those that matter most are painted last
  }

  picture({ name, letters, kind, first, near, area }, times) {
    const colour = near && kind === "paper" && !first ? this.colours.soft : this.colours.ink;
    const ground = this.colours[this.grounded.has(area) ? "area" : "ground"];
    const key = [letters * times, colour, ground, this.ratio, name].join(" ");
    if (!this.pictures.has(key)) this.pictures.set(key, written(name, letters * times, colour, ground, this.ratio));
    return this.pictures.get(key);
  }

  // The node whose name lies under a point of the stage, or null.
  nameAt({ x, y }) {
    const scale = this.network.getScale();
    const found = this.placed(scale).findLast(({ thing, box, shift }) => {
      const spot = this.network.canvasToDOM(thing);
      const half = (box.right - box.left) / 2;
      const top = spot.y + shift[1];
      return Math.abs(x - spot.x - shift[0]) <= half && y >= top && y <= top + box.bottom - box.top;
    });
    return found?.thing.id ?? null;
  }
}
