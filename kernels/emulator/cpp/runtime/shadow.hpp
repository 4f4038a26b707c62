// State of each byte of a range of memory: allocated or not, written or not.
//
// Two planes, with one byte each per 8 bytes of memory. A byte of the plane of allocated memory has the
// number of allocated bytes, from the first: allocations begin at multiples of 8. A byte of the plane of
// written memory has one bit per byte. Written memory is allocated, so one load checks a read.
//
// In the search for races the emulator does not see plain stores: there, all allocated memory counts as
// written.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../kernel/hooks.hpp"

namespace emulator {

class Shadow {
  public:
    // Covers `bytes` bytes from `start`, both multiples of 8; `planes` is zeroed memory of
    // `bytes_of_planes(bytes)`.
    void cover(const void* start, size_t bytes, void* planes) {
        first = reinterpret_cast<uint64_t>(start);
        size = bytes;
        allocated = static_cast<uint8_t*>(planes);
        written = allocated + bytes / 8;
    }
    static constexpr size_t bytes_of_planes(size_t bytes) { return bytes / 8 * 2; }
    bool covers(uint64_t address) const { return address - first < size; }

    void allocate(uint64_t address, size_t bytes);
    // Also releases the rest of the last 8 bytes.
    void release(uint64_t address, size_t bytes);

    // Returns `true` if an access is correct: all bytes it writes are allocated, all bytes it reads are
    // written. A correct write is noted. `bytes` is at most 8; the access may not cross a multiple of 8, or
    // the result is `false`.
    bool admits_few(uint64_t address, size_t bytes, Access access) {
        if (access != Access::Write) {
            return are_few_written(address, bytes);
        }
        if (!are_few_allocated(address, bytes)) {
            return false;
        }
        write_few(address, bytes);
        return true;
    }
    // The same for any number of bytes at any address.
    bool admits(uint64_t address, size_t bytes, Access access) {
        return (bytes <= 8 && admits_few(address, bytes, access)) || admits_pieces(address, bytes, access);
    }

    bool is_allocated(uint64_t address, size_t bytes) const;
    bool is_written(uint64_t address, size_t bytes) const;
    // Number of these bytes, all allocated, that nobody has written; `*first_of_them` is the first.
    size_t unwritten(uint64_t address, size_t bytes, uint64_t* first_of_them) const;

    // Marks allocated bytes as written, or copies the state of others.
    void write(uint64_t address, size_t bytes);
    void copy(uint64_t to, uint64_t from, size_t bytes);

  private:
    bool admits_pieces(uint64_t address, size_t bytes, Access access);
    static unsigned bits(uint64_t offset, size_t bytes) { return ((1u << bytes) - 1) << (offset & 7); }
    bool are_few_allocated(uint64_t address, size_t bytes) const {
        uint64_t offset = address - first;
        return offset < size && (offset & 7) + bytes <= allocated[offset >> 3];
    }
    bool are_few_written(uint64_t address, size_t bytes) const {
        uint64_t offset = address - first;
        return offset < size && (bits(offset, bytes) & ~unsigned{written[offset >> 3]}) == 0;
    }
    void write_few(uint64_t address, size_t bytes) {
        uint64_t offset = address - first;
        written[offset >> 3] = static_cast<uint8_t>(written[offset >> 3] | bits(offset, bytes));
    }

    uint64_t first = 0;
    uint64_t size = 0;
    uint8_t* allocated = nullptr;
    uint8_t* written = nullptr;
};

}  // namespace emulator
