// Runs the threads of a launch, one at a time, in an order that the seed chooses.
//
// All threads of a launch share one thread of the processor. A thread runs until it waits for others, yields,
// or ends; the schedule chooses the next one. So a run is one interleaving of the threads' steps,
// sequentially consistent, and the same seed gives the same run. README.md beside this folder says what that
// leaves out.
//
// Several blocks are resident at a time: a block that ends makes room for the next. All blocks of a
// cooperative launch are resident. Nothing else is guaranteed to kernels: blocks begin in an order of the
// seed, threads in any order.
#pragma once

#include <cstdint>
#include <pthread.h>
#include <vector>

#include "../kernel/registry.hpp"
#include "fiber.hpp"
#include "random.hpp"
#include "result.hpp"
#include "shared_memory.hpp"

namespace emulator {

struct Block;

enum class State : uint8_t { Ready, AtBarrier, InWarp, Ended };

// One CUDA thread of a resident block.
struct Thread {
    Block* block;
    Fiber* fiber;  // null before it begins and after it ended
    uint32_t index;
    State state;
    WarpOperation operation;  // what it waits for, if its state is InWarp; the next four belong to it
    uint32_t mask;
    uint32_t lane;
    uint64_t value;
    uint64_t result;
    const void* place;  // where it waits
};

// Sets of lanes, as masks.
struct Warp {
    uint32_t present;
    uint32_t waiting;
    uint32_t ended;
    uint32_t meetings;  // number of completed operations
};

struct Block {
    uint32_t index;
    uint32_t size;
    Thread* threads;
    Warp* warps;
    uint32_t arrived;  // threads at the barrier, and their predicates
    uint32_t arrived_true;
    Barrier barrier;
    uint32_t barriers_passed;
    int barrier_result;
    uint32_t ended;
    SharedMemory* shared;
};

struct Launch {
    const Kernel* kernel;
    void** parameters;
    uint32_t blocks;
    uint32_t threads;  // of a block
    size_t dynamic_bytes;
    size_t shared_limit;  // limit of a block's static and dynamic shared memory together
    bool cooperative;
};

class Scheduler {
  public:
    Scheduler();

    // Returns SUCCESS, or the result of the fault that ended it, which is then the session's fault.
    Result run(const Launch& launch);

    // For the running thread: others may run before these return. Yielding says that it waits for another
    // thread, or may.
    void give_way();
    void step_aside();
    void wait(State reason);
    // Makes a waiting thread ready.
    void wake(Thread& thread);
    // The running thread changed state that others can see: no waiting thread is in vain yet.
    void progress() {
        fruitless = 0;
        unchanged_looks = 0;
    }
    void progress_if(bool changed) {
        if (changed) {
            fruitless = 0;
        }
    }
    // Called in each basic block of a kernel. A thread that runs for very long without yielding is forced to.
    void passed_basic_block(const void* place) {
        if (++basic_blocks % (1u << 20) == 0 && running != nullptr) {
            went_on_for_long(place);
        }
    }
    void looked_at_unchanged(const volatile void* address);
    void maybe_preempt() {
        if (preempt_one_in != 0 && random.one_in(preempt_one_in)) {
            give_way();
        }
    }
    // Leaves the launch for good.
    [[noreturn]] void abandon();

    // Returns `true` if the address belongs to the stack of a thread or to the shared memory of a block.
    bool is_memory_of_other(uint64_t address) const;

    // Returns `true` if a signal on this thread comes from a kernel.
    bool runs_on_this_thread() const { return running != nullptr && pthread_equal(host_thread, pthread_self()) != 0; }

    const char* kernel_name() const { return launch.kernel == nullptr ? "(none)" : launch.kernel->name; }
    // The most static shared memory that a block of the last launch used.
    size_t static_shared_bytes() const { return most_static_bytes; }
    void begin_session();

    Thread* running = nullptr;
    Launch launch = {};
    bool in_session = false;
    uint64_t launches = 0;
    uint64_t threads_run = 0;
    uint64_t switches = 0;
    uint64_t virtual_nanoseconds = 0;

  private:
    [[noreturn]] static void fiber_main();
    void thread_ended();
    void prepare();
    void start_block(Block& block);
    void end_block(Block& block);
    Thread* choose();
    Thread* next_or_fault();
    // The part of a switch that can fail.
    void prepare_switch_to(Thread* next);
    // Continues as `next`, and returns when the calling fiber continues.
    void switch_to(Fiber* from, Thread* next);
    void become(Thread* thread);
    void make_ready(Thread* thread) { queue[(queue_first + queue_length++) & queue_mask] = thread; }
    void leave(Fiber* from);
    [[noreturn]] void fault_of_waiting();
    void spend_patience(uint64_t amount);
    void went_on_for_long(const void* place);
    void check_time();

    FiberPool fibers;
    Random random;
    uint32_t preempt_one_in = 0;
    uint32_t disorder = 0;  // each choice takes a random thread one time in this many; 0: never

    std::vector<Block> blocks;
    std::vector<Thread> threads;
    std::vector<Warp> warps;
    std::vector<SharedMemory*> shared_memories;
    std::vector<uint32_t> block_order;
    uint32_t blocks_begun = 0;
    uint32_t blocks_running = 0;

    std::vector<Thread*> queue;  // the ready threads: a ring
    uint32_t queue_first = 0;
    uint32_t queue_length = 0;
    uint32_t queue_mask = 0;

    pthread_t host_thread = {};
    void* host_stack_pointer = nullptr;
    void* host_race_context = nullptr;
    char launch_token = 0;  // tokens that order a launch and its threads, in the search for races
    char end_token = 0;
    bool failed = false;

    // Steps since a thread last changed state that others can see: a read counts 1, a yield 10.
    uint64_t fruitless = 0;
    uint64_t patience = 0;
    uint32_t basic_blocks = 0;
    uint32_t unchanged_looks = 0;
    uint32_t repeated_looks = 0;
    const volatile void* last_look = nullptr;
    uint64_t deadline_nanoseconds = 0;
    size_t most_static_bytes = 0;
};

extern Scheduler scheduler;

}  // namespace emulator
