// Modules and their functions.
#pragma once

#include <map>
#include <string>

#include "../kernel/registry.hpp"
#include "call.hpp"
#include "ptx.hpp"

namespace emulator {

struct FunctionRecord {
    const Kernel* kernel;
    size_t static_shared_bytes;  // from the PTX, or the largest use of a launch
    size_t dynamic_limit;        // the most dynamic shared memory of a launch; cuFuncSetAttribute raises it
};

struct ModuleRecord {
    const PtxImage& image;
    bool any_image;  // the image is not PTX, and that is allowed
    std::map<std::string, FunctionRecord> functions;
};

bool is_function(Function function);

}  // namespace emulator
