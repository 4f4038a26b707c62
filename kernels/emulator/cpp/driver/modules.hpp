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
    size_t static_shared_bytes;  // as the PTX says, or as much as a launch was seen to use
    size_t dynamic_limit;        // the most dynamic shared memory of a launch; cuFuncSetAttribute raises it
};

struct ModuleRecord {
    const PtxImage& image;
    bool any_image;  // it was not PTX, and that was allowed
    std::map<std::string, FunctionRecord> functions;
};

bool is_function(Function function);

}  // namespace emulator
