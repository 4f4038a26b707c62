// Undefined behaviour of C++, or of a device: found by the compiler's own checks.
//
// With -fsanitize=alignment,bounds,shift-exponent,integer-divide-by-zero the compiler inserts a comparison
// before each such operation, and a call of one of these functions if it fails. They end the launch. Their
// arguments about types and places have the compiler's layout.

#include <cinttypes>

#include "fault.hpp"

namespace emulator {

namespace {

struct SourcePlace {
    const char* file;
    uint32_t line, column;
};

struct TypeDescription {
    uint16_t kind;  // 0: an integer
    uint16_t details;  // of an integer: whether it is signed, in the lowest bit
    char name[1];      // in quotes, as long as it is
};

struct PointerExpectation {
    SourcePlace where;
    const TypeDescription* type;
    uint8_t alignment_log2;
    uint8_t access;
};

struct ArrayExpectation {
    SourcePlace where;
    const TypeDescription* array;
    const TypeDescription* index;
};

struct ShiftExpectation {
    SourcePlace where;
    const TypeDescription* left;
    const TypeDescription* right;
};

}  // namespace

}  // namespace emulator

extern "C" {
#pragma GCC visibility push(hidden)

void __ubsan_handle_type_mismatch_v1(const emulator::PointerExpectation* expected, uint64_t address) {
    emulator::fault(emulator::Result::MISALIGNED_ADDRESS, EMULATOR_PLACE,
                    "an access at 0x%" PRIx64 ", which is not a multiple of %u, as its type %s requires", address,
                    1u << expected->alignment_log2, expected->type->name);
}

void __ubsan_handle_out_of_bounds(const emulator::ArrayExpectation* expected, uint64_t index) {
    emulator::fault(emulator::Result::ILLEGAL_ADDRESS, EMULATOR_PLACE, "index %" PRId64 " in an array of type %s",
                    static_cast<int64_t>(index), expected->array->name);
}

void __ubsan_handle_shift_out_of_bounds(const emulator::ShiftExpectation* expected, uint64_t, uint64_t bits) {
    emulator::fault(emulator::Result::LAUNCH_FAILED, EMULATOR_PLACE,
                    "a shift of type %s by %" PRId64 " bits, whose result is undefined", expected->left->name,
                    static_cast<int64_t>(bits));
}

void __ubsan_handle_divrem_overflow(const void*, uint64_t, uint64_t) {
    emulator::fault(emulator::Result::LAUNCH_FAILED, EMULATOR_PLACE, "a division by 0, whose result is undefined");
}

#pragma GCC visibility pop
}
