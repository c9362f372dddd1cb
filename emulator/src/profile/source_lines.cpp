// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "source_lines.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>

#include "source_text.hpp"

namespace workshop::emulator::profile {
namespace {

/// The program file that holds an address.
struct ProgramFile {
    std::string path;
    std::uint64_t loaded_at = 0;
};

std::optional<ProgramFile> find_program_file(std::uint64_t address) {
    Dl_info info{};
    link_map* object = nullptr;
    if (dladdr1(reinterpret_cast<const void*>(address), &info, reinterpret_cast<void**>(&object),
                RTLD_DL_LINKMAP) == 0 ||
        object == nullptr) {
        return std::nullopt;
    }
    ProgramFile file{object->l_name, object->l_addr};
    // The program itself. Not by the path that it was started with: it may have been built anew
    // since.
    if (file.path.empty()) file.path = "/proc/" + std::to_string(getpid()) + "/exe";
    return file;
}

bool is_own_source(const std::string& file) {
    return file.compare(0, 2, "??") != 0 && file.compare(0, 5, "/usr/") != 0 &&
           file.find("/emulator/include/") == std::string::npos;
}

/// A translated file names its source in its first line.
const std::string& original_source(const std::string& file) {
    static std::map<std::string, std::string>& known = *new std::map<std::string, std::string>;
    const auto found = known.find(file);
    if (found != known.end()) return found->second;
    std::ifstream translated(file);
    std::string first;
    std::getline(translated, first);
    const std::string begin = "#line 1 \"";
    const bool names = first.compare(0, begin.size(), begin) == 0 && first.back() == '"';
    return known[file] = names ? first.substr(begin.size(), first.size() - begin.size() - 1) : file;
}

/// Whether a line begins the definition of a class. Code is there only where the compiler has
/// written a function by itself, the copy of a structure: then the line that calls it tells more.
bool begins_class(const SourcePlace& place) {
    std::string text = source_line(place.file, place.line);
    for (const char* attribute : {"alignas(", "__align__("}) {
        const std::size_t begin = text.find(attribute);
        const std::size_t end = text.find(')', begin == std::string::npos ? 0 : begin);
        if (begin != std::string::npos && end != std::string::npos) {
            text.erase(begin, end + 1 - begin);
        }
    }
    bool named = false;
    for (const char* begin : {"struct ", "class ", "union ", "typedef struct", "template"})
        named |= text.compare(0, std::strlen(begin), begin) == 0;
    const std::size_t first = text.find_first_of("{=;(");
    return named && (first == std::string::npos || text[first] == '{');
}

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// A file that goes away again.
class TemporaryFile {
  public:
    TemporaryFile() {
        const char* folder = std::getenv("TMPDIR");
        path_ = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") +
                "/workshop-profile-XXXXXX";
        const int file = mkstemp(path_.data());
        if (file < 0) {
            path_.clear();
        } else {
            close(file);
        }
    }
    ~TemporaryFile() {
        if (!path_.empty()) unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

struct CodeSearch {
    std::uint64_t address;
    std::uint64_t end;
};

int look_into_object(dl_phdr_info* object, std::size_t, void* argument) {
    auto& search = *static_cast<CodeSearch*>(argument);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        const std::uint64_t begin = object->dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && search.address - begin < segment.p_filesz) {
            search.end = begin + segment.p_filesz;
            return 1;
        }
    }
    return 0;
}

/// Where the code that holds an address ends; the address itself when it is no code.
std::uint64_t end_of_code(std::uint64_t address) {
    CodeSearch search{address, address};
    dl_iterate_phdr(look_into_object, &search);
    return search.end;
}

/// addr2line -a prints the address, then pairs of lines for each inlined call, innermost first.
void read_answers(FILE* answers, const ProgramFile& program,
                  std::map<std::uint64_t, SourcePlace>& places) {
    char text[8192];
    std::uint64_t address = 0;
    while (std::fgets(text, sizeof text, answers) != nullptr) {
        if (std::strncmp(text, "0x", 2) == 0) {
            address = std::strtoull(text, nullptr, 16) + program.loaded_at;
            continue;
        }
        // The name of a function; its place follows.
        if (std::fgets(text, sizeof text, answers) == nullptr) break;
        std::string file = text;
        const std::size_t colon = file.rfind(':');
        if (colon == std::string::npos) continue;
        const int line = std::atoi(file.c_str() + colon + 1);
        file.erase(colon);
        SourcePlace& place = places[address];
        const bool better = place.line == 0 || begins_class(place);
        if (line != 0 && better && is_own_source(file)) place = {original_source(file), line};
    }
}

void ask_addr2line(const ProgramFile& program, const std::vector<std::uint64_t>& addresses,
                   std::map<std::uint64_t, SourcePlace>& places) {
    const TemporaryFile questions;
    if (questions.path().empty()) return;
    {
        std::ofstream out(questions.path());
        for (const std::uint64_t address : addresses)
            out << "0x" << std::hex << address - program.loaded_at << '\n';
    }
    const std::string command = "addr2line -a -f -i -e " + quoted(program.path) + " < " +
                                quoted(questions.path()) + " 2>/dev/null";
    FILE* answers = popen(command.c_str(), "r");
    if (answers == nullptr) return;
    read_answers(answers, program, places);
    pclose(answers);
}

}  // namespace

std::map<std::uint64_t, SourcePlace> find_source_lines(
    const std::vector<std::uint64_t>& addresses) {
    std::map<std::string, std::pair<ProgramFile, std::vector<std::uint64_t>>> by_program;
    for (const std::uint64_t address : addresses) {
        const std::optional<ProgramFile> program = find_program_file(address);
        if (!program) continue;
        auto& entry = by_program[program->path];
        entry.first = *program;
        entry.second.push_back(address);
    }
    std::map<std::uint64_t, SourcePlace> places;
    for (const auto& [path, entry] : by_program)
        ask_addr2line(entry.first, entry.second, places);
    return places;
}

std::vector<SourcePlace> inlined_lines(std::uint64_t address) {
    std::vector<SourcePlace> lines;
    const std::optional<ProgramFile> program = find_program_file(address);
    if (!program) return lines;
    char offset[32];
    std::snprintf(offset, sizeof offset, " 0x%llx",
                  static_cast<unsigned long long>(address - program->loaded_at));
    const std::string command =
        "addr2line -i -e " + quoted(program->path) + offset + " 2>/dev/null";
    FILE* answers = popen(command.c_str(), "r");
    if (answers == nullptr) return lines;
    char text[8192];
    while (std::fgets(text, sizeof text, answers) != nullptr) {
        std::string file = text;
        const std::size_t colon = file.rfind(':');
        if (colon == std::string::npos) continue;
        const int line = std::atoi(file.c_str() + colon + 1);
        file.erase(colon);
        if (line != 0 && is_own_source(file)) lines.push_back({original_source(file), line});
    }
    pclose(answers);
    return lines;
}

std::string innermost_file(std::uint64_t address) {
    const std::optional<ProgramFile> program = find_program_file(address);
    if (!program) return {};
    char offset[32];
    std::snprintf(offset, sizeof offset, " 0x%llx",
                  static_cast<unsigned long long>(address - program->loaded_at));
    const std::string command =
        "addr2line -i -e " + quoted(program->path) + offset + " 2>/dev/null";
    FILE* answers = popen(command.c_str(), "r");
    if (answers == nullptr) return {};
    char text[8192] = "";
    const bool answered = std::fgets(text, sizeof text, answers) != nullptr;
    // What is left unread would end addr2line with a signal; nobody minds.
    pclose(answers);
    std::string file = answered ? text : "";
    const std::size_t colon = file.rfind(':');
    if (colon == std::string::npos || file.compare(0, 2, "??") == 0) return {};
    return file.substr(0, colon);
}

namespace {

#if defined(__x86_64__)

/// A call of a hook, as compilers write it: direct, or through a table of addresses.
struct HookCall {
    unsigned bytes = 0;        ///< of the instruction; 0 when there is none
    std::uint64_t target = 0;  ///< the function, or its place in the table
};

HookCall call_at(std::uint64_t place) {
    const auto* code = reinterpret_cast<const unsigned char*>(place);
    const bool direct = code[0] == 0xE8;
    const bool through_table = code[0] == 0xFF && code[1] == 0x15;
    if (!direct && !through_table) return {};
    const unsigned opcode_bytes = direct ? 1 : 2;
    std::int32_t distance = 0;
    std::memcpy(&distance, code + opcode_bytes, sizeof distance);
    const unsigned bytes = opcode_bytes + 4;
    return {bytes, place + bytes + static_cast<std::uint64_t>(std::int64_t{distance})};
}

#endif

}  // namespace

std::uint64_t find_branch(std::uint64_t pc) {
#if defined(__x86_64__)
    constexpr std::uint64_t longest_call = 6;
    constexpr std::uint64_t farthest = 8192;
    HookCall hook;
    for (const std::uint64_t bytes : {std::uint64_t{5}, longest_call}) {
        const HookCall call = call_at(pc - bytes);
        if (call.bytes == bytes) hook = call;
    }
    if (hook.bytes == 0) return pc - 1;
    const std::uint64_t end = std::min(pc + farthest, end_of_code(pc));
    for (std::uint64_t place = pc; place + longest_call <= end; ++place) {
        const HookCall call = call_at(place);
        if (call.bytes == hook.bytes && call.target == hook.target) return place - 1;
    }
#endif
    return pc - 1;
}

}  // namespace workshop::emulator::profile
