// Each kernel has one fault. Tests find the lines by their comments: `line: ` and the kernel's name.
#include "device.cuh"

extern "C" __global__ void read_past_end(const u32* a, u32* out, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        u32 value = a[i];  // line: read_past_end
        out[0] = value;
    }
}

extern "C" __global__ void write_past_end(u32* a, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        a[i] = i;  // line: write_past_end
    }
}

extern "C" __global__ void write_one_byte(unsigned char* a, u32 at) {
    if (threadIdx.x == 7) {
        a[at] = 1;
    }
}

extern "C" __global__ void read_wide(const uint4* a, uint4* out, u32 at) { out[threadIdx.x] = a[at]; }

extern "C" __global__ void copy_past_end(u32* a, u32* out, u32 bytes) {
    if (threadIdx.x == 1) {
        memset(a, 7, bytes - 4);
        memcpy(out, a, bytes);  // line: copy_past_end
    }
}

extern "C" __global__ void atomic_past_end(u32* a, u32 n) {
    if (threadIdx.x == 3) {
        atomicAdd(&a[n], 1);  // line: atomic_past_end
    }
}

extern "C" __global__ void shared_past_end(u32* out, u32 at) {
    SHARED(u32, first, 16);
    SHARED(u32, second, 16);
    first[threadIdx.x % 16] = 1;
    second[threadIdx.x % 16] = 2;
    __syncthreads();
    out[threadIdx.x] = first[threadIdx.x == 5 ? at : 0];
}

extern "C" __global__ void dynamic_past_end(u32* out, u32 at) {
    DYNAMIC_SHARED(u32, memory);
    if (threadIdx.x == 0) {
        memory[at] = 1;
        out[0] = memory[at];
    }
}

extern "C" __global__ void other_threads_stack(u64* pointer, u32* out) {
    u32 own[4] = {threadIdx.x, 1, 2, 3};
    if (threadIdx.x == 0) {
        pointer[0] = reinterpret_cast<u64>(&own[threadIdx.x & 3]);
    }
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<u32*>(pointer[0]) + own[out[0] & 3];
}

extern "C" __global__ void local_past_end(u32* out, u32 at) {
    u32 own[4] = {1, 2, 3, threadIdx.x};
    out[threadIdx.x] = own[at];  // line: local_past_end
}

extern "C" __global__ void shared_through_pointer(u32* out, u32 at) {
    SHARED(u32, first, 16);
    SHARED(u32, second, 16);
    first[threadIdx.x % 16] = 1;
    second[threadIdx.x % 16] = 2;
    __syncthreads();
    const u32* pointer = first;
    out[threadIdx.x] = pointer[threadIdx.x == 5 ? at : 0];
}

__device__ u32 deep(volatile u32* out, u32 depth) {
    volatile u32 own[16] = {depth};
    return depth == 0 ? own[0] : own[deep(out, depth - 1) & 15];
}
extern "C" __global__ void much_stack(u32* out, u32 depth) { out[threadIdx.x] = deep(out, depth); }

extern "C" __global__ void divide_least(u32* out, u32 by) {
    int least = static_cast<int>(0x80000000u + out[0]);
    out[threadIdx.x] = static_cast<u32>(least / static_cast<int>(by));
}

extern "C" __global__ void shift(u32* out, u32 bits) {
    out[threadIdx.x] = threadIdx.x >> bits;  // line: shift
}

extern "C" __global__ void divide(u32* out, u32 by) {
    out[threadIdx.x] = threadIdx.x / by;  // line: divide
}

extern "C" __global__ void unaligned(u32* a, u32 bytes) {
    if (threadIdx.x == 2) {
        u64* wide = reinterpret_cast<u64*>(reinterpret_cast<unsigned char*>(a) + bytes);
        *wide = 1;  // line: unaligned
    }
}

extern "C" __global__ void unaligned_atomic(u32* a, u32 bytes) {
    atomicAdd(reinterpret_cast<u32*>(reinterpret_cast<unsigned char*>(a) + bytes), 1u);
}

extern "C" __global__ void not_in_own_mask(u32* out) {
    u32 mask = threadIdx.x == 9 ? 0xff : ~0u;
    out[threadIdx.x] = __ballot_sync(mask, 1);
}

extern "C" __global__ void names_ended_lane(u32* out) {
    if (threadIdx.x % 4 != 0) {
        return;
    }
    out[threadIdx.x] = __ballot_sync(~0u, 1);
}

extern "C" __global__ void different_operations(u32* out) {
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x] = __ballot_sync(~0u, 1);
    } else {
        out[threadIdx.x] = static_cast<u32>(__any_sync(~0u, 1));
    }
}

extern "C" __global__ void different_masks(u32* out) {
    u32 mask = threadIdx.x < 16 ? ~0u : 0xffff0000u;
    out[threadIdx.x] = __ballot_sync(mask, 1);
}

extern "C" __global__ void divergent_barrier(u32* out) {
    if (threadIdx.x % 2 == 1) {
        return;
    }
    __syncthreads();
    out[threadIdx.x] = 1;
}

extern "C" __global__ void different_barriers(u32* out) {
    if (threadIdx.x < 32) {
        __syncthreads();
    } else {
        out[threadIdx.x] = static_cast<u32>(__syncthreads_or(1));
    }
}

// One lane waits for its warp, the others for the block.
extern "C" __global__ void deadlock(u32* out) {
    if (threadIdx.x == 1) {
        __syncwarp();
    }
    __syncthreads();
    out[threadIdx.x] = 1;
}

extern "C" __global__ void livelock(u32* flag, u32* out) {
    while (load_relaxed(flag) == 0) {
    }
    out[threadIdx.x] = 1;
}

// Blocks wait for those with a lower index, which may not have begun.
extern "C" __global__ void look_back_without_tickets(u32* told) {
    if (threadIdx.x == 0) {
        while (blockIdx.x > 0 && load_acquire(&told[blockIdx.x - 1]) == 0) {
        }
        store_release(&told[blockIdx.x], 1);
    }
}

// All threads read a flag that nobody sets, and meet at a barrier each time.
extern "C" __global__ void livelock_at_barriers(u32* flag, u32* out) {
    while (__syncthreads_or(load_relaxed(flag) != 0) == 0) {
    }
    out[threadIdx.x] = 1;
}

// A plain load is not repeated: the loop has no exit, and no access.
extern "C" __global__ void endless_loop(const u32* flag, u32* out) {
    while (*flag == 0) {
    }
    out[threadIdx.x] = 1;
}

extern "C" __global__ void much_shared(u32* out) {
    SHARED(u32, memory, 8 * 1024);
    SHARED(u32, more, 6 * 1024);
    memory[threadIdx.x] = 1;
    more[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = memory[threadIdx.x] + more[threadIdx.x];
}

extern "C" __global__ void reduces(u32* out) { out[threadIdx.x] = __reduce_add_sync(~0u, threadIdx.x); }

extern "C" __global__ void asks_who_is_active(u32* out) { out[threadIdx.x] = __activemask(); }

extern "C" __global__ void __launch_bounds__(64) bounded(u32* out) { out[threadIdx.x] = 1; }

// Reads memory that nobody has written, which the search for races does not check: global and shared.
extern "C" __global__ void uninitialised(const u32* a, u32* out) {
    SHARED(u32, memory, 32);
    out[threadIdx.x] = a[threadIdx.x] ^ memory[threadIdx.x];
}
