// Reductions: the sum of u32 in 64 bits, the least and the greatest u64.
#include "block.cuh"

struct Sum {
    static __device__ __forceinline__ u64 combine(u64 a, u64 b) { return a + b; }
    static __device__ __forceinline__ void into(u64* all, u64 x) { atomicAdd(all, x); }
};

struct Min {
    static __device__ __forceinline__ u64 combine(u64 a, u64 b) { return a < b ? a : b; }
    static __device__ __forceinline__ void into(u64* all, u64 x) { atomicMin(all, x); }
};

struct Max {
    static __device__ __forceinline__ u64 combine(u64 a, u64 b) { return a > b ? a : b; }
    static __device__ __forceinline__ void into(u64* all, u64 x) { atomicMax(all, x); }
};

// `all` holds the neutral value, or an earlier result.
template <class Op, typename T> __device__ __forceinline__ void
reduce(const T* values, u32 count, u64 nothing, u64* all) {
    u64 x = nothing;
    FOR_EACH(i, count) x = Op::combine(x, (u64)values[i]);
    for (u32 d = WARP / 2; d > 0; d /= 2) x = Op::combine(x, __shfl_xor_sync(ALL_LANES, x, d));
    if (lane() == 0) Op::into(all, x);
}

extern "C" __global__ void __launch_bounds__(THREADS) reduce_sum(const u32* values, u32 count, u64* all) {
    reduce<Sum>(values, count, 0, all);
}

extern "C" __global__ void __launch_bounds__(THREADS) reduce_min(const u64* values, u32 count, u64* all) {
    reduce<Min>(values, count, 0xffffffffffffffffull, all);
}

extern "C" __global__ void __launch_bounds__(THREADS) reduce_max(const u64* values, u32 count, u64* all) {
    reduce<Max>(values, count, 0, all);
}
