// Interface between kernels and the runtime: every function of the runtime that kernel code calls.
//
// A thread calls them to wait for others, to access shared memory, or to report unsupported operations. They
// may let other threads run before they return; after a fault they never return. `place` is the address of
// the kernel code that called, for the message.
#pragma once

#include <cstddef>
#include <cstdint>

// Kernels are compiled with a check at each access (runtime/access.cpp) or, for the search for races, with
// ThreadSanitizer's instrumentation. A primitive of the emulator does its own checks and is excluded from the
// former; the latter must see its atomics.
#if defined EMULATED_CUDA_RACES
#define EMULATOR_PRIMITIVE __attribute__((noinline))
#elif defined __clang__
#define EMULATOR_PRIMITIVE __attribute__((noinline, no_sanitize("address", "undefined", "coverage")))
#else
#define EMULATOR_PRIMITIVE __attribute__((noinline, no_sanitize("address", "undefined"), no_sanitize_coverage))
#endif

#define EMULATOR_PLACE __builtin_return_address(0)

#pragma GCC visibility push(hidden)
namespace emulator {

// An update reads, and writes a value that depends on the old one.
enum class Access : uint8_t { Read, Write, Update };

enum class WarpOperation : uint8_t {
    Sync,
    Ballot,
    Any,
    All,
    Shuffle,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
    MatchAny,
    ReduceAdd,
    ReduceAnd,
    ReduceOr,
    ReduceXor,
    ReduceMinUnsigned,
    ReduceMaxUnsigned,
    ReduceMinSigned,
    ReduceMaxSigned,
};

// Results of the threads at a block's barrier, computed from their predicates.
enum class Barrier : uint8_t { Plain, Or, And, Count };

// Waits until all lanes in `mask` are at the same operation. `value` is this lane's value, `lane` the source
// lane (shuffles only).
uint64_t warp_operation(WarpOperation operation, unsigned mask, uint64_t value, unsigned lane);

// Waits until all threads of the block are at the same kind of barrier.
int block_barrier(Barrier barrier, int predicate);

// Called around each atomic, and each relaxed, acquiring or releasing load and store. The first may let other
// threads run; the second does so if the thread has read an unchanged word before, because then it waits for
// another thread.
void before_atomic(const volatile void* address, size_t bytes, Access access, const void* place);
void after_atomic(const volatile void* address, bool changed);

// memcpy and memset of kernels: all bytes are checked first.
void* copy_bytes(void* to, const void* from, size_t bytes);
void* fill_bytes(void* to, int value, size_t bytes);

// One block's instance of a variable declared with SHARED. Each declaration has one record.
struct SharedVariable {
    uint32_t bytes;
    uint32_t alignment;
    uint32_t number;  // given by the runtime at first use, 0 before
};
void* shared_variable(SharedVariable& variable);
void* dynamic_shared_memory();

// Lets other threads run, and advances the clock.
void sleep_nanoseconds(unsigned nanoseconds);
// A clock that counts the steps of threads, so that a run with the same seed reads the same times.
unsigned long long clock_nanoseconds();

// Ends the launch: the kernel used something that this emulator, or the emulated device, does not support.
[[noreturn]] void refuse(const char* what);

}  // namespace emulator
#pragma GCC visibility pop
