// The page put together. What is chosen stands in the address (`#…`), so that a view can be shared and gone back to.

const TOP = 14;
const PANEL = 380; // pixels of the panel, as in the style sheet
const element = (id) => document.getElementById(id);

element("summary").textContent = overview.summary;

function writeStatus(drawing) {
  const seen = drawing.view.get();
  const papers = seen.filter(({ kind }) => kind === "paper").length;
  element("status").textContent = `Shown: ${counted(papers, "paper", "papers")}, ${counted(seen.length - papers, "entity", "entities")}`;
}

function writeLegend(set) {
  for (const [kind, , many, , count] of overview.kinds) {
    const box = make("input", { type: "checkbox", checked: true, "data-kind": kind });
    box.addEventListener("change", () => set(({ kinds }) => (box.checked ? kinds.delete(kind) : kinds.add(kind))));
    element("legend").append(make("label", {}, box, sign(kind), capital(many), make("span", { class: "end" }, count.toLocaleString("en"))));
  }
}

function writeTop(model, choose) {
  for (const number of model.ranked.slice(0, TOP)) {
    const node = model.nodes[number];
    const name = make("span", { class: "name" }, shorten(node.label, 60));
    const button = make("button", { type: "button", onclick: () => choose(node.id) }, sign(node.kind), name, make("span", { class: "end" }, String(node.papers ?? 0)));
    element("top-list").append(make("li", {}, button));
  }
  element("top").hidden = !model.ranked.length;
}

function writeTips(drawing, model) {
  const tip = element("tip");
  const show = (text, { x, y }) => {
    tip.textContent = text;
    tip.hidden = false;
    const { clientWidth, clientHeight } = element("stage");
    tip.style.left = `${Math.max(4, Math.min(x + 14, clientWidth - tip.offsetWidth - 4))}px`;
    tip.style.top = `${Math.max(4, Math.min(y + 14, clientHeight - tip.offsetHeight - 4))}px`;
  };
  const label = (number, most) => shorten(model.nodes[number].label, most);
  drawing.network.on("hoverNode", ({ node, pointer }) => show(label(Number(node.slice(1)), 300), pointer.DOM));
  drawing.network.on("hoverEdge", ({ edge, pointer }) => {
    const { from, to, kind } = model.edges.get(edge);
    show(`${label(from, 100)} ${forward.get(kind) ?? "has the same name as"} ${label(to, 100)}`, pointer.DOM);
  });
  for (const event of ["blurNode", "blurEdge", "dragStart", "zoom"]) drawing.network.on(event, () => { tip.hidden = true; });
}

function addressOf(edge, model) {
  return [model.nodes[edge.from].id, edge.kind, model.nodes[edge.to].id].map(encodeURIComponent).join("&");
}

// What the address says: the choice as it is written there, what is chosen, and the narrowing.
function atAddress(model) {
  const [choice, ...rest] = location.hash.slice(1).split("?");
  const narrowing = new Narrowing(rest.join("?"));
  let parts;
  try {
    parts = choice.split("&").map(decodeURIComponent);
  } catch {
    return { choice: "", narrowing };
  }
  const [from, kind, to] = parts;
  const node = model.byId.get(from);
  if (!node) return { choice: "", narrowing };
  if (parts.length < 3) return { choice, narrowing, node };
  const edge = edgesOf(model, node).find((one) => one.kind === kind && model.nodes[one.from] === node && model.nodes[one.to].id === to);
  return { choice, narrowing, edge };
}

// Where the page is a frame of a notebook it has no address to go back to, but it can stand at a fragment.
function remember(address, again) {
  const full = address ? `#${address}` : location.pathname + location.search;
  try {
    if (again) history.replaceState(null, "", full);
    else history.pushState(null, "", full);
  } catch {
    location.hash = address;
  }
}

function whole(choice, narrowing) {
  const told = String(narrowing);
  return told ? `${choice}?${told}` : choice;
}

class Page {
  constructor(model, drawing) {
    Object.assign(this, { model, drawing, toPanel: false });
    const choose = (id, focus) => this.choose(id, focus);
    this.panel = new Panel(element("panel"), model, choose, (node) => this.actions(node));
    this.table = new Table(model, choose, ({ number }) => drawing.seenNodes.has(`n${number}`));
    this.filters = new Filters(model, () => atAddress(model).narrowing, (narrowing) => this.narrow(narrowing));
    new Search(element("query"), element("hits"), model, choose);
    writeTop(model, choose);
    writeTips(drawing, model);
    writeLegend((change) => this.filters.set(change));
    this.buttons();
    addEventListener("popstate", () => this.show());
    addEventListener("keydown", (event) => this.key(event));
  }

  go(choice, narrowing, again = false) {
    const address = whole(choice, narrowing);
    if (address !== location.hash.slice(1)) remember(address, again);
    this.show();
  }

  choose(id, focus = element("panel").contains(document.activeElement) || element("top").contains(document.activeElement)) {
    const { narrowing } = atAddress(this.model);
    this.toPanel = focus;
    if (id !== null) narrowing.admit(this.model.byId.get(id), this.drawing.near);
    this.go(id === null ? "" : encodeURIComponent(id), narrowing);
  }

  chooseEdge(edge) {
    this.go(edge ? addressOf(edge, this.model) : "", atAddress(this.model).narrowing);
  }

