
// The comparison of any runs: settings that differ, numbers, curves over each other, figures side by side and views that turn together.

const mostCompared = 24;

// shortNames name runs by what differs between them.
const shortNames = (rows) => {
  const differs = (of) => new Set(rows.map(of)).size > 1;
  const parts = [[(r) => r.experiment, (r) => r.experiment], [(r) => r.model, (r) => r.model], [(r) => r.seed, (r) => `seed ${r.seed}`],
    [settingsText, settingsText], [(r) => r.backend, (r) => r.backend || ""]].filter(([of]) => differs(of));
  const names = rows.map((r) => parts.map(([, text]) => text(r)).filter(Boolean).join(", ") || r.model);
  return names.map((name, k) => names.indexOf(name) !== names.lastIndexOf(name) ? `${name} [${rows[k].settings || k + 1}]` : name);
};

// colorsOf gives runs that differ in their seeds alone one color, where there are several of that kind; else each its own.
const colorsOf = (rows) => {
  const kinds = rows.map(kindOf), distinct = [...new Set(kinds)];
  const bySettings = distinct.length > 1 && distinct.length < rows.length;
  return rows.map((_, k) => {
    const at = bySettings ? distinct.indexOf(kinds[k]) : k;
    return { color: () => seriesColor(at), dash: at >= 8 ? [6, 3] : null };
  });
};

const swatchOf = (run) => swatch(run.color());

const differenceGrid = (runs, label, values, show, title) => {
  const paths = [...new Set(runs.flatMap((run) => Object.keys(values(run))))].sort(natural);
  const all = paths.map((path) => ({ path, cells: runs.map((run) => values(run)[path]) }));
  const grid = new Grid({ label, empty: `No ${label} differ.`, columns: [{ name: "path", title, heading: true, value: (r) => r.path, cell: (r) => h("code", {}, r.path) },
    ...runs.map((run, k) => ({ name: `run ${k}`, title: h("span", {}, swatchOf(run), run.name), number: show === number, value: (r) => r.cells[k], cell: (r) => show(r.cells[k]) }))] });
  const differing = all.filter((r) => r.cells.some((c) => c !== r.cells[0]));
  const box = h("input", { type: "checkbox", onchange: () => grid.set(box.checked ? all : differing) });
  grid.set(differing);
  const csv = () => asCSV([[title, ...runs.map((run) => run.id)], ...grid.rows.map((r) => [r.path, ...r.cells])]);
  return [grid.element, h("p", { class: "actions" }, h("label", { class: "inline" }, box, ` all ${all.length}, also what is the same`), " ", copyButton(csv))];
};

