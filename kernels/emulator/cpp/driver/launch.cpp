// Launches, and attributes of functions.

#include <algorithm>

#include "../runtime/scheduler.hpp"
#include "../runtime/settings.hpp"
#include "limits.hpp"
#include "modules.hpp"
#include "streams.hpp"

namespace emulator {

namespace {

struct Size {
    unsigned x, y, z;
};

uint32_t most_threads(const FunctionRecord& function) {
    uint32_t bound = function.kernel->most_threads;
    return bound == 0 ? most_threads_of_block : std::min(bound, most_threads_of_block);
}

uint32_t blocks_at_once(const FunctionRecord& function, uint32_t threads, size_t dynamic_bytes) {
    return resident_blocks(threads, function.static_shared_bytes + dynamic_bytes);
}

Result check_launch(const FunctionRecord& function, Size grid, Size block, size_t dynamic_bytes, bool cooperative) {
    const char* name = function.kernel->name;
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || block.x == 0 || block.y == 0 || block.z == 0) {
        return refuse_call(Result::INVALID_VALUE, "kernel %s: expected a grid and blocks of at least 1, found 0", name);
    }
    if (grid.x > most_blocks_of_grid) {
        return refuse_call(Result::INVALID_VALUE, "kernel %s: found a grid of %u blocks, which is too large", name, grid.x);
    }
    if (grid.y != 1 || grid.z != 1 || block.y != 1 || block.z != 1) {
        return refuse_call(Result::NOT_SUPPORTED, "kernel %s: expected a grid and blocks of one dimension", name);
    }
    if (block.x > most_threads(function)) {
        // As in the driver: too many for any kernel is a bad value, too many for this one needs too many
        // resources.
        Result result = block.x > most_threads_of_block ? Result::INVALID_VALUE : Result::LAUNCH_OUT_OF_RESOURCES;
        return refuse_call(result, "kernel %s: found blocks of %u threads, expected at most %u", name, block.x,
                           most_threads(function));
    }
    if (dynamic_bytes > function.dynamic_limit ||
        function.static_shared_bytes + dynamic_bytes > std::max(shared_bytes_of_block, function.dynamic_limit)) {
        return refuse_call(Result::INVALID_VALUE,
                           "kernel %s is launched with %zu bytes of dynamic shared memory besides %zu of static, "
                           "it may have %zu",
                           name, dynamic_bytes, function.static_shared_bytes, function.dynamic_limit);
    }
    uint32_t at_once = blocks_at_once(function, block.x, dynamic_bytes);
    uint64_t most = uint64_t{multiprocessors()} * at_once;
    if (cooperative && grid.x > most) {
        return refuse_call(Result::COOPERATIVE_LAUNCH_TOO_LARGE,
                           "kernel %s: %u blocks of %u threads cannot all be resident, %u multiprocessors hold %u each",
                           name, grid.x, block.x, multiprocessors(), at_once);
    }
    return Result::SUCCESS;
}

Result launch(Function function, Size grid, Size block, size_t dynamic_bytes, void** parameters, bool cooperative) {
    if (!is_function(function)) {
        return refuse_call(Result::INVALID_HANDLE, "there is no such function");
    }
    Result checked = check_launch(*function, grid, block, dynamic_bytes, cooperative);
    if (checked != Result::SUCCESS) {
        return checked;
    }
    size_t shared_limit = std::max(shared_bytes_of_block, function->dynamic_limit);
    Result result =
        scheduler.run({function->kernel, parameters, grid.x, block.x, dynamic_bytes, shared_limit, cooperative});
    function->static_shared_bytes = std::max(function->static_shared_bytes, scheduler.static_shared_bytes());
    return result;
}

Result set_dynamic_limit(FunctionRecord& function, int bytes) {
    size_t wanted = static_cast<size_t>(bytes);
    if (bytes < 0 || function.static_shared_bytes + wanted > shared_bytes_of_block_opted_in) {
        return refuse_call(Result::INVALID_VALUE,
                           "kernel %s asks for %d bytes of dynamic shared memory besides %zu of static, a block may "
                           "have %zu",
                           function.kernel->name, bytes, function.static_shared_bytes, shared_bytes_of_block_opted_in);
    }
    function.dynamic_limit = wanted;
    return Result::SUCCESS;
}

template <class Work>
int with_function(Function function, Work work) {
    return in_context([&] {
        return is_function(function) ? work() : refuse_call(Result::INVALID_HANDLE, "there is no such function");
    });
}

}  // namespace

}  // namespace emulator

using namespace emulator;

