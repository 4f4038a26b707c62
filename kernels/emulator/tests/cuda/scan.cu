// Sums of prefixes: in a block, with static and with dynamic shared memory, and of a whole array in one pass.
#include "device.cuh"

static const u32 BLOCK = 128;

// Inclusive sums within each block, by doubling distances.
extern "C" __global__ void __launch_bounds__(BLOCK) block_scan(const u32* in, u32* out, u32 n) {
    SHARED(u32, sums, BLOCK);
    u32 i = blockIdx.x * BLOCK + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (u32 distance = 1; distance < BLOCK; distance *= 2) {
        u32 left = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
#ifndef FAULT_GPU_SCAN_FORGETS_BARRIER
        __syncthreads();
#endif
        sums[threadIdx.x] += left;
        __syncthreads();
    }
    if (i < n) {
        out[i] = sums[threadIdx.x];
    }
}

// The same with memory and blocks of the size that the launch gives.
extern "C" __global__ void block_scan_dynamic(const u32* in, u32* out, u32 n) {
    DYNAMIC_SHARED(u32, sums);
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (u32 distance = 1; distance < blockDim.x; distance *= 2) {
        u32 left = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
        __syncthreads();
        sums[threadIdx.x] += left;
        __syncthreads();
    }
    if (i < n) {
        out[i] = sums[threadIdx.x];
    }
}

__device__ u32 warp_inclusive(u32 value) {
    for (u32 distance = 1; distance < 32; distance *= 2) {
        u32 left = __shfl_up_sync(~0u, value, distance);
        value += threadIdx.x % 32 >= distance ? left : 0;
    }
    return value;
}

// State of a block for those after it: its kind in the high half, a sum in the low one.
static const u32 OWN = 1, ALL = 2;

__device__ u64 told(u32 state, u32 sum) { return static_cast<u64>(state) << 32 | sum; }

// Exclusive sums of the whole array in one pass (decoupled look-back). A block takes a ticket, so all blocks
// before it have begun; it publishes its own sum at once and adds up the sums of the blocks before it, until
// one has published the sum of all. `tickets` is 0, `states` is 0 for each block. Returns through `out`.
extern "C" __global__ void __launch_bounds__(BLOCK)
look_back_scan(const u32* in, u32* out, u32 n, u32* tickets, u64* states) {
    SHARED(u32, ticket, 1);
    SHARED(u32, before, 1);
    SHARED(u32, warp_sums, BLOCK / 32);
    if (threadIdx.x == 0) {
        ticket[0] = atomicAdd(tickets, 1);
    }
    __syncthreads();
    u32 block = ticket[0];
    u32 i = block * BLOCK + threadIdx.x;
    u32 value = i < n ? in[i] : 0;
    u32 inclusive = warp_inclusive(value);
    if (threadIdx.x % 32 == 31) {
        warp_sums[threadIdx.x / 32] = inclusive;
    }
    __syncthreads();
    u32 earlier_warps = 0, sum = 0;
    for (u32 warp = 0; warp < BLOCK / 32; warp++) {
        earlier_warps += warp < threadIdx.x / 32 ? warp_sums[warp] : 0;
        sum += warp_sums[warp];
    }
    if (threadIdx.x == 0) {
        store_relaxed(&states[block], told(block == 0 ? ALL : OWN, sum));
        u32 earlier_blocks = 0;
        for (u32 other = block; other > 0;) {
            u64 state = load_relaxed(&states[other - 1]);
            if (state >> 32 == 0) {
                continue;
            }
            earlier_blocks += static_cast<u32>(state);
            other = state >> 32 == ALL ? 0 : other - 1;
        }
        store_relaxed(&states[block], told(ALL, earlier_blocks + sum));
        before[0] = earlier_blocks;
    }
    __syncthreads();
    if (i < n) {
        out[i] = before[0] + earlier_warps + inclusive - value;
    }
}