const makeCompare = () => {
  const section = $("#compare");
  let shown = null;

  const sideBySide = (runs) => {
    const kinds = new Map();
    for (const run of runs) for (const figure of figuresOf(run.answer)) {
      if (!kinds.has(figure.kind)) kinds.set(figure.kind, []);
      const all = kinds.get(figure.kind);
      if (!all.some((one) => one.figure.source === figure.source)) all.push({ run, figure });
    }
    return [...kinds].map(([kind, all]) => {
      const unique = [...new Map(all.map((one) => [one.figure.source.replace(/id=[^&]*/, one.run.row.experiment + settingsText(one.run.row)), one])).values()];
      return h("div", {}, h("h3", {}, all[0].figure.title || kind), h("div", { class: "pictures" }, unique.map(({ run, figure }) => figureCard(figure, run.name))));
    });
  };

  const together = async (runs) => {
    const group = { views: new Set() }, made = [], notes = [];
    for (const experiment of new Set(runs.map((run) => run.row.experiment))) {
      const own = runs.filter((run) => run.row.experiment === experiment && run.answer.dimension === 3 && run.answer.status === "done");
      if (own.length === 0) continue;
      let whole;
      try { whole = await answer("view", { id: own.map((run) => run.id) }); } catch (error) { notes.push(error.message); continue; }
      for (const model of whole ? whole.models : []) {
        const run = own.find((one) => one.id === model.run), geometry = { ...whole, models: [model], notes: [] };
        made.push({ figure: spaceFigure(geometry, run.name, [swatchOf(run), run.name]), geometry });
      }
    }
    if (made.length === 0) return notes.length ? part("In space", notes.map(noted)) : null;
    requestAnimationFrame(() => made.forEach(({ figure, geometry }) => addSpace(figure, geometry, group)));
    return part("In space", noted("The views turn and zoom together."), h("div", { class: "spaces" }, made.map(({ figure }) => figure)), notes.map(noted));
  };

  const projections = async (runs) => {
    const own = runs.filter((run) => run.answer.dimension && run.answer.dimension !== 3 && run.answer.status === "done").slice(0, 8);
    const made = [];
    for (const run of own) {
      try {
        const points = await answer("points", { id: run.id });
        if (points.data || points.samples) made.push(h("div", {}, h("h3", {}, swatchOf(run), run.name), scatter(points)));
      } catch (error) { if (!(error instanceof Missing)) throw error; }
    }
    return made.length ? part("Samples and data", h("div", { class: "spaces" }, made)) : null;
  };

  const choose = () => {
    fill(section, h("h1", {}, "Compare"), noted("Select runs in the list (x on a row, or its box), and press c or Compare."),
      h("p", {}, h("a", { class: "button", href: "#runs" }, "To the runs"), " ", selection.size > 0 && h("a", { class: "button", href: compareLink([...selection]) }, `Compare ${plural(selection.size, "selected run")}`)));
  };

  // leave gives up what is shown, while it is there still.
  const leave = () => {
    if (shown) shown.curves.remove();
    removeSpaces(section);
    shown = null;
  };

  const build = async (ids) => {
    const runs = [];
    const problems = [];
    for (const id of ids.slice(0, mostCompared)) {
      const row = runsKnown.byID.get(id);
      try {
        const one = await answer("run", { id });
        runs.push({ id, row: row || one, answer: one });
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        problems.push(`${id}: ${error.message}`);
      }
    }
    if (ids.length > mostCompared) problems.push(`${ids.length} runs are named; the first ${mostCompared} are compared.`);
    const names = shortNames(runs.map((run) => run.row)), colors = colorsOf(runs.map((run) => run.row));
    runs.forEach((run, k) => Object.assign(run, { name: names[k], ...colors[k] }));
    leave();
    const curves = new Curves(runs), live = h("div", {}), later = h("div", {});
    shown = { key: ids.join("&"), ids, runs, curves, live };
    fill(section, h("h1", {}, `Compare ${plural(runs.length, "run")}`), problems.length > 0 && h("div", { class: "problems" }, problems.map((p) => h("p", {}, p))),
      h("ul", { class: "compared" }, runs.map((run) => h("li", {}, swatchOf(run), h("a", { href: runLink(run.id) }, run.id), " ", run.row.verdict ? verdict(run.row) : status(run.row), " ",
        h("a", { href: compareLink(ids.filter((id) => id !== run.id)), "aria-label": `leave out ${run.id}` }, "leave out")))),
      live,
      part("Settings", differenceGrid(runs, "settings", (run) => run.answer.settings_values || {}, (v) => v === undefined ? "–" : v, "Setting")),
      part("Numbers", differenceGrid(runs, "numbers", (run) => Object.fromEntries((run.answer.numbers || []).map((n) => [n.name, n.value ?? undefined])), number, "Number"), caveats(runs)),
      part("Curves", curves.element), later);
    await update();
    const space = [await together(runs), await projections(runs)], figures = sideBySide(runs);
    if (shown && shown.curves === curves) fill(later, ...space, figures.length > 0 && part("Figures", figures));
  };

  const caveats = (runs) => {
    const all = runs.flatMap((run) => [...new Map((run.answer.numbers || []).filter((n) => n.caveat).map((n) => [n.caveat, n])).values()].map((n) => `${run.name}, ${n.name.split(".")[0]}: ${n.caveat}`));
    return all.length > 0 && h("ul", { class: "remark" }, all.map((text) => h("li", {}, text)));
  };

  const update = async () => {
    const own = shown, growing = own.runs.filter((run) => run.row.status === "running");
    for (const run of growing) run.answer = await answer("run", { id: run.id });
    fill(own.live, growing.filter((run) => stageOf(run.row)).map((run) => h("p", {}, swatchOf(run), run.name, " ", progressCell(run.row))));
    await own.curves.update(Object.fromEntries(own.runs.map((run) => [run.id, run.answer.curves])));
  };

  addView("compare", "Compare", {
    show: async (rest) => {
      await refreshRuns();
      const ids = rest.split("&").filter(Boolean).map(decodeURIComponent);
      if (ids.length === 0) { leave(); choose(); return; }
      if (shown && shown.key === ids.join("&")) return;
      leave();
      fill(section, noted("Reading the runs …"));
      await build(ids);
    },
    tick: async () => {
      if (!shown || $(".problems[role=alert]", section)) return;
      const own = shown, before = own.runs.map((run) => run.row.status).join();
      await refreshRuns();
      if (shown !== own) return;
      for (const run of shown.runs) run.row = runsKnown.byID.get(run.id) || run.row;
      if (shown.runs.map((run) => run.row.status).join() !== before) await build(shown.ids);
      else if (shown.runs.some((run) => run.row.status === "running")) await update();
    },
  });
};
