// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "mappings.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

#include "../arena.hpp"
#include "../scheduler.hpp"
#include "../symbols.hpp"
#include "far_access.hpp"
#include "host_guard.hpp"
#include "hot.hpp"

namespace workshop::emulator::watch {
namespace {

/// A pointer lies farther into large memory than a person waits for a message.
constexpr std::size_t most_searched = std::size_t{256} << 20;

/// Looks for pointers into some pages.
class Search {
  public:
    explicit Search(const Mapping& pages) : pages_(pages) {}

    void look_at(const void* memory, std::size_t bytes) {
        const auto first = (reinterpret_cast<std::uintptr_t>(memory) + 7) & ~std::uintptr_t{7};
        const auto end = reinterpret_cast<std::uintptr_t>(memory) + bytes;
        for (std::uintptr_t at = first; !found_ && at + 8 <= end && left_ >= 8; at += 8) {
            std::uintptr_t word = 0;
            std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
            left_ -= 8;
            found_ = leads_to_host(word);
        }
    }

    bool found() const { return found_; }

  private:
    /// Memory of the device may lie in pages beside those of the host.
    bool leads_to_host(std::uintptr_t word) const {
        return word >= pages_.begin && word < pages_.end &&
               !device_arena().contains(reinterpret_cast<const void*>(word));
    }

    const Mapping& pages_;
    std::size_t left_ = most_searched;
    bool found_ = false;
};

/// __constant__ variables, and those that the line names: of a __device__ variable its symbol does
/// not tell what it is.
void look_at_variables(Search& search, const std::string& line) {
    const auto look_at = [&](const ProgramVariable& variable) {
        search.look_at(variable.address, variable.bytes);
    };
    for (const ProgramVariable& variable : constant_variables(execution.call->address))
        look_at(variable);
    const std::set<std::string> names = names_in(line);
    const auto can_be_named = [&](const std::string& mangled, const char*) {
        return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return mangled.find(name) != std::string::npos;
        });
    };
    for (const ProgramVariable& variable :
         program_variables(execution.call->address, can_be_named)) {
        const std::size_t colons = variable.name.rfind("::");
        if (names.count(colons == std::string::npos ? variable.name
                                                    : variable.name.substr(colons + 2)) != 0) {
            look_at(variable);
        }
    }
}

}  // namespace

Mapping mapping_at(std::uintptr_t address) {
    std::ifstream maps("/proc/self/maps");
    Mapping mapping;
    for (std::string line; std::getline(maps, line);) {
        std::istringstream fields(line);
        char dash = 0;
        fields >> std::hex >> mapping.begin >> dash >> mapping.end;
        if (address < mapping.begin || address >= mapping.end) continue;
        mapping.text = line;
        return mapping;
    }
    return {};
}

bool is_heap_or_stack(const Mapping& mapping) {
    return mapping.text.find("[heap]") != std::string::npos ||
           mapping.text.find("[stack]") != std::string::npos;
}

bool is_behind_stored_pointer(std::uintptr_t address, const std::string& line) {
    if (device_arena().contains(reinterpret_cast<const void*>(address))) return false;
    const Mapping pages = mapping_at(address);
    if (pages.end == 0 || nobody_may_use(address)) return false;
    const DeviceAccess access;
    Search search(pages);
    search.look_at(execution.call->closure, execution.call->closure_bytes);
    for (const Region* region : {&hot.static_shared, &hot.dynamic_shared})
        search.look_at(reinterpret_cast<const void*>(region->begin), region->bytes);
    look_at_variables(search, line);
    for (const Allocation& block : device_arena().live_blocks())
        search.look_at(block.base, block.bytes);
    return search.found();
}

}  // namespace workshop::emulator::watch
