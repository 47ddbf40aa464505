
// The table builder: numbers of runs, or their means over seeds, as columns to choose.

// meanOf is the mean of the values that there are, with its standard error from two on.
const meanOf = (values) => {
  const there = values.filter((v) => v !== null && v !== undefined);
  if (there.length === 0) return { n: 0, mean: null, error: null };
  const mean = there.reduce((a, b) => a + b, 0) / there.length;
  const error = there.length > 1 ? Math.sqrt(there.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (there.length - 1) / there.length) : null;
  return { n: there.length, mean, error };
};

const experimentsOf = () => [...new Set(runsKnown.index.runs.map((row) => row.experiment).filter(Boolean))].sort(natural);

const makeTable = () => {
  const section = $("#table");
  const state = { experiment: null, metrics: null, grouped: true, filter: "" };
  let data = null, grid = null, parts = null;

  const rowsOf = () => {
    const wanted = filtered(runsKnown.index.runs, state.filter).filter((row) => (!state.experiment || row.experiment === state.experiment) && data.runs[row.id]);
    const at = new Map(data.names.map((name, k) => [name, k]));
    const valueOf = (row, name) => data.runs[row.id][at.get(name)] ?? null;
    if (!state.grouped) return wanted.map((row) => ({ row, key: row.id, runs: 1, values: Object.fromEntries(state.metrics.map((m) => [m, { n: 1, mean: valueOf(row, m), error: null }])) }));
    const groups = new Map();
    for (const row of wanted) {
      const key = kindOf(row);
      groups.has(key) ? groups.get(key).push(row) : groups.set(key, [row]);
    }
    return [...groups].map(([key, rows]) => ({ row: rows[0], key, runs: rows.length, ids: rows.map((r) => r.id),
      values: Object.fromEntries(state.metrics.map((m) => [m, meanOf(rows.map((r) => valueOf(r, m)))])) }));
  };

  const columnsOf = () => [
    ...(state.experiment ? [] : [{ name: "experiment", title: "Experiment", heading: true, value: (g) => g.row.experiment }]),
    { name: "model", title: "Model", heading: true, value: (g) => g.row.model, cell: (g) => h("a", { href: g.ids && g.ids.length > 1 ? compareLink(g.ids.slice(0, mostCompared)) : runLink(g.row.id) }, g.row.model) },
    state.grouped ? { name: "runs", title: "Runs", number: true, value: (g) => g.runs } : { name: "seed", title: "Seed", number: true, value: (g) => g.row.seed },
    { name: "settings", title: "Settings", class: "settings", value: (g) => settingsText(g.row), cell: (g) => h("code", { title: g.row.settings || "" }, settingsText(g.row)) },
    ...state.metrics.map((name) => {
      const info = data.of[data.names.indexOf(name)];
      return { name, title: name + (info.unit ? ` [${info.unit}]` : ""), doc: [info.meaning, info.better && `better: ${info.better}`].filter(Boolean).join("; ") || null, number: true, downFirst: info.better === "highest",
        value: (g) => g.values[name].mean, cell: (g) => {
          const { n, mean, error } = g.values[name];
          const text = info.format === "verdict" && verdicts[mean] ? verdicts[mean] : mean === null ? "–" : error === null ? number(mean, 4) : `${number(mean, 4)} ± ${number(error, 2)}`;
          const best = bests.get(g.row.experiment + "\n" + name) === mean && mean !== null;
          return [best ? h("strong", {}, text) : text, state.grouped && n > 0 && n < g.runs && h("span", { class: "soft" }, ` (${n}/${g.runs})`)];
        } };
    }),
  ];

  // bests are the best values of those that are shown of an experiment, where it is known what is better.
  const bests = new Map();
  const findBests = (rows) => {
    bests.clear();
    for (const name of state.metrics) {
      const better = data.of[data.names.indexOf(name)].better, values = new Map();
      for (const g of rows) {
        const mean = g.values[name].mean, own = values.get(g.row.experiment) || values.set(g.row.experiment, []).get(g.row.experiment);
        if (mean !== null) own.push(mean);
      }
      for (const [experiment, own] of values) {
        if (better && own.length > 1) bests.set(experiment + "\n" + name, own.reduce((a, b) => better === "lowest" ? Math.min(a, b) : Math.max(a, b)));
      }
    }
  };

  const csv = () => asCSV([["experiment", "model", state.grouped ? "runs" : "seed", "settings", ...state.metrics.flatMap((m) => state.grouped ? [m, m + " standard error"] : [m])],
    ...grid.rows.map((g) => [g.row.experiment, g.row.model, state.grouped ? g.runs : g.row.seed, settingsText(g.row),
      ...state.metrics.flatMap((m) => state.grouped ? [g.values[m].mean, g.values[m].error] : [g.values[m].mean])])]);

  const apply = () => {
    const rows = rowsOf();
    findBests(rows);
    grid.setColumns(columnsOf());
    grid.set(rows);
    history.replaceState(null, "", "#table/" + (state.experiment ? encodeURIComponent(state.experiment) : ""));
  };

  const picker = () => {
    const used = new Set();
    for (const row of runsKnown.index.runs) {
      if (!state.experiment || row.experiment === state.experiment) (data.runs[row.id] || []).forEach((v, k) => { if (v !== null) used.add(data.names[k]); });
    }
    const names = data.names.filter((name) => used.has(name));
    const filter = h("input", { type: "search", placeholder: "find a number", "aria-label": "Find a number", oninput: () => {
      for (const label of list.children) label.hidden = !label.textContent.includes(filter.value);
    } });
    const list = h("div", { class: "choices" }, names.map((name) => {
      const box = h("input", { type: "checkbox", onchange: () => {
        state.metrics = box.checked ? [...state.metrics, name] : state.metrics.filter((m) => m !== name);
        apply();
      } });
      box.checked = state.metrics.includes(name);
      return h("label", {}, box, " ", name);
    }));
    return h("details", {}, h("summary", {}, `Columns (${names.length} to choose from)`), filter, list);
  };

  const preset = () => {
    const used = (name) => Object.entries(data.runs).some(([id, values]) => values[data.names.indexOf(name)] !== null && values[data.names.indexOf(name)] !== undefined
      && (!state.experiment || (runsKnown.byID.get(id) || {}).experiment === state.experiment));
    state.metrics = data.names.filter((name, k) => data.of[k].main && used(name)).slice(0, 6);
    if (state.metrics.length === 0) state.metrics = data.names.slice(runBuiltIn).filter(used).slice(0, 6);
    if (!state.metrics.includes("run.seconds")) state.metrics.push("run.seconds");
  };
  const runBuiltIn = 3; // names of numbers that every run has come first

  const build = async () => {
    data = await answer("metrics", state.experiment ? { experiment: state.experiment } : {});
    if (!state.metrics || state.metrics.length < 2 || !state.metrics.every((m) => data.names.includes(m))) preset();
    const experiments = h("select", { "aria-label": "Experiment", onchange: async () => { state.experiment = experiments.value || null; state.metrics = null; await build(); } },
      h("option", { value: "" }, "all experiments"), experimentsOf().map((name) => h("option", { value: name, selected: name === state.experiment }, name)));
    const grouped = h("input", { type: "checkbox", onchange: () => { state.grouped = grouped.checked; apply(); } });
    grouped.checked = state.grouped;
    const filter = h("input", { type: "search", placeholder: "filter", "aria-label": "Filter", oninput: () => { state.filter = filter.value; apply(); } });
    filter.value = state.filter;
    views.table.filter = filter;
    grid = new Grid({ label: "Table", columns: [], rowKey: (g) => g.key, empty: "No run matches." });
    fill(section, h("h1", {}, "Table"), h("div", { class: "filters" }, experiments, filter, h("label", { class: "inline" }, grouped, " mean ± standard error over seeds"), copyButton(csv)),
      picker(), grid.element);
    apply();
  };

  // again takes what has changed; what the reader is typing into stays.
  const again = async () => {
    parts = runsKnown.index.version;
    const typing = section.contains(document.activeElement) && document.activeElement.matches("input[type=search], select");
    if (!typing) { await build(); return; }
    data = await answer("metrics", state.experiment ? { experiment: state.experiment } : {});
    if (!state.metrics.every((m) => data.names.includes(m))) preset();
    apply();
  };

  const tick = async () => {
    await refreshRuns();
    if (grid && parts !== runsKnown.index.version) await again();
  };

  addView("table", "Table", { tick, show: async (rest) => {
    const wanted = decodeURIComponent(rest) || null;
    if (!grid) fill(section, h("h1", {}, "Table"), noted("Reading the numbers …"));
    await refreshRuns();
    if (!grid || wanted !== state.experiment || parts !== runsKnown.index.version) {
      if (wanted !== state.experiment) state.metrics = null;
      state.experiment = wanted;
      parts = runsKnown.index.version;
      await build();
    }
  } });
};
