// Edges on the device: those of the host, and those between rounds.
#pragma once

#include "device.cuh"

// "No edge" among bids, whose upper half is a key and whose lower half is a position: no edge is at position
// 2^32 - 1, so every key is an ordinary one.
static const u64 NO_BID = 0xffffffffffffffffull;

// Conversion of weights to keys. The order of keys is the order of weights, or the opposite for maximum
// forests.
enum WeightKind { UNSIGNED = 0, SIGNED = 1, FLOAT = 2, MAXIMUM = 4 };

__device__ __forceinline__ u32 key_of(u32 weight, u32 kind) {
    u32 key = weight;
    if ((kind & 3) == SIGNED) key = weight ^ 0x80000000u;
    if ((kind & 3) == FLOAT) {
        if (weight == 0x80000000u) weight = 0; // -0.0 is 0.0
        // The bits of negative numbers descend: all are flipped; of positive numbers only the sign.
        key = weight ^ ((u32)((int)weight >> 31) | 0x80000000u);
    }
    return kind & MAXIMUM ? ~key : key;
}

// The input: edge i is the words at i * stride: its ends, then its weight. The id of an edge is its position.
struct Input {
    const u32* words;
    const u32* ranks; // of the edges in the order of (key, id), instead of keys of 64 bits; or null
    u32 count;
    u32 stride;
    u32 kind;
    u32 unused; // padding, which the host's record needs

    __device__ __forceinline__ uint2 ends(u32 i) const {
        const u32* edge = words + (u64)i * stride;
        return make_uint2(edge[0], edge[1]);
    }
    __device__ __forceinline__ u32 key(u32 i) const {
        return ranks != nullptr ? ranks[i] : key_of(words[(u64)i * stride + 2], kind);
    }
    __device__ __forceinline__ u32 id(u32 i) const { return i; }
    __device__ __forceinline__ u64 bid(u32 i) const { return (u64)key(i) << 32 | i; }
};

// Edges between trees, in the order of their ids: separate arrays, so that a pass reads only those that it
// needs.
struct Live {
    uint2* all_ends;
    u32* keys;
    u32* ids;

    __device__ __forceinline__ uint2 ends(u32 i) const { return all_ends[i]; }
    __device__ __forceinline__ u32 key(u32 i) const { return keys[i]; }
    __device__ __forceinline__ u32 id(u32 i) const { return ids[i]; }
    __device__ __forceinline__ u64 bid(u32 i) const { return (u64)keys[i] << 32 | i; }

    __device__ __forceinline__ void put(u32 i, uint2 ends, u32 key, u32 id) const {
        all_ends[i] = ends;
        keys[i] = key;
        ids[i] = id;
    }
};

// *least = min(*least, bid), without an atomic if that changes nothing; `seen` is an earlier value of *least.
__device__ __forceinline__ void lower(u64* least, u64 seen, u64 bid) {
    if (bid < seen) atomicMin(least, bid);
}
