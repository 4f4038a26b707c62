#include "settings.hpp"

#include <cstdlib>

namespace emulator {

namespace {

template <class Number>
void read(const char* name, Number& number) {
    if (const char* text = getenv(name)) {
        number = static_cast<Number>(strtoull(text, nullptr, 10));
    }
}

}  // namespace

Settings settings_of_environment() {
    Settings found;
    read("EMULATED_CUDA_SEED", found.seed);
    read("EMULATED_CUDA_MEMORY_BYTES", found.memory_bytes);
    read("EMULATED_CUDA_TIME_LIMIT_SECONDS", found.time_limit_seconds);
    read("EMULATED_CUDA_PREEMPT_ONE_IN", found.preempt_one_in);
    read("EMULATED_CUDA_DEVICES", found.devices);
    read("EMULATED_CUDA_MULTIPROCESSORS", found.multiprocessors);
    read("EMULATED_CUDA_RESIDENT_BLOCKS", found.resident_blocks);
    read("EMULATED_CUDA_ACCEPT_ANY_IMAGE", found.accept_any_image);
    if (const char* text = getenv("EMULATED_CUDA_CAPABILITY")) {
        char* point = nullptr;
        found.capability_major = static_cast<uint32_t>(strtoul(text, &point, 10));
        found.capability_minor = *point == '.' ? static_cast<uint32_t>(strtoul(point + 1, nullptr, 10)) : 0;
    }
    return found;
}

Settings settings = settings_of_environment();

}  // namespace emulator
