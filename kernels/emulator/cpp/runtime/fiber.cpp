#include "fiber.hpp"

#include <algorithm>
#include <sys/mman.h>

#include "races.hpp"

#ifndef __x86_64__
#error "the emulator switches stacks on x86-64 only"
#endif

namespace emulator {

// The called function keeps rbx, rbp and r12 to r15 for its caller: together with the stack pointer, these
// are all that must be saved.
asm(R"(
.text
.local emulator_switch_stack
.type emulator_switch_stack, @function
emulator_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size emulator_switch_stack, . - emulator_switch_stack
)");
extern "C" void emulator_switch_stack(void** save, void* load);

void switch_stack(void** save, void* load) { emulator_switch_stack(save, load); }

Fiber* FiberPool::take() {
    Fiber* fiber = races::searched ? longest_idle() : nullptr;
    if (!races::searched && !idle.empty()) {
        // The stack that was used last is in the cache.
        fiber = idle.back();
        idle.pop_back();
    }
    fiber = fiber == nullptr ? make() : fiber;
    if (fiber != nullptr) {
        fiber->idle = false;
    }
    return fiber;
}

// For the search for races, which needs each CUDA thread on a context that was idle for long: the steps of
// two threads on one context look ordered. Null if there is none.
Fiber* FiberPool::longest_idle() {
    if (idle.empty()) {
        return nullptr;
    }
    Fiber* fiber = idle.front();
    idle.pop_front();
    return fiber;
}

void FiberPool::reserve(size_t at_once, size_t in_all) {
    if (!races::searched) {
        return;
    }
    // See the creator's clock in ../../README.md. Each context takes nearly 1 MiB, so there are fewer than
    // threads in a large launch.
    constexpr size_t most = 1024;
    while (all.size() < std::max(at_once + 1, std::min(in_all, most))) {
        Fiber* fiber = make();
        if (fiber == nullptr) {
            return;
        }
        give_back(fiber);
    }
}

void FiberPool::give_back(Fiber* fiber) {
    fiber->idle = true;
    idle.push_back(fiber);
}

void FiberPool::take_all_back(void* end_token) {
    for (Fiber* fiber : all) {
        if (!fiber->idle) {
            races::abandon(fiber->race_context, end_token);
            set_to_start(fiber);
            give_back(fiber);
        }
    }
}

bool FiberPool::contains(uint64_t address) const {
    for (const Fiber* fiber : all) {
        if (address - reinterpret_cast<uint64_t>(fiber->lowest) < stack_bytes) {
            return true;
        }
    }
    return false;
}

Fiber* FiberPool::make() {
    // The lowest page has no access: a stack overflow hits it (signals.cpp).
    void* memory = mmap(nullptr, stack_bytes + page_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return nullptr;
    }
    mprotect(memory, page_bytes, PROT_NONE);
    Fiber* fiber = new Fiber();
    fiber->lowest = static_cast<char*>(memory) + page_bytes;
    fiber->highest = fiber->lowest + stack_bytes;
    fiber->race_context = races::create();
    set_to_start(fiber);
    all.push_back(fiber);
    return fiber;
}

void FiberPool::set_to_start(Fiber* fiber) {
    // The frame that emulator_switch_stack pops: six registers, then `main` as the return address. `main`
    // needs the stack of a called function: its return address (there is none) 8 bytes off a multiple of 16.
    void** top = reinterpret_cast<void**>(fiber->highest);
    *--top = nullptr;
    *--top = reinterpret_cast<void*>(main);
    for (int i = 0; i < 6; i++) {
        *--top = nullptr;
    }
    fiber->stack_pointer = top;
}

}  // namespace emulator
