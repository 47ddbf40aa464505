
// Charts of lines or points over a number or a time. Those of one group share the part of the axis that is shown and the place that is
// pointed at.

const chartGroup = (more) => ({ charts: new Set(), range: null, hover: null, scale: "automatic", smooth: 0, ...more });

const ticks = (low, high, count) => {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((m) => m * power >= raw) * power, found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && found.length < 50; k++) found.push(k * step);
  return found;
};

const logTicks = (low, high) => {
  const found = [], first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high)), every = Math.max(1, Math.ceil((last - first) / 6));
  for (let e = first; e <= last; e += every) for (const m of last - first < 2 ? [1, 2, 5] : [1]) found.push(m * 10 ** e);
  return found.filter((v) => v >= low * 0.999 && v <= high * 1.001);
};

const firstNotBelow = (sorted, x) => {
  let low = 0, high = sorted.length;
  while (low < high) { const middle = (low + high) >> 1; if (sorted[middle] < x) low = middle + 1; else high = middle; }
  return low;
};

// smoothed is an exponential mean, corrected for its beginning; what is not finite stays and does not enter.
const smoothed = (values, weight) => {
  let mean = 0, mass = 0;
  return values.map((v) => {
    if (!Number.isFinite(v)) return v;
    mean = weight * mean + (1 - weight) * v;
    mass = weight * mass + (1 - weight);
    return mean / mass;
  });
};

class Chart {
  // options: group, format (of the axis), points (instead of lines), unit, onOpen (a point is clicked).
  constructor(title, options = {}) {
    Object.assign(this, { title, group: chartGroup(), format: (x) => number(x, 6), xName: "step", ...options, series: [], dragged: null });
    this.canvas = h("canvas", { tabindex: "0", role: "img" });
    this.tip = h("div", { class: "tip", hidden: true, "aria-live": "off" });
    this.element = h("figure", { class: "chart" }, h("figcaption", {}, title), h("div", { class: "plot" }, this.canvas, this.tip));
    this.group.charts.add(this);
    this.listen();
    Chart.resized.observe(this.canvas);
  }

  // set gives the chart its lines: {name, color, dash, x, y}, x sorted.
  set(series) {
    this.series = series;
    this.made = null;
    this.canvas.setAttribute("aria-label", `${this.title} over ${this.xName}: ` + (series.map((s) =>
      `${s.name} ${s.y.length ? number(s.y[s.y.length - 1]) : "no values"}`).join("; ") || "no values"));
    this.request();
  }

  request() {
    if (!this.pending) this.pending = requestAnimationFrame(() => { this.pending = 0; this.draw(); });
  }

  shared() { this.group.charts.forEach((chart) => chart.request()); }

  remove() {
    this.group.charts.delete(this);
    Chart.resized.unobserve(this.canvas);
  }

  lines() {
    const weight = this.points ? 0 : this.group.smooth;
    if (!this.made || this.made.weight !== weight) {
      this.made = { weight, lines: this.series.map((s) => ({ ...s, shown: weight > 0 ? smoothed(s.y, weight) : s.y })), wide: this.spansDecades() };
    }
    return this.made.lines.filter((s) => !s.hidden);
  }

