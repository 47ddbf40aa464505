
// The whole page: which view is shown, keys, and what is asked for again.

const helpKeys = [["/", "filter"], ["j k ↑ ↓", "next, previous row"], ["Enter", "open the run"], ["x", "select the run"], ["c", "compare what is selected"],
  ["g r c", "g, then r or c: go to runs, compare"], ["l", "logarithmic curves"], ["+ − ← → 0", "on a chart: zoom, move, whole; in space: zoom, turn, reset"], ["Esc", "close; leave the filter"], ["?", "these keys"]];

const makeHelp = () => {
  const dialog = h("dialog", { "aria-label": "Keys" }, h("h2", {}, "Keys"), h("dl", { class: "keys" }, helpKeys.map(([key, does]) => h("div", {}, h("dt", {}, key.split(" ").map((k) => [h("kbd", {}, k), " "])), h("dd", {}, does)))),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  document.body.append(dialog);
  return dialog;
};

const moveRow = (by) => {
  const rows = [...document.querySelectorAll(`#${current.name} tr[data-key][tabindex]`)];
  if (rows.length === 0) return;
  const at = rows.indexOf(document.activeElement), next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
};

const listenToKeys = (help) => {
  let before = ""; // g, of g r
  addEventListener("keydown", (event) => {
    const typing = event.target.matches && event.target.matches("input:not([type=checkbox]):not([type=range]), select, textarea");
    if (event.key === "Escape" && typing) { event.target.blur(); return; }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const view = views[current.name], go = { r: "runs", c: "compare" };
    const onRow = document.activeElement.closest && document.activeElement.closest("tr[data-key]");
    const did = {
      "/": () => { const filter = view.filter || $("input[type=search]", view.section); if (filter) filter.focus(); },
      j: () => moveRow(1), k: () => moveRow(-1),
      ArrowDown: onRow && (() => moveRow(1)), ArrowUp: onRow && (() => moveRow(-1)),
      c: () => { if (selection.size > 0) location.hash = compareLink([...selection]); },
      l: () => { const button = view.section.querySelector(".curves button"); if (button) button.click(); },
      "?": () => help.showModal(),
    }[event.key];
    if (before === "g" && go[event.key]) { event.preventDefault(); location.hash = go[event.key]; }
    else if (did) { event.preventDefault(); did(); }
    before = event.key;
  });
};

makeReport();
makeRuns();
makeRun();
makeCompare();
const help = makeHelp();
listenToKeys(help);
$("#keys").addEventListener("click", () => help.showModal());
$("#views").hidden = false;
addEventListener("hashchange", route);
route().then(() => { if (!frozen) follow(); });