  narrow(narrowing) {
    this.go(atAddress(this.model).choice, narrowing, true);
  }

  // What the panel offers to do with a node.
  actions(node) {
    const { narrowing, choice } = atAddress(this.model);
    const change = (made) => () => {
      made();
      this.toPanel = true;
      this.narrow(narrowing);
    };
    const missing = this.drawing.missing(this.model, node).length;
    const inFocus = narrowing.focus === node.id;
    return [
      inFocus
        ? ["Leave focus", "Show everything again", change(() => { narrowing.focus = null; })]
        : ["Focus", "Show this and its neighbours alone", change(() => { narrowing.focus = node.id; })],
      ...(missing ? [[`Expand (${Math.min(missing, EXPANDED)} of ${missing.toLocaleString("en")})`, "Bring in neighbours that are not drawn", change(() => narrowing.expanded.push(node.id))]] : []),
      ["Hide", "Take this off the drawing until the reset", () => {
        narrowing.away.add(node.id);
        if (inFocus) narrowing.focus = null;
        this.toPanel = true;
        this.go("", narrowing);
      }],
    ];
  }

  show() {
    element("tip").hidden = true; // the view moves away from under it
    const { model, drawing } = this;
    const { node, edge, narrowing } = atAddress(model);
    const before = drawing.arranged;
    drawing.narrow(model, narrowing);
    if (node) drawing.chooseNode(model, node);
    else if (edge) drawing.chooseEdge(model, edge);
    else drawing.chooseNothing(model);
    if (!node && !edge && before !== drawing.arranged) drawing.fit(true);
    if (node) this.panel.node(node);
    else if (edge) this.panel.edge(edge);
    else this.panel.close();
    if (node || edge) drawing.showChosen();
    this.filters.show(narrowing);
    this.table.show(node);
    element("reset").hidden = !String(narrowing);
    if (this.toPanel) (node || edge ? element("panel") : element("query")).focus();
    if ((node || edge) && narrow()) element("panel").scrollIntoView(); // there it stands below the drawing
    this.toPanel = false;
    writeStatus(drawing);
  }

  key(event) {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && !element("panel").hidden) this.choose(null);
    if (event.key === "/" && !document.activeElement.matches("input, select, textarea")) {
      event.preventDefault();
      element("query").focus();
    }
  }

  buttons() {
    const on = (id, act) => element(id).addEventListener("click", act);
    on("reset", () => {
      element("zoom-fit").focus();
      this.go(atAddress(this.model).choice, new Narrowing(), true);
    });
    on("table-open", () => this.toggleTable(!this.table.open));
    on("table-close", () => this.toggleTable(false));
    on("take-png", async () => save("graph.png", await picture(this.drawing, `${overview.heading}. ${element("status").textContent}`)));
    on("take-json", () => save("graph-part.json", asJson(seenPart(this.drawing, this.model), this.model), "application/json"));
    on("take-csv", () => save("graph-part.csv", asCsv(seenPart(this.drawing, this.model), this.model), "text/csv"));
    on("table-csv", () => save("entities.csv", this.table.csv(), "text/csv"));
    on("take-sparql", () => this.query());
    on("query-save", () => save("query.rq", element("query-text").value, "application/sparql-query"));
    on("query-close", () => element("query-dialog").close());
    on("query-copy", () => {
      element("query-text").select();
      document.execCommand("copy"); // navigator.clipboard asks for a secure origin, which a file need not be
      element("query-copy").textContent = "Copied";
    });
    element("take").hidden = false;
  }

  toggleTable(open) {
    element("table").hidden = !open;
    element("table-open").setAttribute("aria-expanded", String(open));
    this.table.show();
    element(open ? "table-name" : "table-open").focus();
  }

  query() {
    const { node, edge } = atAddress(this.model);
    element("query-about").textContent = `${node ? `All that is stated of ${shorten(node.label, 80)}` : edge ? "What joins the two" : "All that is stated among what is seen"}. Ask it of graph.ttl: kg query FILE.rq, or at /sparql of kg serve.`;
    element("query-text").value = queryFor({ node, edge }, seenPart(this.drawing, this.model), this.model);
    element("query-copy").textContent = "Copy";
    element("query-dialog").showModal();
  }
}

const narrow = () => innerWidth < 761;

async function start() {
  let page = null;
  const covered = (soon = false) => (narrow() ? 0 : element("panel").offsetWidth || (soon ? PANEL : 0));
  const drawing = new Drawing(element("drawing"), covered, (node, edge) => {
    if (!page) return;
    if (node) page.choose(page.model.nodes[ofNode(node)].id);
    else page.chooseEdge(edge && page.model.edges.get(edge));
  });
  globalThis.kgDrawing = drawing;
  writeStatus(drawing);
  element("zoom-in").addEventListener("click", () => drawing.zoom(1 / SMALL_STEP));
  element("zoom-out").addEventListener("click", () => drawing.zoom(SMALL_STEP));
  element("zoom-fit").addEventListener("click", () => drawing.fit(true));
  await new Promise((resolve) => setTimeout(resolve));
  page = new Page(buildModel(await readDetails()), drawing);
  page.show();
  document.documentElement.dataset.ready = "true";
}

start();
