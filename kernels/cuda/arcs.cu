// Adjacency on the device: arcs sorted by their start. An edge is two arcs. Shared by the operators that work
// on adjacency, `vineet` and `pma`.
#include "block.cuh"
#include "edges.cuh"


// The start of each arc of the input. Arcs of loops start at `nodes`, so they are sorted behind all others.
// Arc 2 i leads from the first end of edge i to the second, arc 2 i + 1 back. Returns the number of arcs that
// are no loops.
extern "C" __global__ void __launch_bounds__(THREADS)
starts_of(Input edges, u32 nodes, u32* starts, u32* arcs) {
    u32 found = 0;
    FOR_EACH(i, edges.count) {
        uint2 ends = edges.ends((u32)i);
        bool loop = ends.x == ends.y;
        starts[2 * i] = loop ? nodes : ends.x;
        starts[2 * i + 1] = loop ? nodes : ends.y;
        found += loop ? 0 : 2;
    }
    found = warp_sum(found);
    if (lane() == 0 && found != 0) atomicAdd(arcs, found);
}

// Copies arcs in their order by start.
template <class Edges>
__device__ __forceinline__ void
arcs_from(const Edges& edges, const u32* order, u32 count, u32* ends, u32* keys, u32* ids) {
    FOR_EACH(i, count) {
        u32 arc = order[i];
        uint2 both = edges.ends(arc / 2);
        ends[i] = arc % 2 == 0 ? both.y : both.x;
        keys[i] = edges.key(arc / 2);
        ids[i] = edges.id(arc / 2);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
arcs_of_input(Input edges, const u32* order, u32 count, u32* ends, u32* keys, u32* ids) {
    arcs_from(edges, order, count, ends, keys, ids);
}

// The start of each arc of live edges, numbered in the same way.
extern "C" __global__ void __launch_bounds__(THREADS) starts_of_live(Live edges, u32 count, u32* starts) {
    FOR_EACH(i, count) {
        uint2 ends = edges.ends((u32)i);
        starts[2 * i] = ends.x;
        starts[2 * i + 1] = ends.y;
    }
}

// The arcs of live edges in their order by start.
extern "C" __global__ void __launch_bounds__(THREADS)
arcs_of_live(Live edges, const u32* order, u32 count, u32* ends, u32* keys, u32* ids) {
    arcs_from(edges, order, count, ends, keys, ids);
}

// The position of each node's first arc, and the end of the last arcs. Every node has an arc.
extern "C" __global__ void __launch_bounds__(THREADS)
firsts_of(const u32* starts, u32 count, u32 nodes, u32* firsts) {
    FOR_EACH(i, count) {
        if (i == 0 || starts[i] != starts[i - 1]) firsts[starts[i]] = (u32)i;
        if (i == 0) firsts[nodes] = count;
    }
}

// A flag per arc: 1 if it is the first of its start.
extern "C" __global__ void __launch_bounds__(THREADS) heads_of(const u32* starts, u32 count, u8* heads) {
#ifdef FAULT_GPU_WRITE_PAST_END
    count++;
#endif
    FOR_EACH(i, count) heads[i] = i == 0 || starts[i] != starts[i - 1];
}

// Gives arcs the new names of their ends. Arcs inside one tree start at `names_end`, behind all others.
// Returns the number of the others.
extern "C" __global__ void __launch_bounds__(THREADS)
rename_arcs(u32* starts, u32* ends, u32 count, const u32* names, u32 names_end, u32* arcs) {
    u32 found = 0;
    FOR_EACH(i, count) {
        u32 start = names[starts[i]], end = names[ends[i]];
        starts[i] = start == end ? names_end : start;
        ends[i] = end;
        found += start != end;
    }
    found = warp_sum(found);
    if (lane() == 0 && found != 0) atomicAdd(arcs, found);
}

extern "C" __global__ void __launch_bounds__(THREADS)
reorder(const u32* order, u32 count, const u32* ends, const u32* keys, const u32* ids, u32* new_ends,
    u32* new_keys, u32* new_ids) {
    FOR_EACH(i, count) {
        u32 arc = order[i];
        new_ends[i] = ends[arc];
        new_keys[i] = keys[arc];
        new_ids[i] = ids[arc];
    }
}
