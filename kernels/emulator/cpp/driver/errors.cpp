// Names and texts of results.

#include "call.hpp"

namespace emulator {

namespace {

struct Words {
    int number;
    const char* name;
    const char* text;
};
constexpr Words all_words[] = {
    {0, "CUDA_SUCCESS", "no error"},
#define EMULATOR_WORDS(name, number, text) {number, "CUDA_ERROR_" #name, text},
    EMULATOR_RESULTS(EMULATOR_WORDS)
#undef EMULATOR_WORDS
};

int find(int number, const char* Words::*word, const char** found) {
    for (const Words& words : all_words) {
        if (words.number == number) {
            *found = words.*word;
            return 0;
        }
    }
    *found = nullptr;
    return static_cast<int>(Result::INVALID_VALUE);
}

}  // namespace

}  // namespace emulator

EMULATOR_DRIVER int cuGetErrorName(int result, const char** name) {
    return emulator::find(result, &emulator::Words::name, name);
}
EMULATOR_DRIVER int cuGetErrorString(int result, const char** text) {
    return emulator::find(result, &emulator::Words::text, text);
}
