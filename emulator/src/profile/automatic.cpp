// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// WORKSHOP_PROFILE=FOLDER: any program is counted from its start and reported at its end.
// WORKSHOP_PROFILE_NAME: what the report calls it.

#include <emulator/profile_report.h>

#include <cstdio>
#include <cstdlib>

namespace workshop::emulator {
namespace {

/// The command that started the process, arguments separated by spaces.
std::string command_line() {
    std::string text;
    if (FILE* file = std::fopen("/proc/self/cmdline", "rb")) {
        char part[256];
        for (std::size_t read = 0; (read = std::fread(part, 1, sizeof part, file)) > 0;)
            text.append(part, read);
        std::fclose(file);
    }
    while (!text.empty() && text.back() == '\0')
        text.pop_back();
    for (char& c : text)
        if (c == '\0') c = ' ';
    return text;
}

/// What a person calls the program, who need not know where it was built: `make emulate` says so.
std::string shown(const std::string& command) {
    const char* name = std::getenv("WORKSHOP_PROFILE_NAME");
    return name == nullptr || *name == '\0' ? command : name;
}

class AutomaticProfile {
  public:
    AutomaticProfile() {
        const char* folder = std::getenv("WORKSHOP_PROFILE");
        if (folder == nullptr || *folder == '\0') return;
        folder_ = folder;
        start_profile();
    }
    ~AutomaticProfile() {
        if (folder_.empty()) return;
        const std::vector<KernelProfile> kernels = stop_profile();
        // A process without a launch, the parent of the one that works say, has nothing to tell.
        if (kernels.empty()) return;
        const std::string command = command_line();
        const std::string problem =
            write_profile(folder_, {"Profile", shown(command), command}, kernels);
        if (problem.empty()) {
            std::fprintf(stderr, "profile: %s/profile.txt, profile.json, profile.html\n",
                         folder_.c_str());
        } else {
            std::fprintf(stderr, "profile: %s\n", problem.c_str());
        }
    }
    AutomaticProfile(const AutomaticProfile&) = delete;
    AutomaticProfile& operator=(const AutomaticProfile&) = delete;

  private:
    std::string folder_;
};

const AutomaticProfile automatic_profile;

}  // namespace
}  // namespace workshop::emulator