  // spansDecades reports whether all values are positive, and the largest many times the least: then a linear scale hides most of them.
  spansDecades() {
    let low = Infinity, high = 0;
    for (const { y } of this.series) for (const v of y) if (Number.isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
    return low > 0 && high > 20 * low;
  }

  // extent is the part of the axis that is shown, and that of the values there.
  extent(lines) {
    let [x0, x1] = this.group.range || [Infinity, -Infinity];
    if (!this.group.range) {
      for (const { x } of lines) if (x.length) { x0 = Math.min(x0, x[0]); x1 = Math.max(x1, x[x.length - 1]); }
    }
    if (!this.group.range && this.points && x1 > x0) { const pad = 0.02 * (x1 - x0); x0 -= pad; x1 += pad; }
    if (!(x1 > x0)) [x0, x1] = Number.isFinite(x0) ? [x0 - 1, x0 + 1] : [0, 1];
    let y0 = Infinity, y1 = -Infinity;
    const log = !this.points && (this.group.scale === "logarithmic" || this.group.scale === "automatic" && this.made.wide);
    for (const { x, shown } of lines) {
      for (let i = firstNotBelow(x, x0); i < x.length && x[i] <= x1; i++) {
        const v = shown[i];
        if (!Number.isFinite(v) || log && v <= 0) continue;
        if (v < y0) y0 = v;
        if (v > y1) y1 = v;
      }
    }
    const there = y1 >= y0;
    if (!there) [y0, y1] = log ? [0.1, 1] : [0, 1];
    if (log) { if (y1 / y0 < 1.2) { y0 /= 1.1; y1 *= 1.1; } }
    else { const pad = (y1 - y0) * 0.05 || Math.abs(y1) * 0.05 || 1; y0 -= pad; y1 += pad; }
    return { x0, x1, y0, y1, log, there };
  }

  draw() {
    const ratio = Math.min(devicePixelRatio || 1, 3), canvas = this.canvas;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    }
    const c = canvas.getContext("2d"), lines = this.lines(), e = this.extent(lines);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    c.font = `11px ${styleOf("--sans")}`;
    const yTicks = e.log ? logTicks(e.y0, e.y1) : ticks(e.y0, e.y1, 4), labels = yTicks.map((v) => number(v, 3));
    const left = Math.ceil(Math.max(24, ...labels.map((text) => c.measureText(text).width)) + 8), right = width - 10, top = 8, bottom = height - 22;
    const value = (y) => e.log ? Math.log(y / e.y0) / Math.log(e.y1 / e.y0) : (y - e.y0) / (e.y1 - e.y0);
    this.place = { left, right, top, bottom, e, X: (x) => left + (x - e.x0) / (e.x1 - e.x0) * (right - left), Y: (y) => bottom - value(y) * (bottom - top) };
    this.drawFrame(c, yTicks, labels);
    c.save();
    c.beginPath();
    c.rect(left, top - 4, right - left + 1, bottom - top + 8);
    c.clip();
    for (const line of lines) this.points ? this.drawPoints(c, line) : this.drawLine(c, line, ratio);
    c.restore();
    if (!e.there) {
      c.fillStyle = styleOf("--soft");
      c.textAlign = "center";
      c.fillText(e.log ? "no positive values" : "no values yet", (left + right) / 2, (top + bottom) / 2);
    }
    this.drawHover(c, lines);
  }

  drawFrame(c, yTicks, labels) {
    const { left, right, top, bottom, e, X, Y } = this.place;
    c.strokeStyle = styleOf("--line");
    c.fillStyle = styleOf("--soft");
    c.lineWidth = 1;
    c.textBaseline = "middle";
    c.textAlign = "right";
    yTicks.forEach((v, i) => {
      const y = Math.round(Y(v)) + 0.5;
      c.beginPath(); c.moveTo(left, y); c.lineTo(right, y); c.stroke();
      c.fillText(labels[i], left - 5, y);
    });
    c.textBaseline = "top";
    c.textAlign = "center";
    let free = -Infinity;
    for (const v of this.ticksX ? this.ticksX(e.x0, e.x1) : ticks(e.x0, e.x1, Math.max(2, Math.floor((right - left) / 55)))) {
      const text = this.format(v), half = c.measureText(text).width / 2, x = Math.min(Math.max(X(v), half), right + 10 - half);
      if (x - half < free) continue;
      free = x + half + 8;
      c.fillText(text, x, bottom + 7);
    }
    c.strokeStyle = styleOf("--frame");
    c.beginPath(); c.moveTo(left, top - 4); c.lineTo(left, bottom + 0.5); c.lineTo(right, bottom + 0.5); c.stroke();
  }

  // drawLine draws, of many values in a column of pixels, the first, the lowest, the highest and the last.
  drawLine(c, { x, shown, color, dash }, ratio) {
    const { e, X, Y } = this.place, from = Math.max(0, firstNotBelow(x, e.x0) - 1), end = Math.min(x.length, firstNotBelow(x, e.x1) + 1);
    c.strokeStyle = color;
    c.lineWidth = 1.5;
    c.lineJoin = "round";
    c.setLineDash(dash || []);
    c.beginPath();
    let pen = false, column = NaN, low = 0, high = 0, last = 0;
    const close = () => { if (pen && !Number.isNaN(column)) { c.lineTo(column, low); c.lineTo(column, high); c.lineTo(column, last); } };
    for (let i = from; i < end; i++) {
      const v = shown[i];
      if (!Number.isFinite(v) || e.log && v <= 0) { close(); pen = false; column = NaN; continue; }
      const px = X(x[i]), at = Math.round(px * ratio) / ratio, y = Y(v);
      if (at === column) { low = Math.min(low, y); high = Math.max(high, y); last = y; continue; }
      close();
      if (pen) c.lineTo(at, y); else { c.moveTo(at, y); c.lineTo(at + 0.01, y); }
      pen = true; column = at; low = high = last = y;
    }
    close();
    c.stroke();
    c.setLineDash([]);
  }

