// Allocations in the order of a stream, and their pools.
//
// All devices share one memory, and one default pool.

#include <algorithm>
#include <iterator>

#include "../runtime/device_memory.hpp"
#include "../runtime/settings.hpp"
#include "call.hpp"
#include "streams.hpp"

namespace emulator {

namespace {

// CUmemPoolProps of CUDA 12.0.
struct PoolProperties {
    int allocation_type;
    int handle_types;
    int location_type;
    Device device;
    void* security_attributes;
    unsigned char unused[64];  // must be 0; later versions use them
};

template <class Work>
int with_pool(Pool pool, Work work) {
    return without_context([&] {
        return memory_pools.is_there(pool) ? work() : refuse_call(Result::INVALID_VALUE, "there is no such pool");
    });
}

}  // namespace

}  // namespace emulator

using namespace emulator;

EMULATOR_DRIVER int cuMemAllocFromPoolAsync(Pointer* pointer, size_t bytes, Pool pool, Stream stream) {
    return on_stream(stream, [&] {
        return memory_pools.is_there(pool) ? device_memory.allocate(bytes, *pool, pointer)
                                           : refuse_call(Result::INVALID_VALUE, "there is no such pool");
    });
}
EMULATOR_DRIVER int cuMemAllocAsync(Pointer* pointer, size_t bytes, Stream stream) {
    return cuMemAllocFromPoolAsync(pointer, bytes, memory_pools.of_device(), stream);
}
EMULATOR_DRIVER int cuMemFreeAsync(Pointer pointer, Stream) {
    return giving_back([&] { return device_memory.release(pointer); });
}

EMULATOR_DRIVER int cuDeviceGetDefaultMemPool(Pool* pool, Device) {
    return without_context([&] {
        *pool = memory_pools.of_device();
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuDeviceGetMemPool(Pool* pool, Device device) { return cuDeviceGetDefaultMemPool(pool, device); }

EMULATOR_DRIVER int cuMemPoolCreate(Pool* pool, const PoolProperties* properties) {
    return without_context([&] {
        constexpr int pinned = 1;
        constexpr int on_device = 1;
        if (properties->allocation_type != pinned || properties->location_type != on_device ||
            static_cast<uint32_t>(properties->device) >= settings.devices ||
            std::any_of(std::begin(properties->unused), std::end(properties->unused), [](auto x) { return x != 0; })) {
            return refuse_call(Result::INVALID_VALUE, "expected a pool of pinned memory on a device");
        }
        if (properties->handle_types != 0) {
            return refuse_call(Result::NOT_SUPPORTED, "the emulator does not share pools between processes");
        }
        *pool = memory_pools.create();
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuMemPoolDestroy(Pool pool) {
    return giving_back([&] {
        return memory_pools.destroy(pool)
                   ? Result::SUCCESS
                   : refuse_call(Result::INVALID_VALUE, "there is no such pool");
    });
}
EMULATOR_DRIVER int cuMemPoolTrimTo(Pool pool, size_t bytes) {
    return with_pool(pool, [&] {
        memory_pools.trim(*pool, bytes);
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuMemPoolSetAttribute(Pool pool, int attribute, void* value) {
    return with_pool(pool, [&] {
        switch (attribute) {
            case 1:  // REUSE_FOLLOW_EVENT_DEPENDENCIES
            case 2:  // REUSE_ALLOW_OPPORTUNISTIC
            case 3:  // REUSE_ALLOW_INTERNAL_DEPENDENCIES
                return Result::SUCCESS;
            case 4:  // RELEASE_THRESHOLD
                pool->release_threshold = *static_cast<uint64_t*>(value);
                return Result::SUCCESS;
            default:
                return refuse_call(Result::INVALID_VALUE, "the emulator sets no pool attribute %d", attribute);
        }
    });
}
EMULATOR_DRIVER int cuMemPoolGetAttribute(Pool pool, int attribute, void* value) {
    return with_pool(pool, [&] {
        uint64_t& number = *static_cast<uint64_t*>(value);
        switch (attribute) {
            case 4: number = pool->release_threshold; return Result::SUCCESS;  // RELEASE_THRESHOLD
            case 5: number = pool->reserved; return Result::SUCCESS;           // RESERVED_MEM_CURRENT
            case 6: number = pool->most_reserved; return Result::SUCCESS;      // RESERVED_MEM_HIGH
            case 7: number = pool->used; return Result::SUCCESS;               // USED_MEM_CURRENT
            case 8: number = pool->most_used; return Result::SUCCESS;          // USED_MEM_HIGH
            default: return refuse_call(Result::INVALID_VALUE, "the emulator knows no pool attribute %d", attribute);
        }
    });
}
