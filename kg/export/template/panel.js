// The panel: everything about a node or an edge, down to the sentences.

const FIRST_SHOWN = 12;
const LONG_TITLE = 400;

class Panel {
  constructor(element, model, choose, actions) {
    Object.assign(this, { element, model, choose, actions });
  }

  close() {
    this.element.hidden = true;
    document.body.classList.remove("open");
  }

  open(kind, words, ...parts) {
    const close = make("button", { type: "button", class: "close", onclick: () => this.choose(null) }, "Close (Esc)");
    this.element.replaceChildren(make("div", { class: "top" }, kind, make("span", {}, words), close), ...parts.flat().filter(Boolean));
    this.element.hidden = false;
    this.element.scrollTop = 0;
    document.body.classList.add("open");
  }

  title(node) {
    return make("h2", { class: node.label.length > LONG_TITLE && "long" }, node.label);
  }

  // What can be done with a node of the drawing: buttons from [word, explanation, what it does].
  acts(node) {
    const buttons = this.actions(node).map(([word, title, onclick]) => make("button", { type: "button", class: "act", title, onclick }, word));
    return make("div", { class: "acts", role: "group", "aria-label": "In the drawing" }, buttons);
  }

  go(number, most = 160) {
    const node = this.model.nodes[number];
    return make("button", { type: "button", class: "go", onclick: () => this.choose(node.id) }, shorten(node.label, most));
  }

  node(node) {
    if (node.kind === "paper") this.paper(node);
    else this.entity(node);
  }

  entity(node) {
    const roles = node.claims.filter(({ from }) => this.model.nodes[from].kind === "paper");
    const relations = node.claims.filter((claim) => !roles.includes(claim));
    const says = `${capital(node.kind)} named in ${counted(node.papers ?? 0, "paper", "papers")}`;
    this.open(
      sign(node.kind), says,
      this.title(node),
      this.acts(node),
      node.names ? make("p", { class: "soft" }, `Also written: ${shorten(node.names.join(", "), 600)}`) : null,
      node.ambiguous ? make("p", { class: "soft" }, "An acronym whose meaning the paper does not tell; it stands for this paper alone.") : null,
      (node.links ?? []).filter((link) => typeof link === "string").map((link) => make("p", {}, outward(link, link))),
      this.groups(roles, node, (claim) => claim.from, backward),
      this.relations(relations, node),
      node.related.length ? [make("h3", {}, "Same name, other kind"), ...node.related.map((other) => this.item(other, null, node))] : null,
    );
  }

  paper(node) {
    const facts = [node.venue, node.year].filter(Boolean).join(" ");
    this.open(
      sign("paper"), facts ? `Paper, ${facts}` : "Paper",
      this.title(node),
      this.acts(node),
      node.authors ? make("p", { class: "soft" }, shorten(node.authors, 300)) : null,
      node.link ? make("p", {}, outward(node.link, `Open ${shorten(node.link.replace(/^https?:\/\//, ""), 60)}`)) : null,
      this.groups(node.claims, node, (claim) => claim.to, forward),
      this.read(node),
      this.similar(node),
    );
  }

  // Claims by predicate, in the order of the words; `other` gives the end that is not the node of the panel.
  groups(claims, node, other, words) {
    return [...words].flatMap(([predicate, word]) => {
      const found = claims.filter(({ kind }) => kind === predicate);
      const year = (claim) => this.model.nodes[other(claim)].year ?? 0;
      found.sort((a, b) => year(b) - year(a) || other(a) - other(b));
      return this.group(capital(word), found, (claim) => this.item(other(claim), claim, node));
    });
  }

  relations(claims, node) {
    const read = (claim) => (claim.from === node.number ? forward : backward).get(claim.kind);
    return [...forward].flatMap(([predicate, ahead]) => [...new Set([ahead, backward.get(predicate)])].flatMap((words) => {
      const mine = claims.filter((claim) => claim.kind === predicate && read(claim) === words);
      mine.sort((a, b) => b.support - a.support || a.from - b.from || a.to - b.to);
      return this.group(capital(words), mine, (claim) => this.item(claim.from === node.number ? claim.to : claim.from, claim, node));
    }));
  }

  read(node) {
    return this.group("Relations read from it", [...new Set(node.read)], (claim) => {
      const [button, quotes] = this.quote(claim, node);
      const says = make("span", {}, this.go(claim.from, 60), ` ${forward.get(claim.kind)} `, this.go(claim.to, 60));
      return make("div", { class: "item" }, make("div", { class: "row" }, says, make("span", { class: "end" }), button), quotes);
    });
  }

