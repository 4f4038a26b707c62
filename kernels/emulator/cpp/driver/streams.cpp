// Streams and events.
//
// All work is done at the call, so a stream is always at its end and a recorded event is complete. Errors are
// checked all the same: unknown handles, times of events without one.

#include "streams.hpp"

#include <chrono>
#include <set>

namespace emulator {

struct StreamRecord {};

struct EventRecord {
    bool timed;
    bool recorded = false;
    std::chrono::steady_clock::time_point at = {};
};

namespace {

std::set<Stream> streams;
std::set<Event> events;

Result no_event() { return refuse_call(Result::INVALID_HANDLE, "there is no such event"); }

template <class Work>
int with_event(Event event, Work work) {
    return in_context([&] { return events.count(event) != 0 ? work() : no_event(); });
}

}  // namespace

bool is_stream(Stream stream) {
    // The default stream, under its three names: null, legacy, per thread.
    return reinterpret_cast<uintptr_t>(stream) <= 2 || streams.count(stream) != 0;
}

}  // namespace emulator

using namespace emulator;

EMULATOR_DRIVER int cuStreamCreate(Stream* stream, unsigned flags) {
    return in_context([&] {
        if (flags > 1) {
            return Result::INVALID_VALUE;
        }
        *stream = *streams.insert(new StreamRecord()).first;
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuStreamCreateWithPriority(Stream* stream, unsigned flags, int) {
    return cuStreamCreate(stream, flags);
}
EMULATOR_DRIVER int cuStreamDestroy_v2(Stream stream) {
    return giving_back([&] {
        if (streams.erase(stream) == 0) {
            return refuse_call(Result::INVALID_HANDLE, "there is no such stream");
        }
        delete stream;
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuStreamSynchronize(Stream stream) {
    return on_stream(stream, [] { return Result::SUCCESS; });
}
EMULATOR_DRIVER int cuStreamQuery(Stream stream) {
    return on_stream(stream, [] { return Result::SUCCESS; });
}
EMULATOR_DRIVER int cuStreamWaitEvent(Stream stream, Event event, unsigned) {
    return on_stream(stream, [&] { return events.count(event) != 0 ? Result::SUCCESS : no_event(); });
}
EMULATOR_DRIVER int cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = 0;
    return 0;
}
EMULATOR_DRIVER int cuLaunchHostFunc(Stream stream, void (*function)(void*), void* data) {
    return on_stream(stream, [&] {
        function(data);
        return Result::SUCCESS;
    });
}

EMULATOR_DRIVER int cuEventCreate(Event* event, unsigned flags) {
    return in_context([&] {
        constexpr unsigned disable_timing = 2;
        *event = *events.insert(new EventRecord{(flags & disable_timing) == 0}).first;
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuEventDestroy_v2(Event event) {
    return giving_back([&] {
        if (events.erase(event) == 0) {
            return refuse_call(Result::INVALID_HANDLE, "there is no such event");
        }
        delete event;
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuEventRecord(Event event, Stream stream) {
    return on_stream(stream, [&] {
        if (events.count(event) == 0) {
            return no_event();
        }
        event->recorded = true;
        event->at = std::chrono::steady_clock::now();
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuEventSynchronize(Event event) {
    return with_event(event, [] { return Result::SUCCESS; });
}
EMULATOR_DRIVER int cuEventQuery(Event event) {
    return with_event(event, [] { return Result::SUCCESS; });
}
EMULATOR_DRIVER int cuEventElapsedTime_v2(float* milliseconds, Event start, Event end) {
    return with_event(start, [&] {
        if (events.count(end) == 0) {
            return no_event();
        }
        if (!start->timed || !end->timed || !start->recorded || !end->recorded) {
            return refuse_call(Result::INVALID_HANDLE, "expected two recorded events with times");
        }
        *milliseconds = std::chrono::duration<float, std::milli>(end->at - start->at).count();
        return Result::SUCCESS;
    });
}
EMULATOR_DRIVER int cuEventElapsedTime(float* milliseconds, Event start, Event end) {
    return cuEventElapsedTime_v2(milliseconds, start, end);
}
