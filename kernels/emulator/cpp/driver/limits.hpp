// Limits of the emulated device.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emulator {

constexpr uint32_t most_threads_of_block = 1024;
constexpr uint32_t most_blocks_of_multiprocessor = 32;
constexpr uint32_t most_blocks_of_grid = 0x7fffffff;
constexpr size_t shared_bytes_of_block = 48 * 1024;
constexpr size_t shared_bytes_of_block_opted_in = 96 * 1024;
constexpr size_t shared_bytes_of_multiprocessor = 100 * 1024;
// ThreadSanitizer needs nearly 1 MiB per thread, and can follow about 8,100: there, the device is smaller.
#ifdef EMULATED_CUDA_RACES
constexpr uint32_t threads_of_multiprocessor = 1024;
constexpr uint32_t most_multiprocessors = 2;
#else
constexpr uint32_t threads_of_multiprocessor = 2048;
constexpr uint32_t most_multiprocessors = ~0u;
#endif
uint32_t multiprocessors();

// Returns `true` and the value if `attribute`, a number of CUdevice_attribute, is supported.
bool device_attribute(int attribute, int* value);

// Number of blocks that a multiprocessor holds at the same time.
uint32_t resident_blocks(uint32_t threads, size_t shared_bytes);

}  // namespace emulator
