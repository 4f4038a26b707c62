// The shared memory of one block: its variables, byte for byte.
//
// Variables have gaps between them, and a shadow marks their bytes, so that an index past the end of an array
// is found even where the next array would follow on a device. The size without the gaps counts against the
// device's limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../kernel/hooks.hpp"
#include "shadow.hpp"

namespace emulator {

class SharedMemory {
  public:
    SharedMemory();

    // Begins a new block: nothing is declared but the launch's `dynamic_bytes`.
    void begin(size_t dynamic_bytes);

    // Address of `variable`, null if it has not been placed.
    char* find(const SharedVariable& variable) const {
        return variable.number < places.size() ? places[variable.number] : nullptr;
    }
    // Places it, filled with a pattern; null if the block would then have more than `limit` bytes.
    char* place(const SharedVariable& variable, size_t limit);

    char* dynamic() const { return dynamic_start; }
    // Size of all variables, each at its alignment; without the dynamic part.
    size_t static_bytes() const { return declared_bytes; }

    Shadow shadow;
    std::string describe(uint64_t address) const;

    // Addresses of tokens for the block's meetings, for the search for races. Nothing is stored there.
    char* token(size_t number) const { return memory + capacity + number; }

  private:
    struct Extent {
        size_t offset, bytes;
    };

    char* carve(size_t bytes);

    static constexpr size_t capacity = 256 * 1024;
    static constexpr size_t gap = 64;

    char* memory;
    std::vector<char*> places;  // by the number of the variable
    std::vector<Extent> extents;
    char* dynamic_start = nullptr;
    size_t dynamic_bytes = 0;
    size_t declared_bytes = 0;
    size_t used = 0;  // of `memory`
};

}  // namespace emulator
