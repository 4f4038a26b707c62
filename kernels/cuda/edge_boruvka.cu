// The kernels of `edge-boruvka`; src/edge_boruvka/mod.rs explains them.
#include "block.cuh"
#include "edges.cuh"

// Blocks may be larger than in other kernels: the paper measures their size.
static const u32 LARGEST_BLOCK = 1024;

// Configuration as bits of `form`. As in src/edge_boruvka/config.rs.
enum Form {
    COMPRESS = 1,         // finds shorten their paths
    // each thread appends by itself; otherwise a warp appends all of its edges at once
    APPEND_BY_THREAD = 2,
    ALWAYS_MINIMUM = 4,   // every bid is an atomic minimum; otherwise only a lower one
};

// Disjoint sets whose records hold rank and parent in one word, rank above (Anderson and Woll, "Wait-free
// Parallel Algorithms for the Union-Find Problem", 1991). Records change only by compare-and-swap; the record
// of a root by a link or a new rank.
struct Sets {
    u64* records;
    u32 form;

    static __device__ __forceinline__ u32 parent_of(u64 record) { return (u32)record; }
    static __device__ __forceinline__ u64
    with_parent(u64 record, u32 parent) { return (record & ~0xffffffffull) | parent; }

    __device__ __forceinline__ u32 find(u32 node) const {
        u64 record = load_relaxed(&records[node]);
        while (parent_of(record) != node) {
            u32 parent = parent_of(record);
            u64 above = load_relaxed(&records[parent]);
            if ((form & COMPRESS) && parent_of(above) != parent) {
                atomicCAS(&records[node], record, with_parent(record, parent_of(above)));
            }
            node = parent;
            record = above;
        }
        return node;
    }

    // Links the root of lower (rank, node) below the other: along a path these ascend, so there are no
    // cycles.
    __device__ __forceinline__ void join(u32 u, u32 v) const {
        for (;;) {
            u = find(u);
            v = find(v);
            if (u == v) return;
            u64 of_u = load_relaxed(&records[u]), of_v = load_relaxed(&records[v]);
            if (parent_of(of_u) != u || parent_of(of_v) != v) continue; // no root any more
            // The record of a root is (rank, itself).
            u64 lower = of_u < of_v ? of_u : of_v, higher = of_u < of_v ? of_v : of_u;
            u32 child = parent_of(lower), root = parent_of(higher);
            if (atomicCAS(&records[child], lower, with_parent(lower, root)) != lower) continue;
            if (lower >> 32 == higher >> 32) atomicCAS(&records[root], higher, higher + (1ull << 32));
            return;
        }
    }
};

// Edge i of a round: its ends, key, id. In the first round, without a worklist, it is an edge of the input.
__device__ __forceinline__ uint4 edge_at(const Input& input, const uint4* worklist, u32 i) {
    if (worklist != nullptr) return worklist[i];
    uint2 ends = input.ends(i);
    return make_uint4(ends.x, ends.y, input.key(i), i);
}

__device__ __forceinline__ u64 bid_of(uint4 edge) { return (u64)edge.z << 32 | edge.w; }

// Bids for the sets at both ends of an edge.
__device__ __forceinline__ void bid_at_both(uint4 edge, u32 form, u64* lowest) {
    u64 bid = bid_of(edge);
    bool always = form & ALWAYS_MINIMUM;
    lower(&lowest[edge.x], always ? NO_BID : load_relaxed(&lowest[edge.x]), bid);
    lower(&lowest[edge.y], always ? NO_BID : load_relaxed(&lowest[edge.y]), bid);
}

// Appends the edges of a warp that stay to the next worklist. All threads of the warp call it.
__device__ __forceinline__ void append(uint4 edge, bool stays, u32 form, uint4* next, u32* next_count) {
    if (form & APPEND_BY_THREAD) {
        if (stays) next[atomicAdd(next_count, 1)] = edge;
        return;
    }
    u32 staying = __ballot_sync(ALL_LANES, stays);
    u32 base = 0;
    if (lane() == 0 && staying != 0) base = atomicAdd(next_count, __popc(staying));
#ifndef FAULT_GPU_WRONG_MASK
    base = __shfl_sync(ALL_LANES, base, 0);
#else
    base = __shfl_sync(staying, base, 0);
#endif
    if (stays) next[base + __popc(staying & lanes_below())] = edge;
}

