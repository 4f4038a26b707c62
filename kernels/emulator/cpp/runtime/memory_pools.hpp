// Pools: who has how much of the device's memory.
//
// Every allocation is of a pool. What is freed stays reserved for its pool up to the pool's release threshold, and what
// is above goes back to the device at once, where a real driver waits for the next synchronisation. These are figures
// only: addresses are not used again, and nothing is said of fragments.
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
    // What is allocated without a pool comes from one that keeps nothing.
    MemoryPool* of_plain_allocations() { return &plain; }
    MemoryPool* of_device() { return &device; }
    MemoryPool* create() { return &created.emplace_back(); }
    // False if it is none that was created, or was destroyed before.
    bool destroy(MemoryPool* pool);
    // Whether programs may name it.
    bool is_there(const MemoryPool* pool) const;

    // For an allocation: from what the pool keeps, then from what is free, then from what other pools keep, which the
    // driver is said to do within a process (github.com/rapidsai/rmm/issues/1245). False if that is not enough.
    bool take(MemoryPool& pool, size_t bytes);
    void give_back(MemoryPool& pool, size_t bytes);
    // The pool keeps no more than so many bytes, as far as they are not used.
    static void trim(MemoryPool& pool, uint64_t reserved);

    uint64_t free_bytes() const;

    // All figures start from 0. Pools that were created stay: their owners may still give them back.
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
