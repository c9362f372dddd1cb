// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "program_code.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <vector>

namespace workshop::emulator {
namespace {

struct Range {
    const char* begin;
    const char* end;
};
std::vector<Range> ranges;
unsigned long long known_loads = 0;  // how many objects had been loaded when `ranges` was made

/// Libraries of the system are not where a kernel is written.
bool is_system_library(const char* path) {
    for (const char* folder : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/local/lib/"}) {
        if (std::strncmp(path, folder, std::strlen(folder)) == 0) return true;
    }
    return std::strncmp(path, "linux-vdso", 10) == 0;
}

int add_object(dl_phdr_info* object, std::size_t, void* own_base) {
    known_loads = object->dlpi_adds;
    if (object->dlpi_addr == reinterpret_cast<ElfW(Addr)>(own_base)) return 0;
    if (is_system_library(object->dlpi_name)) return 0;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
        const char* begin = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);
        ranges.push_back({begin, begin + segment.p_memsz});
    }
    return 0;
}

int read_loads(dl_phdr_info* object, std::size_t, void* loads) {
    *static_cast<unsigned long long*>(loads) = object->dlpi_adds;
    return 1;
}

}  // namespace

void find_program_code() {
    unsigned long long loads = 0;
    dl_iterate_phdr(read_loads, &loads);
    if (loads == known_loads && !ranges.empty()) return;
    ranges.clear();
    Dl_info own{};
    dladdr(reinterpret_cast<const void*>(&find_program_code), &own);
    dl_iterate_phdr(add_object, own.dli_fbase);
}

bool is_program_code(const void* address) {
    if (address == nullptr) return true;
    for (const Range& range : ranges) {
        if (address >= range.begin && address < range.end) return true;
    }
    return false;
}

}  // namespace workshop::emulator