  drawPoints(c, { x, shown, color }) {
    const { X, Y } = this.place;
    c.fillStyle = color;
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(shown[i])) continue;
      c.beginPath(); c.arc(X(x[i]), Y(shown[i]), 3.5, 0, 7); c.fill();
    }
  }

  drawHover(c, lines) {
    const { left, right, top, bottom, e, X, Y } = this.place, at = this.group.hover;
    if (this.dragged) {
      c.fillStyle = styleOf("--select");
      const [a, b] = this.dragged;
      c.fillRect(Math.min(a, b), top - 4, Math.abs(b - a), bottom - top + 4);
    }
    if (at === null || at < e.x0 || at > e.x1) { this.tip.hidden = true; return; }
    c.strokeStyle = styleOf("--soft");
    c.beginPath(); c.moveTo(X(at), top - 4); c.lineTo(X(at), bottom); c.stroke();
    const found = [];
    for (const line of lines) {
      const i = nearest(line.x, at);
      if (i < 0 || line.x[i] < e.x0 || line.x[i] > e.x1) continue;
      const v = line.shown[i];
      found.push({ line, i, v });
      if (!Number.isFinite(v) || e.log && v <= 0) continue;
      c.fillStyle = line.color;
      c.beginPath(); c.arc(X(line.x[i]), Y(v), 3, 0, 7); c.fill();
    }
    this.tip.hidden = this !== this.group.over || found.length === 0;
    if (this.tip.hidden) return;
    fill(this.tip, h("div", {}, `${this.xName} ${this.format(at, true)}`),
      found.slice(0, 12).map(({ line, i, v }) => h("div", {}, swatch(line.color), line.name ? line.name + " " : "", h("b", {}, number(v, 5)),
        line.label ? " " + line.label(i) : "")), found.length > 12 && h("div", {}, `and ${found.length - 12} more`));
    const half = X(at) > (left + right) / 2;
    this.tip.style.left = half ? "" : `${X(at) + 12}px`;
    this.tip.style.right = half ? `${this.canvas.clientWidth - X(at) + 12}px` : "";
  }

  at(event) {
    const { left, right, e } = this.place, x = event.clientX - this.canvas.getBoundingClientRect().left;
    return e.x0 + (Math.min(Math.max(x, left), right) - left) / (right - left) * (e.x1 - e.x0);
  }

  point(x) {
    const group = this.group;
    let best = null;
    for (const line of x === null ? [] : this.lines()) {
      const i = nearest(line.x, x);
      if (i >= 0 && (best === null || Math.abs(line.x[i] - x) < Math.abs(best - x))) best = line.x[i];
    }
    Object.assign(group, { hover: best, over: this });
    this.shared();
  }

  zoomTo(low, high) {
    this.group.range = null;
    const all = this.extent(this.lines());
    low = Math.max(low, all.x0); high = Math.min(high, all.x1);
    this.group.range = low <= all.x0 && high >= all.x1 || !(high > low) ? null : [low, high];
    this.shared();
  }

  zoomBy(factor, shift = 0) {
    const { x0, x1 } = this.place.e, middle = (x0 + x1) / 2 + shift * (x1 - x0), half = (x1 - x0) / 2 * factor;
    this.zoomTo(middle - half, middle + half);
  }

  listen() {
    const canvas = this.canvas, left = (event) => event.clientX - canvas.getBoundingClientRect().left;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button || !this.place) return;
      canvas.setPointerCapture(event.pointerId);
      this.dragged = [left(event), left(event)];
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.place) return;
      if (this.dragged) this.dragged[1] = left(event);
      this.point(this.at(event));
    });
    canvas.addEventListener("pointerup", (event) => {
      const dragged = this.dragged;
      this.dragged = null;
      if (dragged && Math.abs(dragged[1] - dragged[0]) > 6) {
        const [a, b] = [dragged[0], dragged[1]].map((x) => this.at({ clientX: x + canvas.getBoundingClientRect().left })).sort((p, q) => p - q);
        this.zoomTo(a, b);
      } else this.point(this.place ? this.at(event) : null);
    });
    canvas.addEventListener("pointercancel", () => { this.dragged = null; this.request(); });
    canvas.addEventListener("pointerleave", () => { if (!this.dragged) this.point(null); });
    canvas.addEventListener("dblclick", () => this.zoomTo(-Infinity, Infinity));
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.place) return;
      const does = { ArrowLeft: () => this.zoomBy(1, -0.2), ArrowRight: () => this.zoomBy(1, 0.2), "+": () => this.zoomBy(0.7),
        "=": () => this.zoomBy(0.7), "-": () => this.zoomBy(1.4), 0: () => this.zoomTo(-Infinity, Infinity) }[event.key];
      if (!does) return;
      event.preventDefault();
      does();
    });
  }
}

const nearest = (x, at) => {
  const i = firstNotBelow(x, at);
  if (x.length === 0) return -1;
  return i === x.length || i > 0 && at - x[i - 1] <= x[i] - at ? i - 1 : i;
};

const chartOf = new WeakMap();
Chart.resized = new ResizeObserver((entries) => entries.forEach(({ target }) => { const chart = chartOf.get(target); if (chart) chart.request(); }));
const newChart = (title, options) => { const chart = new Chart(title, options); chartOf.set(chart.canvas, chart); return chart; };
