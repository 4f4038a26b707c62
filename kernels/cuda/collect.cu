// The forest as the host wants it: ids in ascending order.
#include "prefix.cuh"

static const u32 WORDS = 4;

// Lists the positions of the bits that are set in `words` words; `found` gets their number.
extern "C" __global__ void __launch_bounds__(THREADS)
collect(const u32* bits, u32 words, u32* positions, u32* found, u64* states, u32 pass, u32* ticket) {
    SHARED(u32, scratch, SCRATCH);
    Prefix prefix{states, ticket, pass};
    u32 tiles = (words + tile_size<WORDS>() - 1) / tile_size<WORDS>();
    for (u32 tile = prefix.take(scratch); tile < tiles; tile = prefix.take(scratch)) {
        u32 word[WORDS], place[WORDS];
        u32 of_warp = 0, total;
#pragma unroll
        for (u32 j = 0; j < WORDS; j++) {
            u64 i = item_of_tile<WORDS>(tile, j);
            word[j] = i < words ? bits[i] : 0;
            u32 inclusive = warp_inclusive_sum(__popc(word[j]));
            place[j] = of_warp + inclusive - __popc(word[j]);
            of_warp += __shfl_sync(ALL_LANES, inclusive, WARP - 1);
        }
        u32 below = sum_of_warps_below(of_warp, scratch, &total);
        u32 before = prefix.before(tile, total, scratch);
#pragma unroll
        for (u32 j = 0; j < WORDS; j++) {
            u32* out = positions + before + below + place[j];
            u32 first = item_of_tile<WORDS>(tile, j) * 32;
            for (u32 rest = word[j]; rest != 0; rest &= rest - 1) *out++ = first + __ffs(rest) - 1;
        }
        if (tile == tiles - 1 && threadIdx.x == 0) *found = before + total;
    }
}
