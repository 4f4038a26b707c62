// Kernels in which threads meet or race: atomics, barriers of the grid, the trace of a schedule.
#include "device.cuh"

// Each thread applies every atomic, on 32 and 64 bits, in global and in shared memory. `words` has 8 words of
// 32 bits, `wide` 8 of 64; `in` one number per thread. The results do not depend on the order.
extern "C" __global__ void atomics(const u32* in, u32* words, u64* wide, u32* count) {
    SHARED(u32, shared_sum, 1);
    if (threadIdx.x == 0) {
        shared_sum[0] = 0;
    }
    __syncthreads();
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 x = in[i];
    u64 y = static_cast<u64>(x) << 20;
    atomicAdd(&shared_sum[0], x);
    atomicAdd(&words[0], x);
    atomicSub(&words[1], x);
    atomicMin(&words[2], x);
    atomicMax(&words[3], x);
    atomicAnd(&words[4], x);
    atomicOr(&words[5], x);
    atomicXor(&words[6], x);
    atomicAdd(&wide[0], y);
    atomicMin(&wide[2], y);
    atomicMax(&wide[3], y);
    atomicAnd(&wide[4], y);
    atomicOr(&wide[5], y);
    atomicXor(&wide[6], y);
    // An increment by compare and swap, under contention; and a number drawn by exchange, which comes back
    // once.
    u32 old = load_relaxed(&words[7]);
    for (;;) {
        u32 seen = atomicCAS(&words[7], old, old + 1);
        if (seen == old) {
            break;
        }
        old = seen;
    }
    u64 wide_old = load_relaxed(&wide[7]);
    for (;;) {
        u64 seen = atomicCAS(&wide[7], wide_old, wide_old + 1);
        if (seen == wide_old) {
            break;
        }
        wide_old = seen;
    }
    atomicAdd(count, atomicExch(&words[8], i + 1));
    atomicMin(reinterpret_cast<int*>(&words[9]), static_cast<int>(x) - 50);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&wide[1], static_cast<u64>(shared_sum[0]));
    }
}

// A barrier of all blocks, made of atomics alone: the last block to arrive opens the next generation.
__device__ void grid_barrier(u32* arrived, u32* generation) {
    __syncthreads();
    if (threadIdx.x == 0) {
        u32 now = load_relaxed(generation);
        if (add_acq_rel(arrived, 1) == gridDim.x - 1) {
            store_relaxed(arrived, 0);
            store_release(generation, now + 1);
        } else {
            while (load_acquire(generation) == now) {
            }
        }
    }
    __syncthreads();
}

// Rounds in which every thread reads what its neighbours wrote the round before, with plain accesses.
extern "C" __global__ void grid_rounds(u32* even, u32* odd, u32 rounds, u32* arrived, u32* generation) {
    u32 n = gridDim.x * blockDim.x;
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    for (u32 round = 0; round < rounds; round++) {
        const u32* from = round % 2 == 0 ? even : odd;
        u32* to = round % 2 == 0 ? odd : even;
        to[i] = from[(i + 1) % n] + from[(i + n - 1) % n];
        grid_barrier(arrived, generation);
    }
}

// The order in which threads take numbers: twice each.
extern "C" __global__ void trace(u32* order, u32* next) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    order[atomicAdd(next, 1)] = i;
    order[atomicAdd(next, 1)] = i;
}

// A message through memory: one thread writes it and sets a flag, the others wait for the flag.
extern "C" __global__ void message(u32* data, u32* told, u32* heard) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == gridDim.x * blockDim.x - 1) {
        data[0] = 42;
        store_release(told, 1);
    } else {
        while (load_acquire(told) == 0) {
            __nanosleep(100);
        }
        heard[i] = data[0];
    }
}

// The barriers that count predicates.
extern "C" __global__ void votes(const u32* in, u32* out) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 any = static_cast<u32>(__syncthreads_or(in[i] == 1));
    u32 all = static_cast<u32>(__syncthreads_and(in[i] <= 1));
    u32 count = static_cast<u32>(__syncthreads_count(in[i] == 1));
    out[i] = (any != 0) | (all != 0) << 1 | count << 2;
}

// A kernel with next to no work, for measurements.
extern "C" __global__ void touch(u32* a) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += 1;
}
extern "C" __global__ void touch_in_warps(u32* a, u32 times) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 sum = 0;
    for (u32 k = 0; k < times; k++) {
        sum += __shfl_xor_sync(~0u, i + k, 1);
    }
    a[i] = sum;
}
extern "C" __global__ void touch_often(u32* a, u32 times) {
    u32 n = gridDim.x * blockDim.x;
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    for (u32 k = 0; k < times; k++) {
        a[(i + k) % n] += k;
    }
}
