// The kernels of `pma` alone: trees grow in parallel, hooks lose their cycles. src/pma/mod.rs explains them.
#include "block.cuh"
#include "edges.cuh"

// Largest number of threads per block of `grow`. As in src/pma/grow.rs.
static const u32 BLOCK = 64;
// Blocks that a multiprocessor must be able to hold: all the threads of a small one. Without this number, the
// compiler spills to make room for more.
static const u32 BLOCKS = 16;

// No vertex has this number: nobody owns a vertex, or an arc leads nowhere.
static const u32 NOBODY = 0xffffffffu;

// Arcs sorted by their start; those of vertex v are at firsts[v] up to firsts[v + 1].
struct Adjacency {
    const u32* firsts;
    const u32* starts;
    const u32* ends;
    const u32* keys;
    const u32* ids;

    __device__ __forceinline__ u64 bid(u64 arc) const { return (u64)keys[arc] << 32 | ids[arc]; }
};

// State of the growth. Vertices are claimed once, by compare-and-swap; the root of a tree gets its hook from
// the worker that grew it.
struct Growth {
    u32* owners;
    u32* hooks;
    struct Member* members; // width per worker
    u32* taken;             // one bit per edge of the input
    u32* totals;            // totals[0] counts these bits
    u32 vertices;
    u32 width; // vertices per worker, and largest number of vertices per tree

    // Returns whether a vertex is in another tree than that of this root, or in none.
    __device__ __forceinline__ bool outside(u32 vertex, u32 root) const {
        u32 owner = load_relaxed(&owners[vertex]);
#ifdef FAULT_GPU_PASS_OVER_OTHER_TREES
        if (owner != NOBODY) return false;
#endif
        return owner != root;
    }
};

// The lightest arc that leads from a vertex of a tree out of it, found last time.
struct alignas(16) Member {
    u64 bid; // (key, id), NO_BID if no arc leads outside
    u32 end;
    u32 arc;

    static __device__ __forceinline__ Member none() { return {NO_BID, NOBODY, 0}; }
};

// A worker that is one thread.
struct OneLane {
    static const u32 LANES = 1;

    static __device__ __forceinline__ u32 lane() { return 0; }
    static __device__ __forceinline__ u32 ballot(bool vote) { return vote; }
    static __device__ __forceinline__ u32 of_lane(u32 x, u32) { return x; }
    static __device__ __forceinline__ Member lightest(Member member) { return member; }
    static __device__ __forceinline__ void sync() {}
};

// A worker that is a warp, all of whose lanes call these.
struct WholeWarp {
    static const u32 LANES = WARP;

    static __device__ __forceinline__ u32 lane() { return threadIdx.x % WARP; }
    static __device__ __forceinline__ u32 ballot(bool vote) { return __ballot_sync(ALL_LANES, vote); }
    static __device__ __forceinline__ u32 of_lane(u32 x, u32 lane) { return __shfl_sync(ALL_LANES, x, lane); }
    static __device__ __forceinline__ Member lightest(Member member) {
        u64 bid = member.bid;
        for (u32 d = WARP / 2; d > 0; d /= 2) bid = min(bid, __shfl_xor_sync(ALL_LANES, bid, d));
        u32 from = __ffs(ballot(member.bid == bid)) - 1;
        return {bid, of_lane(member.end, from), of_lane(member.arc, from)};
    }
    static __device__ __forceinline__ void sync() { __syncwarp(); }
};

// All arcs of a vertex, in any order.
struct Min {
    template <class Worker>
    static __device__ __forceinline__ Member
    find(const Adjacency& graph, const Growth& growth, u32 root, u32 last) {
        Member lightest = Member::none();
        u32 vertex = graph.starts[last], past = graph.firsts[vertex + 1];
        for (u64 arc = (u64)graph.firsts[vertex] + Worker::lane(); arc < past; arc += Worker::LANES) {
            u64 bid = graph.bid(arc);
            u32 end = graph.ends[arc];
            if (bid < lightest.bid && growth.outside(end, root)) lightest = {bid, end, (u32)arc};
        }
        return Worker::lightest(lightest);
    }
};

// Arcs of a vertex in the order of (key, id): the first outgoing one from the last arc on. Those before it
// lead inside.
struct Sort {
    template <class Worker>
    static __device__ __forceinline__ Member
    find(const Adjacency& graph, const Growth& growth, u32 root, u32 last) {
        u32 past = graph.firsts[graph.starts[last] + 1];
        for (u64 next = last; next < past; next += Worker::LANES) {
            u64 own = next + Worker::lane();
            u32 found = Worker::ballot(own < past && growth.outside(graph.ends[own], root));
            if (found == 0) continue;
            next += __ffs(found) - 1;
            return {graph.bid(next), graph.ends[next], (u32)next};
        }
        return Member::none();
    }
};

