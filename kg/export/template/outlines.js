// What the painter paints with: outlines of kinds and of communities, and names as pictures.

const HALO = 2.5;
const ABOUT = 26; // pixels of ground around the nodes of a community

const SHAPES = {
  square: (path, x, y, size) => path.rect(x - size, y - size, 2 * size, 2 * size),
  dot: (path, x, y, size) => { path.moveTo(x + size, y); path.arc(x, y, size, 0, 2 * Math.PI); },
  triangle: (path, x, y, size) => polygon(path, x, y + 0.15 * size, 3, () => 1.2 * size),
  diamond: (path, x, y, size) => polygon(path, x, y, 4, () => 1.15 * size),
  star: (path, x, y, size) => polygon(path, x, y, 10, (corner) => (corner % 2 ? 0.55 : 1.3) * size),
};

function polygon(path, x, y, corners, radius) {
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = (2 * Math.PI * corner) / corners - Math.PI / 2;
    const spot = [x + radius(corner) * Math.cos(angle), y + radius(corner) * Math.sin(angle)];
    if (corner) path.lineTo(...spot);
    else path.moveTo(...spot);
  }
  path.closePath();
}

// A name as a picture, with a halo of the ground that keeps lines away from its letters.
function written(name, size, colour, ground, ratio) {
  const lines = name.split("\n");
  const font = `${size}px ${FACE}`;
  ruler.font = font;
  const wide = Math.max(...lines.map((line) => ruler.measureText(line).width)) + 2 * HALO + 2;
  const high = lines.length * LINE_HEIGHT * size + 2 * HALO;
  const canvas = make("canvas", { width: Math.ceil(wide * ratio), height: Math.ceil(high * ratio) });
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  Object.assign(pen, { font, textAlign: "center", textBaseline: "middle", lineJoin: "round", lineWidth: 2 * HALO, strokeStyle: ground, fillStyle: colour });
  const each = (work) => lines.forEach((line, number) => work(line, canvas.width / ratio / 2, HALO + (number + 0.5) * LINE_HEIGHT * size));
  each((line, x, y) => pen.strokeText(line, x, y));
  each((line, x, y) => pen.fillText(line, x, y));
  return { canvas, width: canvas.width, height: canvas.height };
}

const boxAround = (x, y, wide, high) => ({ left: x - wide, right: x + wide, top: y - high, bottom: y + high });
const touch = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

// The path at a distance around the middles of some shapes, without dents (Andrew's monotone chain).
function hull(things) {
  const spots = things.map(({ x, y }) => [x, y]).sort(compared);
  const turn = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const chain = (points) => {
    const kept = [];
    for (const point of points) {
      while (kept.length > 1 && turn(kept.at(-2), kept.at(-1), point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const corners = [...chain(spots), ...chain([...spots].reverse())];
  const outward = (one, other) => Math.atan2(one[0] - other[0], other[1] - one[1]);
  const path = new Path2D();
  corners.forEach((corner, place) => {
    const [before, after] = [corners.at(place - 1), corners[(place + 1) % corners.length]];
    path.arc(...corner, ABOUT, outward(before, corner), outward(corner, after));
  });
  path.closePath();
  return path;
}