EMULATOR_DRIVER int cuLaunchKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_bytes,
                                   Stream stream, void** parameters, void** extra) {
    return on_stream(stream, [&] {
        if (extra != nullptr) {
            return refuse_call(Result::NOT_SUPPORTED, "the emulator takes parameters one by one, not in a buffer");
        }
        Size grid = {grid_x, grid_y, grid_z};
        return launch(function, grid, {block_x, block_y, block_z}, dynamic_bytes, parameters, false);
    });
}
EMULATOR_DRIVER int cuLaunchCooperativeKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                              unsigned block_x, unsigned block_y, unsigned block_z,
                                              unsigned dynamic_bytes, Stream stream, void** parameters) {
    return on_stream(stream, [&] {
        Size grid = {grid_x, grid_y, grid_z};
        return launch(function, grid, {block_x, block_y, block_z}, dynamic_bytes, parameters, true);
    });
}

EMULATOR_DRIVER int cuFuncGetAttribute(int* value, int attribute, Function function) {
    return with_function(function, [&] {
        switch (attribute) {
            case 0: *value = static_cast<int>(most_threads(*function)); break;          // MAX_THREADS_PER_BLOCK
            case 1: *value = static_cast<int>(function->static_shared_bytes); break;    // SHARED_SIZE_BYTES
            case 2: *value = 0; break;                                                  // CONST_SIZE_BYTES
            case 3: *value = 0; break;                                                  // LOCAL_SIZE_BYTES
            case 4: *value = 32; break;                                                 // NUM_REGS
            case 5:                                                                     // PTX_VERSION
            case 6: *value = static_cast<int>(settings.capability_major * 10 + settings.capability_minor); break;
            case 8: *value = static_cast<int>(function->dynamic_limit); break;  // MAX_DYNAMIC_SHARED_SIZE_BYTES
            default:
                return refuse_call(Result::INVALID_VALUE, "the emulator knows no function attribute %d", attribute);
        }
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuFuncSetAttribute(Function function, int attribute, int value) {
    return with_function(function, [&] {
        switch (attribute) {
            case 8:  // MAX_DYNAMIC_SHARED_SIZE_BYTES
                return set_dynamic_limit(*function, value);
            case 9:  // PREFERRED_SHARED_MEMORY_CARVEOUT: advice
                return Result::SUCCESS;
            default:
                return refuse_call(Result::INVALID_VALUE, "the emulator sets no function attribute %d", attribute);
        }
    });
}
EMULATOR_DRIVER int cuFuncSetCacheConfig(Function function, int) {
    return with_function(function, [] { return Result::SUCCESS; });
}

EMULATOR_DRIVER int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function function, int threads,
                                                                size_t dynamic_bytes) {
    return with_function(function, [&] {
        if (threads <= 0) {
            return Result::INVALID_VALUE;
        }
        uint32_t wanted = static_cast<uint32_t>(threads);
        uint32_t found = wanted > most_threads(*function) ? 0 : blocks_at_once(*function, wanted, dynamic_bytes);
        *blocks = static_cast<int>(found);
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Function function, int threads,
                                                                         size_t dynamic_bytes, unsigned) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_bytes);
}
EMULATOR_DRIVER int cuOccupancyMaxPotentialBlockSize(int* blocks, int* threads, Function function,
                                                     size_t (*dynamic_bytes_of)(int), size_t dynamic_bytes, int limit) {
    return with_function(function, [&] {
        uint32_t most = most_threads(*function);
        most = limit > 0 ? std::min(most, static_cast<uint32_t>(limit)) : most;
        size_t bytes = dynamic_bytes_of == nullptr ? dynamic_bytes : dynamic_bytes_of(static_cast<int>(most));
        *threads = static_cast<int>(most);
        *blocks = static_cast<int>(multiprocessors() * blocks_at_once(*function, most, bytes));
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuOccupancyMaxPotentialBlockSizeWithFlags(int* blocks, int* threads, Function function,
                                                              size_t (*dynamic_bytes_of)(int), size_t dynamic_bytes,
                                                              int limit, unsigned) {
    return cuOccupancyMaxPotentialBlockSize(blocks, threads, function, dynamic_bytes_of, dynamic_bytes, limit);
}
EMULATOR_DRIVER int cuOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, Function function, int blocks, int) {
    return with_function(function, [&] {
        if (blocks <= 0) {
            return Result::INVALID_VALUE;
        }
        size_t share = std::min(shared_bytes_of_multiprocessor / static_cast<size_t>(blocks), shared_bytes_of_block);
        *bytes = share - std::min(share, function->static_shared_bytes);
        return Result::SUCCESS;
    });
}
