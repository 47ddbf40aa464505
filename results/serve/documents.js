"use strict";
// The documents need no script to be read: this is for their keys.
(() => {
  const help = document.querySelector("dialog");
  const follow = (key) => { const link = document.querySelector(`a[data-key="${key}"]`); if (link) link.click(); };
  let before = "";
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (before === "g" && "rcthd".includes(event.key)) follow(event.key);
    else if ("np".includes(event.key)) follow(event.key);
    else if (event.key === "?") { event.preventDefault(); help.showModal(); }
    before = event.key;
  });
  document.querySelector(".show-keys").addEventListener("click", () => help.showModal());
})();
