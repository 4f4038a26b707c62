// The kernels of `filter-boruvka`; src/filter_boruvka/mod.rs explains them, contract.cuh the phases of a
// round.
#include "contract.cuh"

// Edges of the sample from which the pivot is taken, a power of two.
static const u32 SAMPLE = 1024;

// Blocks of `light` and `heavy` that a multiprocessor must be able to hold: all the threads of a small one.
// Without this number, some assemblers spill to make room for more.
static const u32 BLOCKS = 4;

// The first round, from the input. It is large, so each phase is a kernel with its own number of threads.
extern "C" __global__ void __launch_bounds__(THREADS) first_bid(Input edges, Work work) {
    Grid grid{&work.run->barrier};
    if (grid.first_thread()) {
        work.run->trees[0] = work.nodes;
        work.run->edges[0] = edges.count;
    }
    begin_round(grid, work.run, 0);
    bid(grid, edges, edges.count, work.lowest);
}

extern "C" __global__ void __launch_bounds__(THREADS) first_hook(Input edges, Work work) {
    SHARED(u32, scratch, SCRATCH);
    Grid grid{&work.run->barrier};
    begin_phase(grid, work.run, HOOK);
    hook(grid, edges, work.nodes, work, &work.run->trees[1], TREES_WITH_EDGES, scratch);
}

// Cooperative.
extern "C" __global__ void __launch_bounds__(THREADS) first_jump(Work work) {
    Grid grid{&work.run->barrier};
    begin_phase(grid, work.run, JUMP);
    jump(grid, work.nodes, work.run->trees[1], work);
}

extern "C" __global__ void __launch_bounds__(THREADS) first_contract(Input edges, Work work, u32 pass) {
    SHARED(u32, scratch, SCRATCH);
    begin_phase(Grid{&work.run->barrier}, work.run, CONTRACT);
    Prefix<NONE> prefix{work.states, &work.run->ticket, pass};
    select(edges, edges.count, BetweenTrees{work.links}, work.live, &work.run->edges[1], prefix, scratch);
}

// One round over live edges. Where nodes have labels, trees without edges keep their names.
template <class Team>
__device__ __forceinline__ void round_of(Team team, u32 parity, u32 pass, const Work& work, u32* scratch) {
    Run* run = work.run;
    u32 next = parity ^ 1;
    u32 trees = run->trees[parity], count = run->edges[parity];
    begin_round(team, run, parity);
    bid(team, work.live, count, work.lowest);
    team.barrier();
    begin_phase(team, run, HOOK);
    Naming naming = work.labels != nullptr ? ALL_TREES : TREES_WITH_EDGES;
    hook(team, work.live, trees, work, &run->trees[next], naming, scratch);
    team.barrier();
    begin_phase(team, run, JUMP);
    jump(team, trees, run->trees[next], work);
    begin_phase(team, run, CONTRACT);
    if (work.labels != nullptr) {
        for (u64 node = rank(team); node < work.nodes; node += threads(team)) {
            work.labels[node] = work.links[work.labels[node]] & ~NAMED;
        }
    }
    Prefix<Team::FENCES> prefix{work.states, &run->ticket, pass};
    select(work.live, count, BetweenTrees{work.links}, work.live, &run->edges[next], prefix, scratch);
    team.barrier();
}

// Returns whether at most `few` edges are left before a round, and at most two trees per edge of these.
__device__ __forceinline__ bool is_small(const Run* run, u32 parity, u32 few) {
    return run->edges[parity] <= few && (run->trees[parity] <= 2ull * few || run->edges[parity] == 0);
}

// Rounds until is_small(); the first has the parity `parity`. Cooperative.
extern "C" __global__ void __launch_bounds__(THREADS, 3) rounds(Work work, u32 parity, u32 few, u32 pass) {
    SHARED(u32, scratch, SCRATCH);
    Grid grid{&work.run->barrier};
    for (; !is_small(work.run, parity, few); parity ^= 1, pass++) round_of(grid, parity, pass, work, scratch);
    // The next kernel expects everything at parity 0.
    grid.barrier();
    if (grid.first_thread()) {
        if (work.labels != nullptr) {
            work.run->light_rounds = work.run->rounds;
            work.run->light_ended = (u32)nanoseconds();
        }
        work.run->trees[0] = work.run->trees[parity];
        work.run->edges[0] = work.run->edges[parity];
    }
}

// Edges that fit into shared memory on every device, with two trees each.
static const u32 NEAR = 1024;

template <class T> __device__ __forceinline__ void copy(T* to, const T* from, u32 count) {
    for (u32 i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i];
}

