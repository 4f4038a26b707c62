// Names of CUDA for kernels that are compiled for the processor.
//
// kernels/cuda/device.cuh includes this header if EMULATED_CUDA is defined. Every name of CUDA C++ that our
// kernels use is defined here: most are plain functions, and those at which threads meet or race call the
// runtime (kernel/hooks.hpp), which runs each CUDA thread as a fiber. Other names do not compile, or end the
// launch with a message that names the cure.
#pragma once

#include "kernel/words.hpp"
#include "kernel/bits.hpp"
#include "kernel/hooks.hpp"
#include "kernel/memory.hpp"
#include "kernel/atomics.hpp"
#include "kernel/warp.hpp"

// The compiler does not check these by itself.
#ifndef EMULATED_CUDA_RACES
#define memcpy(to, from, bytes) ::emulator::copy_bytes(to, from, bytes)
#define memset(to, value, bytes) ::emulator::fill_bytes(to, value, bytes)
#endif
