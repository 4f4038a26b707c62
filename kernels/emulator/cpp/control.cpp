// Control functions for tests (src/session.rs), beside the functions of the driver.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "driver/call.hpp"
#include "runtime/device_memory.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/settings.hpp"

namespace emulator {

// Same layout as `Counts` in src/session.rs.
struct Counts {
    uint64_t bytes_to_device;
    uint64_t bytes_to_host;
    uint64_t launches;
    uint64_t threads;
    uint64_t switches;
    uint64_t live_allocations;
    uint64_t live_bytes;
    uint64_t most_bytes;
};

namespace {

Counts counts_now() {
    return {counters.bytes_to_device,
            counters.bytes_to_host,
            scheduler.launches,
            scheduler.threads_run,
            scheduler.switches,
            device_memory.live_allocations(),
            device_memory.used(),
            device_memory.most_used()};
}

void begin(const Settings& wanted) {
    settings = wanted;
    problem = Problem();
    counters = Counters();
    initialized = initialized && settings.devices > 0;
    device_memory.begin_session();
    scheduler.begin_session();
}

// A process without sessions, such as a program under test, writes its counts to a file at its end.
struct Summary {
    ~Summary() {
        const char* path = getenv("EMULATED_CUDA_SUMMARY");
        FILE* file = path == nullptr ? nullptr : fopen(path, "w");
        if (file == nullptr) {
            return;
        }
        Counts counts = counts_now();
        auto line = [&](const char* name, uint64_t count) { fprintf(file, "%s %" PRIu64 "\n", name, count); };
        line("bytes_to_device", counts.bytes_to_device);
        line("bytes_to_host", counts.bytes_to_host);
        line("launches", counts.launches);
        line("threads", counts.threads);
        line("live_bytes", counts.live_bytes);
        fprintf(file, "report %s\n", problem.text.c_str());
        fclose(file);
    }
} summary;

}  // namespace

}  // namespace emulator

using namespace emulator;

EMULATOR_DRIVER void emulated_cuda_begin(const Settings* wanted) {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    begin(*wanted);
    scheduler.in_session = true;
}

EMULATOR_DRIVER void emulated_cuda_end() {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    begin(settings_of_environment());
    scheduler.in_session = false;
}

EMULATOR_DRIVER void emulated_cuda_counts(Counts* counts) {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    *counts = counts_now();
}

// Copies the text of the session's first problem, cut to `length`, with a 0 at its end; returns its whole length.
EMULATOR_DRIVER size_t emulated_cuda_report(char* text, size_t length) {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    if (length > 0) {
        strncpy(text, problem.text.c_str(), length - 1);
        text[length - 1] = '\0';
    }
    return problem.text.size();
}
