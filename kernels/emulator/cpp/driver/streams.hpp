// Streams, for other functions.
#pragma once

#include "call.hpp"

namespace emulator {

// Returns `true` if the handle is a stream; the default streams are.
bool is_stream(Stream stream);

// Functions that put work on a stream. The work is done at once.
template <class Work>
int on_stream(Stream stream, Work work) {
    return in_context([&] {
        return is_stream(stream) ? work() : refuse_call(Result::INVALID_HANDLE, "there is no such stream");
    });
}

}  // namespace emulator
