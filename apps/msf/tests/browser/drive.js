"use strict";

// Uses a report as a user would, and prints what it sees, as JSON, to the console.
(async () => {
  const errors = [];
  addEventListener("error", (event) => errors.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
  await new Promise((done) => addEventListener("load", done));
  const found = { errors };
  const byId = (id) => document.getElementById(id);
  const canvas = byId("map");

  const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  function pixels() {
    const { width, height } = canvas;
    Object.assign(copy.canvas, { width, height });
    copy.drawImage(canvas, 0, 0);
    return new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
  }

  // Waits until a picture is ready and stays as it is, and returns a number that stands for it.
  async function ready() {
    for (let last = null; errors.length === 0; ) {
      await new Promise((done) => setTimeout(done, 50));
      const now = pixels().reduce((sum, pixel) => (Math.imul(sum, 31) + pixel) | 0, 0);
      if (canvas.dataset.state === "ready" && now === last) return now;
      last = now;
    }
  }

  // How many pixels are not the background.
  function drawn() {
    const all = pixels();
    return all.reduce((count, pixel) => count + (pixel === all[0] ? 0 : 1), 0);
  }

  // How many pixels are neither grey nor nearly so.
  function coloured() {
    const channels = (pixel) => [0, 8, 16].map((shift) => (pixel >> shift) & 255);
    const isColoured = (all) => Math.max(...all) - Math.min(...all) > 60;
    return pixels().reduce((count, pixel) => count + (isColoured(channels(pixel)) ? 1 : 0), 0);
  }

  // The file that a button saves.
  async function saved(button) {
    const link = await new Promise((done) => {
      HTMLAnchorElement.prototype.click = function () { done(this); };
      byId(button).click();
    });
    return (await fetch(link.href)).blob();
  }

  async function toggle(count, ...layers) {
    const click = (layer) => byId(`map-${layer}`)?.click();
    layers.forEach(click);
    await ready();
    const counted = count();
    layers.forEach(click);
    await ready();
    return counted;
  }

  if (canvas) {
    const first = await ready();
    found.seconds = performance.now() / 1000;
    found.first = drawn();
    found.things = Number(canvas.dataset.things);
    found.bar = byId("map-bar").textContent;
    found.loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    found.coloured = coloured();
    found.without_forest = await toggle(drawn, "forest");
    found.coloured_without_forest = await toggle(coloured, "forest", "dots");
    found.without_others = await toggle(drawn, "others");
    found.without_both = await toggle(drawn, "forest", "others");
    found.without_dots = await toggle(drawn, "dots");
    byId("map-heavy")?.click();
    found.heavy = (await ready()) !== first;
    byId("map-heavy")?.click();
    byId("map-dear")?.click();
    found.dear = (await ready()) !== first;
    byId("map-dear")?.click();
    const box = canvas.getBoundingClientRect();
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    canvas.focus();
    canvas.dispatchEvent(new WheelEvent("wheel", { ...middle, deltaY: -1500, cancelable: true }));
    const zoomed = await ready();
    found.zoomed = zoomed !== first;
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
    const moved = await ready();
    found.moved = moved !== zoomed;
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "+" }));
    const nearer = await ready();
    found.by_keys = nearer !== moved;
    const pointer = (type, pointerId, x, y) => canvas.dispatchEvent(new PointerEvent(type, {
      pointerId, clientX: box.left + x, clientY: box.top + y,
    }));
    pointer("pointerdown", 1, 100, 100);
    pointer("pointermove", 1, 180, 140);
    const dragged = await ready();
    found.dragged = dragged !== nearer;
    pointer("pointerdown", 2, 300, 140);
    pointer("pointermove", 2, 400, 140);
    found.pinched = (await ready()) !== dragged;
    pointer("pointerup", 1, 180, 140);
    pointer("pointerup", 2, 400, 140);
    document.querySelector("[data-edge]")?.click();
    await ready();
    found.said = byId("map-said").textContent;
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    byId("map-all").click();
    found.again = (await ready()) === first;
    const trees = document.querySelectorAll("[data-tree]");
    if (trees.length) {
      trees[trees.length - 1].click();
      await ready();
      found.tree = Number(canvas.dataset.tree);
      found.broad = drawn();
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      await ready();
      found.narrow = drawn();
      byId("map-all").click();
      await ready();
    }
    // A dot is there when nothing else is.
    if (byId("map-dots")) {
      ["forest", "others"].forEach((layer) => byId(`map-${layer}`)?.click());
      await ready();
      const all = pixels();
      const dot = all.findIndex((pixel) => pixel !== all[0]);
      pointer("pointermove", 1, dot % canvas.width, Math.floor(dot / canvas.width));
      found.dot = byId("map-said").textContent;
    }
    found.picture = (await saved("map-png")).type;
    if (byId("map-csv")) found.csv = (await (await saved("map-csv")).text()).split("\n", 4);
    if (byId("map-geojson")) {
      const { features } = JSON.parse(await (await saved("map-geojson")).text());
      [found.lines, found.line] = [features.length, features[0]];
    }
    if (byId("map-osm")) {
      window.open = (address) => { found.address = address; };
      byId("map-osm").click();
    }
  }
  found.charts = document.querySelectorAll("figure:not(.map) > svg").length;
  found.tables_of_charts = document.querySelectorAll("figure:not(.map) > details table").length;
  document.body.style.maxWidth = "400px";
  if (canvas) await ready();
  found.overflow = Math.max(0, document.body.scrollWidth - document.body.clientWidth);
  console.log(`FOUND ${JSON.stringify(found)}`);
})();
