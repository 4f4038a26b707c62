// Live edges: each once, in an order that all rounds keep. Kernels rename them, and drop loops and the
// heavier of parallel edges.
#include "block.cuh"
#include "edges.cuh"

// Marks edges that lead from one component to another, and the roots of both. Without `roots` every node is a
// component.
template <class Edges>
__device__ __forceinline__ void mark(const Edges& edges, u32 count, const u32* roots, u32* marks, u8* keep) {
    FOR_EACH(i, count) {
        uint2 ends = edges.ends((u32)i);
        if (roots != nullptr) ends = make_uint2(roots[ends.x], roots[ends.y]);
        keep[i] = ends.x != ends.y;
        if (ends.x == ends.y) continue;
        store_relaxed(&marks[ends.x], 1);
        store_relaxed(&marks[ends.y], 1);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) mark_input(Input edges, u32* marks, u8* keep) {
    mark(edges, edges.count, nullptr, marks, keep);
}

extern "C" __global__ void __launch_bounds__(THREADS)
mark_live(Live edges, u32 count, const u32* roots, u32* marks, u8* keep) {
    mark(edges, count, roots, marks, keep);
}

// The new name of each node: the number of marks below its root. `sums` are prefix sums of the marks, one
// more than there are nodes. totals[0] gets the number of edges, totals[1] that of names.
extern "C" __global__ void __launch_bounds__(THREADS)
names_of(const u32* sums, const u32* roots, u32 nodes, const u32* edges, u32* names, u32* totals) {
    FOR_EACH(v, nodes) names[v] = sums[roots != nullptr ? roots[v] : v];
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        totals[0] = *edges;
        totals[1] = sums[nodes];
    }
}

// The edges at the given positions. Without `names`, their ends keep their names.
template <class Edges>
__device__ __forceinline__ void
gather(const Edges& edges, const u32* positions, u32 count, const u32* names, Live out) {
    FOR_EACH(i, count) {
        u32 from = positions[i];
        uint2 ends = edges.ends(from);
        if (names != nullptr) ends = make_uint2(names[ends.x], names[ends.y]);
        out.put((u32)i, ends, edges.key(from), edges.id(from));
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
gather_input(Input edges, const u32* positions, u32 count, const u32* names, Live out) {
    gather(edges, positions, count, names, out);
}

extern "C" __global__ void __launch_bounds__(THREADS)
gather_live(Live edges, const u32* positions, u32 count, const u32* names, Live out) {
    gather(edges, positions, count, names, out);
}

// Ends and ids in the order of sorted keys.
extern "C" __global__ void __launch_bounds__(THREADS)
follow(const u32* order, u32 count, const uint2* ends, const u32* ids, uint2* new_ends, u32* new_ids) {
    FOR_EACH(i, count) {
        new_ends[i] = ends[order[i]];
        new_ids[i] = ids[order[i]];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) higher_ends(const uint2* ends, u32 count, u32* out) {
    FOR_EACH(i, count) out[i] = max(ends[i].x, ends[i].y);
}

extern "C" __global__ void __launch_bounds__(THREADS)
lower_ends(const uint2* ends, const u32* order, u32 count, u32* out) {
    FOR_EACH(i, count) out[i] = min(ends[order[i]].x, ends[order[i]].y);
}

__device__ __forceinline__ bool parallel(uint2 a, uint2 b) {
    return min(a.x, a.y) == min(b.x, b.y) && max(a.x, a.y) == max(b.x, b.y);
}

// For edges in an order in which parallel ones are adjacent: a flag per edge, 1 if it is the first of its
// kind, and its bid.
extern "C" __global__ void __launch_bounds__(THREADS)
kinds_of(const uint2* ends, const u32* keys, const u32* order, u32 count, u8* heads, u64* bids) {
    FOR_EACH(i, count) {
        u32 edge = order[i];
        heads[i] = i == 0 || !parallel(ends[edge], ends[order[i - 1]]);
        bids[i] = (u64)keys[edge] << 32 | edge;
    }
}

// The last of each kind has the minimum of all; that edge is kept. `keep` is zero.
extern "C" __global__ void __launch_bounds__(THREADS)
keep_lightest(const u8* heads, const u64* minima, u32 count, u8* keep) {
    FOR_EACH(i, count) {
        if (i + 1 == count || heads[i + 1]) keep[(u32)minima[i]] = 1;
    }
}
