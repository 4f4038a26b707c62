// The kernels of `edge-boruvka`. The argument stands in src/edge_boruvka.rs.
#include "block.cuh"
#include "edges.cuh"

// Blocks may be larger than elsewhere: their size is a setting that the paper measures.
static const u32 LARGEST_BLOCK = 1024;

// Disjoint sets whose records hold rank and parent in one word, rank above (Anderson and Woll, "Wait-free Parallel
// Algorithms for the Union-Find Problem", 1991). A record changes by compare-and-swap only; a root's by link or by rank.
struct Sets {
    u64* records;
    u32 compress; // whether finds shorten their paths

    static __device__ __forceinline__ u32 parent_of(u64 record) { return (u32)record; }
    static __device__ __forceinline__ u64 with_parent(u64 record, u32 parent) { return (record & ~0xffffffffull) | parent; }

    __device__ __forceinline__ u32 find(u32 node) const {
        u64 record = load_relaxed(&records[node]);
        while (parent_of(record) != node) {
            u32 parent = parent_of(record);
            u64 above = load_relaxed(&records[parent]);
            if (compress && parent_of(above) != parent) {
                atomicCAS(&records[node], record, with_parent(record, parent_of(above)));
            }
            node = parent;
            record = above;
        }
        return node;
    }

    // Links the root of lower (rank, node) below the other: along a path these ascend, so there are no cycles.
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

// Edges on a worklist: the roots of the ends, key, id.
struct Worklist {
    uint4* edges;

    __device__ __forceinline__ uint4 edge(u32 i) const { return edges[i]; }
};

// Edges that no round has seen.
struct Unseen {
    Input input;

    __device__ __forceinline__ uint4 edge(u32 i) const {
        uint2 ends = input.ends(i);
        return make_uint4(ends.x, ends.y, input.key(i), i);
    }
};

__device__ __forceinline__ u64 bid_of(uint4 edge) { return (u64)edge.z << 32 | edge.w; }

extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK) make_sets(u64* records, u32 nodes) {
    FOR_EACH(node, nodes) records[node] = node;
}

// Maps ends to their roots, appends what leads from set to set to the next worklist, and bids for both.
template <class Edges>
__device__ __forceinline__ void bid(const Edges& from, u32 count, Sets sets, u64* lowest, uint4* next, u32* next_count) {
    u64 step = (u64)gridDim.x * blockDim.x;
    // Whole warps go on together, for they append together.
    for (u64 first = (u64)blockIdx.x * blockDim.x + warp() * WARP; first < count; first += step) {
        u64 i = first + lane();
        uint4 edge = make_uint4(0, 0, 0, 0);
        if (i < count) {
            edge = from.edge((u32)i);
            edge.x = sets.find(edge.x);
            edge.y = sets.find(edge.y);
        }
        bool stays = edge.x != edge.y;
        u32 staying = __ballot_sync(ALL_LANES, stays);
        u32 base = 0;
        if (lane() == 0 && staying != 0) base = atomicAdd(next_count, __popc(staying));
#ifndef FAULT_GPU_WRONG_MASK
        base = __shfl_sync(ALL_LANES, base, 0);
#else
        base = __shfl_sync(staying, base, 0);
#endif
        if (!stays) continue;
        next[base + __popc(staying & lanes_below())] = edge;
        lower(&lowest[edge.x], load_relaxed(&lowest[edge.x]), bid_of(edge));
        lower(&lowest[edge.y], load_relaxed(&lowest[edge.y]), bid_of(edge));
    }
}

extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
bid_unseen(Input edges, u64* records, u32 compress, u64* lowest, uint4* next, u32* counts) {
    bid(Unseen{edges}, edges.count, Sets{records, compress}, lowest, next, counts);
}

extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
bid_again(uint4* worklist, u32 count, u64* records, u32 compress, u64* lowest, uint4* next, u32* counts) {
    bid(Worklist{worklist}, count, Sets{records, compress}, lowest, next, counts);
}

// Edges that are the choice of either end enter the forest. counts[0] is the length of the worklist, counts[1] gets the
// number of edges that entered.
extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK)
join(const uint4* worklist, u32* counts, u64* records, u32 compress, const u64* lowest, u32* taken) {
    Sets sets{records, compress};
    u32 joined = 0, count = counts[0];
    FOR_EACH(i, count) {
        uint4 edge = worklist[i];
        if (lowest[edge.x] != bid_of(edge) && lowest[edge.y] != bid_of(edge)) continue;
        sets.join(edge.x, edge.y);
        atomicOr(&taken[edge.w / 32], 1u << edge.w % 32);
        joined++;
    }
    joined = warp_sum(joined);
    if (lane() == 0 && joined != 0) atomicAdd(&counts[1], joined);
}

extern "C" __global__ void __launch_bounds__(LARGEST_BLOCK) reset(const uint4* worklist, const u32* counts, u64* lowest) {
    FOR_EACH(i, counts[0]) {
        store_relaxed(&lowest[worklist[i].x], NO_BID);
        store_relaxed(&lowest[worklist[i].y], NO_BID);
    }
}
