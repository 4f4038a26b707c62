// A Boruvka round that produces a smaller graph: bid, hook, jump, contract.
//
//   bid       every edge offers (key, position) to the trees at both its ends; each tree keeps the lowest
//   hook      a tree hangs itself on the tree at the other end of its lowest edge, which enters the forest.
//             If two trees have the same edge, the lower one is the root. Roots get new names, without gaps
//   jump      every tree finds the new name of its root
//   contract  edges get the new names of their ends; edges inside one tree are dropped; the order stays
//
// Hooks make no cycle: a cycle of lowest edges could only be two trees with the same edge, because all bids
// differ. The forest is the unique one: positions ascend with ids, so the order of bids is that of (key, id).
// Names depend on which block was first; the forest does not.
//
// Phases are separated by a barrier of the team, or by the end of a kernel.
#pragma once

#include "edges.cuh"
#include "prefix.cuh"
#include "team.cuh"

// Items per thread and tile.
static const u32 BIDS = 4;
static const u32 HOOKS = 4;
static const u32 EDGES = 4;

// Hops over links per pass of jump. Longer chains take more passes; each pass multiplies the length that is
// spanned.
static const u32 HOPS = 8;

// A link is the tree that a tree hangs on, or this bit and a new name. After hook every tree has one of this
// round, after jump a name; the name of a tree without edges is not read, unless all trees are named.
static const u32 NAMED = 0x80000000u;

// Largest number of rounds per run: each at least halves the trees that have edges, and there are two stages.
static const u32 MAX_ROUNDS = 64;

// Statistics of a round for the host.
struct Round {
    u32 trees;   // at the begin of the round, like all counts
    u32 edges;
    u32 forest;  // edges found
    u32 began[4]; // begin of the phases, in nanoseconds of the device's clock, the lower half
};

// The phases, in their order.
enum Phase { BID, HOOK, JUMP, CONTRACT };

// The state of a run, zeroed before it. Sizes are kept for two rounds, this one and the next, by parity.
struct Run {
    Barrier barrier;
    u32 line[30];       // waiting blocks poll the barrier: nothing else is in its 128 bytes
    u32 trees[2];
    u32 edges[2];
    u32 rounds;         // so far, like the edges of the forest
    u32 forest;
    u32 light_rounds;   // the rounds over light edges among them
    u32 ended;          // end of the rounds over all edges, in nanoseconds as above
    u32 light_ended;    // end of the rounds over light edges
    u32 ticket;
    u32 unfinished[3];  // 1 if a pass of jump left chains; by pass modulo 3
    u32 unused;         // padding, which the host's record needs
    u64 pivot;          // larger bids are heavy
    Round history[MAX_ROUNDS];
};
static_assert(sizeof(Run) == 1984, "as in src/filter_boruvka/history.rs");

// Trees that get new names: all, or only those that still have edges.
enum Naming { ALL_TREES, TREES_WITH_EDGES };

// Arrays of the phases.
struct Work {
    Live live;
    u64* lowest;  // of the bids for each tree
    u32* links;   // of each tree
    u32* taken;   // one bit per edge of the input: 1 for edges of the forest
    u32* labels;  // the tree of each node of the input; or null
    u64* states;  // of tiles, see prefix.cuh
    Run* run;
    u32 nodes;    // of the input
    u32 unused;   // padding, which the host's record needs
};

template <class Team> __device__ __forceinline__ void begin_round(Team team, Run* run, u32 parity) {
    if (team.first_thread()) {
        u32 next = parity ^ 1;
        run->trees[next] = 0;
        run->edges[next] = 0;
        run->ticket = 0;
        run->unfinished[0] = 0;
        if (run->rounds < MAX_ROUNDS) {
            run->history[run->rounds] = {
                run->trees[parity], run->edges[parity], run->forest, {(u32)nanoseconds()}};
        }
        run->rounds += 1;
    }
}

template <class Team> __device__ __forceinline__ void begin_phase(Team team, Run* run, Phase phase) {
    if (team.first_thread() && run->rounds <= MAX_ROUNDS) {
        run->history[run->rounds - 1].began[phase] = (u32)nanoseconds();
    }
}

template <class Team, class Edges>
__device__ __forceinline__ void bid(Team team, const Edges& edges, u32 count, u64* lowest) {
    u64 step = (u64)threads(team);
    for (u64 first = rank(team); first < count; first += BIDS * step) {
        uint2 ends[BIDS];
        u64 offer[BIDS], at_u[BIDS], at_v[BIDS];
#pragma unroll
        for (u32 j = 0; j < BIDS; j++) {
            u64 i = first + j * step;
            ends[j] = i < count ? edges.ends(i) : make_uint2(0, 0);
            offer[j] = i < count ? edges.bid(i) : 0;
        }
#pragma unroll
        for (u32 j = 0; j < BIDS; j++) {
            if (ends[j].x == ends[j].y) continue; // a loop, or past the end
            at_u[j] = load_relaxed(&lowest[ends[j].x]);
            at_v[j] = load_relaxed(&lowest[ends[j].y]);
        }
#pragma unroll
        for (u32 j = 0; j < BIDS; j++) {
            if (ends[j].x == ends[j].y) continue;
            lower(&lowest[ends[j].x], at_u[j], offer[j]);
            lower(&lowest[ends[j].y], at_v[j], offer[j]);
        }
    }
}

