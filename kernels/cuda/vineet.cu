// The kernels of `vineet` that are not primitives; src/vineet.rs has the steps.
#include "block.cuh"
#include "edges.cuh"

// The items of the segmented minimum scan: (key, id).
extern "C" __global__ void __launch_bounds__(THREADS)
append(const u32* keys, const u32* ids, u32 count, u64* list) {
    FOR_EACH(i, count) list[i] = (u64)keys[i] << 32 | ids[i];
}

// The last arc of a node has the minimum of all of them.
extern "C" __global__ void __launch_bounds__(THREADS)
lowest_of(const u32* starts, u32 count, const u64* minima, u64* lowest) {
    FOR_EACH(i, count) {
        if (i + 1 == count || starts[i + 1] != starts[i]) lowest[starts[i]] = minima[i];
    }
}

// Nodes without arcs keep themselves as successors.
extern "C" __global__ void __launch_bounds__(THREADS)
choose(const u32* starts, const u32* ends, const u32* keys, const u32* ids, u32 count, const u64* lowest,
    u32* successors) {
    FOR_EACH(i, count) {
        if (((u64)keys[i] << 32 | ids[i]) == lowest[starts[i]]) successors[starts[i]] = ends[i];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) stand_alone(u32 nodes, u32* successors) {
    FOR_EACH(v, nodes) successors[v] = (u32)v;
}

// If two nodes are each other's successors, the lower becomes a root. The others' edges enter the forest.
extern "C" __global__ void __launch_bounds__(THREADS)
break_cycles(u32 nodes, const u32* successors, const u64* lowest, u32* roots, u32* taken) {
    FOR_EACH(v, nodes) {
        u32 next = successors[v];
        bool root = next == v || (v < next && successors[next] == v);
        roots[v] = root ? (u32)v : next;
        if (root) continue;
        u32 id = (u32)lowest[v];
        atomicOr(&taken[id / 32], 1u << id % 32);
    }
}

// A flag per node in the order of roots: 1 if its root differs from the one before; their sums are the new
// names.
extern "C" __global__ void __launch_bounds__(THREADS) flag(const u32* sorted_roots, u32 nodes, u32* flags) {
    FOR_EACH(i, nodes) flags[i] = i > 0 && sorted_roots[i] != sorted_roots[i - 1];
}

extern "C" __global__ void __launch_bounds__(THREADS)
name(const u32* sorted_nodes, const u32* sums, u32 nodes, u32* names, u32* last) {
    FOR_EACH(i, nodes) {
        names[sorted_nodes[i]] = sums[i];
        if (i + 1 == nodes) *last = sums[i];
    }
}
