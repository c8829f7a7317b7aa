// Where a neighbourhood stands around its centre, so that no name lies on another.

const LABEL_GAP = 5;
const LINE_HEIGHT = 1.2;
const FACE = "system-ui, sans-serif";
const ROOM = 10;
const PUSHES = 300;
const ruler = document.createElement("canvas").getContext("2d");

function wrapped(text, line) {
  const lines = [""];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.length - 1;
    const longer = lines[last] ? `${lines[last]} ${word}` : word;
    if (Array.from(longer).length <= line) lines[last] = longer;
    else if (lines[last] && lines.length < 2) lines.push(shorten(word, line));
    else return [...lines.slice(0, last), `${shorten(lines[last] || word, line - 2)} …`].join("\n");
  }
  return lines.join("\n") || "·";
}

function labelSize({ name, letters }) {
  ruler.font = `${letters}px ${FACE}`;
  const lines = name.split("\n");
  return { width: Math.max(...lines.map((line) => ruler.measureText(line).width)), height: lines.length * LINE_HEIGHT * letters };
}

// Places of a neighbourhood: its centre where it is, the others on ellipses around it in their order, pushed apart.
function around(centre, others, aspect) {
  const all = [centre, ...others];
  const sizes = all.map((node) => {
    const { width, height } = labelSize(node);
    return { x: Math.max(width, 2 * node.size) + ROOM, y: 2 * node.size + LABEL_GAP + height + ROOM };
  });
  const shift = (place) => sizes[place].y / 2 - all[place].size - ROOM / 2; // from the middle of a shape to that of its box
  const rings = Math.max(1, Math.ceil(Math.sqrt(1 + others.length / 3) - 1));
  const points = all.map((_, place) => {
    if (!place) return { x: centre.x, y: centre.y + shift(0) };
    const angle = (2 * Math.PI * (place - 1)) / others.length - Math.PI / 2;
    const far = 120 + 85 * ((place - 1) % rings);
    return { x: centre.x + 1.3 * Math.sqrt(aspect) * far * Math.cos(angle), y: centre.y + (1.3 / Math.sqrt(aspect)) * far * Math.sin(angle) };
  });
  pushApart(points, sizes);
  return points.map(({ x, y }, place) => ({ x: Math.round(x), y: Math.round(y - shift(place)) }));
}

function pushApart(points, sizes) {
  for (let step = 0, moved = true; moved && step < PUSHES; step += 1) {
    moved = false;
    for (let one = 0; one < points.length; one += 1) {
      for (let other = one + 1; other < points.length; other += 1) {
        if (pushPair(points, sizes, one, other)) moved = true;
      }
    }
  }
}

function pushPair(points, sizes, one, other) {
  const over = (axis) => (sizes[one][axis] + sizes[other][axis]) / 2 - Math.abs(points[other][axis] - points[one][axis]);
  if (over("x") <= 0.5 || over("y") <= 0.5) return false;
  const axis = over("x") / sizes[other].x < over("y") / sizes[other].y ? "x" : "y";
  const way = over(axis) * (points[other][axis] >= points[one][axis] ? 1 : -1);
  const share = one === 0 ? 1 : 0.5; // the centre stays where it is
  points[other][axis] += way * share;
  points[one][axis] -= way * (1 - share);
  return true;
}
