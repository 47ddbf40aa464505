
// Views of the page: each has a section, and is shown by the part of the address after the #, NAME or NAME/REST.

const views = {};

const addView = (name, title, view) => { views[name] = { title, section: $("#" + name), shown: false, ...view }; };

const current = { name: null };

const problemIn = (section, error) => {
  const lost = error instanceof TypeError && error.message.includes("fetch");
  const text = lost ? "The server can't be reached." : error.message;
  if (!lost && !(error instanceof Missing)) console.error(error);
  fill(section, h("div", { class: "problems", role: "alert" }, h("p", {}, text)));
};

const route = async () => {
  const [name, ...rest] = location.hash.slice(1).split("/");
  const wanted = views[name] ? name : frozen ? "report" : "runs";
  const changed = current.name !== wanted;
  if (changed && current.name && views[current.name].leave) views[current.name].leave();
  current.name = wanted;
  for (const [other, view] of Object.entries(views)) {
    view.section.hidden = other !== wanted;
    const link = $(`#views a[href="#${other}"]`);
    if (link) link.toggleAttribute("aria-current", other === wanted);
  }
  const view = views[wanted];
  document.title = frozen && wanted === "report" ? reportTitle : `${view.title} · ebim`;
  if (changed) scrollTo(0, 0);
  try {
    await view.show(rest.join("/"));
    performance.mark("shown"); // for who wants to know how long that took
  } catch (error) {
    problemIn(view.section, error);
  }
};

// follow asks for what has changed, once a second while somebody looks.
const follow = async () => {
  const sign = $("#connection"), view = views[current.name];
  if (!document.hidden && view && view.tick) {
    try {
      await view.tick();
      sign.textContent = "";
    } catch (error) {
      sign.textContent = error instanceof Missing ? "" : "no connection";
    }
  }
  setTimeout(follow, 1000);
};
