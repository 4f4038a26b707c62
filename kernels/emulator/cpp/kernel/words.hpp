// Qualifiers, vector types, thread indices: the names of CUDA that need no runtime.
#pragma once

#include <cstddef>
#include <cstdint>

#define __global__
#define __device__
#define __host__
#define __constant__ const
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __restrict__ __restrict
// The registry reads the bounds from the text of the kernel (src/library/scan.rs).
#define __launch_bounds__(...)
// Fibers of several blocks run at the same time: they would all share a static variable.
#define __shared__ \
    static_assert(false, "declare shared memory with SHARED or DYNAMIC_SHARED: the emulator has one instance per block");

struct uint3 {
    unsigned x, y, z;
};
struct dim3 : uint3 {
    constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1) : uint3{width, height, depth} {}
};

// Types of CUDA's vector loads and stores, with their alignment.
#define EMULATOR_PAIR(name, element)                        \
    struct alignas(2 * sizeof(element)) name {              \
        element x, y;                                       \
    };                                                      \
    inline name make_##name(element x, element y) { return name{x, y}; }
#define EMULATOR_QUAD(name, element)                        \
    struct alignas(16) name {                               \
        element x, y, z, w;                                 \
    };                                                      \
    inline name make_##name(element x, element y, element z, element w) { return name{x, y, z, w}; }

EMULATOR_PAIR(int2, int)
EMULATOR_PAIR(uint2, unsigned)
EMULATOR_PAIR(float2, float)
EMULATOR_PAIR(longlong2, long long)
EMULATOR_PAIR(ulonglong2, unsigned long long)
EMULATOR_PAIR(double2, double)
EMULATOR_QUAD(int4, int)
EMULATOR_QUAD(uint4, unsigned)
EMULATOR_QUAD(float4, float)

#undef EMULATOR_PAIR
#undef EMULATOR_QUAD

// Written by the runtime at every switch to another thread; constant for that thread.
#pragma GCC visibility push(hidden)
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const uint3 blockDim;
extern const uint3 gridDim;
#pragma GCC visibility pop

constexpr int warpSize = 32;
