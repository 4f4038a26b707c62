// The emulator's view of PTX: the kernels of an image, and their parameters.
//
// The kernels that run are those in this library, not the PTX. But a device gets the PTX, so it is compared:
// if a kernel is missing in it, or has other parameters, the image is stale.
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
