// The driver's results that the emulator returns, by their numbers in cuda.h.
#pragma once

namespace emulator {

// The names are CUDA's, without the CUDA_ERROR_ in front.
#define EMULATOR_RESULTS(result)                                                                        \
    result(INVALID_VALUE, 1, "invalid argument")                                                        \
    result(OUT_OF_MEMORY, 2, "out of memory")                                                           \
    result(NOT_INITIALIZED, 3, "initialization error")                                                  \
    result(DEINITIALIZED, 4, "driver shutting down")                                                    \
    result(NO_DEVICE, 100, "no CUDA-capable device is detected")                                        \
    result(INVALID_DEVICE, 101, "invalid device ordinal")                                               \
    result(INVALID_IMAGE, 200, "device kernel image is invalid")                                        \
    result(INVALID_CONTEXT, 201, "invalid device context")                                              \
    result(NO_BINARY_FOR_GPU, 209, "no kernel image is available for execution on the device")          \
    result(INVALID_PTX, 218, "a PTX JIT compilation failed")                                            \
    result(UNSUPPORTED_PTX_VERSION, 222, "the provided PTX was compiled with an unsupported toolchain") \
    result(FILE_NOT_FOUND, 301, "file not found")                                                       \
    result(INVALID_HANDLE, 400, "invalid resource handle")                                              \
    result(NOT_FOUND, 500, "named symbol not found")                                                    \
    result(NOT_READY, 600, "device not ready")                                                          \
    result(ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered")                            \
    result(LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch")                     \
    result(LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated")                              \
    result(MISALIGNED_ADDRESS, 716, "misaligned address")                                               \
    result(LAUNCH_FAILED, 719, "unspecified launch failure")                                            \
    result(COOPERATIVE_LAUNCH_TOO_LARGE, 720, "too many blocks in cooperative launch")                  \
    result(NOT_SUPPORTED, 801, "operation not supported")

enum class Result : int {
    SUCCESS = 0,
#define EMULATOR_RESULT(name, number, text) name = number,
    EMULATOR_RESULTS(EMULATOR_RESULT)
#undef EMULATOR_RESULT
};

}  // namespace emulator
