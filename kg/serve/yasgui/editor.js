// The editor of queries: YASGUI told to ask this server alone, and the named questions to start from.
"use strict";

const place = document.getElementById("yasgui");
const Yasgui = window.Yasgui.default || window.Yasgui.Yasgui || window.Yasgui;
const first = document.querySelector("#questions button");

// The completions that YASGUI brings ask other sites for names.
const yasgui = new Yasgui(place, {
  requestConfig: { endpoint: `${location.origin}/sparql` },
  endpointCatalogueOptions: { getData: () => [] },
  copyEndpointOnNewTab: false,
  persistenceId: "kg",
  yasr: { prefixes: JSON.parse(place.dataset.prefixes) },
  yasqe: { value: first.dataset.query, autocompleters: ["variables"] },
});

function ask(button) {
  const tab = yasgui.addTab(true, { name: button.dataset.name, yasqe: { value: button.dataset.query } });
  tab.setEndpoint(`${location.origin}/sparql`);
  tab.query();
}

for (const button of document.querySelectorAll("#questions button")) {
  button.addEventListener("click", () => ask(button));
}

// What the graph names is told by this server, wherever its IRI leads on the web.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (link && place.dataset.base && link.href.startsWith(place.dataset.base)) {
    event.preventDefault();
    window.open(new URL(link.href).pathname, "_blank", "noopener");
  }
}, true);