  similar(node) {
    return this.group("Papers like it", node.links, ({ paper, shared }) => make(
      "div", { class: "item" },
      make("div", { class: "row" }, sign("paper"), this.go(paper)),
      make("div", { class: "soft" }, `both name ${shared.slice(0, 4).map((entity) => shorten(this.model.nodes[entity].label, 40)).join(", ")}${shared.length > 4 ? " …" : ""}`),
    ));
  }

  group(title, entries, render) {
    if (!entries.length) return [];
    const list = make("div", {}, entries.slice(0, FIRST_SHOWN).map(render));
    const heading = make("h3", {}, title, make("span", { class: "soft" }, `  ${entries.length.toLocaleString("en")}`));
    if (entries.length > FIRST_SHOWN) list.append(this.more(list, entries.slice(FIRST_SHOWN), render));
    return [heading, list];
  }

  // The rest of a long list comes in portions, so that five thousand papers do not stall the page.
  more(list, rest, render) {
    const portion = Math.min(rest.length, 100);
    const words = portion < rest.length ? `Show ${portion} more of ${rest.length.toLocaleString("en")}` : `Show ${counted(portion, "more", "more")}`;
    const button = make("button", { type: "button", class: "more", onclick: () => {
      const added = rest.slice(0, portion).map(render);
      button.replaceWith(...added);
      if (portion < rest.length) list.append(this.more(list, rest.slice(portion), render));
      added[0].querySelector("button")?.focus();
    } }, words);
    return button;
  }

  item(other, claim, node) {
    const to = this.model.nodes[other];
    const many = claim && claim.support > 1 ? counted(claim.support, "paper", "papers") : "";
    const [button, quotes] = claim ? this.quote(claim, node) : [];
    const row = make("div", { class: "row" }, sign(to.kind), this.go(other), make("span", { class: "end" }, to.year ?? many), button);
    return make("div", { class: "item" }, row, quotes);
  }

  // The sentences behind a claim, folded away until asked for: the button and what it opens.
  quote(claim, node) {
    const said = node.kind === "paper" ? claim.said.filter(({ paper }) => paper === node.number) : claim.said;
    if (!said.some(({ passages }) => passages.length)) return [];
    const quotes = make("div", { hidden: true });
    const button = make("button", { type: "button", class: "why", "aria-expanded": "false", onclick: () => {
      if (!quotes.firstChild) quotes.append(...this.sentences(claim, said, node.kind !== "paper" && claim.said.length > 1));
      quotes.hidden = !quotes.hidden;
      button.setAttribute("aria-expanded", String(!quotes.hidden));
    } }, "Quote");
    const about = `${this.model.nodes[claim.from].label} ${forward.get(claim.kind)} ${this.model.nodes[claim.to].label}`;
    button.setAttribute("aria-label", `Quote: ${shorten(about, 200)}`);
    return [button, quotes];
  }

  sentences(claim, said, named) {
    const entities = new Set([claim.from, claim.to]);
    return said.slice(0, FIRST_SHOWN).flatMap(({ paper, passages }) => [
      named ? make("div", { class: "row" }, sign("paper"), this.go(paper)) : null,
      ...passages.map((number) => passage(this.model.nodes[paper], number, entities)),
    ]).filter(Boolean);
  }

  edge(edge) {
    const words = forward.get(edge.kind) ?? "has the same name as";
    const { support = 0, confidence } = edge;
    const says = make("p", { class: "says" }, this.go(edge.from), ` ${words} `, this.go(edge.to));
    const entities = new Set([edge.from, edge.to]);
    const one = this.model.nodes[edge.from].kind === "paper";
    const told = support ? `${one ? "" : `${counted(support, "paper says", "papers say")} so, `}confidence ${confidence.toFixed(2)}` : "";
    this.open(
      null, "Connection", says,
      told ? make("p", { class: "soft" }, told) : null,
      this.group(support ? "Said in" : "", edge.said, ({ paper, passages }) => {
        const node = this.model.nodes[paper];
        const link = node.link ? make("p", { class: "soft" }, outward(node.link, "Open the paper")) : null;
        const quotes = passages.map((number) => passage(node, number, entities));
        return make("div", { class: "item" }, make("div", { class: "row" }, sign("paper"), this.go(paper), make("span", { class: "end" }, node.year ?? "")), quotes, link);
      }),
    );
  }
}
