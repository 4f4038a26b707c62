// Faults: found by a thread, described in one line, kept until the session ends.
#pragma once

#include <string>

#include "result.hpp"

namespace emulator {

struct Thread;

// The first fault of the session. From then on the context is broken: every call returns its result.
struct Problem {
    Result result = Result::SUCCESS;  // SUCCESS: a note about misuse of the driver, which returned its error at once
    std::string text;
};
extern Problem problem;

// Ends the launch with a fault of the running thread; `place` is the code it was at, or null. Never returns.
[[noreturn]] void fault(Result result, const void* place, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// The same for another thread.
[[noreturn]] void fault_of(const Thread& thread, Result result, const void* place, const char* format, ...)
    __attribute__((format(printf, 4, 5)));

// Keeps a note of a misuse of the driver, if there was no fault before, and returns `result` for the caller
// to return.
Result refuse_call(Result result, const char* format, ...) __attribute__((format(printf, 2, 3)));

// Turns signals that a kernel causes into faults.
void handle_signals();

// Called after a launch: makes its fault that of the session.
void settle_fault();

// A fault without a thread: found after the launch.
void fault_after_launch(Result result, const std::string& text);

std::string formatted(const char* format, ...) __attribute__((format(printf, 1, 2)));

// " at FILE:LINE" of a place in a kernel; empty if it is not known.
std::string source_line(const void* place);

}  // namespace emulator
