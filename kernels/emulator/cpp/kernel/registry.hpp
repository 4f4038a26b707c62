// Registry of the kernels in this library.
//
// The generated sources (src/library/registry.rs) include one .cu each and register its kernels here, by
// name, with the sizes of their parameters; the driver compares these with the PTX.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hooks.hpp"

#pragma GCC visibility push(hidden)
namespace emulator {

struct Kernel {
    const char* name;
    const char* file;
    uint32_t most_threads;  // of a block, from __launch_bounds__; 0 if the kernel does not say
    uint32_t parameter_count;
    const uint32_t* parameter_bytes;
    void (*call)(void** parameters);  // runs it as one thread; as in cuLaunchKernel, each entry points to a value
    Kernel* next;
};

// The head of the list of all kernels.
extern Kernel* registered_kernels;

template <class Function>
struct Signature;

template <class... Parameters>
struct Signature<void (*)(Parameters...)> {
    static constexpr uint32_t count = sizeof...(Parameters);
    static constexpr uint32_t bytes[count + 1] = {sizeof(Parameters)..., 0};

    template <void (*function)(Parameters...)>
    EMULATOR_PRIMITIVE static void call(void** parameters) {
        spread<function>(parameters, std::make_index_sequence<count>{});
    }

  private:
    template <void (*function)(Parameters...), size_t... index>
    EMULATOR_PRIMITIVE static void spread([[maybe_unused]] void** parameters, std::index_sequence<index...>) {
        function(*static_cast<Parameters*>(parameters[index])...);
    }
};

struct Registration {
    Registration(Kernel kernel) : kernel(kernel) {
        this->kernel.next = registered_kernels;
        registered_kernels = &this->kernel;
    }
    Kernel kernel;
};

// The first number of __launch_bounds__.
constexpr uint32_t launch_bounds(uint32_t threads = 0, uint32_t = 0, uint32_t = 0) { return threads; }

}  // namespace emulator
#pragma GCC visibility pop

#define EMULATOR_REGISTER(function, file, ...)                                               \
    static ::emulator::Registration registration_of_##function({                             \
        #function, file, ::emulator::launch_bounds(__VA_ARGS__),                             \
        ::emulator::Signature<decltype(&function)>::count,                                   \
        ::emulator::Signature<decltype(&function)>::bytes,                                   \
        &::emulator::Signature<decltype(&function)>::call<&function>, nullptr})
