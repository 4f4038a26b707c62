#include "memory_pools.hpp"

#include <algorithm>

#include "settings.hpp"

namespace emulator {

MemoryPools memory_pools;

bool MemoryPools::destroy(MemoryPool* pool) {
    if (pool == &device || !is_there(pool)) {
        return false;
    }
    pool->destroyed = true;
    pool->release_threshold = 0;
    give_back(*pool, 0);
    return true;
}

bool MemoryPools::is_there(const MemoryPool* pool) const {
    return pool == &device || std::any_of(created.begin(), created.end(), [&](const MemoryPool& each) {
               return &each == pool && !each.destroyed;
           });
}

bool MemoryPools::take(MemoryPool& pool, size_t bytes) {
    uint64_t kept = pool.reserved - pool.used;
    uint64_t more = bytes > kept ? bytes - kept : 0;
    if (more > free_bytes()) {
        each([&](MemoryPool& other) {
            if (&other != &pool) {
                trim(other, 0);
            }
        });
    }
    if (more > free_bytes()) {
        return false;
    }
    pool.used += bytes;
    pool.reserved += more;
    pool.most_used = std::max(pool.most_used, pool.used);
    pool.most_reserved = std::max(pool.most_reserved, pool.reserved);
    return true;
}

void MemoryPools::give_back(MemoryPool& pool, size_t bytes) {
    pool.used -= bytes;
    trim(pool, pool.release_threshold);
    if (pool.destroyed && pool.used == 0) {
        created.remove_if([&](const MemoryPool& each) { return &each == &pool; });
    }
}

void MemoryPools::trim(MemoryPool& pool, uint64_t reserved) {
    pool.reserved = std::max(pool.used, std::min(pool.reserved, reserved));
}

uint64_t MemoryPools::free_bytes() const {
    uint64_t reserved = plain.reserved + device.reserved;
    for (const MemoryPool& pool : created) {
        reserved += pool.reserved;
    }
    return settings.memory_bytes - reserved;
}

void MemoryPools::begin_session() {
    created.remove_if([](const MemoryPool& pool) { return pool.destroyed; });
    each([](MemoryPool& pool) { pool = MemoryPool(); });
}

}  // namespace emulator
