// The memory of the device: allocated and written bytes.
//
// All of it is in one range of addresses reserved at the start, so that one subtraction tells whether a
// pointer may be one of the device's and has a shadow. Addresses are not used again before the next session,
// and allocations have gaps between them: an access past the end or after a free hits unallocated memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "memory_pools.hpp"
#include "result.hpp"
#include "shadow.hpp"

namespace emulator {

class DeviceMemory {
  public:
    Result allocate(size_t bytes, MemoryPool& pool, uint64_t* address);
    Result release(uint64_t address);

    Shadow shadow;

    // Description of `address` for messages: "4 bytes after the end of an allocation of 400 bytes".
    std::string describe(uint64_t address) const;

    size_t used() const { return used_bytes; }
    size_t most_used() const { return most_used_bytes; }

    // Number of allocations of this session that are not freed, and their bytes.
    size_t live_allocations() const;

    // Starts a session: counts from 0. Earlier allocations stay readable, but do not count any more.
    void begin_session();

  private:
    struct Allocation {
        size_t bytes;
        bool freed;
        MemoryPool* pool;  // null if it is left over from an earlier session
    };

    bool reserve();
    void start_over();

    uint64_t first = 0;
    uint64_t reserved = 0;
    uint64_t next = 0;  // the first address that was never handed out
    std::map<uint64_t, Allocation> allocations;
    size_t used_bytes = 0;
    size_t most_used_bytes = 0;
    size_t freed_bytes_kept = 0;  // freed, but their pages are still there
};

extern DeviceMemory device_memory;

}  // namespace emulator
