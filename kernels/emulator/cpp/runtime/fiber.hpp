// Fibers: stacks, and the switch from one to another.
//
// A fiber runs one CUDA thread at a time; when that ends, the fiber takes the next thread that has not begun. So a
// kernel whose threads never wait runs on a single fiber, without a switch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace emulator {

struct Fiber {
    void* stack_pointer = nullptr;  // where it goes on
    char* lowest = nullptr;         // its stack, without the page below that must not be touched
    char* highest = nullptr;
    bool idle = false;
    void* race_context = nullptr;  // ThreadSanitizer's view of it (runtime/races.hpp)
};

// Hands out fibers and takes them back. Those in use when a launch fails are taken back with what they were doing
// forgotten.
class FiberPool {
  public:
    static constexpr size_t stack_bytes = 64 * 1024;
    static constexpr size_t page_bytes = 4096;

    // `main` is what each fiber runs; it never returns.
    explicit FiberPool(void (*main)()) : main(main) {}

    // Before a launch of so many threads, so many of them at once.
    void reserve(size_t at_once, size_t in_all);

    // A fiber without a thread; null when there is no memory for one more stack.
    Fiber* take();
    void give_back(Fiber* fiber);

    // Whether the address lies on the stack of one of them.
    bool contains(uint64_t address) const;

    // Takes back those that are still out, whatever they are doing. For the search of races, each ends with a release
    // of the token.
    void take_all_back(void* end_token);

  private:
    Fiber* make();
    Fiber* longest_idle();
    void set_to_start(Fiber* fiber);

    void (*main)();
    std::vector<Fiber*> all;
    std::deque<Fiber*> idle;
};

// Goes on at `load`, and comes back when somebody goes on at what is left in `save`.
void switch_stack(void** save, void* load);

}  // namespace emulator
