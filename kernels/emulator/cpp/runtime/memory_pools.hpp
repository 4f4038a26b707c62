// Pools: their shares of the device's memory.
//
// Every allocation belongs to a pool. Freed memory stays reserved for its pool up to the pool's release
// threshold; the rest goes back to the device at once, where a real driver waits for the next
// synchronisation. These are numbers only: addresses are not used again, and there is no fragmentation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>

namespace emulator {

struct MemoryPool {
    uint64_t release_threshold = 0;
    uint64_t used = 0;
    uint64_t most_used = 0;
    uint64_t reserved = 0;  // at least what is used
    uint64_t most_reserved = 0;
    bool destroyed = false;  // lives on until all that is used is freed
};

class MemoryPools {
  public:
    // The pool of allocations without a pool; it keeps nothing.
    MemoryPool* of_plain_allocations() { return &plain; }
    MemoryPool* of_device() { return &device; }
    MemoryPool* create() { return &created.emplace_back(); }
    // Returns `false` if the pool was never created, or was destroyed before.
    bool destroy(MemoryPool* pool);
    // Returns `true` if programs may use the pool.
    bool is_there(const MemoryPool* pool) const;

    // Takes memory for an allocation: from the pool, then from free memory, then from what other pools keep,
    // as drivers reportedly do within a process (github.com/rapidsai/rmm/issues/1245). Returns `false` if
    // that is not enough.
    bool take(MemoryPool& pool, size_t bytes);
    void give_back(MemoryPool& pool, size_t bytes);
    // Reduces the pool to this many reserved bytes, but not below its used bytes.
    static void trim(MemoryPool& pool, uint64_t reserved);

    uint64_t free_bytes() const;

    // Resets all counts. Existing pools stay: their owners may still destroy them.
    void begin_session();

  private:
    template <class Work>
    void each(Work work) {
        work(plain);
        work(device);
        for (MemoryPool& pool : created) {
            work(pool);
        }
    }

    MemoryPool plain;
    MemoryPool device;
    std::list<MemoryPool> created;
};

extern MemoryPools memory_pools;

}  // namespace emulator
