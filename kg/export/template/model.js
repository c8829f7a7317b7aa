// What the page knows: nodes by number (papers first, then entities) and what joins them.

const overview = JSON.parse(document.getElementById("overview").textContent);
const forward = new Map(overview.words.map(([predicate, ahead]) => [predicate, ahead]));
const backward = new Map(overview.words.map(([predicate, , back]) => [predicate, back]));

async function readDetails() {
  const holder = document.getElementById("details");
  if (holder.type === "application/json") return JSON.parse(holder.textContent);
  const packed = Uint8Array.from(atob(holder.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// A claim of the model: {id, from, to, kind, confidence, support, said: [{paper, confidence, passages}]}.
function buildModel(details) {
  const papers = details.papers.map((paper) => ({ ...paper, kind: "paper" }));
  const nodes = [...papers, ...details.entities];
  nodes.forEach((node, number) => Object.assign(node, { number, claims: [], read: [], related: [], links: [] }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges = new Map();

  for (const [place, from, to, predicate, confidence, support, said] of details.claims) {
    const claim = { id: `c${place}`, from, to, kind: details.predicates[predicate], confidence, support };
    claim.said = said.map(([paper, sure, passages]) => ({ paper, confidence: sure, passages }));
    edges.set(claim.id, claim);
    nodes[from].claims.push(claim);
    nodes[to].claims.push(claim);
    if (nodes[from].kind !== "paper") for (const { paper } of claim.said) nodes[paper].read.push(claim);
  }
  for (const [place, from, to] of details.related) {
    edges.set(`r${place}`, { id: `r${place}`, from, to, kind: "RELATED", said: [] });
    nodes[from].related.push(to);
    nodes[to].related.push(from);
  }
  for (const [first, second, weight, shared] of details.links) {
    nodes[first].links.push({ paper: second, weight, shared });
    nodes[second].links.push({ paper: first, weight, shared });
  }
  for (const node of nodes) node.links.sort((a, b) => b.weight - a.weight || a.paper - b.paper);
  return { nodes, byId, edges, ranked: details.ranked };
}

function edgesOf(model, node) {
  const pairs = [...model.edges.values()].filter(({ id, from, to }) => id[0] === "r" && (from === node.number || to === node.number));
  return [...node.claims, ...pairs];
}

const kindPlace = ({ kind }) => overview.kinds.findIndex(([other]) => other === kind);

// How two lists of numbers stand to each other, as the comparison of a sort.
function compared(one, other) {
  const place = one.findIndex((value, at) => value !== other[at]);
  return place < 0 ? 0 : one[place] - other[place];
}

// The numbers of what a node is joined to: entities that most papers name and the latest papers, in turns.
function neighbours(model, node) {
  const ends = new Set(edgesOf(model, node).flatMap(({ from, to }) => [from, to]));
  ends.delete(node.number);
  const rank = (number) => [-(model.nodes[number].papers ?? 0), -(model.nodes[number].year ?? 0), number];
  const all = [...ends].sort((a, b) => compared(rank(a), rank(b)));
  const entities = all.filter((number) => model.nodes[number].kind !== "paper");
  const papers = all.filter((number) => model.nodes[number].kind === "paper");
  return all.flatMap((_, turn) => [entities[turn], papers[turn]]).filter((number) => number !== undefined);
}
