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
  function cut(level, layer, color, [from, to], begin, count) {
    for (const end = begin + count; begin < end; ) {
      const block = { level, layer, color, from, to, begin, end: Math.min(end, begin + BLOCK) };
      let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let i = begin; i < block.end; i++) {
        for (const node of [from[i], to[i]]) {
          left = Math.min(left, xs[node]);
          right = Math.max(right, xs[node]);
          bottom = Math.min(bottom, ys[node]);
          top = Math.max(top, ys[node]);
        }
      }
      blocks.push(Object.assign(block, { left, right, bottom, top }));
      begin = block.end;
    }
    return begin;
  }
  let begin = 0;
  for (const [level, color, count] of facts.groups) {
    begin = cut(level, color ? "forest" : "others", color, [us, vs], begin, count);
  }
  begin = 0;
  for (const [level, count] of facts.dots) {
    begin = cut(level, "dots", 0, [dots, dots], begin, count);
  }
  return { xs, ys, names, us, vs, ids, weights, streets, blocks };
}
