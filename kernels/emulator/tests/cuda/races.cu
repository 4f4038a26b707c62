// Kernels for the search for races: each wrong one has a correct one beside it.
#include "device.cuh"

static const u32 BLOCK = 64;

// The left neighbour's number, through shared memory.
extern "C" __global__ void neighbour(const u32* in, u32* out) {
    SHARED(u32, all, BLOCK);
    u32 i = blockIdx.x * BLOCK + threadIdx.x;
    all[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = all[(threadIdx.x + 1) % BLOCK];
}
extern "C" __global__ void neighbour_without_barrier(const u32* in, u32* out) {
    SHARED(u32, all, BLOCK);
    u32 i = blockIdx.x * BLOCK + threadIdx.x;
    all[threadIdx.x] = in[i];  // line: writes
    out[i] = all[(threadIdx.x + 1) % BLOCK];  // line: reads
}

extern "C" __global__ void count_atomically(u32* count) { atomicAdd(count, 1); }
extern "C" __global__ void count_plainly(u32* count) {
    *count += 1;  // line: counts
}

// A word of all blocks, read plainly while one writes it with an atomic.
extern "C" __global__ void half_atomic(u32* word, u32* out) {
    u32 i = blockIdx.x * BLOCK + threadIdx.x;
    if (i == 0) {
        atomicAdd(word, 1);  // line: adds
    } else {
        out[i] = *word;  // line: looks
    }
}

// A message within a warp, through shared memory. If both halves meet separately, nothing orders them.
extern "C" __global__ void through_warp(const u32* in, u32* out) {
    SHARED(u32, all, BLOCK);
    u32 i = blockIdx.x * BLOCK + threadIdx.x;
    all[threadIdx.x] = in[i];
    __syncwarp();
    out[i] = all[threadIdx.x ^ 31];
}
extern "C" __global__ void through_half_warps(const u32* in, u32* out) {
    SHARED(u32, all, BLOCK);
    u32 i = blockIdx.x * BLOCK + threadIdx.x;
    all[threadIdx.x] = in[i];
    __syncwarp(threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u);
    out[i] = all[threadIdx.x ^ 31];
}

// A flag that is set without a release: a thread that reads it may not see the writes before it.
extern "C" __global__ void relaxed_message(u32* data, u32* told, u32* heard) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == gridDim.x * blockDim.x - 1) {
        data[0] = 42;  // line: tells
        store_relaxed(told, 1);
    } else {
        while (load_relaxed(told) == 0) {
            __nanosleep(100);
        }
        heard[i] = data[0];  // line: hears
    }
}

// Blocks without synchronisation write the same word.
extern "C" __global__ void one_word_for_blocks(u32* out) {
    if (threadIdx.x == 0) {
        out[0] = blockIdx.x;  // line: overwrites
    }
}

// A thread writes after a meeting, and another one reads before the next: the meetings before and after do
// not order them.
extern "C" __global__ void between_meetings_of_warp(u32* word, u32* out) {
    __syncwarp();
    if (threadIdx.x == 0) {
        word[0] = 1;  // line: after warp
    } else if (threadIdx.x == 1) {
        out[0] = word[0];  // line: before warp
    }
    __syncwarp();
}
extern "C" __global__ void between_meetings_of_block(u32* word, u32* out) {
    __syncthreads();
    if (threadIdx.x == 0) {
        word[0] = 1;  // line: after block
    } else if (threadIdx.x == 1) {
        out[0] = word[0];  // line: before block
    }
    __syncthreads();
}
