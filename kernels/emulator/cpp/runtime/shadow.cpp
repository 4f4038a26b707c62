#include "shadow.hpp"

#include <cstring>
#include <vector>

#include "races.hpp"

namespace emulator {

namespace {

// Cuts a range at multiples of 8 and calls `holds(address, bytes)` per piece, until it returns `false`.
template <class Holds>
bool all_pieces(uint64_t address, size_t bytes, Holds holds) {
    while (bytes > 0) {
        size_t here = 8 - (address & 7);
        size_t piece = bytes < here ? bytes : here;
        if (!holds(address, piece)) {
            return false;
        }
        address += piece;
        bytes -= piece;
    }
    return true;
}

}  // namespace

void Shadow::allocate(uint64_t address, size_t bytes) {
    uint8_t* counts = allocated + (address - first) / 8;
    memset(counts, 8, bytes / 8);
    if (bytes % 8 != 0) {
        counts[bytes / 8] = static_cast<uint8_t>(bytes % 8);
    }
    if (races::searched) {
        write(address, bytes);
    }
}

void Shadow::release(uint64_t address, size_t bytes) {
    uint64_t start = (address - first) / 8;
    memset(allocated + start, 0, (bytes + 7) / 8);
    memset(written + start, 0, (bytes + 7) / 8);
}

bool Shadow::admits_pieces(uint64_t address, size_t bytes, Access access) {
    if (access != Access::Write) {
        return is_written(address, bytes);
    }
    if (!is_allocated(address, bytes)) {
        return false;
    }
    write(address, bytes);
    return true;
}

bool Shadow::is_allocated(uint64_t address, size_t bytes) const {
    return all_pieces(address, bytes, [&](uint64_t at, size_t few) { return are_few_allocated(at, few); });
}

bool Shadow::is_written(uint64_t address, size_t bytes) const {
    return all_pieces(address, bytes, [&](uint64_t at, size_t few) { return are_few_written(at, few); });
}

size_t Shadow::unwritten(uint64_t address, size_t bytes, uint64_t* first_of_them) const {
    size_t count = 0;
    for (uint64_t at = address; at < address + bytes; at++) {
        if (!are_few_written(at, 1)) {
            *first_of_them = count == 0 ? at : *first_of_them;
            count++;
        }
    }
    return count;
}

void Shadow::write(uint64_t address, size_t bytes) {
    all_pieces(address, bytes, [&](uint64_t at, size_t few) {
        write_few(at, few);
        return true;
    });
}

void Shadow::copy(uint64_t to, uint64_t from, size_t bytes) {
    if (is_written(from, bytes)) {
        write(to, bytes);
        return;
    }
    std::vector<bool> known(bytes);  // all of it first: the two may overlap
    for (size_t i = 0; i < bytes; i++) {
        known[i] = are_few_written(from + i, 1);
    }
    for (size_t i = 0; i < bytes; i++) {
        uint64_t offset = to + i - first;
        unsigned others = written[offset >> 3] & ~bits(offset, 1);
        written[offset >> 3] = static_cast<uint8_t>(known[i] ? others | bits(offset, 1) : others);
    }
}

}  // namespace emulator
