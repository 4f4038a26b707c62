// The forest for the host: ids in ascending order.
#include "prefix.cuh"

// Lists the positions of the bits that are set in `words` words; `found` gets their number.
extern "C" __global__ void __launch_bounds__(THREADS)
collect(const u32* bits, u32 words, u32* positions, u32* found, u64* states, u32 pass, u32* ticket) {
    SHARED(u32, scratch, SCRATCH);
    SHARED(u32, of_tile, THREADS * 32);
    Prefix<NONE> prefix{states, ticket, pass};
    u32 tiles = (words + blockDim.x - 1) / blockDim.x;
    for (u32 tile = prefix.take(scratch); tile < tiles; tile = prefix.take(scratch)) {
        u64 i = item_of_tile<1>(tile, 0);
        u32 word = i < words ? bits[i] : 0, total;
        u32 inclusive = warp_inclusive_sum(__popc(word));
        u32 of_warp = __shfl_sync(ALL_LANES, inclusive, WARP - 1);
        u32* out = of_tile + sum_of_warps_below(of_warp, scratch, &total) + inclusive - __popc(word);
        for (u32 rest = word; rest != 0; rest &= rest - 1) *out++ = (u32)i * 32 + __ffs(rest) - 1;
        u32 before = prefix.before(tile, total, scratch);
        // Neighbouring threads write neighbouring words. The barriers of before() separate this from the code
        // above, that of take() from the next tile.
        for (u32 j = threadIdx.x; j < total; j += blockDim.x) positions[before + j] = of_tile[j];
        if (tile == tiles - 1 && threadIdx.x == 0) *found = before + total;
    }
}
