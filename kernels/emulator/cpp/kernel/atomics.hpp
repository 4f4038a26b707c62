// CUDA's atomic functions, on 32 and 64 bits, in global and in shared memory. All but add_acq_rel are
// relaxed.
#pragma once

#include <type_traits>

#include "hooks.hpp"

namespace emulator {

// The only read-modify-write: stores step(old), returns the old value. `Step` holds the operand. A
// compare-and-swap exchanges the value, so that ThreadSanitizer sees an atomic.
template <int order, class T, class Step>
EMULATOR_PRIMITIVE T update(T* address, Step step) {
    before_atomic(address, sizeof(T), Access::Update, EMULATOR_PLACE);
    T old = __atomic_load_n(address, __ATOMIC_RELAXED);
    T next = step(old);
    while (!__atomic_compare_exchange_n(address, &old, next, false, order, __ATOMIC_RELAXED)) {
        next = step(old);
    }
    after_atomic(address, next != old);
    return old;
}

// The operand takes the type of the word, not the other way round.
template <class T>
using Operand = typename std::enable_if<std::is_integral<T>::value, T>::type;

}  // namespace emulator

#define EMULATOR_ATOMIC(name, next)                                                           \
    template <class T>                                                                        \
    inline T name(T* address, emulator::Operand<T> operand) {                                 \
        static_assert(sizeof(T) == 4 || sizeof(T) == 8, #name " works on 4 and 8 bytes");     \
        return emulator::update<__ATOMIC_RELAXED>(address, [operand](T old) -> T { return next; }); \
    }
EMULATOR_ATOMIC(atomicAdd, static_cast<T>(old + operand))
EMULATOR_ATOMIC(atomicSub, static_cast<T>(old - operand))
EMULATOR_ATOMIC(atomicMin, operand < old ? operand : old)
EMULATOR_ATOMIC(atomicMax, old < operand ? operand : old)
EMULATOR_ATOMIC(atomicAnd, static_cast<T>(old & operand))
EMULATOR_ATOMIC(atomicOr, static_cast<T>(old | operand))
EMULATOR_ATOMIC(atomicXor, static_cast<T>(old ^ operand))
EMULATOR_ATOMIC(atomicExch, (static_cast<void>(old), operand))
#undef EMULATOR_ATOMIC

// Counts up to `limit`, then starts at 0 again; and down.
inline unsigned atomicInc(unsigned* address, unsigned limit) {
    return emulator::update<__ATOMIC_RELAXED>(address, [limit](unsigned old) { return old >= limit ? 0 : old + 1; });
}
inline unsigned atomicDec(unsigned* address, unsigned limit) {
    return emulator::update<__ATOMIC_RELAXED>(
        address, [limit](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}

template <class T>
inline T atomicCAS(T* address, emulator::Operand<T> expected, emulator::Operand<T> desired) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomicCAS works on 4 and 8 bytes");
    return emulator::update<__ATOMIC_RELAXED>(
        address, [expected, desired](T old) { return old == expected ? desired : old; });
}

// Adds with release and acquire; returns the old value.
inline unsigned add_acq_rel(unsigned* address, unsigned operand) {
    return emulator::update<__ATOMIC_ACQ_REL>(address, [operand](unsigned old) { return old + operand; });
}
