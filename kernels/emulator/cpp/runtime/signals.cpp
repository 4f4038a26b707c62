// Signals that a kernel causes become faults of its launch.
//
// Errors without a check before them end in a signal: a stack that overflows into the page below it, the
// least integer divided by -1, a wild access in the search for races, where accesses are not checked. The
// handler runs on the signal stack of the thread, which every thread of a Rust program has; from there the
// launch is left as at any other fault. Signals with other causes go to the earlier handler.
// left as at any other fault. Signals that come from elsewhere go where they went before.

#include <cinttypes>
#include <csignal>

#include "fault.hpp"
#include "scheduler.hpp"

namespace emulator {

namespace {

struct sigaction earlier_segv;
struct sigaction earlier_fpe;

[[noreturn]] void fault_by_signal(int signal, uint64_t address) {
    if (signal == SIGFPE) {
        fault(Result::LAUNCH_FAILED, nullptr, "a division whose result is undefined");
    }
    const Fiber& fiber = *scheduler.running->fiber;
    uint64_t below = reinterpret_cast<uint64_t>(fiber.lowest) - address;
    if (below <= FiberPool::page_bytes) {
        fault(Result::ILLEGAL_ADDRESS, nullptr, "the thread needs more than %zu bytes of stack",
              FiberPool::stack_bytes);
    }
    fault(Result::ILLEGAL_ADDRESS, nullptr, "an access at 0x%" PRIx64, address);
}

void on_signal(int signal, siginfo_t* info, void*) {
    if (scheduler.runs_on_this_thread()) {
        fault_by_signal(signal, reinterpret_cast<uint64_t>(info->si_addr));
    }
    // Not from a kernel: it is raised again, for the earlier handler.
    sigaction(signal, signal == SIGSEGV ? &earlier_segv : &earlier_fpe, nullptr);
}

}  // namespace

void handle_signals() {
    static bool done = false;
    if (done) {
        return;
    }
    done = true;
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    // The handler does not return after a fault: the signal must not stay blocked.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &action, &earlier_segv);
    sigaction(SIGFPE, &action, &earlier_fpe);
}

}  // namespace emulator