// The last rounds, by one block, for which a barrier is cheap; rounds of at most `most` <= NEAR edges run in
// shared memory, with everything but the forest's bits. Relaxed accesses and atomics race there as elsewhere.
extern "C" __global__ void __launch_bounds__(THREADS, 1) last_rounds(Work work, u32 most, u32 pass) {
    SHARED(u32, scratch, SCRATCH);
    SHARED(uint2, ends, NEAR);
    SHARED(u32, keys, NEAR);
    SHARED(u32, ids, NEAR);
    SHARED(u64, lowest, 2 * NEAR);
    SHARED(u32, links, 2 * NEAR);
    SHARED(u64, states, NEAR / (WARP * EDGES));
    SHARED(u64, run_words, sizeof(Run) / sizeof(u64));
    u32 parity = 0;
    for (; !is_small(work.run, parity, most); parity ^= 1, pass++) {
        round_of(Alone{}, parity, pass, work, scratch);
    }

    u64* far_run = reinterpret_cast<u64*>(work.run);
    u32 count = work.run->edges[parity];
    copy(ends, work.live.all_ends, count);
    copy(keys, work.live.keys, count);
    copy(ids, work.live.ids, count);
    copy(run_words, far_run, sizeof(Run) / sizeof(u64));
    for (u32 tree = threadIdx.x; tree < 2 * NEAR; tree += blockDim.x) lowest[tree] = NO_BID;
    for (u32 tile = threadIdx.x; tile < NEAR / (WARP * EDGES); tile += blockDim.x) states[tile] = 0;
    __syncthreads();
    Run* run = reinterpret_cast<Run*>(run_words);
    Work near = work;
    near.live = {ends, keys, ids};
    near.lowest = lowest;
    near.links = links;
    near.states = states;
    near.run = run;
    for (; run->edges[parity] > 0; parity ^= 1, pass++) round_of(Alone{}, parity, pass, near, scratch);

    if (threadIdx.x == 0) run->ended = (u32)nanoseconds();
    __syncthreads();
    copy(far_run, run_words, sizeof(Run) / sizeof(u64));
}

// The pivot: the lightest `rank` + 1 of SAMPLE edges, one per stretch of the input, are light. One block.
extern "C" __global__ void __launch_bounds__(THREADS) sample(Input edges, Work work, u32 rank) {
    SHARED(u64, bids, SAMPLE);
    for (u32 i = threadIdx.x; i < SAMPLE; i += blockDim.x) {
        u64 from = (u64)edges.count * i / SAMPLE, to = (u64)edges.count * (i + 1) / SAMPLE;
        // Knuth's multiplicative hashing: positions without a pattern
        u32 hash = (i + 1) * 2654435769u;
        bids[i] = edges.bid(from + (to > from ? hash % (u32)(to - from) : 0));
    }
    __syncthreads();
    // Bitonic sort. Unrolled, it would be a fifth of this module.
#pragma unroll 1
    for (u32 size = 2; size <= SAMPLE; size *= 2) {
#pragma unroll 1
        for (u32 stride = size / 2; stride > 0; stride /= 2) {
#pragma unroll 1
            for (u32 pair = threadIdx.x; pair < SAMPLE / 2; pair += blockDim.x) {
                u32 low = 2 * pair - pair % stride;
                bool ascending = (low & size) == 0;
                u64 a = bids[low], b = bids[low + stride];
                if ((a > b) == ascending) {
                    bids[low] = b;
                    bids[low + stride] = a;
                }
            }
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) {
        work.run->pivot = bids[rank];
        work.run->trees[0] = work.nodes;
    }
}

struct LightEdges {
    u64 pivot;

    __device__ __forceinline__ bool keep(const Input& edges, u32 i, uint2* ends) const {
        if (edges.bid(i) > pivot) return false;
        *ends = edges.ends(i);
        return ends->x != ends->y;
    }
};

// Heavy edges whose ends are not joined by light ones.
struct HeavyEdges {
    u64 pivot;
    const u32* labels;

    __device__ __forceinline__ bool keep(const Input& edges, u32 i, uint2* ends) const {
        if (edges.bid(i) <= pivot) return false;
        uint2 old = edges.ends(i);
        *ends = make_uint2(labels[old.x], labels[old.y]);
        return ends->x != ends->y;
    }
};

// Every node is a tree. `ticket` is a word of its own, zero.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    light(Input edges, Work work, u32* ticket, u32 pass) {
    SHARED(u32, scratch, SCRATCH);
    Run* run = work.run;
    Grid grid{&run->barrier};
    for (u64 node = rank(grid); node < work.nodes; node += threads(grid)) work.labels[node] = (u32)node;
    Prefix<NONE> prefix{work.states, ticket, pass};
    select(edges, edges.count, LightEdges{run->pivot}, work.live, &run->edges[0], prefix, scratch);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    heavy(Input edges, Work work, u32* ticket, u32 pass) {
    SHARED(u32, scratch, SCRATCH);
    Run* run = work.run;
    Prefix<NONE> prefix{work.states, ticket, pass};
    select(edges, edges.count, HeavyEdges{run->pivot, work.labels}, work.live, &run->edges[0], prefix,
        scratch);
}
