
// The view of all runs.

const selection = new Set(); // IDs of the runs to compare

const filtered = (rows, text) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => words.every((word) => {
    const at = word.indexOf(":"), field = at > 0 ? word.slice(0, at) : "", rest = word.slice(at + 1);
    if (field === "status") return statusOf(row).startsWith(rest);
    if (["experiment", "model", "backend", "settings"].includes(field)) return String(row[field] || "").toLowerCase().includes(rest);
    if (field === "seed") return String(row.seed) === rest;
    return `${row.id} ${statusOf(row)} ${settingsText(row)} ${row.backend || ""} ${row.reason || ""}`.toLowerCase().includes(word);
  }));
};

const progressCell = (row) => {
  const stage = stageOf(row);
  if (!stage) return h("span", { class: "reason", title: row.reason || null }, row.reason || "");
  const bar = h("progress", { max: Math.max(stage.total, 1), "aria-label": `progress of ${row.id}` });
  if (stage.total > 0) bar.value = stage.done;
  const steps = stage.total > 0 ? `${stage.done} of ${stage.total}` : stage.done > 0 ? `step ${stage.done}` : "";
  const left = stage.alive && stage.seconds_left !== null && stage.seconds_left !== undefined ? `, ${duration(stage.seconds_left)} left` : "";
  return [h("span", {}, `${stage.stage.replaceAll("_", " ")} ${steps}${left} `), stage.alive ? bar : null];
};

const selectBox = (row, changed) => {
  const box = h("input", { type: "checkbox", "aria-label": `select ${row.id}`, tabindex: "-1", onchange: () => {
    box.checked ? selection.add(row.id) : selection.delete(row.id);
    changed();
  } });
  box.checked = selection.has(row.id);
  return box;
};

const makeRuns = () => {
  const section = $("#runs");
  let grid = null, shown = null;
  const filter = h("input", { type: "search", id: "filter", placeholder: "filter, such as circle status:failed", "aria-label": "Filter", autocomplete: "off", spellcheck: "false",
    oninput: () => { apply(); remember(); } });
  const state = h("select", { "aria-label": "Status", onchange: () => apply() }, h("option", { value: "" }, "any status"),
    ["running", "waiting", "done", "failed", "interrupted", "killed", "corrupt"].map((s) => h("option", { value: s }, s)));
  const counts = h("p", { class: "remark", role: "status" });
  const chosen = h("span", {});
  const compareButton = h("button", { type: "button", onclick: () => { location.hash = compareLink([...selection]); } }, "Compare");
  const clear = h("button", { type: "button", onclick: () => { selection.clear(); apply(); } }, "Clear");
  const bar = h("div", { class: "selected", hidden: true }, chosen, h("div", { role: "group" }, compareButton, clear));
  const tell = () => {
    bar.hidden = selection.size === 0;
    chosen.textContent = plural(selection.size, "run") + " selected";
  };
  const remember = () => history.replaceState(null, "", "#runs" + (filter.value ? "/" + encodeURIComponent(filter.value) : ""));

  const columns = [
    { name: "select", title: "", cell: (row) => selectBox(row, tell) },
    { name: "status", title: "Status", class: "status-cell", value: statusOf, cell: status },
    { name: "verdict", title: "Verdict", value: (row) => row.verdict || "", cell: (row) => verdict(row) },
    { name: "floors", title: "W1 / floor", class: "floors", doc: "Wasserstein-1 distance to the truth over its noise floor: a perfect model has about 1", number: true, value: (row) => row.floors, cell: (row) => row.floors === undefined ? "" : number(row.floors, 3) },
    { name: "run", title: "Run", class: "run-name", heading: true, value: (row) => `${row.experiment} ${row.model} ${row.seed}`,
      cell: (row) => [h("a", { href: reportLink(row.experiment), tabindex: "-1" }, row.experiment), h("span", { class: "soft" }, " / "), h("a", { href: runLink(row.id), tabindex: "-1" }, `${row.model} / seed ${row.seed}`)] },
    { name: "progress", title: "", class: "progress", cell: progressCell },
    { name: "settings", title: "Settings", class: "settings", value: settingsText, cell: (row) => h("code", { title: row.settings }, settingsText(row)) },
    { name: "started", title: "Started", class: "started", value: (row) => row.started ? Date.parse(row.started) : null, cell: (row) => moment(row.started), downFirst: true },
    { name: "seconds", title: "Time", number: true, value: secondsOf, cell: (row) => duration(secondsOf(row)), downFirst: true },
    { name: "backend", title: "Backend", class: "backend", value: (row) => row.backend || "" },
  ];

  const build = () => {
    grid = new Grid({ columns, label: "Runs", sort: { name: "started", down: true }, rowKey: (row) => row.id, empty: "No run matches.",
      onRow: (made, row) => { made.tabIndex = 0; made.className = "run-row"; made.addEventListener("click", (event) => {
        if (event.target.closest("a, input, button")) return;
        if (!getSelection().toString()) location.hash = runLink(row.id);
      }); } });
    grid.element.addEventListener("keydown", keys);
    fill(section, h("h1", {}, "Runs"), counts, h("div", { class: "filters" }, filter, state), bar, grid.element);
  };

  const keys = (event) => {
    const row = event.target.closest("tr[data-key]");
    if (!row || event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") location.hash = runLink(row.dataset.key);
    else if (event.key === "x" || event.key === " ") { const box = $("input[type=checkbox]", row); box.click(); }
    else return;
    event.preventDefault();
  };

  const apply = () => {
    if (!grid) return;
    const rows = runsKnown.index.runs, some = filtered(rows, filter.value).filter((row) => !state.value || statusOf(row) === state.value);
    grid.set(some);
    summarize(rows, some);
    tell();
  };

  const summarize = (rows, some) => {
    const by = new Map();
    for (const row of rows) by.set(statusOf(row), (by.get(statusOf(row)) || 0) + 1);
    const parts = [...by].sort(([a], [b]) => natural(a, b)).map(([s, n]) => `${n} ${s}`).join(", ");
    const running = rows.filter((row) => statusOf(row) === "running"), ends = running.map((row) => (stageOf(row) || {}).seconds_left).filter((s) => s > 0);
    const end = ends.length ? `; the stages that run now end within ${duration(Math.max(...ends))}` : "";
    counts.textContent = rows.length === 0 ? `There are no runs in ${runsKnown.index.root} yet; ebim run makes them.`
      : (some.length < rows.length ? `${some.length} of ${plural(rows.length, "run")} (${parts})` : `${plural(rows.length, "run")}: ${parts}`) + end;
  };

  const tick = async () => {
    const before = runsKnown.index, states = stateTexts();
    const index = await refreshRuns();
    if (index !== before || index !== shown) { shown = index; apply(); return; }
    const now = stateTexts(), changed = new Set();
    for (const [id, text] of now) if (states.get(id) !== text) changed.add(id);
    for (const id of states.keys()) if (!now.has(id)) changed.add(id);
    if (changed.size > 0) { grid.refresh(changed); summarize(index.runs, grid.rows); }
  };
  const stateTexts = () => new Map(Object.entries(runsKnown.live).map(([id, live]) => [id, JSON.stringify([live.state, (live.stages || []).map((s) => [s.done, s.alive, s.seconds_left])])]));

  addView("runs", "Runs", { tick, filter, show: async (rest) => {
    if (!grid) { fill(section, h("h1", {}, "Runs"), noted("Reading the runs …")); }
    const text = decodeURIComponent(rest);
    if (rest) filter.value = text;
    const index = await refreshRuns();
    if (!grid || !section.contains(grid.element)) build();
    shown = index;
    apply();
  } });
};
