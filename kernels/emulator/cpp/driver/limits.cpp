#include "limits.hpp"

#include <algorithm>

#include "../runtime/settings.hpp"

namespace emulator {

bool device_attribute(int attribute, int* value) {
    auto is = [&](auto number) {
        *value = static_cast<int>(number);
        return true;
    };
    switch (attribute) {
        case 1: return is(most_threads_of_block);               // MAX_THREADS_PER_BLOCK
        case 2: return is(most_threads_of_block);               // MAX_BLOCK_DIM_X
        case 3: return is(1024);                                // MAX_BLOCK_DIM_Y
        case 4: return is(64);                                  // MAX_BLOCK_DIM_Z
        case 5: return is(most_blocks_of_grid);                 // MAX_GRID_DIM_X
        case 6: return is(65535);                               // MAX_GRID_DIM_Y
        case 7: return is(65535);                               // MAX_GRID_DIM_Z
        case 8: return is(shared_bytes_of_block);               // MAX_SHARED_MEMORY_PER_BLOCK
        case 9: return is(65536);                               // TOTAL_CONSTANT_MEMORY
        case 10: return is(32);                                 // WARP_SIZE
        case 12: return is(65536);                              // MAX_REGISTERS_PER_BLOCK
        case 13: return is(1'000'000);                          // CLOCK_RATE, kHz
        case 16: return is(multiprocessors());                  // MULTIPROCESSOR_COUNT
        case 17: return is(0);                                  // KERNEL_EXEC_TIMEOUT
        case 18: return is(0);                                  // INTEGRATED
        case 19: return is(0);                                  // CAN_MAP_HOST_MEMORY
        case 20: return is(0);                                  // COMPUTE_MODE
        case 31: return is(1);                                  // CONCURRENT_KERNELS
        case 32: return is(0);                                  // ECC_ENABLED
        case 33: return is(0);                                  // PCI_BUS_ID
        case 34: return is(0);                                  // PCI_DEVICE_ID
        case 36: return is(1'000'000);                          // MEMORY_CLOCK_RATE, kHz
        case 37: return is(256);                                // GLOBAL_MEMORY_BUS_WIDTH, bits
        case 38: return is(4 << 20);                            // L2_CACHE_SIZE
        case 39: return is(threads_of_multiprocessor);          // MAX_THREADS_PER_MULTIPROCESSOR
        case 40: return is(1);                                  // ASYNC_ENGINE_COUNT
        case 41: return is(0);                                  // UNIFIED_ADDRESSING
        case 50: return is(0);                                  // PCI_DOMAIN_ID
        case 75: return is(settings.capability_major);          // COMPUTE_CAPABILITY_MAJOR
        case 76: return is(settings.capability_minor);          // COMPUTE_CAPABILITY_MINOR
        case 78: return is(0);                                  // STREAM_PRIORITIES_SUPPORTED
        case 81: return is(shared_bytes_of_multiprocessor);     // MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
        case 82: return is(65536);                              // MAX_REGISTERS_PER_MULTIPROCESSOR
        case 83: return is(0);                                  // MANAGED_MEMORY
        case 90: return is(0);                                  // COMPUTE_PREEMPTION_SUPPORTED
        case 95: return is(1);                                  // COOPERATIVE_LAUNCH
        case 97: return is(shared_bytes_of_block_opted_in);     // MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
        case 106: return is(most_blocks_of_multiprocessor);     // MAX_BLOCKS_PER_MULTIPROCESSOR
        case 111: return is(0);                                 // RESERVED_SHARED_MEMORY_PER_BLOCK
        case 115: return is(1);                                 // MEMORY_POOLS_SUPPORTED
        default: return false;
    }
}

uint32_t multiprocessors() { return std::min(settings.multiprocessors, most_multiprocessors); }

uint32_t resident_blocks(uint32_t threads, size_t shared_bytes) {
    uint32_t whole_warps = (threads + 31) / 32 * 32;
    uint32_t by_threads = threads_of_multiprocessor / std::max(whole_warps, 32u);
    size_t by_memory = shared_bytes_of_multiprocessor / std::max<size_t>(shared_bytes, 1);
    return static_cast<uint32_t>(std::min<size_t>({by_threads, by_memory, most_blocks_of_multiprocessor}));
}

}  // namespace emulator
