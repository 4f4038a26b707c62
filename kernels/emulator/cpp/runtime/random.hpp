// The seeded source of all choices of a schedule.
#pragma once

#include <cstdint>

namespace emulator {

// xorshift64*: small, fast, the same everywhere.
class Random {
  public:
    explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull) {
        if (state == 0) {
            state = 1;
        }
    }

    uint32_t next() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return static_cast<uint32_t>(state * 0x2545f4914f6cdd1dull >> 32);
    }

    // A number less than `bound`, which is not 0.
    uint32_t below(uint32_t bound) { return static_cast<uint32_t>(static_cast<uint64_t>(next()) * bound >> 32); }

    bool one_in(uint32_t n) { return below(n) == 0; }

  private:
    uint64_t state;
};

}  // namespace emulator
