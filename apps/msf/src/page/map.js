"use strict";

// The map of a report. The page has the network packed (map.rs says how). This unpacks and draws it.
//
// The edges are in levels of detail: a coarser level is a part of the finer ones that looks the same from
// farther away. What is drawn is the finest level that has something to add at the pixels there are, or a
// coarser one if more than MOST edges would be visible. Pictures are drawn behind the screen, some
// milliseconds at a time; until one is ready, the last one is shown, moved and scaled.
(async () => {
  const MOST = 300_000; // edges in a picture
  const BLOCK = 512; // edges that are visible, or not, together
  const BUDGET = 12; // milliseconds of drawing between two frames
  const NEAR = 8; // pixels from the pointer to an edge that it means

  const byId = (id) => document.getElementById(id);
  const facts = JSON.parse(byId("map-facts").textContent);
  const canvas = byId("map");
  const screen = canvas.getContext("2d");

  // ---- Unpacking.

  const packed = Uint8Array.from(atob(byId("map-data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 0;

  function varint() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  function signed() {
    const value = varint();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  // An array of numbers, of each of which its difference from the last one is packed.
  function differences(array) {
    for (let i = 0, last = 0; i < array.length; i++) array[i] = last += signed();
    return array;
  }

  const { nodes, edges } = facts;
  const xs = differences(new Int32Array(nodes));
  const ys = differences(new Int32Array(nodes));
  const names = differences(new Float64Array(nodes));
  const us = differences(new Int32Array(edges));
  const vs = new Int32Array(edges);
  for (let i = 0; i < edges; i++) vs[i] = us[i] + signed();
  const ids = differences(new Uint32Array(edges));
  const weights = new Float64Array(edges);
  if (facts.whole) {
    for (let i = 0; i < edges; i++) weights[i] = signed();
  } else {
    const view = new DataView(bytes.buffer, at);
    for (let i = 0; i < edges; i++) weights[i] = view.getFloat64(8 * i, true);
  }

  // Groups of edges have one level and one colour: 0 for edges that are not in the forest. Blocks are parts
  // of them, in which edges are near each other.
  const blocks = [];
  let begin = 0;
  for (const [level, color, count] of facts.groups) {
    for (const end = begin + count; begin < end; ) {
      const block = { level, color, begin, end: Math.min(end, begin + BLOCK) };
      let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let i = begin; i < block.end; i++) {
        for (const node of [us[i], vs[i]]) {
          left = Math.min(left, xs[node]);
          right = Math.max(right, xs[node]);
          bottom = Math.min(bottom, ys[node]);
          top = Math.max(top, ys[node]);
        }
      }
      blocks.push(Object.assign(block, { left, right, bottom, top }));
      begin = block.end;
    }
  }
  const ofBlock = (i) => blocks.find((block) => i >= block.begin && i < block.end);

  const heavy = facts.heavy.filter((edge) => edge !== null);

  // ---- Views: the place in the middle, and how many pixels of the screen are a unit of the places.

  let view = { x: 0, y: 0, scale: 1 };
  let dense = 1; // pixels of the screen in one of the page

  function fit() {
    const scale = Math.min(canvas.width / (facts.width || 1), canvas.height / (facts.height || 1));
    view = { x: facts.width / 2, y: facts.height / 2, scale: 0.95 * scale };
  }

  const toX = (view, x) => canvas.width / 2 + (x - view.x) * view.scale;
  const toY = (view, y) => canvas.height / 2 - (y - view.y) * view.scale;

  function zoom(factor, x = canvas.width / 2, y = canvas.height / 2) {
    const most = (0.4 * canvas.width) / 4;
    const least = 0.2 / Math.max(facts.width, facts.height, 1) * Math.min(canvas.width, canvas.height);
    const scale = Math.min(most, Math.max(least, view.scale * factor));
    view.x += (x - canvas.width / 2) * (1 / view.scale - 1 / scale);
    view.y -= (y - canvas.height / 2) * (1 / view.scale - 1 / scale);
    view.scale = scale;
    changed();
  }

  function move(x, y) {
    view.x -= x / view.scale;
    view.y += y / view.scale;
    changed();
  }

  // ---- Pictures.

  const shows = (layer) => byId(`map-${layer}`).checked;
  const style = (name) => getComputedStyle(canvas.parentElement).getPropertyValue(name).trim();

  // The blocks that are to be drawn, those below first, and the level of detail.
  function visible(view) {
    const [halfX, halfY] = [canvas.width / 2 / view.scale, canvas.height / 2 / view.scale];
    const isSeen = (block) =>
      block.left <= view.x + halfX && block.right >= view.x - halfX &&
      block.bottom <= view.y + halfY && block.top >= view.y - halfY &&
      shows(block.color ? "forest" : "others");
    const seen = blocks.filter(isSeen);
    // Nothing of a level is lost if its cells are this many pixels wide.
    const wanted = Math.floor(Math.log2(1.5 / view.scale)) - facts.first + 1;
    for (let level = Math.max(0, Math.min(facts.levels, wanted)); ; level++) {
      const drawn = seen.filter((block) => block.level >= level);
      const count = drawn.reduce((sum, block) => sum + block.end - block.begin, 0);
      if (count <= MOST || level >= facts.levels) {
        drawn.sort((a, b) => Math.sign(a.color) - Math.sign(b.color));
        return { drawn, level };
      }
    }
  }

  function drawBlock(to, view, block) {
    to.strokeStyle = block.color ? facts.colors[block.color - 1] : style("--other");
    const isNear = drawing.level === 0;
    to.lineWidth = (block.color ? (isNear ? 1.8 : 1) : (isNear ? 1 : 0.7)) * dense;
    to.beginPath();
    for (let i = block.begin; i < block.end; i++) {
      to.moveTo(toX(view, xs[us[i]]), toY(view, ys[us[i]]));
      to.lineTo(toX(view, xs[vs[i]]), toY(view, ys[vs[i]]));
    }
    to.stroke();
  }

  function drawMarked(to, view, edge, color, width) {
    const [u, v] = [us[edge], vs[edge]];
    to.strokeStyle = color;
    to.lineWidth = width * dense;
    to.beginPath();
    to.moveTo(toX(view, xs[u]), toY(view, ys[u]));
    to.lineTo(toX(view, xs[v]), toY(view, ys[v]));
    to.stroke();
    for (const node of [u, v]) {
      to.beginPath();
      to.arc(toX(view, xs[node]), toY(view, ys[node]), width * dense, 0, 7);
      to.stroke();
    }
  }

  let shown = null; // the last picture that is ready
  let drawing = null; // the one being drawn
  let drawn = []; // the blocks of the view, for the pointer
  let marked = null; // the edge under the pointer
  let isWaiting = false;

  function changed() {
    drawing = null;
    redraw();
  }

  function redraw() {
    if (!isWaiting) requestAnimationFrame(frame);
    isWaiting = true;
  }

  function frame() {
    isWaiting = false;
    if (!drawing) {
      const picture = document.createElement("canvas");
      [picture.width, picture.height] = [canvas.width, canvas.height];
      const seen = visible(view);
      drawn = seen.drawn;
      drawing = { picture, view: { ...view }, next: 0, to: picture.getContext("2d"), level: seen.level };
    }
    const end = performance.now() + BUDGET;
    while (drawing.next < drawn.length && performance.now() < end) {
      drawBlock(drawing.to, drawing.view, drawn[drawing.next++]);
    }
    const isReady = drawing.next >= drawn.length;
    if (isReady) shown = drawing;
    screen.fillStyle = style("--back");
    screen.fillRect(0, 0, canvas.width, canvas.height);
    const { picture, view: of } = shown ?? drawing;
    const scale = view.scale / of.scale;
    const [left, top] = [toX(view, of.x) - (picture.width / 2) * scale,
      toY(view, of.y) - (picture.height / 2) * scale];
    screen.drawImage(picture, left, top, picture.width * scale, picture.height * scale);
    if (shows("heavy")) heavy.forEach((edge) => drawMarked(screen, view, edge, style("--heavy"), 3));
    if (marked !== null) drawMarked(screen, view, marked, style("--bad"), 4);
    bar();
    canvas.dataset.state = isReady ? "ready" : "drawing";
    canvas.dataset.edges = drawn.reduce((sum, block) => sum + block.end - block.begin, 0);
    if (!isReady) redraw();
  }

  function round(number) {
    if (number >= 1e9 || number < 1e-4) return number.toExponential(0);
    return number.toLocaleString("en", { maximumSignificantDigits: 1 });
  }

  // The bar is as long as a round number of units.
  function bar() {
    const unit = facts.unit * dense / view.scale; // what a pixel of the page measures
    const power = 10 ** Math.floor(Math.log10(150 * unit));
    const length = [5, 2, 1].map((digit) => digit * power).find((length) => length <= 150 * unit);
    byId("map-bar").style.width = `${length / unit}px`;
    const isLong = facts.metric && length >= 1000;
    const text = round(isLong ? length / 1000 : length);
    byId("map-bar").textContent = facts.metric ? `${text} ${isLong ? "km" : "m"}` : text;
  }

  // ---- The edge under the pointer.

  function distance(edge, x, y) {
    const [x1, y1, x2, y2] = [xs[us[edge]], ys[us[edge]], xs[vs[edge]], ys[vs[edge]]];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
    const part = Math.min(1, Math.max(0, along));
    return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
  }

  function point(pixelX, pixelY) {
    const x = view.x + (pixelX - canvas.width / 2) / view.scale;
    const y = view.y - (pixelY - canvas.height / 2) / view.scale;
    let [nearest, least] = [null, NEAR * dense / view.scale];
    for (const block of drawn) {
      if (x < block.left - least || x > block.right + least) continue;
      if (y < block.bottom - least || y > block.top + least) continue;
      for (let i = block.begin; i < block.end; i++) {
        const here = distance(i, x, y);
        if (here < least) [nearest, least] = [i, here];
      }
    }
    mark(nearest);
  }

  function mark(edge) {
    if (edge === marked) return;
    marked = edge;
    const about = facts.rounded ? "about " : "";
    byId("map-said").textContent = edge === null ? "" :
      `edge ${ids[edge]}: ${names[us[edge]]} – ${names[vs[edge]]}, weight ${about}${weights[edge]}, ` +
      (ofBlock(edge).color ? "in the forest" : "not in the forest");
    redraw();
  }

  function show(edge) {
    const [u, v] = [us[edge], vs[edge]];
    const length = Math.hypot(xs[u] - xs[v], ys[u] - ys[v]) || 1;
    const scale = Math.min(canvas.width, canvas.height) / 5 / length;
    view = { x: (xs[u] + xs[v]) / 2, y: (ys[u] + ys[v]) / 2, scale };
    zoom(1);
    mark(edge);
    canvas.scrollIntoView({ block: "center" });
  }

  // ---- Input.

  const pointers = new Map();
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * dense, (event.clientY - box.top) * dense];
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    const last = pointers.get(event.pointerId);
    if (!last) return point(x, y);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, [x, y]);
    if (!other) return move(x - last[0], y - last[1]);
    const apart = (to) => Math.hypot(to[0] - other[0], to[1] - other[1]) || 1;
    move((x - last[0]) / 2, (y - last[1]) / 2);
    zoom(apart([x, y]) / apart(last), (x + other[0]) / 2, (y + other[1]) / 2);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, (event) => {
      pointers.delete(event.pointerId);
      point(...place(event)); // where there is no pointer that hovers, a touch asks for an edge
    });
  }
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas) return; // the page is scrolled
    event.preventDefault();
    zoom(2 ** (-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), ...place(event));
  }, { passive: false });

  const step = () => Math.min(canvas.width, canvas.height) / 8;
  const keys = {
    "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5),
    ArrowLeft: () => move(step(), 0), ArrowRight: () => move(-step(), 0),
    ArrowUp: () => move(0, step()), ArrowDown: () => move(0, -step()),
    0: () => (fit(), changed()), Escape: () => mark(null),
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  byId("map-in").onclick = keys["+"];
  byId("map-out").onclick = keys["-"];
  byId("map-all").onclick = keys[0];
  byId("map-png").onclick = () => canvas.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "forest.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
  for (const layer of ["others", "forest", "heavy"]) byId(`map-${layer}`).onchange = changed;
  document.querySelectorAll("[data-edge]").forEach((button) => {
    button.onclick = () => show(Number(button.dataset.edge));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);

  // ---- The size of the screen.

  let isFitted = false;
  new ResizeObserver(() => {
    const box = canvas.getBoundingClientRect();
    if (!box.width || !box.height) return;
    dense = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(box.width * dense), Math.round(box.height * dense)];
    if (!isFitted) fit();
    isFitted = true;
    drawing = null;
    frame(); // a canvas of another size is empty
  }).observe(canvas);
})().catch((error) => {
  document.getElementById("map-said").textContent = `The map cannot be drawn: ${error.message}`;
  throw error;
});
