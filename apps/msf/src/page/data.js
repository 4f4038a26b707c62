// The forest of a report, from the arrays of network.js: its trees, and files of it.

// Calls a function with each edge of the forest.
function eachOfForest({ blocks }, call) {
  for (const { color, begin, end } of blocks) {
    if (color) for (let i = begin; i < end; i++) call(i);
  }
}

// A function from each node to the root of its tree: trees are joined along all edges of the forest.
function rootsOf(network) {
  const { xs, us, vs } = network;
  const roots = Int32Array.from(xs.keys());
  const rootOf = (node) => {
    while (roots[node] !== node) node = roots[node] = roots[roots[node]];
    return node;
  };
  eachOfForest(network, (edge) => { roots[rootOf(us[edge])] = rootOf(vs[edge]); });
  return rootOf;
}

// The forest as a table, with the columns that `msf verify` reads.
function csv(network) {
  const { us, vs, names, ids, weights, streets } = network;
  const cell = (text) => (/[",\n\r]|^[#%]/.test(text) ? `"${String(text).replaceAll('"', '""')}"` : text);
  const lines = [`source,target,weight,edge${streets ? ",name" : ""}\n`];
  eachOfForest(network, (i) => {
    const cells = [cell(names[us[i]]), cell(names[vs[i]]), weights[i], ids[i]];
    if (streets) cells.push(cell(streets[i]));
    lines.push(`${cells}\n`);
  });
  return new Blob(lines, { type: "text/csv" });
}

// The forest as lines in degrees, cut at the antimeridian.
function geojson(network, [origin, step]) {
  const { xs, ys, us, vs, names, ids, weights, streets, eachPiece } = network;
  const degrees = (at, x) => Number((origin[at] + x * step[at]).toFixed(7));
  const place = (x, y) => [degrees(0, x), degrees(1, y)];
  const lines = [];
  eachOfForest(network, (i) => {
    const coordinates = [];
    eachPiece(i, (fromX, fromY, x, y, begins) => {
      if (begins) coordinates.push([place(fromX, fromY)]);
      coordinates.at(-1).push(place(x, y));
    });
    const geometry = coordinates.length > 1
      ? { type: "MultiLineString", coordinates }
      : { type: "LineString", coordinates: coordinates[0] };
    const properties = { source: names[us[i]], target: names[vs[i]], weight: weights[i], edge: ids[i] };
    if (streets) properties.name = streets[i];
    lines.push(`${lines.length ? "," : ""}\n${JSON.stringify({ type: "Feature", geometry, properties })}`);
  });
  const parts = [`{"type":"FeatureCollection","features":[`, ...lines, "\n]}\n"];
  return new Blob(parts, { type: "application/geo+json" });
}

// Saves a file.
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
