// Ranks for weights of 64 bits: positions of edges in the order of (key, id), used as keys.
#include "block.cuh"
#include "edges.cuh"

// As key_of, for weights of 64 bits.
__device__ __forceinline__ u64 wide_key_of(u64 weight, u32 kind) {
    u64 key = weight;
    if ((kind & 3) == SIGNED) key = weight ^ 0x8000000000000000ull;
    if ((kind & 3) == FLOAT) {
        if (weight == 0x8000000000000000ull) weight = 0; // -0.0 is 0.0
        key = weight ^ ((u64)((long long)weight >> 63) | 0x8000000000000000ull);
    }
    return kind & MAXIMUM ? ~key : key;
}

// One half of the keys of edges of four words, in the given order or in that of the input.
extern "C" __global__ void __launch_bounds__(THREADS)
half_keys(const u32* words, u32 count, u32 kind, u32 upper, const u32* order, u32* halves) {
    FOR_EACH(i, count) {
        const u32* edge = words + 4 * (order != nullptr ? (u64)order[i] : i);
        u64 key = wide_key_of((u64)edge[3] << 32 | edge[2], kind);
        halves[i] = upper ? (u32)(key >> 32) : (u32)key;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) ranks_of(const u32* order, u32 count, u32* ranks) {
    FOR_EACH(i, count) ranks[order[i]] = (u32)i;
}