// A growing tree. Member i is read and written by lane i % LANES only.
template <class Worker, class Variant> struct Tree {
    const Adjacency& graph;
    const Growth& growth;
    Member* members;
    u32 root;

    // Returns the earlier owner of the vertex; NOBODY if the tree has claimed it now.
    __device__ __forceinline__ u32 claim(u32 vertex) const {
        u32 owner = 0;
        if (Worker::lane() == 0) owner = atomicCAS(&growth.owners[vertex], NOBODY, root);
        Worker::sync(); // the next scan of every lane sees the claim
        return Worker::of_lane(owner, 0);
    }

    // The lightest arc out of a tree of `count` members, of which `joined` is the last. Arcs found last time
    // still lead outside, except those to `joined`; its own arc is not known yet, which looks the same.
    __device__ __forceinline__ Member lightest(u32 count, u32 joined) const {
        Member all = Member::none();
        for (u32 base = 0; base < count; base += Worker::LANES) {
            u32 own = base + Worker::lane();
            Member member = own < count ? members[own] : Member::none();
            for (u32 stale = Worker::ballot(member.end == joined); stale != 0; stale &= stale - 1) {
                u32 lane = __ffs(stale) - 1;
                u32 last = Worker::of_lane(member.arc, lane);
                Member next = Variant::template find<Worker>(graph, growth, root, last);
                if (Worker::lane() == lane) members[own] = member = next;
            }
            if (member.bid < all.bid) all = member;
        }
        return Worker::lightest(all);
    }

    // Grows from the root, which is claimed; `taken` counts edges that no other tree took before. Returns the
    // root to hook on.
    __device__ u32 grow(u32* taken) const {
        u32 joined = root;
        for (u32 count = 0; count + 1 < growth.width;) {
            if (Worker::lane() == count % Worker::LANES) {
                members[count] = {NO_BID, joined, graph.firsts[joined]};
            }
            Member out = lightest(++count, joined);
            if (out.bid == NO_BID) break;
            if (Worker::lane() == 0) *taken += take((u32)out.bid);
            u32 owner = claim(out.end);
            if (owner != NOBODY) return owner;
            joined = out.end;
        }
        return root;
    }

    // Both trees that touch by an edge take it.
    __device__ __forceinline__ u32 take(u32 edge) const {
        u32 bit = 1u << edge % 32;
        return (atomicOr(&growth.taken[edge / 32], bit) & bit) == 0;
    }
};

// Each worker grows trees from the vertices of its range, one after the other, until all of them are owned.
template <class Worker, class Variant> __device__ __forceinline__ void
grow(const Adjacency& graph, const Growth& growth) {
    u32 taken = 0;
    u64 threads = (u64)gridDim.x * blockDim.x, thread = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    for (u64 worker = thread / Worker::LANES;; worker += threads / Worker::LANES) {
        u64 first = worker * growth.width;
        if (first >= growth.vertices) break;
        u64 past = min(first + growth.width, (u64)growth.vertices);
        for (u64 base = first; base < past; base += Worker::LANES) {
            u64 own = base + Worker::lane();
            u32 free = Worker::ballot(own < past && load_relaxed(&growth.owners[own]) == NOBODY);
            for (; free != 0; free &= free - 1) {
                u32 root = (u32)base + __ffs(free) - 1;
                Tree<Worker, Variant> tree{graph, growth, growth.members + first, root};
                if (tree.claim(root) != NOBODY) continue;
                u32 hook = tree.grow(&taken);
                if (Worker::lane() == 0) growth.hooks[root] = hook;
            }
        }
    }
    taken = warp_sum(taken);
    if (lane() == 0 && taken != 0) atomicAdd(growth.totals, taken);
}

extern "C" __global__ void __launch_bounds__(BLOCK, BLOCKS) grow_min(Adjacency graph, Growth growth) {
    grow<OneLane, Min>(graph, growth);
}

extern "C" __global__ void __launch_bounds__(BLOCK, BLOCKS) grow_sort(Adjacency graph, Growth growth) {
    grow<OneLane, Sort>(graph, growth);
}

extern "C" __global__ void __launch_bounds__(BLOCK, BLOCKS)
grow_min_by_warps(Adjacency graph, Growth growth) {
    grow<WholeWarp, Min>(graph, growth);
}

extern "C" __global__ void __launch_bounds__(BLOCK, BLOCKS)
grow_sort_by_warps(Adjacency graph, Growth growth) {
    grow<WholeWarp, Sort>(graph, growth);
}

// The link of every vertex: the root of its tree; for a root the tree that it hooks on, or itself. Of two
// roots that hook on each other, the lower one stays.
extern "C" __global__ void __launch_bounds__(THREADS)
break_hooks(const u32* owners, const u32* hooks, u32 vertices, u32* links) {
    FOR_EACH(v, vertices) {
        u32 link = owners[v];
        if (link == v) {
            link = hooks[v];
            if (hooks[link] == v && v < link) link = (u32)v;
        }
        links[v] = link;
    }
}

// totals[1] gets the number of components: vertices that are their own roots.
extern "C" __global__ void __launch_bounds__(THREADS)
count_components(const u32* roots, u32 vertices, u32* totals) {
    u32 components = 0;
    FOR_EACH(v, vertices) components += roots[v] == v;
    components = warp_sum(components);
    if (lane() == 0 && components != 0) atomicAdd(&totals[1], components);
}
