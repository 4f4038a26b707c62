// Devices and contexts.
//
// All devices are alike and share one memory. A context is no more than the right to use one.

#include <cstdio>
#include <cstring>
#include <vector>

#include "../runtime/device_memory.hpp"
#include "../runtime/scheduler.hpp"
#include "../runtime/settings.hpp"
#include "call.hpp"
#include "limits.hpp"

namespace emulator {

std::recursive_mutex driver_lock;
bool initialized = false;
Counters counters = {};

struct ContextRecord {
    Device device;
};

namespace {

thread_local Context current_context = nullptr;

Context context_of(Device device) {
    static std::vector<ContextRecord*> contexts;
    while (contexts.size() <= static_cast<size_t>(device)) {
        contexts.push_back(new ContextRecord{static_cast<Device>(contexts.size())});
    }
    return contexts[static_cast<size_t>(device)];
}

bool exists(Device device) { return device >= 0 && static_cast<uint32_t>(device) < settings.devices; }

template <class Work>
int with_device(Device device, Work work) {
    return without_context([&] { return exists(device) ? work() : Result::INVALID_DEVICE; });
}

}  // namespace

Result context_state() {
    if (!initialized) {
        return Result::NOT_INITIALIZED;
    }
    if (problem.result != Result::SUCCESS) {
        return problem.result;
    }
    return current_context == nullptr ? Result::INVALID_CONTEXT : Result::SUCCESS;
}

}  // namespace emulator

using namespace emulator;

EMULATOR_DRIVER int cuInit(unsigned flags) {
    std::lock_guard<std::recursive_mutex> guard(driver_lock);
    if (flags != 0) {
        return static_cast<int>(Result::INVALID_VALUE);
    }
    if (settings.devices == 0) {
        return static_cast<int>(Result::NO_DEVICE);
    }
    initialized = true;
    return 0;
}

EMULATOR_DRIVER int cuDriverGetVersion(int* version) {
    *version = 12000;
    return 0;
}

EMULATOR_DRIVER int cuDeviceGetCount(int* count) {
    return without_context([&] {
        *count = static_cast<int>(settings.devices);
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuDeviceGet(Device* device, int ordinal) {
    return with_device(ordinal, [&] {
        *device = ordinal;
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuDeviceGetName(char* name, int length, Device device) {
    return with_device(device, [&] {
        snprintf(name, static_cast<size_t>(length), "Boscage emulator");
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuDeviceTotalMem_v2(size_t* bytes, Device device) {
    return with_device(device, [&] {
        *bytes = settings.memory_bytes;
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuDeviceGetAttribute(int* value, int attribute, Device device) {
    return with_device(device, [&] {
        if (!device_attribute(attribute, value)) {
            return refuse_call(Result::INVALID_VALUE, "the emulator knows no device attribute %d", attribute);
        }
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuDeviceGetUuid_v2(char* uuid, Device device) {
    return with_device(device, [&] {
        memcpy(uuid, "emulated-cuda-00", 16);
        uuid[15] = static_cast<char>('0' + device);
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuDeviceGetUuid(char* uuid, Device device) { return cuDeviceGetUuid_v2(uuid, device); }

EMULATOR_DRIVER int cuDevicePrimaryCtxRetain(Context* context, Device device) {
    return with_device(device, [&] {
        *context = context_of(device);
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuDevicePrimaryCtxRelease_v2(Device device) {
    return with_device(device, [] { return Result::SUCCESS; });
}

EMULATOR_DRIVER int cuCtxGetCurrent(Context* context) {
    *context = current_context;
    return initialized ? 0 : static_cast<int>(Result::NOT_INITIALIZED);
}
EMULATOR_DRIVER int cuCtxSetCurrent(Context context) {
    current_context = context;
    return initialized ? 0 : static_cast<int>(Result::NOT_INITIALIZED);
}
EMULATOR_DRIVER int cuCtxGetDevice(Device* device) {
    return in_context([&] {
        *device = current_context->device;
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuCtxSynchronize() {
    return in_context([] { return Result::SUCCESS; });
}
