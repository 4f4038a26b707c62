// CUDA's functions on numbers.
#pragma once

#include <cstring>

#include "words.hpp"

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }

inline unsigned __brev(unsigned x) {
    unsigned reversed = 0;
    for (int bit = 0; bit < 32; bit++) {
        reversed |= (x >> bit & 1u) << (31 - bit);
    }
    return reversed;
}
inline unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
           __brev(static_cast<unsigned>(x >> 32));
}

inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}

// Shifts of two joined words; the amount counts modulo 32.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(both << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(both >> (shift & 31));
}

namespace emulator {
template <class To, class From>
inline To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "both types have the same size");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
}  // namespace emulator

inline unsigned __float_as_uint(float x) { return emulator::same_bits<unsigned>(x); }
inline int __float_as_int(float x) { return emulator::same_bits<int>(x); }
inline float __uint_as_float(unsigned x) { return emulator::same_bits<float>(x); }
inline float __int_as_float(int x) { return emulator::same_bits<float>(x); }
inline long long __double_as_longlong(double x) { return emulator::same_bits<long long>(x); }
inline double __longlong_as_double(long long x) { return emulator::same_bits<double>(x); }

// CUDA's overloads: mixed arguments take the usual conversions.
#define EMULATOR_LEAST_AND_MOST(type)                              \
    inline type min(type a, type b) { return b < a ? b : a; }      \
    inline type max(type a, type b) { return a < b ? b : a; }
EMULATOR_LEAST_AND_MOST(int)
EMULATOR_LEAST_AND_MOST(unsigned)
EMULATOR_LEAST_AND_MOST(long)
EMULATOR_LEAST_AND_MOST(unsigned long)
EMULATOR_LEAST_AND_MOST(long long)
EMULATOR_LEAST_AND_MOST(unsigned long long)
EMULATOR_LEAST_AND_MOST(float)
EMULATOR_LEAST_AND_MOST(double)
#undef EMULATOR_LEAST_AND_MOST
inline unsigned min(int a, unsigned b) { return min(static_cast<unsigned>(a), b); }
inline unsigned min(unsigned a, int b) { return min(a, static_cast<unsigned>(b)); }
inline unsigned max(int a, unsigned b) { return max(static_cast<unsigned>(a), b); }
inline unsigned max(unsigned a, int b) { return max(a, static_cast<unsigned>(b)); }
inline unsigned long long min(unsigned a, unsigned long long b) { return min(static_cast<unsigned long long>(a), b); }
inline unsigned long long min(unsigned long long a, unsigned b) { return min(a, static_cast<unsigned long long>(b)); }
inline unsigned long long max(unsigned a, unsigned long long b) { return max(static_cast<unsigned long long>(a), b); }
inline unsigned long long max(unsigned long long a, unsigned b) { return max(a, static_cast<unsigned long long>(b)); }