// A loop over all edges by whole warps, which append together: `i` may be past the last.
#define FOR_EACH_WARP(i, count)                                                                  \
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x, step = (u64)gridDim.x * blockDim.x; \
         i - lane() < (count); i += step)

extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK) make_sets(u64* records, u32 nodes) {
    FOR_EACH(node, nodes) records[node] = node;
}

// Combined loops: maps ends to their roots, appends the edges between two sets to the next worklist, and bids
// for both sets. counts[0] gets the length of that worklist.
extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
bid(Input input, const uint4* worklist, u32 count, u64* records, u32 form, u64* lowest, uint4* next,
    u32* counts) {
    Sets sets{records, form};
    FOR_EACH_WARP(i, count) {
        uint4 edge = make_uint4(0, 0, 0, 0);
        if (i < count) {
            edge = edge_at(input, worklist, (u32)i);
            edge.x = sets.find(edge.x);
            edge.y = sets.find(edge.y);
        }
        bool stays = edge.x != edge.y;
        append(edge, stays, form, next, &counts[0]);
        if (stays) bid_at_both(edge, form, lowest);
    }
}

// Separate loops: bids for the sets at both ends, which are roots. Only an edge of the input can be a loop.
extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
lightest(Input input, const uint4* worklist, u32 count, u32 form, u64* lowest) {
    FOR_EACH(i, count) {
        uint4 edge = edge_at(input, worklist, (u32)i);
        if (edge.x != edge.y) bid_at_both(edge, form, lowest);
    }
}

// Edges that are the lowest bid of either end enter the forest. There are `count` edges, unless `length`
// points to their number. counts[1] gets the number of those that entered.
extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
join(Input input, const uint4* worklist, u32 count, const u32* length, u64* records, u32 form,
    const u64* lowest, u32* taken, u32* counts) {
    Sets sets{records, form};
    u32 joined = 0;
    if (length != nullptr) count = *length;
    FOR_EACH(i, count) {
        uint4 edge = edge_at(input, worklist, (u32)i);
        if (lowest[edge.x] != bid_of(edge) && lowest[edge.y] != bid_of(edge)) continue;
        sets.join(edge.x, edge.y);
        atomicOr(&taken[edge.w / 32], 1u << edge.w % 32);
        joined++;
    }
    joined = warp_sum(joined);
    if (lane() == 0 && joined != 0) atomicAdd(&counts[1], joined);
}

// Separate loops: maps ends to their roots, and clears the bids of these if they differ. A worklist may be
// mapped in place.
extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
map(Input input, const uint4* worklist, u32 count, u64* records, u32 form, u64* lowest, uint4* mapped) {
    Sets sets{records, form};
    FOR_EACH(i, count) {
        uint4 edge = edge_at(input, worklist, (u32)i);
        edge.x = sets.find(edge.x);
        edge.y = sets.find(edge.y);
        mapped[i] = edge;
        if (edge.x == edge.y) continue;
        store_relaxed(&lowest[edge.x], NO_BID);
        store_relaxed(&lowest[edge.y], NO_BID);
    }
}

// Separate loops: appends the edges whose ends differ to the next worklist; counts[0] gets its length.
extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
filter(const uint4* mapped, u32 count, u32 form, uint4* next, u32* counts) {
    FOR_EACH_WARP(i, count) {
        uint4 edge = make_uint4(0, 0, 0, 0);
        if (i < count) edge = mapped[i];
        append(edge, edge.x != edge.y, form, next, &counts[0]);
    }
}

// Combined loops: clears the bids.
extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
reset(const uint4* worklist, const u32* counts, u64* lowest) {
    FOR_EACH(i, counts[0]) {
        store_relaxed(&lowest[worklist[i].x], NO_BID);
        store_relaxed(&lowest[worklist[i].y], NO_BID);
    }
}
