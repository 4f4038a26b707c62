// Reads of memory that nobody has written, and of memory that somebody has written in every possible way.
#include "device.cuh"

// A thread reads a word, or four.
extern "C" __global__ void read_words(const u32* a, u32* out) {
    out[threadIdx.x] = a[threadIdx.x];  // line: read_words
}
extern "C" __global__ void read_fours(const uint4* a, uint4* out) {
    out[threadIdx.x] = a[threadIdx.x];  // line: read_fours
}

// 8 bytes, half of them before a multiple of 8 and half of them after it.
struct __attribute__((packed)) Unaligned {
    u64 value;
};
extern "C" __global__ void read_across(const u8* a, u64* out) {
    out[0] = reinterpret_cast<const Unaligned*>(a + 4)->value;  // line: read_across
}

extern "C" __global__ void add_to_words(u32* a, u32* out) {
    out[threadIdx.x] = atomicAdd(&a[threadIdx.x], 1u);  // line: add_to_words
}
extern "C" __global__ void look_at_words(u32* a, u32* out) {
    out[threadIdx.x] = load_acquire(&a[threadIdx.x]);  // line: look_at_words
}

// The first block writes its shared memory, as far as `count`; all read it.
extern "C" __global__ void read_shared(u32 count, u32* out) {
    SHARED(u32, memory, 32);
    DYNAMIC_SHARED(u32, more);
    if (blockIdx.x == 0 && threadIdx.x < count) {
        memory[threadIdx.x] = threadIdx.x;
        store_relaxed(&more[threadIdx.x], 1);
    }
    __syncthreads();
    out[threadIdx.x] = more[31] + memory[threadIdx.x];  // line: read_shared
}

// One thread writes 64 words, of global memory or shared, in every possible way.
__device__ void write_words(u32* a, const u32* from) {
    for (u32 i = 0; i < 16; i++) {
        a[i] = i;
        store_relaxed(&a[16 + i], i);
    }
    u64* wide = reinterpret_cast<u64*>(a + 32);
    for (u32 i = 0; i < 4; i++) {
        wide[i] = i;
        store_release(&wide[4 + i], i);
    }
    u8* bytes = reinterpret_cast<u8*>(a + 48);
    memset(bytes, 1, 15);
    bytes[15] = 2;
    memcpy(bytes + 16, from, 15);
    bytes[31] = 3;
    uint4* fours = reinterpret_cast<uint4*>(a + 56);
    fours[0] = make_uint4(1, 2, 3, 4);
    fours[1] = fours[0];
}
// Both are then read, by atomics too. `a` gets the result of the comparison.
extern "C" __global__ void write_and_read(u32* a, const u32* from) {
    SHARED(u32, memory, 64);
    write_words(a, from);
    write_words(memory, from);
    for (u32 i = 0; i < 64; i++) {
        u32 before = atomicExch(&a[i], 0u);
        a[i] = load_relaxed(&a[i]) + (before == atomicAdd(&memory[i], 1u) && before + 1 == memory[i]);
    }
}
