// Begin of every function of the driver.
//
// The functions have the names, parameters and results of cuda.h. One lock protects them all: a launch runs
// to its end while it holds the lock, so work is done in the order of the calls, on whatever stream. That is
// one of the orders that streams allow.
//
// After a fault the context is broken, as on a device: all work on it returns the result of the fault until
// the session ends. Memory and handles can still be freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "../runtime/fault.hpp"
#include "../runtime/memory_pools.hpp"

namespace emulator {

using Device = int;
using Pointer = uint64_t;  // on the device
using Context = struct ContextRecord*;
using Stream = struct StreamRecord*;
using Event = struct EventRecord*;
using Module = struct ModuleRecord*;
using Function = struct FunctionRecord*;
using Pool = MemoryPool*;

extern std::recursive_mutex driver_lock;
extern bool initialized;

// SUCCESS if the calling thread has a context without a fault.
Result context_state();

// Functions that work in the current context.
template <class Work>
int in_context(Work work) {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    Result state = context_state();
    return static_cast<int>(state == Result::SUCCESS ? work() : state);
}

// Functions that free something: they work in a broken context, too.
template <class Work>
int giving_back(Work work) {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    Result done = work();
    Result state = initialized ? problem.result : Result::NOT_INITIALIZED;
    return static_cast<int>(state == Result::SUCCESS ? done : state);
}

// Functions that need no context.
template <class Work>
int without_context(Work work) {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    return static_cast<int>(initialized ? work() : Result::NOT_INITIALIZED);
}

struct Counters {
    uint64_t bytes_to_device;
    uint64_t bytes_to_host;
};
extern Counters counters;

// Clears the state of the last session; streams, events and modules stay, because their owners may still free
// them.
void begin_driver_session();

}  // namespace emulator

#define EMULATOR_DRIVER extern "C" __attribute__((visibility("default")))
