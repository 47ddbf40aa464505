
// The history of an experiment: a number of its runs over the time when they were started.

const makeHistory = () => {
  const section = $("#history");
  let chart = null, shown = null, wantedRest = "";

  // timeTicks are round times; days where there are many.
  const timeTicks = (low, high) => {
    const steps = [6e4, 3e5, 9e5, 36e5, 108e5, 432e5, 864e5, 1728e5, 6048e5, 26784e5, 80352e5, 315576e5];
    const step = steps.find((s) => (high - low) / s <= 6) || 315576e5 * Math.ceil((high - low) / 315576e5 / 6), found = [];
    const offset = new Date(low).getTimezoneOffset() * 6e4;
    for (let t = Math.ceil((low - offset) / step) * step + offset; t <= high && found.length < 20; t += step) found.push(t);
    return found;
  };
  const timeText = (t, whole) => {
    const text = moment(new Date(t).toISOString());
    return whole ? text : text.endsWith("00:00") ? text.slice(0, 10) : text.slice(5);
  };

  const show = async (rest) => {
    await refreshRuns();
    shown = runsKnown.index.version;
    wantedRest = rest;
    const [wanted, name] = rest.split("&").map(decodeURIComponent), names = experimentsOf();
    const experiment = names.includes(wanted) ? wanted : names[0];
    if (!experiment) { fill(section, h("h1", {}, "History"), noted("There are no runs yet.")); return; }
    const data = await answer("metrics", frozen ? {} : { experiment });
    const rows = runsKnown.index.runs.filter((row) => row.experiment === experiment && row.started && data.runs[row.id]);
    const measured = data.names.filter((_, k) => rows.some((row) => (data.runs[row.id][k] ?? null) !== null));
    const metric = measured.includes(name) ? name : measured.find((m) => data.of[data.names.indexOf(m)].main) || measured[0];
    const go = (e, m) => { location.hash = "history/" + encodeURIComponent(e) + (m ? "&" + encodeURIComponent(m) : ""); };
    const experiments = h("select", { "aria-label": "Experiment", onchange: () => go(experiments.value) }, names.map((n) => h("option", { value: n, selected: n === experiment }, n)));
    const metrics = h("select", { "aria-label": "Number", onchange: () => go(experiment, metrics.value) }, measured.map((m) => h("option", { value: m, selected: m === metric }, m)));
    if (chart) chart.remove();
    const at = data.names.indexOf(metric), info = data.of[at] || {};
    chart = newChart(metric ? metric + (info.unit ? ` [${info.unit}]` : "") : "", { points: true, xName: "started", format: timeText, ticksX: timeTicks });
    const models = [...new Set(rows.map((row) => row.model))].sort(natural), points = new Map(models.map((m) => [m, []]));
    for (const row of rows) {
      const value = data.runs[row.id][at] ?? null;
      if (value !== null) points.get(row.model).push({ row, x: Date.parse(row.started), y: value });
    }
    const all = new Grid({ label: "Runs of the experiment", rowKey: (r) => r.row.id, sort: { name: "started", down: true }, columns: [
      { name: "started", title: "Started", value: (r) => r.x, cell: (r) => moment(r.row.started), downFirst: true },
      { name: "run", title: "Run", heading: true, value: (r) => r.row.id, cell: (r) => h("a", { href: runLink(r.row.id) }, `${r.row.model}, seed ${r.row.seed}`) },
      { name: "value", title: metric || "", number: true, value: (r) => r.y, cell: (r) => number(r.y, 5) },
      { name: "settings", title: "Settings", class: "settings", value: (r) => settingsText(r.row), cell: (r) => h("code", { title: r.row.settings || "" }, settingsText(r.row)) }] });
    all.set([...points.values()].flat());
    chart.set(models.map((model, k) => {
      const own = points.get(model).sort((a, b) => a.x - b.x);
      return { name: model, color: seriesColor(k), x: own.map((p) => p.x), y: own.map((p) => p.y), label: (i) => `seed ${own[i].row.seed} ${settingsText(own[i].row)}` };
    }));
    chart.element.classList.add("large");
    fill(section, h("h1", {}, "History"), h("div", { class: "filters" }, experiments, metrics),
      h("p", { class: "legend-line" }, models.map((model, k) => h("span", {}, swatch(seriesColor(k)), model))),
      info.meaning && noted(info.meaning + (info.better ? `; better: ${info.better}` : "")), chart.element, all.element);
  };
  const tick = async () => {
    await refreshRuns();
    if (shown !== runsKnown.index.version && !section.contains(document.activeElement)) await show(wantedRest);
  };
  addView("history", "History", { show, tick });
};
