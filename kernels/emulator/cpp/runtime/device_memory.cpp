#include "device_memory.hpp"

#include <cstring>
#include <sys/mman.h>

#include "fault.hpp"
#include "settings.hpp"

namespace emulator {

DeviceMemory device_memory;

namespace {

constexpr size_t alignment = 512;
// Between two allocations, so that an index that is wrong by a few thousand does not hit the neighbour.
constexpr size_t gap = 8192;
// Freed memory keeps its pages, filled with the pattern, until this number of bytes is freed.
constexpr size_t kept_when_freed = 64u << 20;

size_t rounded_up(size_t bytes, size_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }

void* reserve_addresses(size_t bytes) {
    void* memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

bool DeviceMemory::reserve() {
    // As much as the system allows: memory is committed at the first write.
    for (size_t bytes = size_t{1} << 40; bytes >= size_t{1} << 30; bytes /= 2) {
        void* memory = reserve_addresses(bytes);
        void* planes = memory == nullptr ? nullptr : reserve_addresses(Shadow::bytes_of_planes(bytes));
        if (planes != nullptr) {
            first = reinterpret_cast<uint64_t>(memory);
            reserved = bytes;
            next = first + gap;
            shadow.cover(memory, bytes, planes);
            return true;
        }
        if (memory != nullptr) {
            munmap(memory, bytes);
        }
    }
    return false;
}

Result DeviceMemory::allocate(size_t bytes, MemoryPool& pool, uint64_t* address) {
    if (bytes == 0) {
        return refuse_call(Result::INVALID_VALUE, "expected an allocation of at least 1 byte, found 0");
    }
    if ((reserved == 0 && !reserve()) || bytes > first + reserved - next - 2 * gap || !memory_pools.take(pool, bytes)) {
        return Result::OUT_OF_MEMORY;
    }
    *address = next;
    next = rounded_up(next + bytes + gap, alignment);
    memset(reinterpret_cast<void*>(*address), fresh_byte(), bytes);
    shadow.allocate(*address, bytes);
    allocations[*address] = {bytes, false, &pool};
    used_bytes += bytes;
    most_used_bytes = used_bytes > most_used_bytes ? used_bytes : most_used_bytes;
    return Result::SUCCESS;
}

Result DeviceMemory::release(uint64_t address) {
    if (address == 0) {
        return Result::SUCCESS;
    }
    auto found = allocations.find(address);
    if (found == allocations.end() || found->second.freed) {
        return refuse_call(Result::INVALID_VALUE, "0x%llx is freed, which is %s",
                           static_cast<unsigned long long>(address), describe(address).c_str());
    }
    Allocation& allocation = found->second;
    allocation.freed = true;
    if (allocation.pool != nullptr) {
        used_bytes -= allocation.bytes;
        memory_pools.give_back(*allocation.pool, allocation.bytes);
    }
    shadow.release(address, allocation.bytes);
    freed_bytes_kept += allocation.bytes;
    if (freed_bytes_kept <= kept_when_freed) {
        memset(reinterpret_cast<void*>(address), fresh_byte(), allocation.bytes);
        return Result::SUCCESS;
    }
    for (auto& [start, each] : allocations) {
        if (each.freed) {
            uint64_t page = rounded_up(start, 4096);
            uint64_t end = (start + each.bytes) / 4096 * 4096;
            if (end > page) {
                madvise(reinterpret_cast<void*>(page), end - page, MADV_DONTNEED);
            }
        }
    }
    freed_bytes_kept = 0;
    return Result::SUCCESS;
}

std::string DeviceMemory::describe(uint64_t address) const {
    if (address < 65536) {
        return "at a null pointer";
    }
    if (!shadow.covers(address)) {
        return "not on the device: it may be a pointer of the host";
    }
    auto after = allocations.upper_bound(address);
    std::string text = "far from every allocation";
    size_t distance = size_t{1} << 20;
    if (after != allocations.begin()) {
        auto before = std::prev(after);
        const Allocation& allocation = before->second;
        const char* freed = allocation.freed ? "a freed allocation" : "an allocation";
        if (address < before->first + allocation.bytes) {
            return formatted("%zu bytes into %s of %zu bytes", static_cast<size_t>(address - before->first), freed,
                             allocation.bytes);
        }
        size_t past = address - before->first - allocation.bytes;
        if (past < distance) {
            distance = past;
            text = formatted("%zu bytes after the end of %s of %zu bytes", past, freed, allocation.bytes);
        }
    }
    if (after != allocations.end() && after->first - address < distance) {
        const char* freed = after->second.freed ? "a freed allocation" : "an allocation";
        text = formatted("%zu bytes before the start of %s of %zu bytes", static_cast<size_t>(after->first - address),
                         freed, after->second.bytes);
    }
    return text;
}

size_t DeviceMemory::live_allocations() const {
    size_t live = 0;
    for (const auto& [start, allocation] : allocations) {
        live += allocation.pool != nullptr && !allocation.freed;
    }
    return live;
}

void DeviceMemory::begin_session() {
    bool left_over = false;
    for (auto& [start, allocation] : allocations) {
        allocation.pool = nullptr;
        left_over |= !allocation.freed;
    }
    used_bytes = 0;
    most_used_bytes = 0;
    memory_pools.begin_session();
    if (!left_over && reserved != 0) {
        start_over();
    }
}

void DeviceMemory::start_over() {
    madvise(reinterpret_cast<void*>(first), next - first, MADV_DONTNEED);
    allocations.clear();
    freed_bytes_kept = 0;
    next = first + gap;
}

}  // namespace emulator
