
// The view of one run, and parts that the comparison and the report have, too.

// unitIn is what data units are, if all columns' names say the same in brackets.
const unitIn = (columns) => {
  const units = new Set((columns || []).map((name) => (/\[([^\]]+)\]$/.exec(name) || [])[1]));
  return units.size === 1 ? [...units][0] : undefined;
};

const labelOf = (n, unit) => unit ? n.label.replace("[data units]", `[${unit}]`) : n.label;

const valueOf = (n) => {
  if (n.format === "verdict" && verdicts[n.value]) return verdictMark(verdicts[n.value]);
  if (n.format === "yes/no" && n.value !== null) return n.value ? "yes" : "no";
  const text = number(n.value, 4);
  return [n.error === undefined ? text : `${text} ± ${number(n.error, 2)}`, n.caveat && h("abbr", { title: n.caveat }, " †")];
};

// caveatsOf says once what metrics have against their numbers.
const caveatsOf = (run) => {
  const all = [...new Map((run.numbers || []).filter((n) => n.caveat).map((n) => [n.caveat, n])).values()];
  return all.length > 0 && h("ul", { class: "notes" }, all.map((n) => h("li", {}, `† ${n.name.split(".")[0]}: ${n.caveat}`)));
};

const numbersGrid = (run) => {
  const unit = unitIn(run.columns);
  const grid = new Grid({ label: "Numbers", columns: [
    { name: "name", title: "Number", heading: true, value: (n) => n.name, cell: (n) => h("span", { title: `${n.name}${n.meaning ? ": " + n.meaning : ""}`, class: n.main ? "main" : null }, labelOf(n, unit)) },
    { name: "value", title: "Value", number: true, value: (n) => n.value, cell: (n) => valueOf(n) },
    { name: "better", title: "Better", value: (n) => n.better || "", cell: (n) => n.better || "" },
  ] });
  return grid;
};

// figureCard shows a picture on white, so that its dark lines can be seen in the dark.
const figureCard = (picture, caption) => {
  const image = h("img", { src: picture.source, alt: caption || picture.title, loading: "lazy" });
  return h("figure", { class: "picture" }, h("a", { href: image.src, target: "_blank", rel: "noopener", class: "card" }, image), h("figcaption", {}, caption || picture.title));
};

const part = (title, ...content) => h("section", { class: "part" }, h("h2", {}, title), ...content);
const folded = (title, ...content) => h("details", { class: "print" }, h("summary", {}, title), ...content);
const copyButton = (text) => { const button = h("button", { type: "button", onclick: () => copied(text(), button) }, "Copy as CSV"); return button; };

const failuresList = (run) => h("dl", { class: "failures" }, run.failures.map((f) =>
  h("div", {}, h("dt", {}, [f.run, f.metric].filter(Boolean).join(", ") || f.where || "run"), h("dd", {}, `${(f.run || f.metric) && f.where ? f.where + ": " : ""}${f.reason}`, f.cause && h("br"), f.cause && h("span", { class: "remark" }, f.cause)))));

// Progress of a run that is not finished.
const progressPart = (row) => {
  const live = runsKnown.live[row.id], state = statusOf(row);
  if (row.status !== "running") return [];
  if (state === "waiting") return [noted("Waiting for its next stage.")];
  return [state === "killed" && h("p", { class: "failed" }, "Its process has ended without saying so; the same command goes on from there."), stageLines(live)];
};

const stageLines = (live) => h("div", { class: "now" }, ((live || {}).stages || []).map((s) => h("div", {}, progressCell({ id: s.key, status: "running", stage: s }), h("p", { class: "remark" },
  [`started ${moment(s.started)}`, s.host && `on ${s.host}`, s.job && `job ${s.job}`, s.seconds_left > 0 && s.alive && `this stage ends about ${moment(new Date(Date.now() + 1000 * s.seconds_left))}`, s.problem].filter(Boolean).join(", ")),
  s.values && h("p", { class: "values" }, Object.entries(s.values).map(([name, v]) => h("span", {}, `${name.replaceAll("_", " ")} `, h("b", {}, number(v, 4))))))));

// figuresOf are the pictures that show a run.
const figuresOf = (run) => frozen ? (articleOf(run.id).figures || []).filter((f) => f.seed === undefined || f.seed === run.seed) : run.figures || [];

// spacePart shows runs in space or, in other dimensions, projected.
const spacePart = async (run) => {
  if (!run.dimension || run.status === "running") return null;
  try {
    if (run.dimension === 3) {
      const geometry = await answer("view", { id: run.id });
      if (!geometry || !geometry.models.length) return null;
      const figure = spaceFigure(geometry, run.id, [h("span", { class: "hint" }, "Drag or arrow keys turn; + and − zoom; 0 resets.")]);
      requestAnimationFrame(() => addSpace(figure, geometry));
      return part("Learned manifold", figure);
    }
    const points = await answer("points", { id: run.id });
    return points.data || points.samples ? part("Samples and data", scatter(points)) : null;
  } catch (error) {
    if (error instanceof Missing) return null;
    return part("Learned manifold", noted(error.message));
  }
};

const logEnd = (log) => h("details", { open: true }, h("summary", {}, `The end of ${log.name}`), h("pre", { class: "scroll", tabindex: "0" }, log.tail));

// textOf is a run without what changes while it is computed.
const textOf = (run) => JSON.stringify({ ...run, live: null, curves: null });

const siblings = (row, same) => (runsKnown.index.runs || []).filter((other) => other.experiment === row.experiment && other.status !== "corrupt" && same(other));

