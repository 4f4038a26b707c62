// The search for races: calls of ThreadSanitizer about fibers, and its reports.
//
// Kernels are then compiled with -fsanitize=thread; the runtime is not, and tells ThreadSanitizer which fiber
// runs and which events are ordered: a launch before its threads, threads that arrive at a barrier or a warp
// operation before those that leave it, the threads before the end of the launch. ThreadSanitizer sees
// kernels' own acquires and releases. In the ordinary build all of this is empty.
#pragma once

#include <cstdint>
#include <string>

#ifdef EMULATED_CUDA_RACES
extern "C" {
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
void __tsan_set_fiber_name(void* fiber, const char* name);
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace emulator::races {

#ifdef EMULATED_CUDA_RACES

constexpr bool searched = true;

inline void* current() { return __tsan_get_current_fiber(); }
inline void* create() { return __tsan_create_fiber(0); }
inline void destroy(void* context) { __tsan_destroy_fiber(context); }
// A switch does not order anything (flag 1).
inline void switch_to(void* context) { __tsan_switch_to_fiber(context, 1); }
inline void set_name(void* context, const char* name) { __tsan_set_fiber_name(context, name); }
inline void acquire(void* token) { __tsan_acquire(token); }
inline void release(void* token) { __tsan_release(token); }

// Ends the context's fiber with a release of the token, and creates a new one in its place.
inline void abandon(void*& context, void* token) {
    void* self = current();
    switch_to(context);
    release(token);
    switch_to(self);
    destroy(context);
    context = create();
}

// Returns `true` if there is a report that was not taken.
bool reported();
// Returns the reports since the last call; empty if there are none.
std::string take_report();

#else

constexpr bool searched = false;

inline void* current() { return nullptr; }
inline void* create() { return nullptr; }
inline void destroy(void*) {}
inline void switch_to(void*) {}
inline void set_name(void*, const char*) {}
inline void acquire(void*) {}
inline void release(void*) {}
inline void abandon(void*&, void*) {}
inline bool reported() { return false; }
inline std::string take_report() { return {}; }

#endif

}  // namespace emulator::races
