// The roots of a forest of links, by distance doubling.
#include "team.cuh"

// Passes until the longest chain is one link, and one that confirms it.
static const u32 PASSES = 33;

// links[v] becomes the root above v; roots link to themselves. Chains halve in every pass. `changed` are four
// words, zero; at the end, the last one is set if links form a ring. Cooperative.
extern "C" __global__ void __launch_bounds__(THREADS)
jump(u32* links, u32 count, u32* changed, Barrier* barrier) {
    Grid grid{barrier};
    for (u32 number = 0; number < PASSES; number++) {
        u32 pass = number % 3;
        if (grid.first_thread()) store_relaxed(&changed[(pass + 1) % 3], 0);
        bool moved = false;
        for (u64 v = rank(grid); v < count; v += threads(grid)) {
            u32 link = load_relaxed(&links[v]);
            u32 above = load_relaxed(&links[link]);
            if (above == link) continue;
            store_relaxed(&links[v], above);
            moved = true;
        }
        if (__syncthreads_or(moved) && threadIdx.x == 0) store_relaxed(&changed[pass], 1);
        grid.barrier();
        if (load_relaxed(&changed[pass]) == 0) return;
    }
    if (grid.first_thread()) changed[3] = 1;
}
