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

  async function toggle(...layers) {
    const click = (layer) => byId(`map-${layer}`)?.click();
    layers.forEach(click);
    await ready();
    const count = drawn();
    layers.forEach(click);
    await ready();
    return count;
  }

  if (canvas) {
    const first = await ready();
    found.seconds = performance.now() / 1000;
    found.first = drawn();
    found.things = Number(canvas.dataset.things);
    found.bar = byId("map-bar").textContent;
    found.without_forest = await toggle("forest");
    found.without_others = await toggle("others");
    found.without_both = await toggle("forest", "others");
    found.without_dots = await toggle("dots");
    byId("map-heavy")?.click();
    found.heavy = (await ready()) !== first;
    byId("map-heavy")?.click();
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
    // A dot is there when nothing else is.
    if (byId("map-dots")) {
      ["forest", "others"].forEach((layer) => byId(`map-${layer}`)?.click());
      await ready();
      const all = pixels();
      const dot = all.findIndex((pixel) => pixel !== all[0]);
      pointer("pointermove", 1, dot % canvas.width, Math.floor(dot / canvas.width));
      found.dot = byId("map-said").textContent;
    }
    // What would be saved.
    const link = await new Promise((done) => {
      HTMLAnchorElement.prototype.click = function () { done(this); };
      byId("map-png").click();
    });
    found.picture = (await (await fetch(link.href)).blob()).type;
  }
  found.charts = document.querySelectorAll("figure:not(.map) > svg").length;
  found.tables_of_charts = document.querySelectorAll("figure:not(.map) > details table").length;
  document.body.style.maxWidth = "400px";
  if (canvas) await ready();
  found.overflow = Math.max(0, document.body.scrollWidth - document.body.clientWidth);
  console.log(`FOUND ${JSON.stringify(found)}`);
})();
