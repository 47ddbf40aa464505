
// Points of many dimensions: data and samples along two axes, principal ones or coordinates, or along all pairs of some.

const floats = (text) => new Float32Array(bytes(text).buffer);

const scatterDrawing = (canvas, sets, i, j, names) => {
  const small = !names;
  const ratio = Math.min(devicePixelRatio || 1, 3), width = canvas.clientWidth, height = canvas.clientHeight;
  if (!width) return;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const c = canvas.getContext("2d");
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  const reference = sets[0], span = (k) => {
    const values = [];
    for (let p = 0; p < reference.count; p++) values.push(reference.values[p * reference.stride + k]);
    values.sort((a, b) => a - b);
    let low = values[0], high = values[values.length - 1];
    for (const other of sets.slice(1)) { // all but the farthest, which would shrink all else
      const own = Array.from({ length: other.count }, (_, p) => other.values[p * other.stride + k]).sort((a, b) => a - b);
      low = Math.min(low, own[Math.floor(0.02 * own.length)]);
      high = Math.max(high, own[Math.ceil(0.98 * own.length) - 1]);
    }
    const pad = (high - low) * 0.1 || 1;
    return [low - pad, high + pad];
  };
  let [x0, x1] = span(i), [y0, y1] = span(j);
  const margin = 3, left = small ? 3 : 56, below = small ? 3 : 40, widest = Math.max(x1 - x0, y1 - y0);
  if (widest < 4 * Math.min(x1 - x0, y1 - y0)) { // a unit is as long across as up, unless a shape would be lost
    const around = (low, high) => [(low + high - widest) / 2, (low + high + widest) / 2];
    [[x0, x1], [y0, y1]] = [around(x0, x1), around(y0, y1)];
  }
  const X = (v) => left + (v - x0) / (x1 - x0) * (width - left - margin), Y = (v) => height - below - (v - y0) / (y1 - y0) * (height - below - margin);
  c.strokeStyle = styleOf("--line");
  c.strokeRect(left - 2.5, 0.5, width - left + 2, height - below + 2);
  if (!small) {
    c.font = `11px ${styleOf("--sans")}`;
    c.fillStyle = styleOf("--soft");
    Object.assign(c, { textAlign: "center", textBaseline: "top" });
    for (const v of ticks(x0, x1, Math.floor((width - left) / 70))) c.fillText(number(v, 3), X(v), height - below + 7);
    c.fillText(names[0], (left + width) / 2, height - 15);
    Object.assign(c, { textAlign: "right", textBaseline: "middle" });
    for (const v of ticks(y0, y1, Math.floor((height - below) / 50))) c.fillText(number(v, 3), left - 8, Y(v));
    c.save();
    c.translate(8, (height - below) / 2);
    c.rotate(-Math.PI / 2);
    c.textAlign = "center";
    c.fillText(names[1], 0, 0);
    c.restore();
  }
  c.globalAlpha = 0.6;
  for (const set of sets) {
    if (set.hidden) continue;
    c.fillStyle = styleOf(set.color);
    for (let p = 0; p < set.count; p++) {
      const x = X(set.values[p * set.stride + i]), y = Y(set.values[p * set.stride + j]);
      c.beginPath(); c.arc(x, y, small ? 1.1 : 2, 0, 7); c.fill();
    }
  }
};

const scatterSized = new ResizeObserver((entries) => entries.forEach(({ target }) => scatterOf.get(target)()));
const scatterOf = new WeakMap();

const scatter = (answer) => {
  const stride = answer.axes + answer.coordinates;
  const sets = [["data", "--data"], ["samples", "--samples"]].filter(([name]) => answer[name]).map(([name, color]) =>
    ({ name, color, count: answer[name].count, stride, values: floats(answer[name].values), hidden: false }));
  const axisName = (k) => k < answer.axes ? `principal axis ${k + 1}` + (answer.shares ? `, ${number(100 * answer.shares[k], 3)} % of the variance` : "") : (answer.columns || [])[k - answer.axes] || `x${k - answer.axes + 1}`;
  const axes = Array.from({ length: stride }, (_, k) => k);
  const first = answer.axes > 1 && answer.dimension > 2 || answer.coordinates < 2 ? 0 : answer.axes; // a plane is shown as it is
  const choose = (chosen, label) => {
    const select = h("select", { "aria-label": label, onchange: () => draw() }, axes.map((k) => h("option", { value: k, selected: k === chosen }, axisName(k))));
    return select;
  };
  const across = choose(first, "Axis across"), up = choose(Math.min(first + 1, stride - 1), "Axis up");
  const canvas = h("canvas", { class: "scatter", role: "img", "aria-label": `${sets.map((s) => `${s.count} points of ${s.name}`).join(" and ")}, projected` });
  const pairs = h("div", { class: "pairs" });
  const draw = () => { scatterDrawing(canvas, sets, Number(across.value), Number(up.value), [across, up].map((s) => axisName(Number(s.value)))); pairs.querySelectorAll("canvas").forEach((small) => scatterOf.get(small)()); };
  const fillPairs = (from, count) => {
    fill(pairs);
    pairs.style.gridTemplateColumns = `repeat(${count - 1}, 1fr)`;
    for (let j = 1; j < count; j++) {
      for (let i = 0; i < count - 1; i++) {
        const small = h("canvas", { class: "pair", role: "img", "aria-label": `${axisName(from + i)} and ${axisName(from + j)}`, title: `${axisName(from + i)} and ${axisName(from + j)}` });
        pairs.append(i < j ? small : h("span", {}));
        if (i >= j) continue;
        scatterOf.set(small, () => scatterDrawing(small, sets, from + i, from + j));
        scatterSized.observe(small);
        small.addEventListener("click", () => { across.value = from + i; up.value = from + j; draw(); });
      }
    }
  };
  const buttons = sets.map((set) => {
    const button = h("button", { type: "button", "data-layer": set.name, "aria-pressed": "true", onclick: () => { set.hidden = !set.hidden; button.setAttribute("aria-pressed", !set.hidden); draw(); } }, set.name[0].toUpperCase() + set.name.slice(1));
    return button;
  });
  const pairButton = (text, from, count) => count > 2 && h("button", { type: "button", onclick: () => fillPairs(from, Math.min(count, 5)) }, text);
  scatterOf.set(canvas, draw);
  scatterSized.observe(canvas);
  if (sets.length === 0) return noted("There are no points.");
  return h("figure", { class: "projection" }, h("div", { class: "controls" }, h("div", { role: "group", "aria-label": "Shown" }, buttons),
    h("label", { class: "inline" }, "across ", across), h("label", { class: "inline" }, "up ", up),
    h("div", { role: "group", "aria-label": "Pairs" }, pairButton("Pairs of principal axes", 0, answer.axes), pairButton("Pairs of coordinates", answer.axes, answer.coordinates))),
  canvas, pairs, h("figcaption", {}, `${answer.dimension} dimensions. `, (answer.notes || []).map((n) => n + ". ")));
};

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  document.querySelectorAll("canvas.scatter").forEach((canvas) => scatterOf.get(canvas)());
  document.querySelectorAll(".chart canvas").forEach((canvas) => chartOf.get(canvas).request());
});
