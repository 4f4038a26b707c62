#include "fault.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

#include "scheduler.hpp"

namespace emulator {

Problem problem;

namespace {

// Message of a failed thread. Completed only after the fibers are left, because they have small stacks.
struct {
    Result result = Result::SUCCESS;
    const void* place = nullptr;
    char who[200] = "";
    char what[800] = "";
} found;

void print_without_session(const std::string& text) {
    if (!scheduler.in_session) {
        fprintf(stderr, "emulator: %s\n", text.c_str());
    }
}

[[noreturn]] void give_up(const Thread* thread, Result result, const void* place, const char* format, va_list values) {
    found.result = result;
    found.place = place;
    if (thread != nullptr) {
        snprintf(found.who, sizeof found.who, "kernel %s, block %u, thread %u (warp %u, lane %u)",
                 scheduler.kernel_name(), thread->block->index, thread->index, thread->index / 32, thread->index % 32);
    } else {
        snprintf(found.who, sizeof found.who, "kernel %s", scheduler.kernel_name());
    }
    vsnprintf(found.what, sizeof found.what, format, values);
    scheduler.abandon();
}

}  // namespace

void fault(Result result, const void* place, const char* format, ...) {
    va_list values;
    va_start(values, format);
    give_up(scheduler.running, result, place, format, values);
}

void fault_of(const Thread& thread, Result result, const void* place, const char* format, ...) {
    va_list values;
    va_start(values, format);
    give_up(&thread, result, place, format, values);
}

void settle_fault() {
    fault_after_launch(found.result, std::string(found.who) + ": " + found.what + source_line(found.place));
}

void fault_after_launch(Result result, const std::string& text) {
    if (problem.result != Result::SUCCESS) {
        return;
    }
    problem.result = result;
    problem.text = text;
    print_without_session(text);
}

Result refuse_call(Result result, const char* format, ...) {
    if (problem.text.empty()) {
        char text[800];
        va_list values;
        va_start(values, format);
        vsnprintf(text, sizeof text, format, values);
        va_end(values);
        problem.text = text;
        print_without_session(problem.text);
    }
    return result;
}

std::string formatted(const char* format, ...) {
    char text[800];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return text;
}

std::string source_line(const void* place) {
    Dl_info library;
    if (place == nullptr || dladdr(place, &library) == 0) {
        return {};
    }
    // The place is a return address: the call itself ends one byte before. Inlined calls appear as several
    // pairs of lines, function and file, the innermost first: the line of the kernel is the first outside of
    // this folder.
    auto offset = static_cast<const char*>(place) - static_cast<const char*>(library.dli_fbase) - 1;
    std::string command = formatted("addr2line -i -e '%s' 0x%zx 2>/dev/null", library.dli_fname,
                                    static_cast<size_t>(offset));
    FILE* lines = popen(command.c_str(), "r");
    if (lines == nullptr) {
        return {};
    }
    char line[1000];
    std::string found_line;
    while (fgets(line, sizeof line, lines) != nullptr) {
        std::string text = line;
        text.erase(text.find_last_not_of("\n") + 1);
        text.erase(text.find(" (discriminator") == std::string::npos ? text.size() : text.find(" (discriminator"));
        bool known = text.find("??") == std::string::npos;
        bool ours = text.find("/cpp/kernel/") != std::string::npos;
        if (found_line.empty() && known && !ours) {
            found_line = " at " + text;
        }
    }
    pclose(lines);
    return found_line;
}

}  // namespace emulator
