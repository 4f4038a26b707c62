// Header of all kernels, on a device and on the emulator: CUDA itself, and the few operations that need
// assembly or do not exist in CUDA.
//
// Kernels include no headers of the toolkit: cooperative_groups.h and CUB are slow to compile, and are
// missing where there is no toolkit. The emulator compiles the same .cu files for the processor
// (EMULATED_CUDA is defined) and gives every name below its own meaning. Hence three rules for kernels:
//
//   - Shared memory is declared with SHARED or DYNAMIC_SHARED, so that each emulated block has its own.
//   - A word that another thread may write at the same time is accessed with atomics, or with the loads and
//     stores below, never with a plain access. Plain accesses are for words that nobody writes until the next
//     barrier or the end of the kernel.
//   - Grids and blocks have one dimension, and a block is a whole number of warps.
#pragma once

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef EMULATED_CUDA

#include "emulator.hpp"

#else

// Memory of a block: `count` values of type `type`. Not initialised.
#define SHARED(type, name, count) __shared__ type name[count]

// The memory of a block whose size the launch gives, aligned to 16 bytes. Once per kernel.
#define DYNAMIC_SHARED(type, name)                      \
    extern __shared__ uint4 dynamic_shared_memory[]; \
    type* name = reinterpret_cast<type*>(dynamic_shared_memory)

// Loads and stores that may race with other threads of the device. They are relaxed, and do not read L1,
// which is not coherent.
__device__ __forceinline__ u32 load_relaxed(const u32* p) {
    u32 v;
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ u64 load_relaxed(const u64* p) {
    u64 v;
    asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ void store_relaxed(u32* p, u32 v) {
    asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ __forceinline__ void store_relaxed(u64* p, u64 v) {
    asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}

// Writes before a release are visible after the acquire that reads from it.
__device__ __forceinline__ u32 load_acquire(const u32* p) {
    u32 v;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ u64 load_acquire(const u64* p) {
    u64 v;
    asm volatile("ld.acquire.gpu.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    return v;
}
__device__ __forceinline__ void store_release(u32* p, u32 v) {
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ __forceinline__ void store_release(u64* p, u64 v) {
    asm volatile("st.release.gpu.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}
// Adds with release and acquire; returns the old value.
__device__ __forceinline__ u32 add_acq_rel(u32* p, u32 v) {
    u32 old;
    asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(v) : "memory");
    return old;
}

// The device's clock, in nanoseconds; its ticks are coarser.
__device__ __forceinline__ u64 nanoseconds() {
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

#endif
