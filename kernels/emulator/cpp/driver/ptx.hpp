// What the emulator reads of PTX: which kernels an image has, and what parameters they take.
//
// The kernels that run are those compiled into this library, not the PTX. But the PTX is what a device gets, so what it
// says is compared: a kernel that it does not have, or has with other parameters, is a stale image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace emulator {

struct PtxEntry {
    std::string name;
    std::vector<uint32_t> parameter_bytes;
    size_t shared_bytes = 0;  // of the variables declared in its body, and of those outside that it names
    std::set<std::string> words = {};  // of its body
};

struct PtxImage {
    bool valid = false;  // begins as PTX does: with .version, .target and .address_size
    uint32_t capability = 0;  // the 75 of `.target sm_75`
    std::vector<PtxEntry> entries;
};

PtxImage read_ptx(const std::string& text);

}  // namespace emulator