// Every tree that is not a root adds one edge to the forest. If two trees have the same edge, the higher tree
// adds it.
template <class Team, class Edges>
__device__ __forceinline__ void hook(Team team, const Edges& edges, u32 trees, const Work& work, u32* names,
                                     Naming naming, u32* scratch) {
    const u64* lowest = work.lowest;
    u32 tiles = (trees + tile_size<HOOKS>() - 1) / tile_size<HOOKS>();
    for (u32 tile = team.block(); tile < tiles; tile += team.blocks()) {
        u64 own[HOOKS];
        bool root[HOOKS], hooked[HOOKS];
        u32 place[HOOKS];
#pragma unroll
        for (u32 j = 0; j < HOOKS; j++) {
            u64 tree = item_of_tile<HOOKS>(tile, j);
            own[j] = tree < trees ? lowest[tree] : NO_BID;
            root[j] = tree < trees && own[j] == NO_BID && naming == ALL_TREES;
            hooked[j] = false;
#ifndef FAULT_GPU_FORGETS_LONELY_TREES
            if (tree < trees && own[j] == NO_BID && naming != ALL_TREES) work.links[tree] = NAMED;
#endif
        }
#pragma unroll
        for (u32 j = 0; j < HOOKS; j++) {
            if (own[j] == NO_BID) continue;
            u32 tree = item_of_tile<HOOKS>(tile, j);
            uint2 ends = edges.ends((u32)own[j]);
            u32 other = ends.x ^ ends.y ^ tree;
            root[j] = tree < other && lowest[other] == own[j];
            if (root[j]) continue;
            hooked[j] = true;
            work.links[tree] = other;
            u32 id = edges.id((u32)own[j]);
            atomicOr(&work.taken[id / 32], 1u << id % 32);
        }
        // Both counts in one word: a tile has fewer than 2^16 trees.
        u32 unused[HOOKS], total;
        u32 counts = places_in_warp<HOOKS>(root, place) | places_in_warp<HOOKS>(hooked, unused) << 16;
        u32 below = sum_of_warps_below(counts, scratch, &total) & 0xffff;
        u32 base = 0;
        if (threadIdx.x == 0) {
#ifndef FAULT_GPU_PLAIN_ADD
            base = atomicAdd(names, total & 0xffff);
#else
            base = *names;
            *names += total & 0xffff;
#endif
            atomicAdd(&work.run->forest, total >> 16);
        }
        base = of_first_thread(base, scratch) + below;
#pragma unroll
        for (u32 j = 0; j < HOOKS; j++) {
            if (root[j]) work.links[item_of_tile<HOOKS>(tile, j)] = NAMED | (base + place[j]);
        }
    }
}

// Clears the bids of the next round, too.
template <class Team>
__device__ __forceinline__ void jump(Team team, u32 trees, u32 next_trees, const Work& work) {
    u32* links = work.links;
    u32* unfinished = work.run->unfinished;
    for (u64 tree = rank(team); tree < next_trees; tree += threads(team)) work.lowest[tree] = NO_BID;
    for (u32 pass = 0;; pass = (pass + 1) % 3) {
        if (team.first_thread()) store_relaxed(&unfinished[(pass + 1) % 3], 0);
        bool left = false;
        for (u64 tree = rank(team); tree < trees; tree += threads(team)) {
            u32 link = load_relaxed(&links[tree]);
            if (link & NAMED) continue;
            for (u32 hop = 0; hop < HOPS && !(link & NAMED); hop++) link = load_relaxed(&links[link]);
            store_relaxed(&links[tree], link);
            left |= !(link & NAMED);
        }
        if (__syncthreads_or(left) && threadIdx.x == 0) store_relaxed(&unfinished[pass], 1);
        team.barrier();
        if (load_relaxed(&unfinished[pass]) == 0) break;
    }
}

// Choice of the edges that stay, and of their names, in a round:
struct BetweenTrees {
    const u32* links;

    template <class Edges> __device__ __forceinline__ bool
    keep(const Edges& edges, u32 i, uint2* ends) const {
        uint2 old = edges.ends(i);
        *ends = make_uint2(links[old.x] & ~NAMED, links[old.y] & ~NAMED);
        return ends->x != ends->y;
    }
};

// Compacts the edges that `choice` keeps into `live`, which may be their own array. `kept` gets their number,
// unless there is no edge at all.
template <class Edges, class Choice, Fences FENCES>
__device__ __forceinline__ void
select(const Edges& edges, u32 count, const Choice& choice, const Live& live, u32* kept,
    const Prefix<FENCES>& prefix, u32* scratch) {
    u32 tiles = (count + (u64)tile_size<EDGES>() - 1) / tile_size<EDGES>();
    for (u32 tile = prefix.take(scratch); tile < tiles; tile = prefix.take(scratch)) {
        uint2 ends[EDGES];
        u32 key[EDGES], id[EDGES];
        bool keep[EDGES];
#pragma unroll
        for (u32 j = 0; j < EDGES; j++) {
            u64 i = item_of_tile<EDGES>(tile, j);
            keep[j] = i < count && choice.keep(edges, (u32)i, &ends[j]);
            if (keep[j]) {
                key[j] = edges.key((u32)i);
                id[j] = edges.id((u32)i);
            }
        }
        u32 place[EDGES], total;
        u32 below = sum_of_warps_below(places_in_warp<EDGES>(keep, place), scratch, &total);
        u32 before = prefix.before(tile, total, scratch);
#pragma unroll
        for (u32 j = 0; j < EDGES; j++) {
            if (keep[j]) live.put(before + below + place[j], ends[j], key[j], id[j]);
        }
        if (tile == tiles - 1 && threadIdx.x == 0) *kept = before + total;
    }
}
