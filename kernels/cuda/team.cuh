// Who runs a phase: all blocks of a cooperative launch, or one block alone. Phases are written once, for
// either.
#pragma once

#include "prefix.cuh"

// Two words of global memory, both zero before the launch.
struct Barrier {
    u32 arrived;
    u32 generation;
};

// All blocks. barrier() needs a cooperative launch: every block must be running.
struct Grid {
    // Between a tile and the next of a pass that works in place.
    static const Fences FENCES = IN_PLACE;

    Barrier* shared;

    __device__ __forceinline__ u32 block() const { return blockIdx.x; }
    __device__ __forceinline__ u32 blocks() const { return gridDim.x; }
    __device__ __forceinline__ bool first_thread() const { return blockIdx.x == 0 && threadIdx.x == 0; }

    // What any thread wrote before is seen by every thread after. The block's writes are ordered before its
    // first thread's arrival by the block barrier; arrivals release and acquire, the last of them releases
    // the others.
    __device__ __forceinline__ void barrier() const {
        __syncthreads();
        if (threadIdx.x == 0) {
            u32 generation = load_relaxed(&shared->generation);
            if (add_acq_rel(&shared->arrived, 1) == gridDim.x - 1) {
                store_relaxed(&shared->arrived, 0);
                store_release(&shared->generation, generation + 1);
            } else {
                // Each acquire empties the multiprocessor's L1, on which others still work: one is enough.
                while (load_relaxed(&shared->generation) == generation) {}
                load_acquire(&shared->generation);
            }
        }
        __syncthreads();
    }
};

// One block, whose index does not matter.
struct Alone {
    static const Fences FENCES = NONE; // its tiles come one after the other, with barriers between them

    __device__ __forceinline__ u32 block() const { return 0; }
    __device__ __forceinline__ u32 blocks() const { return 1; }
    __device__ __forceinline__ bool first_thread() const { return threadIdx.x == 0; }
    __device__ __forceinline__ void barrier() const { __syncthreads(); }
};

template <class Team> __device__ __forceinline__ u32
rank(Team team) { return team.block() * blockDim.x + threadIdx.x; }
template <class Team> __device__ __forceinline__ u32 threads(Team team) { return team.blocks() * blockDim.x; }
