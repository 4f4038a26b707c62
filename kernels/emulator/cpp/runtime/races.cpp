#include "races.hpp"

#ifdef EMULATED_CUDA_RACES

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace emulator::races {

namespace {

// ThreadSanitizer appends to it when it finds a race.
const std::string& log_path() {
    static const std::string path = [] {
        const char* start = getenv("EMULATED_CUDA_RACE_LOG");
        return start == nullptr ? std::string() : start + ("." + std::to_string(getpid()));
    }();
    return path;
}

// Removes the log at the end of the process.
struct RemoveLog {
    ~RemoveLog() { unlink(log_path().c_str()); }
} remove_log;

off_t read_so_far = 0;

// Returns the part of the log since the last call.
std::string news() {
    std::ifstream log(log_path());
    log.seekg(read_so_far);
    std::stringstream text;
    text << log.rdbuf();
    read_so_far += static_cast<off_t>(text.str().size());
    return text.str();
}

// Returns the name of a thread from the end of the report: `Thread T12 'block 0, thread 5' (tid=0, running)
// created by`.
std::string name_of(const std::string& thread, const std::string& report) {
    std::string wanted = "  Thread " + thread + " '";
    size_t at = report.find(wanted);
    if (at == std::string::npos) {
        return thread;
    }
    at += wanted.size();
    return report.substr(at, report.find('\'', at) - at);
}

bool starts_with(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}

}  // namespace

bool reported() {
    struct stat log;
    return stat(log_path().c_str(), &log) == 0 && log.st_size > read_so_far;
}

// Returns the first new race in one line: both accesses, their threads, and their places outside of the
// emulator's headers.
std::string take_report() {
    std::string report = news();
    if (report.empty()) {
        return {};
    }
    report = report.substr(0, report.find("SUMMARY:"));
    std::istringstream lines(report);
    std::string line;
    std::string told;
    bool wants_place = false;
    while (std::getline(lines, line)) {
        // "  Write of size 4 at 0x7b.. by thread T3:", "  Previous atomic read of size 4 at 0x7b.. by thread T4:"
        size_t by = line.find(" by ");
        if (starts_with(line, "  ") && line.find(" of size ") != std::string::npos && by != std::string::npos) {
            size_t thread = line.rfind(' ') + 1;
            std::string what = line.substr(2, line.find(" at 0x") - 2);
            what[0] = static_cast<char>(tolower(what[0]));
            told += (told.empty() ? "race: " : "; ") + what + " by " +
                    name_of(line.substr(thread, line.size() - thread - 1), report);
            wants_place = true;
        } else if (wants_place && starts_with(line, "    #") && line.find("/cpp/kernel/") == std::string::npos) {
            // "    #0 name /folder/file.cu:12 (libcuda.so+0x1234)"
            size_t end = line.rfind(" (");
            size_t start = line.rfind(' ', end - 1);
            told += " at " + line.substr(start + 1, end - start - 1);
            wants_place = false;
        }
    }
    return told.empty() ? "ThreadSanitizer reports:\n" + report : told;
}

}  // namespace emulator::races

#endif
