
// Pictures in space: every view has a plain canvas, for all of which one renderer draws.

// Rotations are 3 x 3 matrices, column by column as WebGL takes them.

const multiply = (a, b) => Array.from({ length: 9 }, (_, i) =>
  [0, 1, 2].reduce((sum, k) => sum + a[3 * k + i % 3] * b[3 * Math.floor(i / 3) + k], 0));
const about = (axis, angle) => {
  const c = Math.cos(angle), s = Math.sin(angle);
  return axis === "x" ? [1, 0, 0, 0, c, s, 0, -s, c] : [c, 0, -s, 0, 1, 0, s, 0, c];
};
const start = multiply(about("x", 0.45), multiply(about("y", -0.6), about("x", -Math.PI / 2))); // the third axis is up

let renderer = null;

class View {
  // geometry is an answer of api/view. Views of one group turn and zoom together; a view alone is a group of its own.
  constructor(figure, geometry, group = { views: new Set() }) {
    this.figure = figure;
    this.canvas = figure.querySelector("canvas");
    this.geometry = geometry;
    const box = this.geometry.box;
    this.center = box.map(([low, high]) => (low + high) / 2);
    this.radius = Math.hypot(...box.map(([low, high]) => high - low)) / 2;
    this.model = 0;
    this.layers = { surface: true, density: true, data: true, samples: !this.geometry.models[0].mesh };
    this.frame = edges(box);
    this.things = new Map(); // unpacked when first drawn
    this.group = group;
    group.views.add(this);
    if (!group.turn) this.reset();
    this.listen();
    this.update();
  }

  reset() { Object.assign(this.group, { turn: start, zoom: 1 }); }

  thing(packed, make) {
    if (!this.things.has(packed)) this.things.set(packed, make(packed));
    return this.things.get(packed);
  }

  rotate(x, y) {
    this.group.turn = multiply(multiply(about("y", x), about("x", y)), this.group.turn);
    this.group.views.forEach((view) => view.request());
  }

  zoomBy(factor) {
    this.group.zoom = Math.min(Math.max(this.group.zoom * factor, 0.2), 30);
    this.group.views.forEach((view) => view.request());
  }

  request() {
    if (!this.pending) this.pending = requestAnimationFrame(() => { this.pending = 0; if (this.visible) this.draw(); });
  }

  // camera maps places to the screen: the box's sphere fits at zoom 1, seen from four radii away.
  camera(width, height) {
    const distance = 4, near = 1, far = 40, depth = far - near;
    const fit = this.group.zoom * Math.sqrt(distance * distance - 1) * Math.min(width, height);
    const rows = [[fit / width, 0, 0, 0], [0, fit / height, 0, 0],
      [0, 0, -(far + near) / depth, ((far + near) * distance - 2 * far * near) / depth], [0, 0, -1, distance]];
    const t = this.group.turn.map((v) => v / this.radius), c = this.center;
    const shift = [0, 1, 2].map((i) => -(t[i] * c[0] + t[3 + i] * c[1] + t[6 + i] * c[2]));
    const columns = [[...t.slice(0, 3), 0], [...t.slice(3, 6), 0], [...t.slice(6, 9), 0], [...shift, 1]];
    return columns.flatMap((column) => rows.map((row) => row.reduce((sum, v, k) => sum + v * column[k], 0)));
  }

