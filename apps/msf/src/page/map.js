// The map of a report: draws the network that network.js unpacks.
//
// The edges, and the dots, which are lone nodes, are in levels of detail: a coarser level is a part
// of the finer ones that looks the same from farther away. What is drawn is the finest level that has
// something to add at the pixels there are, or a coarser one if more than MOST things would be visible.
// Pictures are drawn behind the screen, some milliseconds at a time; until one is ready, the last one is
// shown, moved and scaled.
(async () => {
  const MOST = 300_000; // straight pieces and dots in a picture
  const FEW = 3_000; // of no more edges, the ends are drawn
  const ROOM = 150; // square pixels that there must be for each of them
  const BUDGET = 12; // milliseconds of drawing between two frames
  const NEAR = 8; // pixels from the pointer to an edge that it means

  const byId = (id) => document.getElementById(id);
  const facts = JSON.parse(byId("map-facts").textContent);
  const canvas = byId("map");
  const screen = canvas.getContext("2d");

  const network = await unpacked(facts, byId("map-data").textContent);
  const { xs, ys, names, us, vs, weights, streets, blocks, eachPiece } = network;
  const LAYERS = ["others", "forest", "dots"]; // later ones lie on earlier ones
  const MOST_SHOWN = 20_000; // edges of a tree that are drawn once more, when it is shown
  const ofEdge = (i) => blocks.find((block) => block.from === us && i >= block.begin && i < block.end);

  // The extent of all that is drawn: bends may be outside the places of nodes.
  const least = (side) => blocks.reduce((least, block) => Math.min(least, block[side]), Infinity);
  const greatest = (side) => blocks.reduce((greatest, block) => Math.max(greatest, block[side]), -Infinity);
  const [left, right] = blocks.length ? [least("left"), greatest("right")] : [0, 0];
  const [bottom, top] = blocks.length ? [least("bottom"), greatest("top")] : [0, 0];
  const [width, height] = [right - left, top - bottom];

  // ---- Views: the place in the middle, and how many pixels of the screen are a unit of the places.

  let view = { x: 0, y: 0, scale: 1 };
  let dense = 1; // pixels of the screen in one of the page

  function fit() {
    const scale = Math.min(canvas.width / (width || 1), canvas.height / (height || 1));
    view = { x: (left + right) / 2, y: (bottom + top) / 2, scale: 0.95 * scale };
  }

  const toX = (view, x) => canvas.width / 2 + (x - view.x) * view.scale;
  const toY = (view, y) => canvas.height / 2 - (y - view.y) * view.scale;

  function zoom(factor, x = canvas.width / 2, y = canvas.height / 2) {
    const most = (0.4 * canvas.width) / 4;
    const least = 0.2 / Math.max(width, height, 1) * Math.min(canvas.width, canvas.height);
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

  const shows = (layer) => byId(`map-${layer}`)?.checked;
  const style = (name) => getComputedStyle(canvas.parentElement).getPropertyValue(name).trim();

  // Where the forest is hidden, its edges are those of the network.
  const isShown = ({ layer }) => shows(layer) || (layer === "forest" && shows("others"));

  // The blocks that are to be drawn, those below first, and how: `room` is the way between two edges, or so,
  // in pixels of the page.
  function visible(view) {
    const [halfX, halfY] = [canvas.width / 2 / view.scale, canvas.height / 2 / view.scale];
    const isSeen = (block) =>
      block.left <= view.x + halfX && block.right >= view.x - halfX &&
      block.bottom <= view.y + halfY && block.top >= view.y - halfY &&
      isShown(block);
    const seen = blocks.filter(isSeen);
    // Nothing of a level is lost if its cells are this many pixels wide.
    const wanted = Math.floor(Math.log2(1.5 / view.scale)) - facts.first + 1;
    for (let level = Math.max(0, Math.min(facts.levels, wanted)); ; level++) {
      const drawn = seen.filter((block) => block.level >= level);
      const count = drawn.reduce((sum, block) => sum + block.end - block.begin, 0);
      const pieces = drawn.reduce((sum, block) => sum + block.pieces, 0);
      if (pieces <= MOST || level >= facts.levels) {
        drawn.sort((a, b) => LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer));
        const across = (pixels, size) => Math.max(100, Math.min(pixels, size * view.scale) / dense);
        const area = across(canvas.width, width) * across(canvas.height, height);
        const hasEnds = count <= Math.min(FEW, area / ROOM);
        return { drawn, hasEnds, room: Math.sqrt(area / Math.max(1, count)) };
      }
    }
  }

  // Dots of this radius in the same colour: from far away they are squares, which are drawn sooner.
  function drawDots(to, view, block, nodes, radius) {
    to.beginPath();
    for (let i = block.begin; i < block.end; i++) {
      const [x, y] = [toX(view, xs[nodes[i]]), toY(view, ys[nodes[i]])];
      if (drawing.hasEnds) {
        to.moveTo(x + radius, y);
        to.arc(x, y, radius, 0, 7);
      } else {
        to.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      }
    }
    to.fill();
  }

  function drawBlock(to, view, block) {
    const { from, color, begin, end } = block;
    const { room, hasEnds } = drawing;
    const width = Math.min(2.2, Math.max(0.9, room / 4)) * dense;
    if (block.layer === "dots") {
      to.fillStyle = style("--lone");
      drawDots(to, view, block, from, hasEnds ? 3 * dense : width);
      return;
    }
    const isForest = color && shows("forest");
    to.strokeStyle = to.fillStyle = isForest ? facts.colors[color - 1] : style("--other");
    to.lineWidth = isForest ? width : 0.8 * width;
    to.beginPath();
    for (let i = begin; i < end; i++) trace(to, view, i);
    to.stroke();
    if (hasEnds) [from, block.to].forEach((ends) => drawDots(to, view, block, ends, 2.2 * dense));
  }

  // Adds an edge to the path.
  function trace(to, view, edge) {
    eachPiece(edge, (fromX, fromY, x, y, begins) => {
      if (begins) to.moveTo(toX(view, fromX), toY(view, fromY));
      to.lineTo(toX(view, x), toY(view, y));
    });
  }

  // A dot, or an edge with its ends.
  function drawMarked(to, view, block, i, color, width, dashes = []) {
    to.strokeStyle = color;
    to.lineWidth = width * dense;
    to.setLineDash(dashes.map((length) => length * dense));
    to.beginPath();
    if (block.layer !== "dots") trace(to, view, i);
    to.stroke();
    to.setLineDash([]);
    for (const node of endsOf(block, i)) {
      to.beginPath();
      to.arc(toX(view, xs[node]), toY(view, ys[node]), width * dense, 0, 7);
      to.stroke();
    }
  }

  let shown = null; // the last picture that is ready
  let drawing = null; // the one being drawn
  let drawn = []; // the blocks of the view, for the pointer
  let marked = null; // the block of the edge or dot under the pointer, and its number
  let tree = []; // the edges of the tree that is shown
  let isWaiting = false;

  function changed() {
    drawing = null;
    redraw();
  }

  function redraw() {
    if (!isWaiting) requestAnimationFrame(() => frame(BUDGET));
    isWaiting = true;
  }

  // Draws for some milliseconds, and shows what there is.
  function frame(budget) {
    isWaiting = false;
    if (!drawing) {
      const picture = document.createElement("canvas");
      [picture.width, picture.height] = [canvas.width, canvas.height];
      const seen = visible(view);
      drawn = seen.drawn;
      drawing = { ...seen, picture, view: { ...view }, next: 0, to: picture.getContext("2d") };
    }
    const end = performance.now() + budget;
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
    drawTree();
    screen.drawImage(picture, left, top, picture.width * scale, picture.height * scale);
    const listed = (edge, dashes) => {
      if (edge !== null) drawMarked(screen, view, ofEdge(edge), edge, style("--heavy"), 3, dashes);
    };
    if (shows("heavy")) facts.heavy.forEach((edge) => listed(edge));
    if (shows("dear")) facts.dear.forEach(([edge, other]) => { listed(other, [8, 6]); listed(edge); });
    if (marked) drawMarked(screen, view, ...marked, style("--bad"), 4);
    bar();
    canvas.dataset.state = isReady ? "ready" : "drawing";
    canvas.dataset.things = drawn.reduce((sum, block) => sum + block.end - block.begin, 0);
    if (!isReady) redraw();
  }

  function round(number) {
    if (number >= 1e9 || number < 1e-4) return number.toExponential(0);
    return number.toLocaleString("en", { maximumSignificantDigits: 1 });
  }

  // The bar is as long as a round number of units.
  function bar() {
    const unit = facts.unit * dense / view.scale; // what a pixel of the page measures
    const power = 10 ** Math.floor(Math.log10(150) + Math.log10(unit)); // 150 units may be too many
    const length = [5, 2, 1].map((digit) => digit * power).find((length) => length / unit <= 150) ?? power;
    byId("map-bar").style.width = `${100 * length / unit / (canvas.width / dense)}%`; // on paper, too
    const isLong = facts.metric && length >= 1000;
    const text = round(isLong ? length / 1000 : length);
    byId("map-bar").textContent = facts.metric ? `${text} ${isLong ? "km" : "m"}` : text;
  }

  // ---- The edge or dot under the pointer.

  const endsOf = (block, i) => [block.from[i], block.to[i]];

  function distance(x, y, x1, y1, x2, y2) {
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
        const near = (...piece) => {
          const here = distance(x, y, ...piece);
          if (here < least) [nearest, least] = [[block, i], here];
        };
        const node = block.from[i];
        if (block.layer === "dots") near(xs[node], ys[node], xs[node], ys[node]);
        else eachPiece(i, near);
      }
    }
    mark(nearest);
  }

  // A weight with its unit, digits in groups.
  function grouped(number) {
    const [unit, decimals] = facts.weight;
    const text = decimals ? (number / 10 ** decimals).toFixed(decimals) : String(number);
    const digits = text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
    return `${facts.rounded ? "about " : ""}${digits} ${unit}`.trimEnd();
  }

  function words(block, i) {
    const [u, v] = endsOf(block, i);
    if (block.layer === "dots") return `node ${names[u]}, joined to no other`;
    const name = streets?.[i] ? `${streets[i]}: ` : "";
    return `${name}${names[u]} – ${names[v]}, weight ${grouped(weights[i])}, ` +
      facts.said[block.color ? 0 : 1];
  }

  function mark(thing) {
    if (thing?.[0] === marked?.[0] && thing?.[1] === marked?.[1]) return;
    marked = thing;
    byId("map-said").textContent = thing ? words(...thing) : "";
    redraw();
  }

  // Shows the places of these nodes, which take a part of the screen.
  function showNodes(nodes, part) {
    const ends = (of) => nodes.reduce(([low, high], i) => [Math.min(low, of[i]), Math.max(high, of[i])],
      [Infinity, -Infinity]);
    const [[left, right], [bottom, top]] = [ends(xs), ends(ys)];
    const scale = Math.min(canvas.width / (right - left || 1), canvas.height / (top - bottom || 1)) * part;
    view = { x: (left + right) / 2, y: (bottom + top) / 2, scale };
    zoom(1);
    canvas.scrollIntoView({ block: "center" });
  }

  function show(edge) {
    tree = [];
    showNodes([us[edge], vs[edge]], 0.2);
    mark([ofEdge(edge), edge]);
  }

  let rootOf = null; // of each node, once a tree has been shown

  function showTree(node) {
    rootOf ??= rootsOf(network);
    const root = rootOf(node);
    const edges = [];
    eachOfForest(network, (edge) => { if (rootOf(us[edge]) === root) edges.push(edge); });
    mark(null);
    tree = edges.length > MOST_SHOWN ? [] : edges;
    canvas.dataset.tree = tree.length;
    showNodes(edges.length ? edges.flatMap((edge) => [us[edge], vs[edge]]) : [node], 0.5);
  }

  // The tree that is shown, with a broad line behind it.
  function drawTree() {
    if (!tree.length) return;
    screen.beginPath();
    for (const edge of tree) trace(screen, view, edge);
    screen.strokeStyle = style("--shown");
    screen.lineWidth = 10 * dense;
    screen.lineCap = "round";
    screen.stroke();
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
      point(...place(event)); // where there is no pointer that hovers, a touch asks what is there
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
    0: () => (fit(), changed()), Escape: () => ((tree = []), mark(null), redraw()),
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  byId("map-in").onclick = keys["+"];
  byId("map-out").onclick = keys["-"];
  byId("map-all").onclick = keys[0];
  const onClick = (id, call) => { if (byId(id)) byId(id).onclick = call; };
  onClick("map-png", () => canvas.toBlob((blob) => save(blob, "forest.png")));
  onClick("map-csv", () => save(csv(network), "forest.csv"));
  onClick("map-geojson", () => save(geojson(network, facts.degrees), "forest.geojson"));
  onClick("map-osm", () => {
    const [origin, step] = facts.degrees;
    const [longitude, latitude] = [view.x * step[0] + origin[0], view.y * step[1] + origin[1]];
    const around = 360 / step[0] * view.scale / dense; // pixels around the earth
    const level = Math.min(19, Math.max(0, Math.round(Math.log2(around / 256))));
    const place = [level, latitude.toFixed(5), longitude.toFixed(5)].join("/");
    window.open(`https://www.openstreetmap.org/#map=${place}`, "_blank", "noopener");
  });
  document.querySelectorAll(".map-tools input").forEach((layer) => (layer.onchange = changed));
  document.querySelectorAll("[data-edge]").forEach((button) => {
    button.onclick = () => show(Number(button.dataset.edge));
  });
  document.querySelectorAll("[data-tree]").forEach((button) => {
    button.onclick = () => showTree(Number(button.dataset.tree));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  matchMedia("print").addEventListener("change", () => {
    drawing = null;
    frame(Infinity); // paper has light colours, and does not wait
  });

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
    frame(BUDGET); // a canvas of another size is empty
  }).observe(canvas);
})().catch((error) => {
  document.getElementById("map-said").textContent = `The map cannot be drawn: ${error.message}`;
  throw error;
});
