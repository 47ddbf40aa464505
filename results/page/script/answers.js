
// Answers are those of the server, or in a report those that lie in the page.

const frozen = (() => { const here = $("#frozen"); return here ? JSON.parse(here.textContent) : null; })();

class Missing extends Error {}

const frozenAnswer = (name, query) => {
  const found = {
    runs: () => frozen.runs,
    live: () => frozen.live,
    run: () => frozen.run[query.id],
    history: () => (frozen.history[query.id] || {})[query.file],
    points: () => frozen.points[query.id],
    report: () => frozen.report,
    view: () => frozenView([].concat(query.id)),
  }[name]();
  if (!found) throw new Missing("The report does not have this; ebim serve shows it.");
  return found;
};

// frozenView gathers the geometry of runs from the views of articles, where it lies once.
const frozenView = (ids) => {
  let made = null;
  for (const whole of frozen.views || []) {
    const models = whole.models.filter((m) => ids.includes(m.run));
    if (models.length === 0) continue;
    if (made) made.models.push(...models);
    else made = { ...whole, models };
  }
  return made;
};

// articleOf is that of a report with a run, which has its figures and settings.
const articleOf = (id) => frozen.report.articles.find((a) => a.runs.includes(id)) || {};

const remembered = new Map(); // answers by address, with their tags

// answer returns what is known under a name. The server says when nothing has changed; then it is the same object as before.
const answer = async (name, query = {}) => {
  if (frozen) return frozenAnswer(name, query);
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) for (const one of [].concat(value)) parameters.append(key, one);
  const address = `api/${name}?${parameters}`, before = remembered.get(address);
  const response = await fetch(address, { cache: "no-store", headers: before ? { "If-None-Match": before.tag } : {} });
  if (response.status === 304 && before) return before.value;
  if (!response.ok) {
    const text = (await response.text()).trim();
    throw response.status === 404 ? new Missing(text) : new Error(text || `The server answers ${response.status}.`);
  }
  const value = await response.json(), tag = response.headers.get("ETag");
  if (tag && name !== "history") remembered.set(address, { tag, value });
  if (remembered.size > 200) remembered.delete(remembered.keys().next().value);
  return value;
};

// The list of runs is what most views begin with.
const runsKnown = { index: null, byID: new Map(), live: {} };

const refreshRuns = async () => {
  const live = await answer("live");
  runsKnown.live = live.runs || {};
  if (!runsKnown.index || runsKnown.index.version !== live.version) {
    runsKnown.index = await answer("runs");
    runsKnown.byID = new Map(runsKnown.index.runs.map((row) => [row.id, row]));
  }
  return runsKnown.index;
};

// statusOf is a run's status: by its record, and by what it shows of itself while it is running.
const statusOf = (row) => row.status === "running" && runsKnown.live[row.id] ? runsKnown.live[row.id].state : row.status;

const stageOf = (row) => {
  if (row.stage) return row.stage;
  const live = runsKnown.live[row.id];
  return row.status === "running" && live && live.stages ? live.stages.find((s) => s.alive) || live.stages[0] : null;
};

// Verdicts and statuses are told apart by words and signs, not by colors alone.
const verdicts = ["wrong", "doubtful", "good"], signs = { good: "✓", doubtful: "?", wrong: "✗" };
const verdictMark = (word, text = word) => h("span", { class: "verdict " + word }, h("span", { "aria-hidden": "true" }, signs[word] + " "), text);
const verdict = (row) => row.verdict ? verdictMark(row.verdict) : "";

// secondsOf is a run's whole time: of its finished stages, and of the one that is computed.
const secondsOf = (row) => {
  const stages = ((runsKnown.live[row.id] || {}).stages || []).filter((s) => s.alive);
  const longest = Math.max(0, ...stages.map((s) => ((frozen ? Date.parse(s.updated) : Date.now()) - Date.parse(s.started)) / 1000));
  return (row.seconds || 0) + (Number.isFinite(longest) ? longest : 0) || null;
};
const status = (row) => { const text = statusOf(row); return h("span", { class: "status " + text }, text); };

const runLink = (id) => "#run/" + encodeURIComponent(id);
const compareLink = (ids) => "#compare/" + ids.map(encodeURIComponent).join("&");
// kindOf is the same of runs that differ in their seeds alone.
const kindOf = (row) => `${row.experiment}\n${row.model}\n${row.settings}\n${row.backend}`;
const settingsText = (row) => (row.overrides || []).join(" ");