  draw() {
    if (renderer.gl.isContextLost() || !this.canvas.clientWidth) return;
    const ratio = 2; // enough for fine screens, and smooths the edges on others
    const width = Math.max(1, this.canvas.clientWidth * ratio), height = Math.max(1, this.canvas.clientHeight * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const styles = getComputedStyle(this.canvas), camera = this.camera(width, height);
    const { data, models } = this.geometry, model = models[this.model];
    const rgb = (name) => [1, 3, 5].map((i) => parseInt(styles.getPropertyValue(name).trim().slice(i, i + 2), 16) / 255);
    const draw = (thing, name, more) =>
      renderer.draw(thing, { camera, colored: false, plain: rgb(name), viewport: [width, height], ...more });
    renderer.begin(width, height);
    draw(this.frame, "--frame", { width: ratio });
    if (model.mesh && this.layers.surface) {
      const colored = this.layers.density && !!model.mesh.densities, plain = model.mesh.dimension === 1 ? "--ink" : "--plain";
      draw(this.thing(model.mesh, (mesh) => shape(mesh, this.geometry.density)), plain, { colored, turn: this.group.turn, width: 3 * ratio });
    }
    if (model.samples && this.layers.samples) draw(this.thing(model.samples, cloud), "--samples", { diameter: 4 * ratio });
    if (data && this.layers.data) draw(this.thing(data, cloud), "--data", { diameter: 3.5 * ratio });
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    context.drawImage(renderer.canvas, 0, 0);
    this.label(context, camera, styles, ratio);
  }

  // label names each axis at that of the box's four edges along it which is farthest out on the screen.
  label(context, camera, styles, ratio) {
    const { width, height } = this.canvas, box = this.geometry.box;
    const screen = (p) => {
      const [x, y, , w] = [0, 1, 2, 3].map((i) => [...p, 1].reduce((sum, v, j) => sum + camera[4 * j + i] * v, 0));
      return [(x / w + 1) / 2 * width, (1 - y / w) / 2 * height];
    };
    context.font = `italic ${14 * ratio}px ${styles.fontFamily}`;
    context.fillStyle = styles.getPropertyValue("--soft");
    context.textAlign = "center";
    context.textBaseline = "middle";
    const [cx, cy] = screen(this.center);
    for (const axis of [0, 1, 2]) {
      const middles = [0, 1, 2, 3].map((k) => screen(box.map((side, j) =>
        j === axis ? this.center[j] : side[j === (axis + 1) % 3 ? k & 1 : k >> 1])));
      const away = ([x, y]) => Math.hypot(x - cx, y - cy);
      const [x, y] = middles.reduce((a, b) => away(b) > away(a) ? b : a);
      const offset = 1 + 16 * ratio / Math.max(away([x, y]), 1);
      context.fillText((this.geometry.columns || [])[axis] || "x" + "₁₂₃"[axis], cx + (x - cx) * offset, cy + (y - cy) * offset);
    }
  }

  // update makes buttons and legend say what is shown.
  update() {
    const models = this.geometry.models, model = models[this.model];
    const there = { surface: model.mesh, density: model.mesh && model.mesh.densities, data: this.geometry.data, samples: model.samples };
    for (const button of this.figure.querySelectorAll("button")) {
      const { model: name, seed, layer } = button.dataset;
      if (name !== undefined) button.setAttribute("aria-pressed", name === model.name);
      if (seed !== undefined) {
        button.setAttribute("aria-pressed", Number(seed) === model.seed);
        button.disabled = !models.some((m) => m.name === model.name && m.seed === Number(seed));
      }
      if (layer === undefined) continue;
      button.disabled = !there[layer];
      button.setAttribute("aria-pressed", !!there[layer] && this.layers[layer]);
    }
    const legend = this.figure.querySelector(".legend");
    if (legend) legend.hidden = !(there.density && this.layers.density && this.layers.surface);
    this.request();
  }

  // choose shows another model or seed, of a model without the seed the first.
  choose(name, seed) {
    const models = this.geometry.models, exact = models.findIndex((m) => m.name === name && m.seed === seed);
    this.model = exact >= 0 ? exact : Math.max(0, models.findIndex((m) => m.name === name));
    if (!models[this.model].mesh) this.layers.samples = true; // or there would be nothing to see of it
  }

  press({ model, seed, layer, action }) {
    const shown = this.geometry.models[this.model];
    if (model !== undefined) this.choose(model, shown.seed);
    if (seed !== undefined) this.choose(shown.name, Number(seed));
    if (layer !== undefined) this.layers[layer] = !this.layers[layer];
    if (action === "in") this.zoomBy(1.25);
    if (action === "out") this.zoomBy(0.8);
    if (action === "reset") {
      this.reset();
      this.group.views.forEach((view) => view.request());
    }
    this.update();
  }

  listen() {
    const canvas = this.canvas, fingers = new Map();
    this.figure.querySelector(".controls").hidden = false;
    this.figure.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.press(button.dataset);
    });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      const span = () => { const [p, q] = fingers.values(); return q ? Math.hypot(p[0] - q[0], p[1] - q[1]) : 0; };
      const before = span(), [x, y] = fingers.get(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const speed = 5 / canvas.clientWidth / fingers.size;
      this.rotate((event.clientX - x) * speed, (event.clientY - y) * speed);
      if (before > 0) this.zoomBy(span() / before);
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => {
      if (document.activeElement !== canvas && !event.ctrlKey) return; // the page scrolls
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.03 : 0.0015)));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = event.shiftKey ? 0.4 : 0.1;
      const turns = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
      const actions = { "+": "in", "=": "in", "-": "out", "_": "out", 0: "reset" };
      if (turns[event.key]) this.rotate(...turns[event.key]);
      else if (actions[event.key]) this.press({ action: actions[event.key] });
      else return;
      event.preventDefault();
    });
  }
}

