
// Grid is a table to sort, of many rows: those that nobody has scrolled to are not made yet. Columns are {name, title, value, cell, number}:
// value is what is sorted by, cell what is shown.
class Grid {
  constructor({ columns, label, sort, rowKey, onRow, empty }) {
    Object.assign(this, { columns, rowKey, onRow, empty: empty || "Nothing to show.", sort: sort || null, rows: [], made: 0, label });
    this.head = h("tr", {});
    this.body = h("tbody", {});
    this.more = h("p", { class: "more remark" });
    this.element = h("div", { class: "grid" }, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
      h("table", { class: "labeled" }, h("thead", {}, this.head), this.body)), this.more);
    new IntersectionObserver((entries) => { if (entries.some((e) => e.isIntersecting)) this.extend(); }, { rootMargin: "600px" }).observe(this.more);
    this.drawHead();
  }

  drawHead() {
    fill(this.head, this.columns.map((column) => {
      const own = this.sort && this.sort.name === column.name, direction = own ? (this.sort.down ? "descending" : "ascending") : null;
      const content = column.value ? h("button", { type: "button", class: "sort", title: column.doc || `sort by ${column.title || column.name}`, onclick: () => this.sortBy(column) },
        column.title ?? column.name, h("span", { "aria-hidden": "true" }, own ? (this.sort.down ? " ↓" : " ↑") : "")) : column.title ?? column.name;
      return h("th", { scope: "col", class: column.number && "number", "aria-sort": direction }, content);
    }));
  }

  sortBy(column) {
    const own = this.sort && this.sort.name === column.name;
    this.sort = { name: column.name, down: own ? !this.sort.down : !!column.downFirst };
    this.drawHead();
    this.set(this.all);
  }

  // sorted puts what has no value last, whichever the direction.
  sorted(rows) {
    const column = this.sort && this.columns.find((c) => c.name === this.sort.name);
    if (!column) return rows;
    const sign = this.sort.down ? -1 : 1, values = new Map(rows.map((row) => [row, column.value(row)]));
    const none = (v) => v === null || v === undefined || v === "" || Number.isNaN(v);
    return [...rows].sort((a, b) => {
      const x = values.get(a), y = values.get(b);
      if (none(x) || none(y)) return none(x) - none(y);
      return sign * (typeof x === "number" && typeof y === "number" ? x - y : natural(String(x), String(y)));
    });
  }

  setColumns(columns) {
    this.columns = columns;
    this.drawHead();
  }

  set(rows) {
    this.all = rows;
    this.rows = this.sorted(rows);
    const before = Math.max(this.made, 100);
    this.made = 0;
    this.body.replaceChildren();
    this.extend(before);
    if (rows.length === 0) this.body.append(h("tr", {}, h("td", { colspan: this.columns.length }, this.empty)));
  }

  row(row) {
    const made = h("tr", { "data-key": this.rowKey ? this.rowKey(row) : null }, this.columns.map((column, k) => {
      const cell = h(column.heading ? "th" : "td", { class: [column.number && "number", column.class].filter(Boolean).join(" ") || null, scope: column.heading && "row" });
      cell.append(...present([column.cell ? column.cell(row) : column.value(row) ?? "–"]));
      return cell;
    }));
    if (this.onRow) this.onRow(made, row);
    return made;
  }

  extend(count = 200) {
    const next = this.rows.slice(this.made, this.made + count);
    if (next.length === 0) return;
    this.body.append(...next.map((row) => this.row(row)));
    this.made += next.length;
    this.more.textContent = this.made < this.rows.length ? `${this.made} of ${this.rows.length} are shown; scroll for more.` : "";
  }

  // refresh makes rows anew that are shown, such as when what a cell shows has changed.
  refresh(changed) {
    for (const old of [...this.body.children]) {
      if (!changed.has(old.dataset.key)) continue;
      const row = this.rows.find((r) => this.rowKey(r) === old.dataset.key);
      if (!row || old.contains(document.activeElement) && old !== document.activeElement) continue;
      const made = this.row(row), focused = old === document.activeElement;
      old.replaceWith(made);
      if (focused) made.focus();
    }
  }

  csv() { return asCSV([this.columns.filter((c) => c.value).map((c) => c.title ?? c.name), ...this.rows.map((row) => this.columns.filter((c) => c.value).map((c) => c.value(row)))]); }
}
