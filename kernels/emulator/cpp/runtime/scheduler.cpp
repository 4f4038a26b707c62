#include "scheduler.hpp"

#include <chrono>
#include <numeric>

#include "fault.hpp"
#include "races.hpp"
#include "settings.hpp"

// The constants of kernels (kernel/words.hpp).
struct uint3 {
    unsigned x, y, z;
};
#pragma GCC visibility push(hidden)
uint3 threadIdx = {0, 0, 0};
uint3 blockIdx = {0, 0, 0};
uint3 blockDim = {1, 1, 1};
uint3 gridDim = {1, 1, 1};
#pragma GCC visibility pop

namespace emulator {

Scheduler scheduler;

namespace {

uint64_t host_nanoseconds() {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace

Scheduler::Scheduler() : fibers(&Scheduler::fiber_main), random(0) { begin_session(); }

void Scheduler::begin_session() {
    random = Random(settings.seed);
    preempt_one_in = settings.preempt_one_in;
    launches = 0;
    threads_run = 0;
    switches = 0;
    virtual_nanoseconds = 0;
}

Result Scheduler::run(const Launch& what) {
    launch = what;
    prepare();
    host_race_context = races::current();
    races::release(&launch_token);
    Thread* first = choose();
    first->fiber = fibers.take();
    if (first->fiber == nullptr) {
        return refuse_call(Result::LAUNCH_OUT_OF_RESOURCES, "no memory for a stack");
    }
    host_thread = pthread_self();
    handle_signals();
    become(first);
    races::switch_to(first->fiber->race_context);
    switch_stack(&host_stack_pointer, first->fiber->stack_pointer);
    running = nullptr;
    launches++;
    if (failed) {
        fibers.take_all_back(&end_token);
    }
    races::acquire(&end_token);
    std::string race = races::take_report();
    if (!race.empty()) {
        fault_after_launch(Result::LAUNCH_FAILED, formatted("kernel %s: ", kernel_name()) + race);
        return problem.result;
    }
    if (failed) {
        settle_fault();
        return problem.result;
    }
    threads_run += uint64_t{launch.blocks} * launch.threads;
    return Result::SUCCESS;
}

void Scheduler::prepare() {
    uint32_t resident = launch.cooperative ? launch.blocks : std::min(launch.blocks, settings.resident_blocks);
    if (races::searched && !launch.cooperative) {
        resident = std::min(resident, 1024 / launch.threads);  // contexts cost much
    }
    resident = std::max(resident, 1u);
    uint32_t warps_of_block = (launch.threads + 31) / 32;
    threads.resize(size_t{resident} * launch.threads);
    warps.resize(size_t{resident} * warps_of_block);
    blocks.resize(resident);
    // Second-hand memory (../../README.md): in the search for races, each block has its own.
    size_t areas = races::searched ? std::max<size_t>(resident, std::min(launch.blocks, 1024u)) : resident;
    while (shared_memories.size() < areas) {
        shared_memories.push_back(new SharedMemory());
    }
    fibers.reserve(threads.size(), size_t{launch.blocks} * launch.threads);
    uint32_t capacity = 1;
    while (capacity < threads.size()) {
        capacity *= 2;
    }
    queue.resize(capacity);
    queue_mask = capacity - 1;
    queue_first = 0;
    queue_length = 0;

    block_order.resize(launch.blocks);
    std::iota(block_order.begin(), block_order.end(), 0u);
    disorder = 0;
    if (settings.seed != 0) {
        for (uint32_t i = launch.blocks; i > 1; i--) {
            std::swap(block_order[i - 1], block_order[random.below(i)]);
        }
        // Some launches in great disorder, some nearly in order.
        constexpr uint32_t degrees[] = {1, 1, 4, 32};
        disorder = degrees[random.below(4)];
    }
    gridDim = {launch.blocks, 1, 1};
    blockDim = {launch.threads, 1, 1};
    failed = false;
    blocks_begun = 0;
    blocks_running = 0;
    most_static_bytes = 0;
    progress();
    patience = 1'000'000 + 2'000 * threads.size();
    deadline_nanoseconds = host_nanoseconds() + settings.time_limit_seconds * 1'000'000'000;
    for (uint32_t slot = 0; slot < resident; slot++) {
        blocks[slot].threads = &threads[size_t{slot} * launch.threads];
        blocks[slot].warps = &warps[size_t{slot} * warps_of_block];
        start_block(blocks[slot]);
    }
}

void Scheduler::start_block(Block& block) {
    Thread* block_threads = block.threads;
    Warp* block_warps = block.warps;
    block = Block{};
    block.threads = block_threads;
    block.warps = block_warps;
    block.size = launch.threads;
    size_t area = races::searched ? blocks_begun % shared_memories.size() : static_cast<size_t>(&block - blocks.data());
    block.shared = shared_memories[area];
    block.shared->begin(launch.dynamic_bytes);
    block.index = block_order[blocks_begun++];
    blocks_running++;
    for (uint32_t first = 0; first < block.size; first += 32) {
        uint32_t lanes = std::min(32u, block.size - first);
        block.warps[first / 32] = Warp{lanes == 32 ? ~0u : (1u << lanes) - 1, 0, 0, 0};
    }
    for (uint32_t i = 0; i < block.size; i++) {
        block.threads[i] = Thread{};
        block.threads[i].block = &block;
        block.threads[i].index = i;
        make_ready(&block.threads[i]);
    }
}

void Scheduler::end_block(Block& block) {
    most_static_bytes = std::max(most_static_bytes, block.shared->static_bytes());
    blocks_running--;
    if (blocks_begun < launch.blocks) {
        start_block(block);
    }
}

Thread* Scheduler::choose() {
    if (queue_length == 0) {
        return nullptr;
    }
    Thread*& first = queue[queue_first & queue_mask];
    if (disorder != 0 && (disorder == 1 || random.one_in(disorder))) {
        std::swap(first, queue[(queue_first + random.below(queue_length)) & queue_mask]);
    }
    Thread* chosen = first;
    queue_first++;
    queue_length--;
    return chosen;
}

void Scheduler::become(Thread* thread) {
    running = thread;
    threadIdx.x = thread->index;
    blockIdx.x = thread->block->index;
    last_look = nullptr;
    unchanged_looks = 0;
}

// --- in fibers -------------------------------------------------------------------------------------------------------

void Scheduler::fiber_main() {
    for (;;) {
        Scheduler& self = scheduler;
        if (races::searched) {
            const Thread& thread = *self.running;
            races::set_name(races::current(),
                            formatted("block %u, thread %u", thread.block->index, thread.index).c_str());
        }
        races::acquire(&self.launch_token);
        self.launch.kernel->call(self.launch.parameters);
        races::release(&self.end_token);
        self.thread_ended();
    }
}

void Scheduler::thread_ended() {
    Thread& thread = *running;
    Block& block = *thread.block;
    Warp& warp = block.warps[thread.index / 32];
    Fiber* fiber = thread.fiber;
    thread.fiber = nullptr;
    thread.state = State::Ended;
    progress();
    block.ended++;
    warp.ended |= 1u << thread.index % 32;
    if (block.arrived > 0) {
        for (uint32_t i = 0; i < block.size; i++) {
            const Thread& other = block.threads[i];
            if (other.state == State::AtBarrier) {
                fault(Result::LAUNCH_FAILED, other.place,
                      "divergent barrier: the thread ended, thread %u of its block waits for it at a __syncthreads",
                      other.index);
            }
        }
    }
    for (uint32_t lanes = warp.waiting; lanes != 0; lanes &= lanes - 1) {
        const Thread& other = block.threads[thread.index / 32 * 32 + static_cast<uint32_t>(__builtin_ctz(lanes))];
        if (other.mask >> thread.index % 32 & 1) {
            fault(Result::LAUNCH_FAILED, other.place, "the thread ended, but lane %u of its warp names it in the mask "
                  "0x%08x and waits for it", other.index % 32, other.mask);
        }
    }
    if (block.ended == block.size) {
        end_block(block);
    }
    if (queue_length == 0 && blocks_running == 0) {
        fibers.give_back(fiber);
        leave(fiber);
        return;
    }
    Thread* next = next_or_fault();
    if (next->fiber == nullptr && !races::searched) {
        next->fiber = fiber;
        become(next);
        return;
    }
    prepare_switch_to(next);
    fibers.give_back(fiber);
    switch_to(fiber, next);
}

Thread* Scheduler::next_or_fault() {
    Thread* next = choose();
    if (next == nullptr) {
        fault_of_waiting();
    }
    return next;
}

void Scheduler::prepare_switch_to(Thread* next) {
    if (++switches % 65536 == 0) {
        check_time();
    }
    if (races::reported()) {
        abandon();  // one race is enough
    }
    if (next->fiber == nullptr) {
        next->fiber = fibers.take();
        if (next->fiber == nullptr) {
            fault(Result::LAUNCH_OUT_OF_RESOURCES, nullptr, "no memory for the stack of one more thread");
        }
    }
}

void Scheduler::switch_to(Fiber* from, Thread* next) {
    become(next);
    races::switch_to(next->fiber->race_context);
    switch_stack(&from->stack_pointer, next->fiber->stack_pointer);
}

void Scheduler::leave(Fiber* from) {
    races::switch_to(host_race_context);
    switch_stack(&from->stack_pointer, host_stack_pointer);
}

void Scheduler::abandon() {
    failed = true;
    Fiber nobody;
    leave(&nobody);
    __builtin_unreachable();
}

void Scheduler::give_way() {
    virtual_nanoseconds += 10;
    spend_patience(10);
    step_aside();
}

void Scheduler::spend_patience(uint64_t amount) {
    fruitless += amount;
    if (fruitless > patience) {
        fault(Result::LAUNCH_TIMEOUT, running->place,
              "livelock: all threads wait, or only look at words that did not change; this is one of them");
    }
}

void Scheduler::step_aside() {
    Thread* self = running;
    make_ready(self);
    Thread* next = choose();
    if (next != self) {
        prepare_switch_to(next);
        switch_to(self->fiber, next);
    }
}

void Scheduler::wait(State reason) {
    Thread* self = running;
    self->state = reason;
    Thread* next = next_or_fault();
    prepare_switch_to(next);
    switch_to(self->fiber, next);
}

void Scheduler::wake(Thread& thread) {
    thread.state = State::Ready;
    make_ready(&thread);
}

void Scheduler::looked_at_unchanged(const volatile void* address) {
    // A thread that reads the same word repeatedly waits for another thread; so may one that reads very many
    // words.
    constexpr uint32_t most_repeated = 3;
    constexpr uint32_t most_unchanged = 1000;
    spend_patience(1);
    repeated_looks = address == last_look ? repeated_looks + 1 : 0;
    last_look = address;
    if (repeated_looks >= most_repeated || ++unchanged_looks >= most_unchanged) {
        repeated_looks = 0;
        unchanged_looks = 0;
        give_way();
    }
}

void Scheduler::went_on_for_long(const void* place) {
    running->place = place;
    check_time();
    spend_patience(10'000);
    give_way();
}

bool Scheduler::is_memory_of_other(uint64_t address) const {
    for (const SharedMemory* shared : shared_memories) {
        if (shared->shadow.covers(address)) {
            return true;
        }
    }
    return fibers.contains(address);
}

void Scheduler::check_time() {
    if (host_nanoseconds() > deadline_nanoseconds) {
        fault(Result::LAUNCH_TIMEOUT, running->place, "the launch ran for longer than %llu s",
              static_cast<unsigned long long>(settings.time_limit_seconds));
    }
}

void Scheduler::fault_of_waiting() {
    for (const Block& block : blocks) {
        for (uint32_t i = 0; i < block.size; i++) {
            const Thread& thread = block.threads[i];
            if (thread.state == State::AtBarrier) {
                fault_of(thread, Result::LAUNCH_TIMEOUT, thread.place,
                         "deadlock: no thread can run, this one waits at a __syncthreads");
            }
            if (thread.state == State::InWarp) {
                uint32_t missing = thread.mask & block.warps[i / 32].present & ~block.warps[i / 32].waiting;
                fault_of(thread, Result::LAUNCH_TIMEOUT, thread.place,
                         "deadlock: no thread can run, this one waits for lane %d of its warp",
                         __builtin_ffs(static_cast<int>(missing)) - 1);
            }
        }
    }
    fault(Result::LAUNCH_TIMEOUT, nullptr, "deadlock: no thread can run");
}

}  // namespace emulator
