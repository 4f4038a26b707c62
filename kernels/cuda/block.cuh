// Functions of one warp or one block. All threads of the warp (block) call them.
#pragma once

#include "device.cuh"

static const u32 WARP = 32;
static const u32 ALL_LANES = 0xffffffffu;

// Threads per block, unless a kernel has its own number; launches may use fewer.
static const u32 THREADS = 256;

// Words of shared memory for the functions below: one per warp of the largest block.
static const u32 SCRATCH = 32;

// A loop over all items by all threads of a launch.
#define FOR_EACH(i, count)                                                                       \
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x, step = (u64)gridDim.x * blockDim.x; \
         i < (count); i += step)

__device__ __forceinline__ u32 lane() { return threadIdx.x % WARP; }
__device__ __forceinline__ u32 warp() { return threadIdx.x / WARP; }
__device__ __forceinline__ u32 warps() { return blockDim.x / WARP; }
__device__ __forceinline__ u32 lanes_below() { return (1u << lane()) - 1; }

// The sum over the lanes up to this one.
__device__ __forceinline__ u32 warp_inclusive_sum(u32 x) {
    for (u32 d = 1; d < WARP; d *= 2) {
        u32 below = __shfl_up_sync(ALL_LANES, x, d);
        if (lane() >= d) x += below;
    }
    return x;
}

__device__ __forceinline__ u32 warp_sum(u32 x) {
    for (u32 d = WARP / 2; d > 0; d /= 2) x += __shfl_xor_sync(ALL_LANES, x, d);
    return x;
}

// The sum of `count` over the warps below this one; all lanes of a warp have the same `count`. `total` is the
// sum over all warps.
__device__ __forceinline__ u32 sum_of_warps_below(u32 count, u32* scratch, u32* total) {
    if (lane() == 0) scratch[warp()] = count;
    __syncthreads();
    u32 of_warp = lane() < warps() ? scratch[lane()] : 0;
    u32 inclusive = warp_inclusive_sum(of_warp);
#ifndef FAULT_GPU_MISSING_BARRIER
    __syncthreads(); // the scratch is free again
#endif
    *total = __shfl_sync(ALL_LANES, inclusive, WARP - 1);
    return __shfl_sync(ALL_LANES, inclusive - of_warp, warp());
}

// The value of thread 0, for the whole block.
__device__ __forceinline__ u32 of_first_thread(u32 x, u32* scratch) {
    if (threadIdx.x == 0) scratch[0] = x;
    __syncthreads();
    x = scratch[0];
    __syncthreads(); // the scratch is free again
    return x;
}

// A tile is the work of a block in one step: ITEMS items per thread. Each warp has a contiguous part of it,
// of which its lanes take every 32nd item, so that loads coalesce and the order of items is that of (warp,
// round, lane).
template <u32 ITEMS> __device__ __forceinline__ u32 tile_size() { return blockDim.x * ITEMS; }

// Item `round` of this thread in a tile.
template <u32 ITEMS> __device__ __forceinline__ u64 item_of_tile(u32 tile, u32 round) {
    return (u64)tile * tile_size<ITEMS>() + (warp() * ITEMS + round) * WARP + lane();
}

// Positions for the kept items of a warp's part of a tile, in the order of the items; returns their number.
template <u32 ITEMS> __device__ __forceinline__ u32 places_in_warp(const bool* keep, u32* place) {
    u32 count = 0;
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
        u32 kept = __ballot_sync(ALL_LANES, keep[j]);
        place[j] = count + __popc(kept & lanes_below());
        count += __popc(kept);
    }
    return count;
}
