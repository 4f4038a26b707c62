// Memory of the device and pinned memory of the host; copies and fills.
//
// Copies are done at the call, and counted by direction: these are the bytes that a device would send over
// the bus.

#include <cstdlib>
#include <cstring>
#include <set>

#include "../runtime/device_memory.hpp"
#include "../runtime/settings.hpp"
#include "call.hpp"
#include "streams.hpp"

namespace emulator {

namespace {

std::set<void*> pinned;

void* at(Pointer pointer) { return reinterpret_cast<void*>(pointer); }

// Copies and fills of 0 bytes are valid at any address.
Result check_range(const char* what, Pointer pointer, size_t bytes) {
    if (bytes == 0 || device_memory.shadow.is_allocated(pointer, bytes)) {
        return Result::SUCCESS;
    }
    return refuse_call(Result::INVALID_VALUE, "%s of %zu bytes at 0x%llx, %s", what, bytes,
                       static_cast<unsigned long long>(pointer), device_memory.describe(pointer).c_str());
}

Result check_written(Pointer from, size_t bytes) {
    if (device_memory.shadow.is_written(from, bytes)) {
        return Result::SUCCESS;
    }
    Pointer first = from;
    size_t count = device_memory.shadow.unwritten(from, bytes, &first);
    return refuse_call(Result::INVALID_VALUE,
                       "a copy to the host of %zu bytes, %zu of which nobody has written, the first %s", bytes, count,
                       device_memory.describe(first).c_str());
}

Result to_device(Pointer to, const void* from, size_t bytes) {
    Result checked = check_range("a copy to the device", to, bytes);
    if (checked == Result::SUCCESS) {
        memcpy(at(to), from, bytes);
        device_memory.shadow.write(to, bytes);
        counters.bytes_to_device += bytes;
    }
    return checked;
}

Result to_host(void* to, Pointer from, size_t bytes) {
    Result checked = check_range("a copy to the host", from, bytes);
    if (checked == Result::SUCCESS) {
        checked = check_written(from, bytes);
    }
    if (checked == Result::SUCCESS) {
        memcpy(to, at(from), bytes);
        counters.bytes_to_host += bytes;
    }
    return checked;
}

Result within_device(Pointer to, Pointer from, size_t bytes) {
    Result checked = check_range("a copy on the device, to", to, bytes);
    if (checked == Result::SUCCESS) {
        checked = check_range("a copy on the device, from", from, bytes);
    }
    if (checked == Result::SUCCESS) {
        memmove(at(to), at(from), bytes);
        device_memory.shadow.copy(to, from, bytes);
    }
    return checked;
}

template <class Value>
Result fill(Pointer to, Value value, size_t count) {
    Result checked = check_range("a fill", to, count * sizeof(Value));
    if (checked != Result::SUCCESS) {
        return checked;
    }
    if (to % sizeof(Value) != 0) {
        return refuse_call(Result::INVALID_VALUE, "a fill at 0x%llx, which is not aligned",
                           static_cast<unsigned long long>(to));
    }
    Value* values = static_cast<Value*>(at(to));
    for (size_t i = 0; i < count; i++) {
        values[i] = value;
    }
    device_memory.shadow.write(to, count * sizeof(Value));
    return Result::SUCCESS;
}

}  // namespace

}  // namespace emulator

using namespace emulator;

EMULATOR_DRIVER int cuMemAlloc_v2(Pointer* pointer, size_t bytes) {
    return in_context([&] {
        return device_memory.allocate(bytes, *memory_pools.of_plain_allocations(), pointer);
    });
}
EMULATOR_DRIVER int cuMemFree_v2(Pointer pointer) {
    return giving_back([&] { return device_memory.release(pointer); });
}
EMULATOR_DRIVER int cuMemGetInfo_v2(size_t* free_bytes, size_t* total) {
    return in_context([&] {
        *total = settings.memory_bytes;
        *free_bytes = memory_pools.free_bytes();
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuMemHostAlloc(void** pointer, size_t bytes, unsigned) {
    return in_context([&] {
        *pointer = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
        if (*pointer == nullptr) {
            return Result::OUT_OF_MEMORY;
        }
        pinned.insert(*pointer);
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuMemFreeHost(void* pointer) {
    return giving_back([&] {
        if (pinned.erase(pointer) == 0) {
            return refuse_call(Result::INVALID_VALUE, "expected pinned memory of the host, found other memory");
        }
        free(pointer);
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuMemcpyHtoD_v2(Pointer to, const void* from, size_t bytes) {
    return in_context([&] { return to_device(to, from, bytes); });
}
EMULATOR_DRIVER int cuMemcpyHtoDAsync_v2(Pointer to, const void* from, size_t bytes, Stream stream) {
    return on_stream(stream, [&] { return to_device(to, from, bytes); });
}
EMULATOR_DRIVER int cuMemcpyDtoH_v2(void* to, Pointer from, size_t bytes) {
    return in_context([&] { return to_host(to, from, bytes); });
}
EMULATOR_DRIVER int cuMemcpyDtoHAsync_v2(void* to, Pointer from, size_t bytes, Stream stream) {
    return on_stream(stream, [&] { return to_host(to, from, bytes); });
}
EMULATOR_DRIVER int cuMemcpyDtoD_v2(Pointer to, Pointer from, size_t bytes) {
    return in_context([&] { return within_device(to, from, bytes); });
}
EMULATOR_DRIVER int cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, size_t bytes, Stream stream) {
    return on_stream(stream, [&] { return within_device(to, from, bytes); });
}

EMULATOR_DRIVER int cuMemsetD8_v2(Pointer to, unsigned char value, size_t count) {
    return in_context([&] { return fill(to, value, count); });
}
EMULATOR_DRIVER int cuMemsetD8Async(Pointer to, unsigned char value, size_t count, Stream stream) {
    return on_stream(stream, [&] { return fill(to, value, count); });
}
EMULATOR_DRIVER int cuMemsetD32_v2(Pointer to, unsigned value, size_t count) {
    return in_context([&] { return fill(to, value, count); });
}
EMULATOR_DRIVER int cuMemsetD32Async(Pointer to, unsigned value, size_t count, Stream stream) {
    return on_stream(stream, [&] { return fill(to, value, count); });
}
