// Elements, numbers and times. Text of records becomes text nodes and nothing else.

const $ = (selector, within = document) => within.querySelector(selector);

// present leaves out children that are not there.
const present = (children) => children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);

// h makes an element: properties that begin with "on" listen, others are attributes; false and null leave one out.
const h = (tag, properties, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
};

const fill = (element, ...children) => {
  element.replaceChildren(...present(children));
  return element;
};

const number = (x, digits = 4) => {
  if (x === null || x === undefined) return "–";
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "NaN" : x > 0 ? "∞" : "−∞";
  if (Number.isInteger(x) && Math.abs(x) < 1e7) return String(x).replace("-", "−");
  const size = Math.abs(x);
  const text = size >= 1e6 || size < 1e-4 ? x.toExponential(Math.max(digits - 1, 0)) : String(Number(x.toPrecision(digits)));
  return text.replaceAll("-", "−");
};

const duration = (seconds) => {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 60) return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 1440)} d ${Math.floor(minutes % 1440 / 60)} h`;
};

const bytesOf = (n) => !n ? "–" : n < 1e9 ? `${Math.round(n / 1e6)} MB` : `${(n / 1e9).toFixed(1)} GB`;

const twoDigits = (n) => String(n).padStart(2, "0");
const moment = (text) => {
  if (!text) return "–";
  const t = new Date(text);
  return `${t.getFullYear()}-${twoDigits(t.getMonth() + 1)}-${twoDigits(t.getDate())} ${twoDigits(t.getHours())}:${twoDigits(t.getMinutes())}`;
};

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const bytes = (text) => Uint8Array.from(atob(text || ""), (c) => c.charCodeAt(0));
const natural = new Intl.Collator("en", { numeric: true }).compare;
const styleOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const seriesColor = (k) => styleOf(`--c${k % 8}`);
const swatch = (color) => { const s = h("span", { class: "swatch" }); s.style.background = color; return s; };
const noted = (text) => h("p", { class: "remark" }, text);

// copied puts a text on the clipboard, or where that is not allowed (pages that are not local) into a selection for the reader to copy.
const copied = async (text, button) => {
  const say = (words) => { const before = button.textContent; button.textContent = words; setTimeout(() => { button.textContent = before; }, 1500); };
  const area = h("textarea", { class: "hidden-copy", "aria-hidden": "true" });
  area.value = text;
  try {
    await navigator.clipboard.writeText(text);
    say("copied");
  } catch {
    document.body.append(area);
    area.select();
    say(document.execCommand("copy") ? "copied" : "press Ctrl+C");
    area.remove();
  }
};

const asCSV = (rows) => rows.map((row) => row.map((cell) => {
  let text = cell === null || cell === undefined ? "" : String(cell);
  if (typeof cell !== "number" && /^[=+\-@\t\r]/.test(text)) text = "'" + text; // no formulas in spreadsheets
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}).join(",")).join("\n") + "\n";
