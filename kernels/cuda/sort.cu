// Radix sort of pairs of a key and a value, stable, eight bits at a time from the lowest.
//
// A pass counts each digit in each tile; a scan of the counts, all tiles of digit 0 first, gives the position
// of the first item per digit and tile; then every tile moves its items. Within a tile the order is that of
// (warp, round, lane), so a warp ranks its items round by round: lanes with the same digit find each other,
// and the first of them advances the warp's counter of that digit.
// the first of them advances the warp's counter of that digit.
#include "block.cuh"

static const u32 ITEMS = 8;
static const u32 DIGITS = 256;
static const u32 NO_DIGIT = DIGITS; // past the end
static const u32 MAX_WARPS = THREADS / WARP;

// `mask` has the bits of a digit: eight, or fewer in the last pass.
__device__ __forceinline__ u32 digit_of(u32 key, u32 shift, u32 mask) { return key >> shift & mask; }

// counts[digit * tiles + tile], one block per tile.
extern "C" __global__ void __launch_bounds__(THREADS)
count_digits(const u32* keys, u32 count, u32 shift, u32 mask, u32* counts) {
    SHARED(u32, in_tile, DIGITS);
    for (u32 digit = threadIdx.x; digit < DIGITS; digit += blockDim.x) in_tile[digit] = 0;
    __syncthreads();
    for (u32 j = 0; j < ITEMS; j++) {
        u64 i = item_of_tile<ITEMS>(blockIdx.x, j);
        if (i < count) atomicAdd(&in_tile[digit_of(keys[i], shift, mask)], 1u);
    }
    __syncthreads();
    for (u32 digit = threadIdx.x; digit < DIGITS; digit += blockDim.x) {
        counts[digit * gridDim.x + blockIdx.x] = in_tile[digit];
    }
}

// `starts` are the scanned counts. Without `values`, the values are the positions of the keys.
extern "C" __global__ void __launch_bounds__(THREADS)
send(const u32* keys, const u32* values, u32 count, u32 shift, u32 mask, const u32* starts, u32* sorted_keys,
     u32* sorted_values) {
    SHARED(u32, of_warp, MAX_WARPS * DIGITS); // items per warp and digit; then the first position
    for (u32 i = threadIdx.x; i < warps() * DIGITS; i += blockDim.x) of_warp[i] = 0;
    __syncthreads();
    u32 key[ITEMS], rank[ITEMS];
    u32* mine = of_warp + warp() * DIGITS;
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
        u64 i = item_of_tile<ITEMS>(blockIdx.x, j);
        key[j] = i < count ? keys[i] : 0;
        u32 digit = i < count ? digit_of(key[j], shift, mask) : NO_DIGIT;
        u32 peers = __match_any_sync(ALL_LANES, digit);
        u32 so_far = digit != NO_DIGIT ? mine[digit] : 0;
        rank[j] = so_far + __popc(peers & lanes_below());
        __syncwarp(); // all have read
        if (digit != NO_DIGIT && (peers & lanes_below()) == 0) mine[digit] = so_far + __popc(peers);
        __syncwarp(); // and see what was written
    }
    __syncthreads();
    for (u32 digit = threadIdx.x; digit < DIGITS; digit += blockDim.x) {
        u32 next = starts[digit * gridDim.x + blockIdx.x];
        for (u32 w = 0; w < warps(); w++) {
            u32 items = of_warp[w * DIGITS + digit];
            of_warp[w * DIGITS + digit] = next;
            next += items;
        }
    }
    __syncthreads();
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
        u64 i = item_of_tile<ITEMS>(blockIdx.x, j);
        if (i >= count) continue;
        u32 place = mine[digit_of(key[j], shift, mask)] + rank[j];
        sorted_keys[place] = key[j];
        sorted_values[place] = values != nullptr ? values[i] : (u32)i;
    }
}
