
// The view of experiments: of all in a report, of one where a server answers.

const reportTitle = document.title;
const reportLink = (experiment) => "#report/" + encodeURIComponent(experiment);

// tableOf shows a table with its notes below. On a narrow screen the labels stay, and the numbers move beside them.
const tableOf = (table, id) => {
  const note = (n) => h("sup", {}, h("a", { href: location.hash, onclick: (event) => { event.preventDefault(); document.getElementById(`${id}-${n}`).scrollIntoView({ block: "center" }); } }, n));
  const marks = (notes) => (notes || []).map(note);
  const text = (cell) => verdicts.includes(cell.text) ? verdictMark(cell.text) : cell.text.replace(/(?<![\w.])-(?=\d)/g, "−");
  const lost = (cell) => cell.value === null && cell.text.startsWith("failed");
  return [h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, h("table", { class: "labeled" },
    h("thead", {}, h("tr", {}, h("td", {}), table.columns.map((c) => h("th", { scope: "col", class: "number" }, c.label, marks(c.notes))))),
    h("tbody", {}, table.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label, marks(row.notes)), row.cells.map((cell) =>
      h("td", { class: "number" + (lost(cell) ? " failed" : "") }, text(cell), cell.caveat && h("abbr", { title: "A note below says what is wrong with the number" }, " †"), marks(cell.notes)))))))),
  table.notes && h("ol", { class: "notes" }, table.notes.map((text, k) => h("li", { id: `${id}-${k + 1}` }, text)))];
};

const makeReport = () => {
  const section = $("#report");
  let shown = null, version = null;

  const countsOf = (rows) => {
    const counts = new Map();
    for (const row of rows) counts.set(statusOf(row), (counts.get(statusOf(row)) || 0) + 1);
    return [...counts].map(([text, n]) => `${n} ${text}`).join(", ");
  };
  const rowsOf = (article) => article.runs.map((id) => runsKnown.byID.get(id)).filter(Boolean);

  // verdictsOf counts the verdicts of each model's runs.
  const verdictsOf = (article) => {
    const models = new Map();
    for (const row of rowsOf(article)) if (row.verdict) models.set(row.model, [...(models.get(row.model) || []), row.verdict]);
    if (models.size === 0) return null;
    return h("p", { class: "lead" }, [...models].map(([model, all]) => h("span", {}, model + ": ", [...verdicts].reverse().filter((v) => all.includes(v)).map((v) =>
      [verdictMark(v, all.length > 1 ? `${all.filter((own) => own === v).length} of ${all.length} ${v}` : v), " "]))));
  };

  const contents = (articles) => h("nav", { "aria-label": "Contents" }, h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {},
    ["Experiment", "Models", "Runs"].map((text) => h("th", { scope: "col" }, text)), h("th", { scope: "col", class: "number" }, "Time"))),
  h("tbody", {}, articles.map((a) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: reportLink(a.name) }, a.title)), h("td", {}, [...new Set(rowsOf(a).map((row) => row.model))].join(", ")),
    h("td", {}, countsOf(rowsOf(a))), h("td", { class: "number" }, duration(a.seconds || null))))))));

  const articleSection = (a, k, several) => {
    const rows = rowsOf(a), space = h("div", {}), id = `article-${k}`;
    const made = h("article", { "data-name": a.name }, several && h("h2", {}, a.title), verdictsOf(a),
      h("p", { class: "name" }, h("code", {}, a.name), " · ", countsOf(rows), ` · ${duration(a.seconds || null)} · `, h("a", { href: "#runs/" + encodeURIComponent("experiment:" + rows[0].experiment) }, "the runs")),
      a.description && h("p", {}, a.description), tableOf(a.summary, id),
      new Set(rows.map((row) => row.seed)).size > 1 && noted("Mean ± standard error over the seeds."), a.summary.caption && noted(a.summary.caption),
      a.failures && [h("h3", {}, "Failed and unfinished runs"), failuresList(a)],
      a.notes && [h("h3", {}, "Notes"), h("dl", { class: "failures" }, a.notes.map((n) => h("div", {}, h("dt", {}, n.runs), h("dd", {}, n.text))))],
      a.problems && h("div", { class: "problems" }, h("ul", {}, a.problems.map((p) => h("li", {}, p)))), space,
      a.figures && [h("h3", {}, "Figures"), h("div", { class: "figures" }, a.figures.map((f) => figureCard(f, f.title + (f.seed === undefined ? "" : `, seed ${f.seed}`))))],
      folded("All numbers", tableOf(a.numbers, id + "-all")),
      (a.settings || []).map((s) => folded(`Settings of ${s.runs}`, h("pre", { class: "scroll", tabindex: "0" }, s.text))));
    addSpaceOf(a, space);
    return made;
  };

  // stamp changes when a run of the experiment does.
  const stamp = (name) => frozen ? "" : JSON.stringify(runsKnown.index.runs.filter((row) => row.experiment === name));

  const addSpaceOf = async (a, place) => {
    if (!a.in_space) return;
    const geometry = await answer("view", { id: a.in_space });
    if (!geometry || geometry.models.length === 0 || !place.isConnected) return;
    const figure = spaceFigure(geometry, a.title, [h("span", { class: "hint" }, "Drag or arrow keys turn; + and −, two fingers, or the wheel after a click zoom; 0 resets.")]);
    fill(place, h("h3", {}, "Learned manifolds"), figure);
    addSpace(figure, geometry);
  };

  const show = async (name) => {
    await refreshRuns();
    const key = frozen ? "" : name, now = stamp(key);
    if (shown !== key || version !== now) {
      const report = await answer("report", frozen ? {} : { experiment: name });
      const articles = [...report.articles].sort((a, b) => natural(a.name, b.name)), several = articles.length > 1;
      removeSpaces(section);
      views.report.title = articles[0].title;
      fill(section, !frozen && h("p", { class: "crumbs" }, h("a", { href: "#runs" }, "Runs")), h("h1", {}, frozen ? reportTitle : articles[0].title),
        runsKnown.index.made && h("p", { class: "made" }, "Report of " + runsKnown.index.made),
        report.problems && h("div", { class: "problems" }, h("p", {}, "Not everything could be shown:"), h("ul", {}, report.problems.map((p) => h("li", {}, p)))),
        frozen && several && contents(articles));
      section.append(...articles.map((a, k) => articleSection(a, k, several)));
      [shown, version] = [key, now];
    }
    const wanted = frozen && name && [...section.querySelectorAll("article")].find((a) => a.dataset.name === name);
    if (wanted) wanted.scrollIntoView();
  };

  addView("report", "Report", { show: (rest) => show(decodeURIComponent(rest)), tick: async () => {
    await refreshRuns();
    if (shown !== null && version !== stamp(shown) && !section.contains(document.activeElement)) await show(shown);
  } });
};
