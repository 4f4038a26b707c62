// Checks of memory accesses: every access of a kernel is checked before it happens.
//
// Kernels are compiled with -fsanitize=kernel-address in the form that calls a function at each access and
// needs no runtime of the compiler: these are the functions. The compiler's own checks of local variables and
// globals are off. A thread may access allocated device memory, its own stack and variables in its block's
// shared memory, and may read constants of the program; device and shared memory must be written before it is
// read. Device memory is checked first: a read costs a subtraction and a load. Other addresses are
// distinguished by ranges.
//
// With -fsanitize-coverage=trace-pc the compiler also calls a function in each basic block, which finds
// threads that never leave a loop.

#include <cinttypes>
#include <cstring>

#include "device_memory.hpp"
#include "fault.hpp"
#include "scheduler.hpp"

// The library's own image, as the linker lays it out.
extern "C" {
#pragma GCC visibility push(hidden)
extern const char __ehdr_start;
extern const char _end;
#pragma GCC visibility pop
}

namespace emulator {

namespace {

uint64_t number(const volatile void* address) { return reinterpret_cast<uint64_t>(address); }

const char* verb(Access access) { return access == Access::Read ? "reads" : "writes"; }

// Reports an access that the shadow of this memory does not allow.
template <class Memory>
[[noreturn]] void fault_of_access(const Memory& memory, uint64_t address, size_t bytes, Access access,
                                  const void* place) {
    if (access == Access::Write || !memory.shadow.is_allocated(address, bytes)) {
        fault(Result::ILLEGAL_ADDRESS, place, "%s %zu bytes at 0x%" PRIx64 ", %s", verb(access), bytes, address,
              memory.describe(address).c_str());
    }
    uint64_t first = 0;
    size_t count = memory.shadow.unwritten(address, bytes, &first);
    std::string where = memory.describe(first);
    if (count == bytes) {
        fault(Result::ILLEGAL_ADDRESS, place, "reads %zu bytes at 0x%" PRIx64 " that nobody has written, %s", bytes,
              address, where.c_str());
    }
    fault(Result::ILLEGAL_ADDRESS, place,
          "reads %zu bytes at 0x%" PRIx64 ", %zu of which nobody has written, the first %s", bytes, address, count,
          where.c_str());
}

// Slow path: the access is not to device memory, crosses a multiple of 8, or is wrong.
void check_elsewhere(uint64_t address, size_t bytes, Access access, const void* place) {
    const Thread* thread = scheduler.running;
    if (thread == nullptr) {
        return;  // a constructor of a global, before any launch
    }
    const Fiber& fiber = *thread->fiber;
    if (address >= number(fiber.lowest) && address + bytes <= number(fiber.highest)) {
        return;
    }
    SharedMemory& shared = *thread->block->shared;
    if (shared.shadow.admits(address, bytes, access) || device_memory.shadow.admits(address, bytes, access)) {
        scheduler.progress_if(access == Access::Write);
        return;
    }
    if (shared.shadow.covers(address)) {
        fault_of_access(shared, address, bytes, access, place);
    }
    if (address >= number(&__ehdr_start) && address + bytes <= number(&_end)) {
        if (access == Access::Read) {
            return;
        }
        fault(Result::ILLEGAL_ADDRESS, place, "%s %zu bytes of a global variable, which the emulator keeps constant",
              verb(access), bytes);
    }
    if (scheduler.is_memory_of_other(address)) {
        fault(Result::ILLEGAL_ADDRESS, place, "%s %zu bytes at 0x%" PRIx64 ", local to another thread or block",
              verb(access), bytes, address);
    }
    fault_of_access(device_memory, address, bytes, access, place);
}

// Up to 8 bytes.
inline __attribute__((always_inline)) void check(uint64_t address, size_t bytes, Access access, const void* place) {
    if (__builtin_expect(device_memory.shadow.admits_few(address, bytes, access), true)) {
        scheduler.progress_if(access == Access::Write);
    } else {
        check_elsewhere(address, bytes, access, place);
    }
}

// Any number of bytes.
void check_range(uint64_t address, size_t bytes, Access access, const void* place) {
    if (bytes == 0) {
        return;
    }
    if (device_memory.shadow.admits(address, bytes, access)) {
        scheduler.progress_if(access == Access::Write);
    } else {
        check_elsewhere(address, bytes, access, place);
    }
}

void* checked_copy(void* to, const void* from, size_t bytes, const void* place) {
    check_range(number(from), bytes, Access::Read, place);
    check_range(number(to), bytes, Access::Write, place);
    return memmove(to, from, bytes);
}

void* checked_fill(void* to, int value, size_t bytes, const void* place) {
    check_range(number(to), bytes, Access::Write, place);
    return memset(to, value, bytes);
}

}  // namespace

void* copy_bytes(void* to, const void* from, size_t bytes) { return checked_copy(to, from, bytes, EMULATOR_PLACE); }
void* fill_bytes(void* to, int value, size_t bytes) { return checked_fill(to, value, bytes, EMULATOR_PLACE); }

void before_atomic(const volatile void* address, size_t bytes, Access access, const void* place) {
    scheduler.running->place = place;
    if (number(address) % bytes != 0) {
        fault(Result::MISALIGNED_ADDRESS, place, "an atomic access of %zu bytes at 0x%" PRIx64 ", which is not aligned",
              bytes, number(address));
    }
    // First: no thread may run between the check, which notes a write, and the write.
    scheduler.maybe_preempt();
    if (!device_memory.shadow.admits_few(number(address), bytes, access)) {
        check_elsewhere(number(address), bytes, access, place);
    }
}

void after_atomic(const volatile void* address, bool changed) {
    if (changed) {
        scheduler.progress();
    } else {
        scheduler.looked_at_unchanged(address);
    }
}

void* shared_variable(SharedVariable& variable) {
    static uint32_t variables = 0;
    if (variable.number == 0) {
        variable.number = ++variables;
    }
    SharedMemory& shared = *scheduler.running->block->shared;
    if (char* place = shared.find(variable)) {
        return place;
    }
    size_t limit = scheduler.launch.shared_limit;
    char* place = shared.place(variable, limit);
    if (place == nullptr) {
        fault(Result::LAUNCH_FAILED, EMULATOR_PLACE,
              "the block needs %zu bytes of static and %zu of dynamic shared memory, it may have %zu",
              shared.static_bytes(), scheduler.launch.dynamic_bytes, limit);
    }
    return place;
}

void* dynamic_shared_memory() { return scheduler.running->block->shared->dynamic(); }

void sleep_nanoseconds(unsigned nanoseconds) {
    scheduler.running->place = EMULATOR_PLACE;
    scheduler.virtual_nanoseconds += nanoseconds;
    scheduler.give_way();
}

unsigned long long clock_nanoseconds() {
    scheduler.running->place = EMULATOR_PLACE;
    scheduler.virtual_nanoseconds += 10;
    scheduler.give_way();
    return scheduler.virtual_nanoseconds;
}

void refuse(const char* what) { fault(Result::LAUNCH_FAILED, EMULATOR_PLACE, "%s", what); }

}  // namespace emulator

