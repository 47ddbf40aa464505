
// Histories of trainings: read as they grow, and shown as charts, a chart for each column of each stage.

class Reading {
  constructor(run, curve) {
    Object.assign(this, { run, curve });
    this.restart();
  }

  restart() {
    Object.assign(this, { next: 0, names: null, columns: [] });
  }

  // read takes what has been added; true if something has.
  async read() {
    let grew = false;
    for (let more = true; more;) {
      const part = await answer("history", { id: this.run, file: this.curve.file, from: this.next });
      if (part.from < this.next) this.restart();
      this.next = part.next;
      this.take(part.text);
      grew = grew || part.text !== "";
      more = part.more && part.text !== "";
    }
    return grew;
  }

  take(text) {
    for (const line of text.split("\n")) {
      if (line === "") continue;
      const cells = line.split(",");
      if (!this.names) {
        this.names = cells.slice(1);
        this.columns = this.names.map(() => ({ x: [], y: [] }));
        continue;
      }
      const step = Number(cells[0]);
      for (let k = 1; k < cells.length && k <= this.columns.length; k++) {
        if (cells[k] === "") continue; // rarely looked at: the line goes on
        const column = this.columns[k - 1];
        column.x.push(step);
        column.y.push(/^[+-]?inf/i.test(cells[k]) ? NaN : Number(cells[k]));
      }
    }
  }
}

// titleOf is a column's name in words.
const titleOf = (name) => name.replaceAll("_", " ").replace("normaliser", "normalizer");

// Curves shows the histories of runs: {id, name, color, dash}.
class Curves {
  constructor(runs) {
    this.runs = runs;
    this.group = chartGroup();
    this.readings = new Map(); // by run, file and since
    this.charts = new Map(); // by stage and column
    this.hidden = new Set(); // names of runs
    this.stages = h("div", {});
    const toggle = h("button", { type: "button", title: "key l: automatic, logarithmic, linear", onclick: () => this.nextScale() }, "Scale: automatic");
    const smooth = h("input", { type: "range", min: 0, max: 0.99, step: 0.01, value: 0, oninput: () => {
      this.group.smooth = Number(smooth.value);
      this.redraw();
    } });
    this.toggle = toggle;
    this.element = h("div", { class: "curves empty" },
      h("div", { class: "controls" }, h("div", { role: "group", "aria-label": "Scale" }, toggle,
        h("button", { type: "button", onclick: () => { this.group.range = null; this.redraw(); } }, "Whole")),
        h("label", { class: "inline" }, "Smooth ", smooth)),
      runs.length > 1 && this.legend(), this.stages,
      h("p", { class: "hint remark" }, "Drag over a part to see it larger; a double click, or 0, shows the whole. On a chart + − ← → zoom and move."));
  }

  legend() {
    return h("div", { class: "series", role: "group", "aria-label": "Runs" }, this.runs.map((run) =>
      h("button", { type: "button", "aria-pressed": "true", onclick: (event) => {
        const hide = !this.hidden.has(run.id);
        hide ? this.hidden.add(run.id) : this.hidden.delete(run.id);
        event.currentTarget.setAttribute("aria-pressed", !hide);
        this.show();
      } }, swatch(run.color()), run.name)));
  }

  nextScale() {
    this.group.scale = { automatic: "logarithmic", logarithmic: "linear", linear: "automatic" }[this.group.scale];
    this.toggle.textContent = "Scale: " + this.group.scale;
    this.redraw();
  }

  redraw() { this.charts.forEach((chart) => { chart.made = null; chart.request(); }); }

  // update reads what the runs' answers list, by run: those that grow, and others once.
  async update(curvesOf) {
    let changed = false;
    const wanted = new Set();
    const reads = [];
    for (const { id } of this.runs) {
      for (const curve of curvesOf[id] || []) {
        const key = `${id} ${curve.file} ${curve.since || ""}`;
        wanted.add(key);
        const before = this.readings.get(key), reading = before || new Reading(id, curve);
        if (before && !before.curve.live && before.whole) continue;
        reading.curve = curve;
        this.readings.set(key, reading);
        reads.push(reading.read().then((grew) => { reading.whole = !curve.live; changed = changed || grew; }, (error) => {
          if (!(error instanceof Missing)) throw error;
          reading.whole = !curve.live;
        }));
      }
    }
    await Promise.all(reads);
    for (const key of this.readings.keys()) if (!wanted.has(key)) { this.readings.delete(key); changed = true; }
    if (changed || this.charts.size === 0) this.show();
  }

  show() {
    const found = new Map(); // stage -> column -> series
    for (const run of this.runs) {
      for (const reading of this.readings.values()) {
        if (reading.run !== run.id || !reading.names) continue;
        const { stage, start } = reading.curve;
        if (!found.has(stage)) found.set(stage, new Map());
        reading.names.forEach((name, k) => {
          if (!found.get(stage).has(name)) found.get(stage).set(name, []);
          const several = start ? `start ${start + 1}` : "";
          found.get(stage).get(name).push({ ...reading.columns[k], name: [this.runs.length > 1 && run.name, several].filter(Boolean).join(", "),
            color: start && this.runs.length === 1 ? seriesColor(start) : run.color(), dash: start && this.runs.length > 1 ? [4, 3] : run.dash, hidden: this.hidden.has(run.id) });
        });
      }
    }
    const kept = new Set();
    for (const [stage, columns] of found) {
      const grid = this.grid(stage);
      const zero = [...columns].filter(([, series]) => series.every(({ y }) => y.every((v) => v === 0))).map(([name]) => titleOf(name));
      grid.nextElementSibling.textContent = zero.length > 0 ? `0 throughout: ${zero.join(", ")}` : "";
      for (const [name, series] of columns) {
        if (zero.includes(titleOf(name))) continue;
        const key = stage + " " + name;
        kept.add(key);
        if (!this.charts.has(key)) {
          const chart = newChart(titleOf(name), { group: this.group });
          this.charts.set(key, chart);
          grid.append(chart.element);
        }
        this.charts.get(key).set(series);
      }
    }
    for (const [key, chart] of this.charts) {
      if (kept.has(key)) continue;
      chart.remove();
      chart.element.remove();
      this.charts.delete(key);
    }
    this.element.classList.toggle("empty", found.size === 0);
    if (found.size === 0) fill(this.stages, noted("No training has written a history yet."));
  }

  grid(stage) {
    for (const section of this.stages.children) if (section.stage === stage) return section.children[1];
    if (this.charts.size === 0) fill(this.stages);
    const section = h("div", {}, h("h4", {}, stage.replaceAll("_", " ")), h("div", { class: "charts" }), noted(""));
    section.stage = stage;
    this.stages.append(section);
    return section.children[1];
  }

  remove() { this.charts.forEach((chart) => chart.remove()); }
}
