// The operations at which the threads of a block or of a warp meet.
//
// Each calls one of two functions of the runtime, which let the thread wait until all required threads have
// arrived, and end the launch if they cannot arrive.
#pragma once

#include <cstring>

#include "hooks.hpp"
#include "words.hpp"

inline void __syncthreads() { emulator::block_barrier(emulator::Barrier::Plain, 0); }
inline int __syncthreads_or(int predicate) { return emulator::block_barrier(emulator::Barrier::Or, predicate); }
inline int __syncthreads_and(int predicate) { return emulator::block_barrier(emulator::Barrier::And, predicate); }
inline int __syncthreads_count(int predicate) { return emulator::block_barrier(emulator::Barrier::Count, predicate); }

inline void __syncwarp(unsigned mask = ~0u) { emulator::warp_operation(emulator::WarpOperation::Sync, mask, 0, 0); }

inline unsigned __ballot_sync(unsigned mask, int predicate) {
    return static_cast<unsigned>(
        emulator::warp_operation(emulator::WarpOperation::Ballot, mask, predicate != 0, 0));
}
inline int __any_sync(unsigned mask, int predicate) {
    return static_cast<int>(emulator::warp_operation(emulator::WarpOperation::Any, mask, predicate != 0, 0));
}
inline int __all_sync(unsigned mask, int predicate) {
    return static_cast<int>(emulator::warp_operation(emulator::WarpOperation::All, mask, predicate != 0, 0));
}

// The hardware decides which lanes run together; a kernel that relies on it must pass a mask.
inline unsigned __activemask() {
    emulator::refuse("__activemask: its result is undefined; compute the mask with __ballot_sync");
}

inline void __trap() { emulator::refuse("__trap"); }

namespace emulator {

// A warp operation moves 4 or 8 bytes per lane.
template <class T>
inline uint64_t to_bits(T value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a warp operation moves 4 or 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T>
inline T from_bits(uint64_t bits) {
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

inline unsigned lane_index() { return threadIdx.x % 32; }

inline void check_width(int width) {
    if (width < 1 || width > 32 || (width & (width - 1)) != 0) {
        refuse("expected a shuffle's width that is a power of two, at most 32");
    }
}

// A shuffle works in segments of `width` lanes. If the source lane is outside the segment, a thread gets its
// own value.
template <class T>
inline T shuffle(WarpOperation operation, unsigned mask, T value, int lane, int width) {
    check_width(width);
    int own = static_cast<int>(lane_index());
    int first = own & ~(width - 1);
    int last = first + width - 1;
    unsigned from = static_cast<unsigned>(lane < first || lane > last ? own : lane);
    return from_bits<T>(warp_operation(operation, mask, to_bits(value), from));
}

}  // namespace emulator

template <class T>
inline T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
    // The lane counts within the segment, modulo its width.
    int first = static_cast<int>(emulator::lane_index()) & ~(width - 1);
    return emulator::shuffle(emulator::WarpOperation::Shuffle, mask, value, first + (lane & (width - 1)), width);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    int lane = static_cast<int>(emulator::lane_index()) - static_cast<int>(delta & 31);
    return emulator::shuffle(emulator::WarpOperation::ShuffleUp, mask, value, lane, width);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    int lane = static_cast<int>(emulator::lane_index()) + static_cast<int>(delta & 31);
    return emulator::shuffle(emulator::WarpOperation::ShuffleDown, mask, value, lane, width);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32) {
    // Lanes of earlier segments may be sources, those of later ones may not.
    emulator::check_width(width);
    int own = static_cast<int>(emulator::lane_index());
    int lane = own ^ (bits & 31);
    int last = own | (width - 1);
    return emulator::shuffle(emulator::WarpOperation::ShuffleXor, mask, value, lane > last ? own : lane, 32);
}

// The lanes with the same value as this one.
template <class T>
inline unsigned __match_any_sync(unsigned mask, T value) {
    return static_cast<unsigned>(
        emulator::warp_operation(emulator::WarpOperation::MatchAny, mask, emulator::to_bits(value), 0));
}

// Reductions, from compute capability 8.0 on; the runtime ends the launch on older devices.
#define EMULATOR_REDUCTION(name, type, operation)                                                            \
    inline type name(unsigned mask, type value) {                                                            \
        return emulator::from_bits<type>(emulator::warp_operation(                                           \
            emulator::WarpOperation::operation, mask, static_cast<uint64_t>(static_cast<int64_t>(value)), 0)); \
    }
EMULATOR_REDUCTION(__reduce_add_sync, unsigned, ReduceAdd)
EMULATOR_REDUCTION(__reduce_add_sync, int, ReduceAdd)
EMULATOR_REDUCTION(__reduce_min_sync, unsigned, ReduceMinUnsigned)
EMULATOR_REDUCTION(__reduce_max_sync, unsigned, ReduceMaxUnsigned)
EMULATOR_REDUCTION(__reduce_min_sync, int, ReduceMinSigned)
EMULATOR_REDUCTION(__reduce_max_sync, int, ReduceMaxSigned)
EMULATOR_REDUCTION(__reduce_and_sync, unsigned, ReduceAnd)
EMULATOR_REDUCTION(__reduce_or_sync, unsigned, ReduceOr)
EMULATOR_REDUCTION(__reduce_xor_sync, unsigned, ReduceXor)
#undef EMULATOR_REDUCTION
