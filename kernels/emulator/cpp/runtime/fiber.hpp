// Fibers: stacks, and the switch from one to another.
//
// A fiber runs one CUDA thread at a time; when that ends, the fiber takes the next thread that has not begun. So a kernel
// whose threads never wait runs on a single fiber, without a switch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emulator {

struct Fiber {
    void* stack_pointer = nullptr;  // where it goes on
    char* lowest = nullptr;         // its stack, without the page below that must not be touched
    char* highest = nullptr;
    void* race_context = nullptr;  // ThreadSanitizer's view of it (runtime/races.hpp)
};

// Hands out fibers and takes them back. Those in use when a launch fails are taken back with what they were doing
// forgotten.
class FiberPool {
  public:
    static constexpr size_t stack_bytes = 64 * 1024;

    // `main` is what each fiber runs; it never returns.
    explicit FiberPool(void (*main)()) : main(main) {}

    // A fiber without a thread; null when there is no memory for one more stack.
    Fiber* take();
    void give_back(Fiber* fiber);

    // Whether the address lies on the stack of one of them.
    bool contains(uint64_t address) const;

    // Takes all fibers back, whatever they are doing.
    void forget_all();

  private:
    Fiber* make();
    void set_to_start(Fiber* fiber);

    void (*main)();
    std::vector<Fiber*> all;
    std::vector<Fiber*> idle;
    size_t oldest = 0;  // of `idle`, where the search of races takes from
};

// Goes on at `load`, and comes back when somebody goes on at what is left in `save`.
void switch_stack(void** save, void* load);

}  // namespace emulator
