// c = a + b, one thread per element.
#include "device.cuh"

extern "C" __global__ void vector_add(const u32* __restrict__ a, const u32* __restrict__ b, u32* c, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}
