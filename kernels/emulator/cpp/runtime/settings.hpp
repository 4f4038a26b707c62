// Settings of a run: the emulated device and the schedule.
#pragma once

#include <cstdint>

namespace emulator {

// Same layout as `Settings` in src/settings.rs, which documents the fields and names the environment
// variables.
struct Settings {
    uint64_t seed = 1;
    uint64_t memory_bytes = 4ull << 30;
    uint64_t time_limit_seconds = 300;
    uint32_t preempt_one_in = 0;
    uint32_t devices = 1;
    uint32_t capability_major = 7;
    uint32_t capability_minor = 5;
    uint32_t multiprocessors = 4;
    uint32_t resident_blocks = 8;
    uint32_t accept_any_image = 0;
};

// Defaults, changed by the environment: settings outside of sessions, and in child processes.
Settings settings_of_environment();

extern Settings settings;

// Value of unwritten memory. Any value may look correct to some kernel, so seeds use different ones.
inline int fresh_byte() {
    constexpr int bytes[] = {0x00, 0xA5, 0x5A, 0xFF};
    return bytes[settings.seed % 4];
}

}  // namespace emulator
