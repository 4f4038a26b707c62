// Every operation of a warp, on the host's values: the host computes the same sequentially.
#include "device.cuh"

// One step of one lane. `op` is the number of an operation below; lanes outside their mask take no part.
extern "C" __global__ void
warp_step(u32 op, const u32* masks, const u64* values, const u32* arguments, u32 width, u64* out) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 mask = masks[i];
    u64 wide = values[i];
    u32 value = static_cast<u32>(wide);
    u32 argument = arguments[i];
    if ((mask >> threadIdx.x % 32 & 1) == 0) {
        return;
    }
    int w = static_cast<int>(width);
    int lane = static_cast<int>(argument);
    switch (op) {
        case 0: out[i] = __ballot_sync(mask, value & 1); break;
        case 1: out[i] = __any_sync(mask, value & 1) != 0; break;
        case 2: out[i] = __all_sync(mask, value & 1) != 0; break;
        case 3: out[i] = __shfl_sync(mask, value, lane, w); break;
        case 4: out[i] = __shfl_up_sync(mask, value, argument, w); break;
        case 5: out[i] = __shfl_down_sync(mask, value, argument, w); break;
        case 6: out[i] = __shfl_xor_sync(mask, value, lane, w); break;
        case 7: out[i] = __match_any_sync(mask, value); break;
        case 8: out[i] = __match_any_sync(mask, wide); break;
        case 9: out[i] = __reduce_add_sync(mask, value); break;
        case 10: out[i] = __reduce_min_sync(mask, value); break;
        case 11: out[i] = __reduce_max_sync(mask, value); break;
        case 12: out[i] = __reduce_or_sync(mask, value); break;
        case 13: out[i] = __reduce_and_sync(mask, value); break;
        case 14: out[i] = static_cast<u32>(__reduce_min_sync(mask, static_cast<int>(value))); break;
        case 15: out[i] = static_cast<u32>(__reduce_max_sync(mask, static_cast<int>(value))); break;
        case 16: out[i] = __shfl_sync(mask, wide, lane, w); break;
        case 17: out[i] = __float_as_uint(__shfl_xor_sync(mask, __uint_as_float(value), lane, w)); break;
        case 18: __syncwarp(mask); out[i] = value; break;
    }
}

// Functions of numbers.
extern "C" __global__ void bits(const u64* in, u64* out) {
    u32 i = threadIdx.x;
    u64 x = in[i];
    u32 y = static_cast<u32>(x);
    u64* o = out + 12 * i;
    o[0] = static_cast<u64>(__popc(y));
    o[1] = static_cast<u64>(__popcll(x));
    o[2] = static_cast<u64>(__clz(static_cast<int>(y)));
    o[3] = static_cast<u64>(__clzll(static_cast<long long>(x)));
    o[4] = static_cast<u64>(__ffs(static_cast<int>(y)));
    o[5] = static_cast<u64>(__ffsll(static_cast<long long>(x)));
    o[6] = __brev(y);
    o[7] = __umulhi(y, 0x9e3779b9u);
    o[8] = __umul64hi(x, 0x9e3779b97f4a7c15ull);
    o[9] = min(y, 1000u) + max(x, static_cast<u64>(5));
    o[10] = __brevll(x);
    uint4 four = make_uint4(y, y + 1, y + 2, y + 3);
    o[11] = four.x + four.w + make_uint2(y, 7).y;
}
