// The blocks that run a phase: all blocks of a cooperative launch, or one block alone. The same phases work
// for both.
#pragma once

#include "prefix.cuh"

// Two words of global memory, both zero before the launch.
struct Barrier {
    u32 arrived;
    u32 generation;
};

// All blocks. barrier() needs a cooperative launch: every block must be running.
struct Grid {
    // Between two tiles of a pass that works in place.
    static const Fences FENCES = IN_PLACE;

    Barrier* shared;

    __device__ __forceinline__ u32 block() const { return blockIdx.x; }
    __device__ __forceinline__ u32 blocks() const { return gridDim.x; }
    __device__ __forceinline__ bool first_thread() const { return blockIdx.x == 0 && threadIdx.x == 0; }

    // Everything written before is visible to every thread afterwards. The block barrier orders the block's
    // writes before its first thread's arrival; arrivals release and acquire, and the last one releases the
    // others.
    __device__ __forceinline__ void barrier() const {
        __syncthreads();
        if (threadIdx.x == 0) {
            u32 generation = load_relaxed(&shared->generation);
            if (add_acq_rel(&shared->arrived, 1) == gridDim.x - 1) {
                store_relaxed(&shared->arrived, 0);
                store_release(&shared->generation, generation + 1);
            } else {
                // Each acquire empties the multiprocessor's L1, which other blocks still use: one is enough.
                while (load_relaxed(&shared->generation) == generation) {}
                load_acquire(&shared->generation);
            }
        }
        __syncthreads();
    }
};

// One block, whose index does not matter.
struct Alone {
    static const Fences FENCES = NONE; // tiles run in sequence, separated by barriers

    __device__ __forceinline__ u32 block() const { return 0; }
    __device__ __forceinline__ u32 blocks() const { return 1; }
    __device__ __forceinline__ bool first_thread() const { return threadIdx.x == 0; }
    __device__ __forceinline__ void barrier() const { __syncthreads(); }
};

template <class Team> __device__ __forceinline__ u32
rank(Team team) { return team.block() * blockDim.x + threadIdx.x; }
template <class Team> __device__ __forceinline__ u32 threads(Team team) { return team.blocks() * blockDim.x; }
