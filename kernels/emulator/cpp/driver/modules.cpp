#include "modules.hpp"

#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "../runtime/settings.hpp"
#include "limits.hpp"

namespace emulator {

Kernel* registered_kernels = nullptr;

namespace {

std::set<Module> modules;

const Kernel* find_kernel(const std::string& name) {
    for (const Kernel* kernel = registered_kernels; kernel != nullptr; kernel = kernel->next) {
        if (name == kernel->name) {
            return kernel;
        }
    }
    return nullptr;
}

std::string list_of(const uint32_t* bytes, size_t count) {
    std::string list;
    for (size_t i = 0; i < count; i++) {
        list += (i == 0 ? "" : ", ") + std::to_string(bytes[i]);
    }
    return "(" + list + ")";
}

// Parsed once: tests load the same few images many thousand times.
const PtxImage& image_of(const char* text) {
    static std::map<std::string, PtxImage> images;
    auto [place, is_new] = images.try_emplace(text);
    if (is_new) {
        place->second = read_ptx(place->first);
    }
    return place->second;
}

Result load(Module* module, const char* text) {
    const PtxImage& image = image_of(text);
    if (!image.valid && !settings.accept_any_image) {
        return refuse_call(Result::INVALID_IMAGE, "the image is no PTX: it lacks .version, .target or .address_size");
    }
    if (image.capability > settings.capability_major * 10 + settings.capability_minor) {
        return refuse_call(Result::NO_BINARY_FOR_GPU, "the PTX is for sm_%u, the device has compute capability %u.%u",
                           image.capability, settings.capability_major, settings.capability_minor);
    }
    for (const PtxEntry& entry : image.entries) {
        if (entry.shared_bytes > shared_bytes_of_block) {
            return refuse_call(Result::INVALID_PTX, "kernel %s has %zu bytes of static shared memory, it may have %zu",
                               entry.name.c_str(), entry.shared_bytes, shared_bytes_of_block);
        }
    }
    bool any_image = !image.valid;
    *module = *modules.insert(new ModuleRecord{image, any_image, {}}).first;
    return Result::SUCCESS;
}

// The kernel in this library must have the parameters of the PTX.
Result compare(const PtxEntry& entry, const Kernel& kernel) {
    size_t count = entry.parameter_bytes.size();
    std::string in_ptx = list_of(entry.parameter_bytes.data(), count);
    std::string in_source = list_of(kernel.parameter_bytes, kernel.parameter_count);
    if (in_ptx == in_source) {
        return Result::SUCCESS;
    }
    return refuse_call(Result::INVALID_IMAGE, "stale PTX: kernel %s takes parameters of %s bytes there, of %s in %s",
                       kernel.name, in_ptx.c_str(), in_source.c_str(), kernel.file);
}

Result find_function(Function* function, Module module, const char* name) {
    if (modules.count(module) == 0) {
        return refuse_call(Result::INVALID_HANDLE, "there is no such module");
    }
    auto known = module->functions.find(name);
    if (known != module->functions.end()) {
        *function = &known->second;
        return Result::SUCCESS;
    }
    const PtxEntry* entry = nullptr;
    for (const PtxEntry& each : module->image.entries) {
        entry = each.name == name ? &each : entry;
    }
    if (entry == nullptr && !module->any_image) {
        return refuse_call(Result::NOT_FOUND, "the PTX has no kernel %s", name);
    }
    const Kernel* kernel = find_kernel(name);
    if (kernel == nullptr) {
        return refuse_call(Result::NOT_FOUND, "the emulator was installed without a kernel %s", name);
    }
    if (entry != nullptr) {
        Result compared = compare(*entry, *kernel);
        if (compared != Result::SUCCESS) {
            return compared;
        }
    }
    size_t shared = entry == nullptr ? 0 : entry->shared_bytes;
    *function = &module->functions.emplace(name, FunctionRecord{kernel, shared, shared_bytes_of_block}).first->second;
    return Result::SUCCESS;
}

}  // namespace

bool is_function(Function function) {
    for (Module module : modules) {
        for (auto& [name, each] : module->functions) {
            if (&each == function) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace emulator

using namespace emulator;

EMULATOR_DRIVER int cuModuleLoadData(Module* module, const void* image) {
    return in_context([&] { return load(module, static_cast<const char*>(image)); });
}
EMULATOR_DRIVER int cuModuleLoadDataEx(Module* module, const void* image, unsigned, int*, void**) {
    return cuModuleLoadData(module, image);
}
EMULATOR_DRIVER int cuModuleLoad(Module* module, const char* path) {
    return in_context([&] {
        std::ifstream file(path);
        if (!file) {
            return refuse_call(Result::FILE_NOT_FOUND, "%s cannot be read", path);
        }
        std::stringstream text;
        text << file.rdbuf();
        return load(module, text.str().c_str());
    });
}
EMULATOR_DRIVER int cuModuleUnload(Module module) {
    return giving_back([&] {
        if (modules.erase(module) == 0) {
            return refuse_call(Result::INVALID_HANDLE, "there is no such module");
        }
        delete module;
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuModuleGetFunction(Function* function, Module module, const char* name) {
    return in_context([&] { return find_function(function, module, name); });
}
EMULATOR_DRIVER int cuModuleGetGlobal_v2(Pointer*, size_t*, Module, const char* name) {
    return in_context([&] {
        return refuse_call(Result::NOT_FOUND, "the emulator has no global variables: %s was not found", name);
    });
}