// Views that are shown, in space. The renderer is made with the first.
const spaces = new Set();

const seen = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
  const view = [...spaces].find((v) => v.canvas === target);
  if (!view) return;
  view.visible = isIntersecting;
  if (isIntersecting) view.request();
}), { rootMargin: "200px" });
const resized = new ResizeObserver(() => spaces.forEach((view) => view.request()));

const withoutWebGL = (figure) => {
  const message = figure.querySelector("p.message");
  message.textContent = "The picture in space needs WebGL 2, which this browser lacks or has switched off.";
  message.hidden = false;
  figure.querySelector("canvas").remove();
};

// addSpace brings a figure to life, whose canvas, controls and message are there.
const addSpace = (figure, geometry, group) => {
  try {
    renderer = renderer || new Renderer();
  } catch {
    withoutWebGL(figure);
    return null;
  }
  const view = new View(figure, geometry, group);
  spaces.add(view);
  seen.observe(view.canvas);
  resized.observe(view.canvas);
  return view;
};

// removeSpaces forgets the views within an element that is about to be emptied.
const removeSpaces = (within) => {
  for (const view of spaces) {
    if (!within.contains(view.canvas)) continue;
    seen.unobserve(view.canvas);
    resized.unobserve(view.canvas);
    view.group.views.delete(view);
    spaces.delete(view);
  }
};

// ramp shows the color map from the lowest to the highest density.
const ramp = () => {
  const palette = bytes(JSON.parse($("#palette").textContent)), element = h("span", { class: "ramp" });
  const colors = Array.from({ length: 17 }, (_, k) => `rgb(${palette.slice(3 * Math.min(16 * k, 255), 3 * Math.min(16 * k, 255) + 3).join(", ")})`);
  element.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
  return element;
};

// spaceFigure makes the elements of a view, as a report's articles have them.
const spaceFigure = (geometry, title, caption) => {
  const models = [...new Set(geometry.models.map((m) => m.name))], seeds = [...new Set(geometry.models.map((m) => m.seed))];
  const buttons = (label, ...all) => h("div", { role: "group", "aria-label": label }, ...all);
  const layer = (name, text) => h("button", { type: "button", "data-layer": name }, text);
  return h("figure", { class: "view" },
    h("canvas", { tabindex: "0", role: "application",
      "aria-label": `${title}: a picture in space. Arrow keys turn it, plus and minus zoom, 0 resets.` }),
    h("p", { class: "message", hidden: true }),
    h("div", { class: "controls", hidden: true },
      models.length > 1 && buttons("Model", models.map((name) => h("button", { type: "button", "data-model": name }, name))),
      seeds.length > 1 && buttons("Seed", seeds.map((seed) => h("button", { type: "button", "data-seed": seed }, `seed ${seed}`))),
      buttons("Shown", geometry.models.some((m) => m.mesh) && layer("surface", "Manifold"), geometry.density && layer("density", "Density"),
        geometry.data && layer("data", "Data"), layer("samples", "Samples")),
      buttons("Camera", h("button", { type: "button", "data-action": "out", "aria-label": "Zoom out" }, "−"),
        h("button", { type: "button", "data-action": "in", "aria-label": "Zoom in" }, "+"),
        h("button", { type: "button", "data-action": "reset" }, "Reset"))),
    geometry.density && h("p", { class: "legend", hidden: true }, `log density ≤ ${number(geometry.density[0], 3)} `, ramp(),
      ` ${number(geometry.density[1], 3)} nats`),
    h("figcaption", {}, caption, " Box: " + geometry.box.map(([low, high], k) => `${(geometry.columns || [])[k] || "x" + (k + 1)} from ${number(low, 3)} to ${number(high, 3)}`).join(", ") + ".", (geometry.notes || []).map((note) => " " + note)));
};

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => spaces.forEach((view) => view.request()));
addEventListener("beforeprint", () => {
  document.querySelectorAll("details.print").forEach((details) => { details.open = true; });
  spaces.forEach((view) => view.draw());
});
