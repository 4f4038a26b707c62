// The numbers of the device that the emulator plays.
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
// ThreadSanitizer takes nearly 1 MiB for each thread it knows, and knows about 8,100: there, the device is smaller.
#ifdef EMULATED_CUDA_RACES
constexpr uint32_t threads_of_multiprocessor = 1024;
constexpr uint32_t most_multiprocessors = 2;
#else
constexpr uint32_t threads_of_multiprocessor = 2048;
constexpr uint32_t most_multiprocessors = ~0u;
#endif
uint32_t multiprocessors();

// Whether `attribute`, a number of CUdevice_attribute, is known, and its value.
bool device_attribute(int attribute, int* value);

// How many blocks a multiprocessor holds at a time.
uint32_t resident_blocks(uint32_t threads, size_t shared_bytes);

}  // namespace emulator
