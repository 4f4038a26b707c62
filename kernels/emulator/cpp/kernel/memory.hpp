// The functions that kernels/cuda/device.cuh defines with assembly on a device: shared memory, loads and
// stores that may race.
#pragma once

#include "hooks.hpp"
#include "words.hpp"

namespace emulator {

// Each declaration has its own type as `Tag`, and so its own record; a declaration in a template has one per
// instance, as on a device.
template <class Array, class Tag>
inline __attribute__((always_inline)) Array& shared_array(Tag) {
    static SharedVariable variable = {sizeof(Array), alignof(Array), 0};
    return *static_cast<Array*>(shared_variable(variable));
}

template <class T>
EMULATOR_PRIMITIVE T load(const T* address, const int order) {
    before_atomic(address, sizeof(T), Access::Read, EMULATOR_PLACE);
    T value = order == __ATOMIC_ACQUIRE ? __atomic_load_n(address, __ATOMIC_ACQUIRE)
                                        : __atomic_load_n(address, __ATOMIC_RELAXED);
    after_atomic(address, false);
    return value;
}

template <class T>
EMULATOR_PRIMITIVE void store(T* address, T value, const int order) {
    before_atomic(address, sizeof(T), Access::Write, EMULATOR_PLACE);
    T old = __atomic_load_n(address, __ATOMIC_RELAXED);
    if (order == __ATOMIC_RELEASE) {
        __atomic_store_n(address, value, __ATOMIC_RELEASE);
    } else {
        __atomic_store_n(address, value, __ATOMIC_RELAXED);
    }
    after_atomic(address, old != value);
}

}  // namespace emulator

// Memory of a block: `count` values of type `type`, an array in all respects. Not initialised.
#define SHARED(type, name, count) \
    type(&name)[count] = ::emulator::shared_array<type[count]>([] {})

// The memory of a block whose size the launch gives, aligned to 16 bytes. Once per kernel.
#define DYNAMIC_SHARED(type, name) type* name = static_cast<type*>(::emulator::dynamic_shared_memory())

inline unsigned load_relaxed(const unsigned* p) { return emulator::load(p, __ATOMIC_RELAXED); }
inline unsigned long long load_relaxed(const unsigned long long* p) { return emulator::load(p, __ATOMIC_RELAXED); }
inline void store_relaxed(unsigned* p, unsigned v) { emulator::store(p, v, __ATOMIC_RELAXED); }
inline void store_relaxed(unsigned long long* p, unsigned long long v) { emulator::store(p, v, __ATOMIC_RELAXED); }
inline unsigned load_acquire(const unsigned* p) { return emulator::load(p, __ATOMIC_ACQUIRE); }
inline unsigned long long load_acquire(const unsigned long long* p) { return emulator::load(p, __ATOMIC_ACQUIRE); }
inline void store_release(unsigned* p, unsigned v) { emulator::store(p, v, __ATOMIC_RELEASE); }
inline void store_release(unsigned long long* p, unsigned long long v) { emulator::store(p, v, __ATOMIC_RELEASE); }

inline unsigned long long nanoseconds() { return emulator::clock_nanoseconds(); }
inline void __nanosleep(unsigned nanoseconds) { emulator::sleep_nanoseconds(nanoseconds); }

// Loads and stores with cache hints, which have no effect here.
template <class T>
inline T __ldg(const T* p) {
    return *p;
}
template <class T>
inline T __ldcs(const T* p) {
    return *p;
}
template <class T>
inline T __ldcg(const T* p) {
    return *p;
}
template <class T>
inline T __ldca(const T* p) {
    return *p;
}
template <class T>
inline void __stcs(T* p, T v) {
    *p = v;
}
template <class T>
inline void __stcg(T* p, T v) {
    *p = v;
}

// All threads run on one thread of the processor, in one order, so fences do nothing. The search for races
// does not see fences either; it knows barriers and the acquires and releases above.
inline void __threadfence() {}
inline void __threadfence_block() {}
