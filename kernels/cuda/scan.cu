// Scans: sums of u32 and minima of u64, over everything or over segments.
//
// Three kernels: every tile is reduced to one value, one block scans these, and every tile is scanned from
// the value before it. Segments are given by their heads, one byte per item that is not zero at the first
// item of a segment; scans without segments have none. A value together with "a segment begins here or
// further left in this part" can be combined in any grouping (Schwartz, "Ultracomputers", 1980), so segments
// cost no more than that flag.
#include "block.cuh"


static const u32 ITEMS = 4;

struct Sum {
    typedef u32 T;
    static __device__ __forceinline__ T nothing() { return 0; }
    static __device__ __forceinline__ T combine(T a, T b) { return a + b; }
};

struct Min {
    typedef u64 T;
    static __device__ __forceinline__ T nothing() { return 0xffffffffffffffffull; }
    static __device__ __forceinline__ T combine(T a, T b) { return a < b ? a : b; }
};

template <class Op> struct Part {
    typename Op::T value;
    u32 head; // 1 if a segment begins in it; the value is that of its last segment
};

template <class Op> __device__ __forceinline__ Part<Op> join(Part<Op> left, Part<Op> right) {
    if (right.head) return right;
    return {Op::combine(left.value, right.value), left.head};
}

template <class Op> __device__ __forceinline__ Part<Op> from_lane(Part<Op> part, u32 lane) {
    return {__shfl_sync(ALL_LANES, part.value, lane), __shfl_sync(ALL_LANES, part.head, lane)};
}

// Inclusive.
template <class Op> __device__ __forceinline__ Part<Op> scan_of_warp(Part<Op> part) {
    for (u32 d = 1; d < WARP; d *= 2) {
        Part<Op> left = {__shfl_up_sync(ALL_LANES, part.value, d), __shfl_up_sync(ALL_LANES, part.head, d)};
        if (lane() >= d) part = join(left, part);
    }
    return part;
}

// The part before the rest of this thread's items; `all` is the part of the block.
template <class Op> __device__ __forceinline__ Part<Op> before_in_warp(Part<Op> inclusive) {
    Part<Op> left = {
        __shfl_up_sync(ALL_LANES, inclusive.value, 1), __shfl_up_sync(ALL_LANES, inclusive.head, 1)};
    return lane() == 0 ? Part<Op>{Op::nothing(), 0} : left;
}

// The join of the parts of the warps below this one; all lanes of a warp pass the same part.
template <class Op>
__device__ __forceinline__ Part<Op> before_warp(Part<Op> of_warp, Part<Op>* scratch, Part<Op>* all) {
    if (lane() == 0) scratch[warp()] = of_warp;
    __syncthreads();
    Part<Op> part = lane() < warps() ? scratch[lane()] : Part<Op>{Op::nothing(), 0};
    Part<Op> inclusive = scan_of_warp(part);
    __syncthreads(); // the scratch is free again
    *all = from_lane(inclusive, WARP - 1);
    return from_lane(before_in_warp(inclusive), warp());
}

// The items of one tile, and the joined items of each warp.
template <class Op> struct Tile {
    Part<Op> inclusive[ITEMS]; // within the warp's part of the tile
    Part<Op> of_warp;

    __device__ __forceinline__ Tile(const typename Op::T* values, const u8* heads, u32 count) {
        of_warp = {Op::nothing(), 0};
#pragma unroll
        for (u32 j = 0; j < ITEMS; j++) {
            u64 i = item_of_tile<ITEMS>(blockIdx.x, j);
            Part<Op> item = {Op::nothing(), 0};
            if (i < count) item = {values[i], heads != nullptr ? heads[i] : 0u};
            inclusive[j] = join(of_warp, scan_of_warp(item));
            of_warp = from_lane(inclusive[j], WARP - 1);
        }
    }
};

