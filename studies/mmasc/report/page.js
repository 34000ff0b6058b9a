"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const rows = [...document.querySelectorAll("#points tbody tr")];
  const picked = new Set(), views = [];

  // One set of picked points for all plots, the table and the datapaths.
  function show() {
    const list = [...picked];
    for (const view of views) view.signal("picked", list).runAsync();
    const units = new Set();
    for (const row of rows) {
      const is_picked = picked.has(Number(row.dataset.i));
      row.classList.toggle("picked", is_picked);
      if (is_picked) units.add(row.dataset.unit);
    }
    for (const drawn of document.querySelectorAll("details.unit"))
      drawn.open = units.has(drawn.dataset.unit) || drawn.dataset.shown === "1";
    document.getElementById("picked").textContent = list.length === 0 ? "" :
      `${list.length} picked; click on an empty place of a plot to pick none.`;
  }
  function pick(index, adds) {
    const was = picked.has(index);
    if (!adds) picked.clear();
    if (was) picked.delete(index); else picked.add(index);
    show();
  }

  for (const row of rows)
    row.addEventListener("click", (event) =>
        pick(Number(row.dataset.i), event.shiftKey || event.ctrlKey || event.metaKey));

  // A click on a heading sorts, a second one the other way.
  const body = document.querySelector("#points tbody");
  document.querySelectorAll("#points th").forEach((head, column) => {
    let up = false;
    head.addEventListener("click", () => {
      up = !up;
      const key = (row) => row.cells[column].textContent;
      const number = (text) => text === "" ? Infinity : Number(text);
      const is_text = head.classList.contains("text");
      rows.sort((x, y) => (up ? 1 : -1) *
          (is_text ? key(x).localeCompare(key(y)) : number(key(x)) - number(key(y))));
      body.append(...rows);
    });
  });

  if (typeof vegaEmbed === "undefined") return;
  const datasets = read("data");
  const config = {
    // Texts are measured in the font that they are drawn in.
    font: getComputedStyle(document.body).fontFamily,
    background: null,
    view: { stroke: null },
    range: { category: ["#3b82c4", "#d9762b", "#3f9d5a", "#c2528b", "#8b6fd1", "#a08a1f", "#2b9aa6", "#7a8594", "#7fb3e0", "#a0522d", "#8fcf5f", "#e08fb8"] },
    axis: { labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" },
    legend: { labelFontSize: 12 },
  };
  const options = {
    renderer: "svg", config,
    actions: { export: true, source: false, compiled: false, editor: false },
  };
  const plots = read("plots").map(async (plot) => {
    const { view } = await vegaEmbed("#" + plot.id, { ...plot.spec, datasets }, options);
    views.push(view);
    view.addEventListener("click", (event, item) => {
      const index = item && item.datum ? item.datum.i : undefined;
      if (index !== undefined) return pick(index, event.shiftKey || event.ctrlKey || event.metaKey);
      if (picked.size > 0) { picked.clear(); show(); }
    });
  });
  Promise.all(plots).then(
      () => { document.documentElement.dataset.plots = String(views.length); },
      (error) => { document.documentElement.dataset.failed = String(error); console.error(error); });
})();
