#include "fiber.hpp"

#include <sys/mman.h>

#include "races.hpp"

#ifndef __x86_64__
#error "the emulator switches stacks on x86-64 only"
#endif

namespace emulator {

// The called function keeps rbx, rbp and r12 to r15 for its caller: with the stack pointer they are all there is to keep.
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
    // The search of races wants each CUDA thread on a context that was idle for long: what two threads do on one context
    // one after the other looks ordered. Otherwise the stack that was used last is the one in the cache.
    if (races::searched && all.size() < 6000 && idle.size() - oldest < 512) {
        return make();
    }
    if (oldest == idle.size()) {
        return make();
    }
    if (!races::searched) {
        Fiber* fiber = idle.back();
        idle.pop_back();
        return fiber;
    }
    Fiber* fiber = idle[oldest++];
    if (oldest > 4096) {
        idle.erase(idle.begin(), idle.begin() + static_cast<ptrdiff_t>(oldest));
        oldest = 0;
    }
    return fiber;
}

void FiberPool::give_back(Fiber* fiber) { idle.push_back(fiber); }

void FiberPool::forget_all() {
    idle.clear();
    oldest = 0;
    for (Fiber* fiber : all) {
        if (fiber->race_context != nullptr) {
            races::destroy(fiber->race_context);
            fiber->race_context = races::create();
        }
        set_to_start(fiber);
        idle.push_back(fiber);
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
    // The lowest page is left without access: a stack that overflows ends the process there and then.
    constexpr size_t page = 4096;
    void* memory = mmap(nullptr, stack_bytes + page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return nullptr;
    }
    mprotect(memory, page, PROT_NONE);
    Fiber* fiber = new Fiber();
    fiber->lowest = static_cast<char*>(memory) + page;
    fiber->highest = fiber->lowest + stack_bytes;
    fiber->race_context = races::create();
    set_to_start(fiber);
    all.push_back(fiber);
    return fiber;
}

void FiberPool::set_to_start(Fiber* fiber) {
    // What emulator_switch_stack pops: six registers, then `main` as the place to return to. `main` finds the stack as a
    // function does that was called: the return address (there is none) 8 bytes off a multiple of 16.
    void** top = reinterpret_cast<void**>(fiber->highest);
    *--top = nullptr;
    *--top = reinterpret_cast<void*>(main);
    for (int i = 0; i < 6; i++) {
        *--top = nullptr;
    }
    fiber->stack_pointer = top;
}

}  // namespace emulator