template <class Op>
__device__ __forceinline__ void reduce_tile(const typename Op::T* values, const u8* heads, u32 count,
                                            typename Op::T* carries, u32* carried_heads, Part<Op>* scratch) {
    Tile<Op> tile(values, heads, count);
    Part<Op> all;
    before_warp(tile.of_warp, scratch, &all);
    if (threadIdx.x == 0) {
        carries[blockIdx.x] = all.value;
        carried_heads[blockIdx.x] = all.head;
    }
}

// Replaces the parts of tiles by the joined parts before each.
template <class Op>
__device__ __forceinline__ void
scan_carries(typename Op::T* carries, const u32* carried_heads, u32 tiles, Part<Op>* scratch) {
    Part<Op> before = {Op::nothing(), 0};
    for (u32 first = 0; first < tiles; first += blockDim.x) {
        u32 i = first + threadIdx.x;
        Part<Op> part = {Op::nothing(), 0};
        if (i < tiles) part = {carries[i], carried_heads[i]};
        Part<Op> inclusive = scan_of_warp(part);
        Part<Op> left = before_in_warp(inclusive);
        Part<Op> all;
        Part<Op> below = before_warp(from_lane(inclusive, WARP - 1), scratch, &all);
        if (i < tiles) carries[i] = join(before, join(below, left)).value;
        before = join(before, all);
    }
}

template <class Op>
__device__ __forceinline__ void
scan_tile(const typename Op::T* values, const u8* heads, u32 count, u32 inclusive,
    const typename Op::T* carries, typename Op::T* out, Part<Op>* scratch) {
    Tile<Op> tile(values, heads, count);
    Part<Op> all;
    Part<Op> before = before_warp(tile.of_warp, scratch, &all);
    before = join(Part<Op>{carries[blockIdx.x], 0}, before);
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
        u64 i = item_of_tile<ITEMS>(blockIdx.x, j);
        Part<Op> up_to = join(before, tile.inclusive[j]);
        Part<Op> left = before_in_warp(up_to);
        Part<Op> left_of_warp = j == 0 ? before : join(before, from_lane(tile.inclusive[j - 1], WARP - 1));
        if (lane() == 0) left = left_of_warp;
        if (i >= count) continue;
        bool begins = heads != nullptr && heads[i] != 0;
        out[i] = inclusive ? up_to.value : begins ? Op::nothing() : left.value;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
sum_reduce(const u32* values, const u8* heads, u32 count, u32* carries, u32* carried_heads) {
    SHARED(Part<Sum>, scratch, SCRATCH);
    reduce_tile<Sum>(values, heads, count, carries, carried_heads, scratch);
}

extern "C" __global__ void __launch_bounds__(THREADS)
sum_carry(u32* carries, const u32* carried_heads, u32 tiles) {
    SHARED(Part<Sum>, scratch, SCRATCH);
    scan_carries<Sum>(carries, carried_heads, tiles, scratch);
}

extern "C" __global__ void __launch_bounds__(THREADS)
sum_scan(const u32* values, const u8* heads, u32 count, u32 inclusive, const u32* carries, u32* out) {
    SHARED(Part<Sum>, scratch, SCRATCH);
    scan_tile<Sum>(values, heads, count, inclusive, carries, out, scratch);
}

extern "C" __global__ void __launch_bounds__(THREADS)
min_reduce(const u64* values, const u8* heads, u32 count, u64* carries, u32* carried_heads) {
    SHARED(Part<Min>, scratch, SCRATCH);
    reduce_tile<Min>(values, heads, count, carries, carried_heads, scratch);
}

extern "C" __global__ void __launch_bounds__(THREADS)
min_carry(u64* carries, const u32* carried_heads, u32 tiles) {
    SHARED(Part<Min>, scratch, SCRATCH);
    scan_carries<Min>(carries, carried_heads, tiles, scratch);
}

extern "C" __global__ void __launch_bounds__(THREADS)
min_scan(const u64* values, const u8* heads, u32 count, u32 inclusive, const u64* carries, u64* out) {
    SHARED(Part<Min>, scratch, SCRATCH);
    scan_tile<Min>(values, heads, count, inclusive, carries, out, scratch);
}
