// The kernels of `vineet` that are not primitives. The steps stand in src/vineet.rs.
#include "block.cuh"
#include "edges.cuh"

static const u32 NO_ARC = 0xffffffffu;

// What the segmented scan takes minima of: (key, position), whose order at one node is that of (key, id).
extern "C" __global__ void __launch_bounds__(THREADS) append(const u32* keys, u32 count, u64* list) {
    FOR_EACH(i, count) list[i] = (u64)keys[i] << 32 | i;
}

// Nodes without arcs are their own successors.
extern "C" __global__ void __launch_bounds__(THREADS) stand_alone(u32 nodes, u32* successors, u32* chosen) {
    FOR_EACH(v, nodes) {
        successors[v] = (u32)v;
        chosen[v] = NO_ARC;
    }
}

// The last arc of a node has the minimum of all of them.
extern "C" __global__ void __launch_bounds__(THREADS)
choose(const u32* starts, const u32* ends, u32 count, const u64* minima, u32* successors, u32* chosen) {
    FOR_EACH(i, count) {
        u32 v = starts[i];
        if (i + 1 < count && starts[i + 1] == v) continue;
        u32 arc = (u32)minima[i];
        successors[v] = ends[arc];
        chosen[v] = arc;
    }
}

// Of two nodes that are each other's successors the lower becomes a root. The others' edges enter the forest.
extern "C" __global__ void __launch_bounds__(THREADS)
break_cycles(u32 nodes, const u32* successors, const u32* chosen, const u32* ids, u32* roots, u32* taken) {
    FOR_EACH(v, nodes) {
        u32 next = successors[v];
        bool root = next == v || (v < next && successors[next] == v);
        roots[v] = root ? (u32)v : next;
        if (root) continue;
        u32 id = ids[chosen[v]];
        atomicOr(&taken[id / 32], 1u << id % 32);
    }
}

// Whether the node at each place has another root than the one before it; their sums are the new names.
extern "C" __global__ void __launch_bounds__(THREADS) flag(const u32* sorted_roots, u32 nodes, u32* flags) {
    FOR_EACH(i, nodes) flags[i] = i > 0 && sorted_roots[i] != sorted_roots[i - 1];
}

extern "C" __global__ void __launch_bounds__(THREADS) name(const u32* sorted_nodes, const u32* sums, u32 nodes, u32* names, u32* last) {
    FOR_EACH(i, nodes) {
        names[sorted_nodes[i]] = sums[i];
        if (i + 1 == nodes) *last = sums[i];
    }
}
