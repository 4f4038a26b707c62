// What a kernel sees in place of CUDA's own words when it is compiled for the processor.
//
// kernels/cuda/device.cuh includes this header where EMULATED_CUDA is defined. Every word of CUDA C++ that our
// kernels use is given a meaning here: most are plain functions, and those at which threads meet or race lead into the
// runtime (kernel/hooks.hpp), which runs each CUDA thread as a fiber. Words that have no meaning here do not compile,
// or refuse with a message that names the cure.
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