const makeRun = () => {
  const section = $("#run");
  let shown = null; // {id, text, curves, films}

  const head = (row, run) => {
    const seeds = siblings(row, (o) => o.model === row.model && o.settings === row.settings), models = siblings(row, (o) => o.seed === row.seed);
    const compare = (text, rows) => rows.length > 1 && h("a", { class: "button", href: compareLink(rows.slice(0, mostCompared).map((o) => o.id)) }, text);
    return [h("p", { class: "crumbs" }, h("a", { href: "#runs" }, "Runs"), " / ", h("a", { href: reportLink(row.experiment) }, row.experiment)),
      h("h1", {}, `${row.model}, seed ${row.seed}`),
      h("p", { class: "lead" }, row.verdict && [verdict(row), " · "], status(row), row.floors !== undefined && ` · Wasserstein ${number(row.floors, 3)} × its noise floor`, secondsOf(row) && ` · ${duration(secondsOf(row))}`),
      h("p", { class: "name" }, run.title && `${run.title} · `, h("code", {}, row.id), row.started && ` · started ${moment(row.started)}`, row.backend && ` · ${row.backend}`),
      settingsText(row) && h("p", {}, h("code", {}, settingsText(row))),
      h("p", { class: "actions" }, compare(`Compare ${seeds.length} seeds`, seeds), " ", compare("Compare models", models))];
  };

  const details = (run) => [
    run.failures && part("Failures", failuresList(run)),
    run.logs && part("Logs", run.logs.map(logEnd)),
    run.problems && h("div", { class: "problems" }, h("p", {}, "Not everything could be read:"), h("ul", {}, run.problems.map((p) => h("li", {}, p)))),
  ];

  const numbersPart = (run) => {
    if (!run.numbers) return null;
    const grid = numbersGrid(run), main = run.numbers.filter((n) => n.main).sort((a, b) => (b.format === "verdict") - (a.format === "verdict"));
    const box = h("input", { type: "checkbox", onchange: () => grid.set(box.checked ? run.numbers : main) });
    grid.set(main.length > 0 ? main : run.numbers);
    return part("Numbers", grid.element, caveatsOf(run), h("p", { class: "actions" }, main.length > 0 && h("label", { class: "inline" }, box, ` all ${run.numbers.length}`), copyButton(() => grid.csv())));
  };

  // leave gives up what is shown, while it is there still.
  const leave = () => {
    if (shown) shown.curves.remove();
    removeSpaces(section);
    shown = null;
  };

  const build = async (id, run) => {
    const row = runsKnown.byID.get(id) || run;
    leave();
    const curves = new Curves([{ id, name: "", color: () => seriesColor(0) }]);
    const now = h("div", {}), header = h("div", {}), log = h("div", {});
    shown = { id, log, text: textOf(run), run, curves, now, header };
    const space = h("div", {}), figures = figuresOf(run);
    const stages = new Grid({ label: "Stages", columns: [
      { name: "name", title: "Stage", heading: true, value: (s) => s.name, cell: (s) => s.name.replaceAll("_", " ") },
      { name: "seconds", title: "Time", number: true, value: (s) => s.seconds, cell: (s) => duration(s.seconds) },
      { name: "memory", title: "Peak memory", number: true, value: (s) => s.peak_memory_bytes || null, cell: (s) => bytesOf(s.peak_memory_bytes) },
      { name: "reused", title: "Reused", cell: (s) => s.reused ? "yes" : "" }] });
    stages.set(run.stages || []);
    fill(section, header, now, log, details(run), run.status === "corrupt" ? h("div", { class: "problems" }, h("p", {}, run.reason)) : [
      numbersPart(run), space, part("Curves", curves.element),
      figures.length > 0 && part("Figures", h("div", { class: "pictures" }, figures.map((f) => figureCard(f)))),
      run.notes && part("Notes", h("ul", {}, run.notes.map((note) => h("li", {}, note)))),
      part("Settings and stages", run.config && folded("Settings", h("pre", { class: "scroll", tabindex: "0" }, run.config)), folded("Stages", stages.element),
        run.versions && folded("Versions", h("ul", {}, Object.entries(run.versions).map(([name, v]) => h("li", {}, `${name} ${v}`)))), noted(run.folder))]);
    await update(run);
    const made = await spacePart(run);
    if (made && shown && shown.id === id) space.append(made);
  };

  // update shows what grows.
  const update = async (run) => {
    const row = runsKnown.byID.get(run.id) || run;
    fill(shown.header, head(row, run));
    fill(shown.now, progressPart(row));
    if (run.status !== "corrupt") await shown.curves.update({ [run.id]: run.curves });
  };

  const load = async () => {
    await refreshRuns();
    const run = await answer("run", { id: wanted });
    if (run.live) runsKnown.live[wanted] = run.live;
    const text = textOf(run);
    if (!shown || shown.id !== wanted || shown.text !== text || !section.contains(shown.header)) await build(wanted, run);
    else if (run.status === "running" || run !== shown.run) { shown.run = run; await update(run); }
  };

  let wanted = null;
  addView("run", "Run", {
    show: async (rest) => {
      wanted = decodeURIComponent(rest);
      views.run.title = wanted;
      if (!shown || shown.id !== wanted) {
        leave();
        fill(section, noted("Reading the run …"));
      }
      await load();
    },
    tick: async () => { if (wanted && !$(".problems[role=alert]", section)) await load(); },
  });
};
