// The page put together. What is chosen stands in the address (`#…`), so that a view can be shared and gone back to.

const TOP = 14;
const element = (id) => document.getElementById(id);

element("summary").textContent = overview.summary;

function writeStatus(drawing) {
  const seen = drawing.view.get();
  const papers = seen.filter(({ kind }) => kind === "paper").length;
  element("status").textContent = `Shown: ${counted(papers, "paper", "papers")}, ${counted(seen.length - papers, "entity", "entities")}`;
}

function writeLegend(drawing) {
  for (const [kind, , many, , count] of overview.kinds) {
    const box = make("input", { type: "checkbox", checked: true, "data-kind": kind });
    box.addEventListener("change", () => {
      drawing.hide(kind, !box.checked);
      writeStatus(drawing);
    });
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

// Where the page is a frame of a notebook it has no address of its own to go back to, but it can stand at a fragment.
function remember(address) {
  try {
    history.pushState(null, "", address ? `#${address}` : location.pathname + location.search);
  } catch {
    location.hash = address;
  }
}

function addressOf(edge, model) {
  return [model.nodes[edge.from].id, edge.kind, model.nodes[edge.to].id].map(encodeURIComponent).join("&");
}

function atAddress(model) {
  let parts;
  try {
    parts = location.hash.slice(1).split("&").map(decodeURIComponent);
  } catch {
    return {};
  }
  const [from, kind, to] = parts;
  const node = model.byId.get(from);
  if (!node || parts.length < 3) return { node };
  return { edge: edgesOf(model, node).find((edge) => edge.kind === kind && model.nodes[edge.from] === node && model.nodes[edge.to].id === to) };
}

async function start() {
  let model = null;
  const narrow = () => innerWidth < 761;
  const covered = () => (element("panel").hidden || narrow() ? 0 : element("panel").offsetWidth);
  const drawing = new Drawing(element("drawing"), covered, (node, edge) => {
    if (!model) return;
    if (node) choose(model.nodes[Number(node.slice(1))].id);
    else go(edge ? addressOf(model.edges.get(edge), model) : "");
  });
  globalThis.kgDrawing = drawing;
  writeLegend(drawing);
  writeStatus(drawing);
  element("zoom-in").addEventListener("click", () => drawing.zoom(1 / SMALL_STEP));
  element("zoom-out").addEventListener("click", () => drawing.zoom(SMALL_STEP));
  element("zoom-fit").addEventListener("click", () => drawing.fit(true));

  const go = (address) => {
    if (address !== location.hash.slice(1)) remember(address);
    show();
  };
  let toPanel = false;
  const choose = (id, focus = element("panel").contains(document.activeElement) || element("top").contains(document.activeElement)) => {
    toPanel = focus;
    go(id === null ? "" : encodeURIComponent(id));
  };

  await new Promise((resolve) => setTimeout(resolve));
  model = buildModel(await readDetails());
  const panel = new Panel(element("panel"), model, choose);
  new Search(element("query"), element("hits"), model, choose);
  writeTop(model, choose);
  writeTips(drawing, model);

  const show = () => {
    element("tip").hidden = true; // the view moves away from under it
    const { node, edge } = atAddress(model);
    if (node) panel.node(node);
    else if (edge) panel.edge(edge);
    else panel.close();
    if (node) drawing.chooseNode(model, node);
    else if (edge) drawing.chooseEdge(model, edge);
    else drawing.chooseNothing();
    for (const box of element("legend").querySelectorAll("input")) box.checked = !drawing.hidden.has(box.dataset.kind);
    if (toPanel) (node || edge ? element("panel") : element("query")).focus();
    if ((node || edge) && narrow()) element("panel").scrollIntoView(); // there it stands below the drawing
    toPanel = false;
    writeStatus(drawing);
  };
  addEventListener("popstate", show);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !element("panel").hidden) choose(null);
    if (event.key === "/" && document.activeElement !== element("query")) {
      event.preventDefault();
      element("query").focus();
    }
  });
  show();
  document.documentElement.dataset.ready = "true";
}

start();
