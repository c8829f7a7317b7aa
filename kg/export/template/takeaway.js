// What is seen, to take away: a picture, data for programs and for spreadsheets, a query for the triples.

const PREFIXES = [
  ["kg", overview.ontology],
  ["rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"],
  ["rdfs", "http://www.w3.org/2000/01/rdf-schema#"],
];
const CAPTION = 34;

function save(name, content, type) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// The canvas as it stands, on the ground of the page, with what it shows in a line below.
function picture(drawing, caption) {
  const seen = drawing.network.canvas.frame.canvas;
  const scale = seen.width / seen.clientWidth;
  const sheet = make("canvas", { width: seen.width, height: seen.height + Math.round(CAPTION * scale) });
  const pen = sheet.getContext("2d");
  const rules = getComputedStyle(document.documentElement);
  pen.fillStyle = rules.getPropertyValue("--ground").trim();
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(seen, 0, 0);
  pen.fillStyle = rules.getPropertyValue("--soft").trim();
  pen.font = `${12 * scale}px ${FACE}`;
  pen.fillText(caption, 12 * scale, seen.height + 22 * scale, sheet.width - 24 * scale);
  return new Promise((resolve) => sheet.toBlob(resolve, "image/png"));
}

// The nodes and edges that are seen, as they stand in the model.
function seenPart(drawing, model) {
  const nodes = drawing.view.getIds().map((id) => model.nodes[ofNode(id)]).sort((a, b) => a.number - b.number);
  const edges = [...drawing.seenEdges].map((id) => model.edges.get(id)).sort((a, b) => a.from - b.from || a.to - b.to || (a.id < b.id ? -1 : 1));
  return { nodes, edges };
}

// Node-link data as in graph.json: NetworkX reads it by node_link_graph(data, edges="edges").
function asJson({ nodes, edges }, model) {
  const told = nodes.map(({ id, kind, label, year, venue, authors, link, names, papers }) => ({ id, kind, label, year, venue, authors, link, names, papers }));
  const joined = edges.map(({ from, to, kind, confidence, support }) => ({
    source: model.nodes[from].id, target: model.nodes[to].id, key: kind, kind, confidence, support,
  }));
  return `${JSON.stringify({ directed: true, multigraph: true, graph: {}, nodes: told, edges: joined }, null, 1)}\n`;
}

// A cell as spreadsheets read it; one that they would take for a formula is told to be text by an apostrophe.
function cell(value) {
  const text = String(value ?? "");
  const plain = typeof value === "string" && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

// A row an edge, and one for each node without any.
function asCsv({ nodes, edges }, model) {
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const rows = [
    ["subject", "subject kind", "subject name", "predicate", "object", "object kind", "object name", "papers", "confidence"],
    ...edges.map(({ from, to, kind, support, confidence }) => {
      const [subject, object] = [model.nodes[from], model.nodes[to]];
      return [subject.id, subject.kind, subject.label, kind, object.id, object.kind, object.label, support, confidence];
    }),
    ...nodes.filter(({ number }) => !ends.has(number)).map(({ id, kind, label }) => [id, kind, label, "", "", "", "", "", ""]),
  ];
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

// The IRI of a node, minted as in graph.ttl: percent-encoded but for what may stand in it as it is.
function iri({ id }) {
  const bytes = new TextEncoder().encode(id);
  const tail = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_.~/:-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return `<${overview.base}${tail.join("")}>`;
}

// SPARQL for what is chosen: all that is stated of a node, what joins the ends of an edge, or else all among what is seen.
function queryFor({ node, edge }, { nodes }, model) {
  const values = (name, some) => `VALUES ?${name} { ${some.map(iri).join(" ")} }`;
  const stated = "?subject ?predicate ?object .";
  const lines = edge
    ? [values("subject", [model.nodes[edge.from]]), values("object", [model.nodes[edge.to]]), stated]
    : node
      ? [`{ ${values("subject", [node])} ${stated} }`, `UNION { ${values("object", [node])} ${stated} }`]
      : [values("subject", nodes), values("object", nodes), stated];
  return [
    ...PREFIXES.map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`),
    "",
    "SELECT ?subject ?from ?predicate ?object ?to ?papers ?confidence WHERE {",
    ...lines.map((line) => `  ${line}`),
    "  ?subject rdfs:label ?from .",
    "  ?object rdfs:label ?to .",
    "  OPTIONAL {",
    "    ?statement rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object ;",
    "      kg:support ?papers ; kg:confidence ?confidence .",
    "  }",
    "}",
    "ORDER BY DESC(?papers) ?from ?predicate ?to",
    "",
  ].join("\n");
}
