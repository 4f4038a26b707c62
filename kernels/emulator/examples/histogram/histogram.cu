// Number of occurrences of each byte: counted in the shared memory of each block first, then added up.
#include "device.cuh"

enum : u32 { BINS = 256 };

extern "C" __global__ void histogram(const u8* bytes, u32 count, u32* bins) {
    SHARED(u32, own, BINS);
    for (u32 bin = threadIdx.x; bin < BINS; bin += blockDim.x) own[bin] = 0;
    __syncthreads();
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        atomicAdd(&own[bytes[i]], 1);
    }
    __syncthreads();
    for (u32 bin = threadIdx.x; bin < BINS; bin += blockDim.x) atomicAdd(&bins[bin], own[bin]);
}
