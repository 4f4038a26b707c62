"use strict";

// The network of a report, which the page has packed (map.rs says how): arrays of the places and names of
// nodes, of the ends, ids, weights and names of edges, and blocks of what is drawn.
async function unpacked(facts, data) {
  const BLOCK = 512; // edges or dots that are visible, or not, together

  const packed = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
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
  const [hasNames, hasStreets] = facts.texts;
  let names = hasNames ? null : differences(new Float64Array(nodes));
  const us = differences(new Int32Array(edges));
  const vs = new Int32Array(edges);
  for (let i = 0; i < edges; i++) vs[i] = us[i] + signed();
  const ids = differences(new Uint32Array(edges));
  const dots = differences(new Int32Array(facts.dots.reduce((sum, [, count]) => sum + count, 0)));
  // The bends of edge i are those from bendsAt[i] to bendsAt[i + 1].
  const bendsAt = new Uint32Array(edges + 1);
  const [bendXs, bendYs] = [new Int32Array(facts.bends), new Int32Array(facts.bends)];
  if (facts.bends) {
    for (let i = 0; i < edges; i++) bendsAt[i + 1] = bendsAt[i] + signed();
    for (let i = 0; i < edges; i++) {
      let [x, y] = [xs[us[i]], ys[us[i]]];
      for (let bend = bendsAt[i]; bend < bendsAt[i + 1]; bend++) {
        bendXs[bend] = x += signed();
        bendYs[bend] = y += signed();
      }
    }
  }
  // Longitudes of -180 and 180 degrees, if places are degrees.
  const [west, east] = facts.degrees
    ? [-180, 180].map((degrees) => (degrees - facts.degrees[0][0]) / facts.degrees[1][0])
    : [-Infinity, Infinity];
  // Calls a function with both ends of a straight piece, or of its two parts if the shorter way is across
  // the antimeridian, and with true if the piece does not begin where the last one ended.
  function cut(x, y, toX, toY, begins, call) {
    if (Math.abs(toX - x) <= (east - west) / 2) return call(x, y, toX, toY, begins);
    const [side, other] = toX < x ? [east, west] : [west, east];
    const ways = [Math.abs(side - x), Math.abs(toX - other)];
    const at = y + (toY - y) * (ways[0] / (ways[0] + ways[1] || 1));
    call(x, y, side, at, begins);
    call(other, at, toX, toY, true);
  }
  // Does so for each straight piece of an edge, from its first end to its second.
  function eachPiece(i, call) {
    let [x, y, begins] = [xs[us[i]], ys[us[i]], true];
    for (let bend = bendsAt[i]; bend < bendsAt[i + 1]; bend++) {
      const [toX, toY] = [bendXs[bend], bendYs[bend]];
      cut(x, y, toX, toY, begins, call);
      [x, y, begins] = [toX, toY, false];
    }
    cut(x, y, xs[vs[i]], ys[vs[i]], begins, call);
  }
  const weights = new Float64Array(edges);
  if (facts.whole) {
    for (let i = 0; i < edges; i++) weights[i] = signed();
  } else {
    const view = new DataView(bytes.buffer, at);
    for (let i = 0; i < edges; i++) weights[i] = view.getFloat64(8 * i, true);
    at += 8 * edges;
  }
  const texts = new TextDecoder().decode(bytes.subarray(at)).split("\n").filter(Boolean).map(JSON.parse);
  if (hasNames) names = texts.shift();
  const streets = hasStreets ? texts.shift() : null;

  // Groups of edges have one level and one colour: 0 for edges that are not in the forest. Groups of dots
  // have one level. Blocks are parts of them, in which things are near each other. Both ends of a dot are the
  // same node.
  const blocks = [];
  function divide(level, layer, color, [from, to], begin, count) {
    for (const end = begin + count; begin < end; ) {
      const block = { level, layer, color, from, to, begin, end: Math.min(end, begin + BLOCK) };
      let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
      const extend = (x, y) => {
        left = Math.min(left, x);
        right = Math.max(right, x);
        bottom = Math.min(bottom, y);
        top = Math.max(top, y);
      };
      for (let i = begin; i < block.end; i++) {
        for (const node of [from[i], to[i]]) extend(xs[node], ys[node]);
      }
      const ofBends = layer === "dots" ? [0, 0] : [bendsAt[begin], bendsAt[block.end]];
      for (let bend = ofBends[0]; bend < ofBends[1]; bend++) extend(bendXs[bend], bendYs[bend]);
      const pieces = block.end - begin + ofBends[1] - ofBends[0];
      blocks.push(Object.assign(block, { left, right, bottom, top, pieces }));
      begin = block.end;
    }
    return begin;
  }
  let begin = 0;
  for (const [level, color, count] of facts.groups) {
    begin = divide(level, color ? "forest" : "others", color, [us, vs], begin, count);
  }
  begin = 0;
  for (const [level, count] of facts.dots) {
    begin = divide(level, "dots", 0, [dots, dots], begin, count);
  }
  return { xs, ys, names, us, vs, ids, weights, streets, blocks, eachPiece };
}
