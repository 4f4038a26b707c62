// Stable compaction: the values whose flags are set, in their order.
#include "prefix.cuh"

static const u32 ITEMS = 4;

// Without `values`, the positions of the flags that are set. `kept` gets their number. `out` may be `values`.
extern "C" __global__ void __launch_bounds__(THREADS)
compact(const u32* values, const u8* flags, u32 count, u32* out, u32* kept, u64* states, u32 pass,
    u32* ticket) {
    SHARED(u32, scratch, SCRATCH);
    Prefix<IN_PLACE> prefix{states, ticket, pass};
    u32 tiles = (count + (u64)tile_size<ITEMS>() - 1) / tile_size<ITEMS>();
    for (u32 tile = prefix.take(scratch); tile < tiles; tile = prefix.take(scratch)) {
        u32 value[ITEMS], place[ITEMS], total;
        bool keep[ITEMS];
#pragma unroll
        for (u32 j = 0; j < ITEMS; j++) {
            u64 i = item_of_tile<ITEMS>(tile, j);
            keep[j] = i < count && flags[i] != 0;
            if (keep[j]) value[j] = values != nullptr ? values[i] : (u32)i;
        }
        u32 below = sum_of_warps_below(places_in_warp<ITEMS>(keep, place), scratch, &total);
        u32 before = prefix.before(tile, total, scratch);
#pragma unroll
        for (u32 j = 0; j < ITEMS; j++) {
            if (keep[j]) out[before + below + place[j]] = value[j];
        }
        if (tile == tiles - 1 && threadIdx.x == 0) *kept = before + total;
    }
}
