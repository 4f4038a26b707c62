#include "shared_memory.hpp"

#include <cstring>
#include <sys/mman.h>

#include "fault.hpp"
#include "settings.hpp"

namespace emulator {

SharedMemory::SharedMemory() {
    constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    size_t bytes = capacity + Shadow::bytes_of_planes(capacity);
    void* both = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (both == MAP_FAILED) {
        abort();  // 320 KiB of addresses
    }
    memory = static_cast<char*>(both);
    shadow.cover(memory, capacity, memory + capacity);
}

void SharedMemory::begin(size_t dynamic) {
    shadow.release(reinterpret_cast<uint64_t>(memory), used);
    places.clear();
    extents.clear();
    used = 0;
    declared_bytes = 0;
    dynamic_bytes = dynamic;
    dynamic_start = carve(dynamic);
}

char* SharedMemory::place(const SharedVariable& variable, size_t limit) {
    size_t alignment = variable.alignment;
    declared_bytes = (declared_bytes + alignment - 1) / alignment * alignment + variable.bytes;
    if (declared_bytes + dynamic_bytes > limit) {
        return nullptr;
    }
    if (places.size() <= variable.number) {
        places.resize(variable.number + 1);
    }
    return places[variable.number] = carve(variable.bytes);
}

char* SharedMemory::carve(size_t bytes) {
    size_t offset = (used + gap + 15) / 16 * 16;
    used = offset + bytes;
    if (used > capacity) {
        abort();  // more than 2,000 variables: their gaps alone fill the memory
    }
    memset(memory + offset, fresh_byte(), bytes);
    shadow.allocate(reinterpret_cast<uint64_t>(memory + offset), bytes);
    extents.push_back({offset, bytes});
    return memory + offset;
}

std::string SharedMemory::describe(uint64_t address) const {
    size_t offset = address - reinterpret_cast<uint64_t>(memory);
    const Extent* nearest = nullptr;
    for (const Extent& extent : extents) {
        if (extent.offset <= offset && extent.bytes > 0) {
            nearest = &extent;
        }
    }
    if (nearest == nullptr) {
        return "before the first variable of shared memory";
    }
    if (offset < nearest->offset + nearest->bytes) {
        return formatted("%zu bytes into a variable of %zu bytes in shared memory", offset - nearest->offset,
                         nearest->bytes);
    }
    return formatted("%zu bytes after the end of a variable of %zu bytes in shared memory",
                     offset - nearest->offset - nearest->bytes, nearest->bytes);
}

}  // namespace emulator
