// Fibers: stacks, and the switch from one to another.
//
// A fiber runs one CUDA thread at a time; when that ends, the fiber takes the next thread that has not begun.
// So a kernel whose threads never wait runs on a single fiber, without a switch.
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

// Provides fibers and takes them back. Those in use when a launch fails are taken back, and their work is
// dropped.
class FiberPool {
  public:
    static constexpr size_t stack_bytes = 64 * 1024;
    static constexpr size_t page_bytes = 4096;

    // `main` is the function of each fiber; it never returns.
    explicit FiberPool(void (*main)()) : main(main) {}

    // Prepares a launch of this many threads, with this many at the same time.
    void reserve(size_t at_once, size_t in_all);

    // A fiber without a thread; null when there is no memory for one more stack.
    Fiber* take();
    void give_back(Fiber* fiber);

    // Returns `true` if the address is on the stack of one of them.
    bool contains(uint64_t address) const;

    // Takes back those in use. For the search for races, each ends with a release of the token.
    void take_all_back(void* end_token);

  private:
    Fiber* make();
    Fiber* longest_idle();
    void set_to_start(Fiber* fiber);

    void (*main)();
    std::vector<Fiber*> all;
    std::deque<Fiber*> idle;
};

// Continues at `load`, and returns when another fiber continues at `save`.
void switch_stack(void** save, void* load);

}  // namespace emulator