// --- called by the code that the compiler puts into kernels ----------------------------------------------------------

extern "C" {
#pragma GCC visibility push(hidden)

#define EMULATOR_CHECKED_ACCESS(bytes)                                                                      \
    void __asan_load##bytes##_noabort(uint64_t address) {                                                   \
        emulator::check(address, bytes, emulator::Access::Read, EMULATOR_PLACE);                            \
    }                                                                                                       \
    void __asan_store##bytes##_noabort(uint64_t address) {                                                  \
        emulator::check(address, bytes, emulator::Access::Write, EMULATOR_PLACE);                           \
    }
EMULATOR_CHECKED_ACCESS(1)
EMULATOR_CHECKED_ACCESS(2)
EMULATOR_CHECKED_ACCESS(4)
EMULATOR_CHECKED_ACCESS(8)

void __asan_load16_noabort(uint64_t address) {
    emulator::check_range(address, 16, emulator::Access::Read, EMULATOR_PLACE);
}
void __asan_store16_noabort(uint64_t address) {
    emulator::check_range(address, 16, emulator::Access::Write, EMULATOR_PLACE);
}
void __asan_loadN_noabort(uint64_t address, size_t bytes) {
    emulator::check_range(address, bytes, emulator::Access::Read, EMULATOR_PLACE);
}
void __asan_storeN_noabort(uint64_t address, size_t bytes) {
    emulator::check_range(address, bytes, emulator::Access::Write, EMULATOR_PLACE);
}
// Clang's calls for copies of whole structures.
void* __asan_memcpy(void* to, const void* from, size_t bytes) {
    return emulator::checked_copy(to, from, bytes, EMULATOR_PLACE);
}
void* __asan_memmove(void* to, const void* from, size_t bytes) {
    return emulator::checked_copy(to, from, bytes, EMULATOR_PLACE);
}
void* __asan_memset(void* to, int value, size_t bytes) {
    return emulator::checked_fill(to, value, bytes, EMULATOR_PLACE);
}

// The compiler's calls about globals and about functions that do not return are not needed.
void __asan_before_dynamic_init(const char*) {}
void __asan_after_dynamic_init() {}
void __asan_handle_no_return() {}

void __sanitizer_cov_trace_pc() { emulator::scheduler.passed_basic_block(EMULATOR_PLACE); }

#pragma GCC visibility pop
}
