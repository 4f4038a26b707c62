// Sums over all tiles before a tile, in one pass over the data (Merrill and Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back").
//
// Blocks take tiles in ascending order, by ticket. Each publishes the count of its tile, looks back over its
// predecessors until it finds one with a known sum, and publishes its own sum. No block waits for one that
// has not begun: the holders of lower tickets are running.
//
// A tile publishes after it has read its items, and writes results after all lower tiles have published. So
// results may overwrite the items, as long as no tile writes beyond its own end: compaction works in place.
// Only then, and only if there are other blocks, publishing must be ordered with reads and writes, which
// costs two fences per tile.
#pragma once

#include "block.cuh"

enum Fences { NONE, IN_PLACE };

// The states of tiles, one word each: value, kind and pass. A word of an earlier pass counts as empty, so
// nothing is cleared in between; passes are numbered from 1, and states are zeroed at their creation.
template <Fences FENCES> struct Prefix {
    u64* states;
    u32* ticket;
    u32 pass;

    enum Kind { EMPTY, COUNT, SUM };

    __device__ __forceinline__ u64
    state(Kind kind, u32 value) const { return (u64)(pass << 2 | kind) << 32 | value; }

    __device__ __forceinline__ Kind kind_of(u64 state) const {
        u32 high = (u32)(state >> 32);
        return high >> 2 == pass ? (Kind)(high & 3) : EMPTY;
    }

    // The block's next tile; every block gets one past the last tile once.
    __device__ __forceinline__ u32 take(u32* scratch) const {
        return of_first_thread(threadIdx.x == 0 ? atomicAdd(ticket, 1u) : 0, scratch);
    }

    // The sum over all tiles below this one, whose count is `count`.
    __device__ __forceinline__ u32 before(u32 tile, u32 count, u32* scratch) const {
        u32 sum = 0;
        if (warp() == 0) {
            if (lane() == 0 && tile > 0) publish(tile, state(COUNT, count));
            sum = look_back(tile);
            // the acquires of other lanes happen before this lane's release
            if (FENCES == IN_PLACE) __syncwarp();
            if (lane() == 0) publish(tile, state(SUM, sum + count));
        }
        return of_first_thread(sum, scratch);
    }

    __device__ __forceinline__ void publish(u32 tile, u64 state) const {
        if (FENCES == IN_PLACE) {
            store_release(&states[tile], state);
        } else {
            store_relaxed(&states[tile], state);
        }
    }

    // Called by one warp: 32 tiles at a time, the nearest in lane 0.
    __device__ __forceinline__ u32 look_back(u32 tile) const {
        u32 sum = 0;
        for (u32 end = tile; end > 0; end = end > WARP ? end - WARP : 0) {
            u64 found = state(SUM, 0); // before the first tile
            do {
                if (lane() < end) found = load_relaxed(&states[end - 1 - lane()]);
            } while (__any_sync(ALL_LANES, kind_of(found) == EMPTY));
            if (FENCES == IN_PLACE && lane() < end) load_acquire(&states[end - 1 - lane()]);
            u32 sums = __ballot_sync(ALL_LANES, kind_of(found) == SUM);
            u32 nearest = sums == 0 ? WARP : __ffs(sums) - 1;
            sum += warp_sum(lane() <= nearest ? (u32)found : 0);
            if (sums != 0) break;
        }
        return sum;
    }
};
