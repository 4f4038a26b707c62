#include "ptx.hpp"

#include <cctype>
#include <cstdlib>
#include <cstring>

namespace emulator {

namespace {

// Words, numbers and single signs, without comments. A word may have dots, as instructions do: `ld.shared.u32`.
std::vector<std::string> tokens_of(const std::string& text) {
    std::vector<std::string> tokens;
    auto in_word = [](char c) { return isalnum(static_cast<unsigned char>(c)) || strchr("_$%.", c) != nullptr; };
    for (size_t i = 0; i < text.size();) {
        if (text.compare(i, 2, "//") == 0) {
            i = text.find('\n', i);
        } else if (text.compare(i, 2, "/*") == 0) {
            i = text.find("*/", i + 2);
            i += i == std::string::npos ? 0 : 2;
        } else if (isspace(static_cast<unsigned char>(text[i]))) {
            i++;
        } else {
            size_t end = i + 1;
            if (in_word(text[i])) {
                while (end < text.size() && in_word(text[end])) {
                    end++;
                }
            }
            tokens.push_back(text.substr(i, end - i));
            i = end;
        }
        if (i == std::string::npos) {
            break;
        }
    }
    return tokens;
}

// The bytes of a type as `.u32`; 0 if it is none.
uint32_t type_bytes(const std::string& token) {
    if (token.size() < 3 || token[0] != '.' || std::string("usbf").find(token[1]) == std::string::npos) {
        return 0;
    }
    return static_cast<uint32_t>(strtoul(token.c_str() + 2, nullptr, 10) / 8);
}

struct Variable {
    std::string name;
    size_t bytes;
};

// Reads the variable whose declaration continues at `at`: `.align 8 .b8 name[24]`. Moves `at` behind it.
Variable read_variable(const std::vector<std::string>& tokens, size_t& at) {
    Variable variable = {{}, 0};
    size_t count = 1;
    for (; at < tokens.size() && tokens[at] != ";" && tokens[at] != "," && tokens[at] != ")"; at++) {
        if (uint32_t element = type_bytes(tokens[at])) {
            variable.bytes = element;
        } else if (tokens[at] == "[" && at + 1 < tokens.size()) {
            count *= strtoull(tokens[at + 1].c_str(), nullptr, 10);
        } else if (isalpha(static_cast<unsigned char>(tokens[at][0])) || tokens[at][0] == '_') {
            variable.name = tokens[at];
        }
    }
    variable.bytes *= count;
    return variable;
}

// A variable outside of all bodies counts for kernels that name it, or that call a function, which may name
// it.
void count_shared_outside(PtxImage& image, const std::vector<Variable>& outside) {
    for (PtxEntry& entry : image.entries) {
        bool calls = entry.words.count("call") + entry.words.count("call.uni") > 0;
        for (const Variable& variable : outside) {
            entry.shared_bytes += calls || entry.words.count(variable.name) > 0 ? variable.bytes : 0;
        }
    }
}

}  // namespace

PtxImage read_ptx(const std::string& text) {
    PtxImage image;
    std::vector<std::string> tokens = tokens_of(text);
    bool version = false;
    bool address_size = false;
    int depth = 0;  // of braces
    std::vector<Variable> shared_outside;
    PtxEntry* entry = nullptr;  // the one whose body this is
    for (size_t i = 0; i < tokens.size(); i++) {
        const std::string& token = tokens[i];
        if (token == ".version") {
            version = true;
        } else if (token == ".address_size") {
            address_size = true;
        } else if (token == ".target" && i + 1 < tokens.size()) {
            size_t number = tokens[i + 1].find_first_of("0123456789");
            image.capability = number == std::string::npos
                                   ? 0
                                   : static_cast<uint32_t>(strtoul(tokens[i + 1].c_str() + number, nullptr, 10));
        } else if (token == "{") {
            depth++;
        } else if (token == "}") {
            depth--;
            entry = depth == 0 ? nullptr : entry;
        } else if (token == ".func") {
            entry = nullptr;
        } else if (token == ".shared" && (i == 0 || tokens[i - 1] != ".extern")) {
            Variable variable = read_variable(tokens, ++i);
            if (entry != nullptr) {
                entry->shared_bytes += variable.bytes;
            } else {
                shared_outside.push_back(variable);
            }
        } else if (token == ".entry" && i + 1 < tokens.size()) {
            image.entries.push_back({tokens[++i], {}});
            entry = &image.entries.back();
        } else if (token == ".param" && entry != nullptr && depth == 0) {
            entry->parameter_bytes.push_back(static_cast<uint32_t>(read_variable(tokens, ++i).bytes));
        } else if (entry != nullptr) {
            entry->words.insert(token);
        }
    }
    count_shared_outside(image, shared_outside);
    image.valid = version && address_size && image.capability != 0;
    return image;
}

}  // namespace emulator
