// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// From counts by program counter to counts by line: the public interface of the profile.

#include <emulator/profile.h>

#include <algorithm>
#include <memory>

#include "session.hpp"
#include "source_lines.hpp"

namespace workshop::emulator {

using profile::EventKind;
using profile::EventWord;
using profile::KernelRecord;
using profile::RecordedRequest;
using profile::Session;
using profile::Site;
using profile::SourcePlace;
using profile::Space;

namespace {

std::unique_ptr<Session>& session() {
    static std::unique_ptr<Session>& only = *new std::unique_ptr<Session>;
    return only;
}

RequestKind request_kind(EventWord word) {
    const int first = profile::space_of(word) == Space::shared
                          ? static_cast<int>(RequestKind::shared_load)
                          : static_cast<int>(RequestKind::global_load);
    switch (profile::kind_of(word)) {
        case EventKind::write:
            return static_cast<RequestKind>(first + 1);
        case EventKind::atomic:
            return static_cast<RequestKind>(first + 2);
        default:
            return static_cast<RequestKind>(first);
    }
}

/// Turns the record of one kernel into what people ask for.
class KernelResults {
  public:
    KernelResults(const Session& session, const KernelRecord& record)
        : session_(session), record_(record) {}

    KernelProfile profile(ProfileLines lines) {
        fill_head();
        for (const Site& site : sites())
            add_site(site, result_);
        add_buffers();
        if (lines == ProfileLines::find) add_lines();
        return std::move(result_);
    }

  private:
    const std::deque<Site>& sites() const { return record_.counter->sites().all(); }

    void fill_head() {
        result_.kernel = record_.kernel;
        result_.grid = record_.grid;
        result_.block = record_.block;
        result_.dynamic_shared_bytes = record_.dynamic_shared_bytes;
        result_.static_shared_bytes = record_.static_shared_bytes;
        result_.launches = record_.launches;
        const unsigned threads = record_.block.x * record_.block.y * record_.block.z;
        const auto& loads = record_.counter->loads_by_warp();
        result_.loads_by_warp.assign(loads.begin(), loads.begin() + (threads + 31) / 32);
        if (!record_.watched) {
            result_.incomplete_because =
                "its accesses are not watched (it was compiled without, or WORKSHOP_WATCH is off)";
        } else if (record_.failed) {
            result_.incomplete_because = "a launch of it failed";
        } else if (record_.forced != 0) {
            result_.incomplete_because =
                "lanes had to be counted apart because their logs were full";
        }
        result_.complete = result_.incomplete_because.empty();
    }

    /// Adds a site to a kernel or a line: both have these members.
    template <class Sums>
    static void add_request(const Site& site, Sums& sums) {
        const unsigned bytes = profile::bytes_of(site.word);
        const RequestKind kind = request_kind(site.word);
        RequestCounts& counts = sums.requests[static_cast<int>(kind)];
        counts.requests += site.executions;
        counts.lanes += site.lanes;
        counts.bytes += site.lanes * bytes;
        if (bytes == 16) counts.wide_bytes += site.lanes * bytes;
        counts.units += site.units;
        counts.least_units += site.least_units;
        if (!is_shared(kind)) sums.global_widths.bytes[__builtin_ctz(bytes)] += site.lanes * bytes;
    }

    static void add_site(const Site& site, KernelProfile& kernel) {
        switch (profile::kind_of(site.word)) {
            case EventKind::block:
                kernel.branches_divergent += site.divergent;
                kernel.basic_blocks += site.executions;
                kernel.basic_block_lanes += site.lanes;
                break;
            case EventKind::barrier:
                kernel.barriers += site.executions;
                break;
            case EventKind::warp_sync:
                kernel.warp_meetings += site.executions;
                break;
            default:
                add_request(site, kernel);
        }
    }

    void add_buffers() {
        int unnamed = 0;
        for (const profile::BufferSummary& summary : record_.buffers) {
            BufferProfile buffer;
            const Session::BufferName* named = session_.buffer_name(summary.buffer.base);
            buffer.name = named != nullptr ? named->name : "buffer " + std::to_string(++unnamed);
            buffer.base = summary.buffer.base;
            buffer.bytes = summary.buffer.bytes;
            buffer.element_bytes = summary.element_bytes;
            buffer.elements_counted = summary.elements_counted;
            buffer.read_bytes = summary.read_bytes;
            buffer.written_bytes = summary.written_bytes;
            buffer.elements_read = summary.elements_read;
            buffer.elements_written = summary.elements_written;
            buffer.most_reads = summary.most_reads;
            buffer.most_writes = summary.most_writes;
            result_.buffers.push_back(buffer);
        }
    }

    void add_lines() {
        std::vector<std::uint64_t> addresses;
        for (const Site& site : sites())
            if (!profile::is_meeting(site.word)) addresses.push_back(address_of(site));
        const auto places = profile::find_source_lines(addresses);
        for (const Site& site : sites()) {
            LineProfile& line = line_of(site, places);
            switch (profile::kind_of(site.word)) {
                case EventKind::block:
                    line.divergent_branches += site.divergent;
                    break;
                case EventKind::barrier:
                    line.barriers += site.executions;
                    break;
                case EventKind::warp_sync:
                    line.warp_meetings += site.executions;
                    break;
                default:
                    add_request(site, line);
                    add_example(site, site.first, false, line);
                    if (site.costliest.units > site.first.units)
                        add_example(site, site.costliest, true, line);
            }
        }
        auto& lines = result_.lines;
        lines.erase(std::remove_if(lines.begin(), lines.end(), says_nothing), lines.end());
        std::sort(lines.begin(), lines.end(), [](const LineProfile& a, const LineProfile& b) {
            return a.file != b.file ? a.file < b.file : a.line < b.line;
        });
    }

    /// The instruction to look up: of a block its branch, which is where lanes part.
    static std::uint64_t address_of(const Site& site) {
        const std::uint64_t pc = profile::pc_of(site.word);
        if (profile::is_access(site.word)) return pc - 1;
        return site.divergent != 0 ? profile::find_branch(pc) : pc - 1;
    }

    LineProfile& line_of(const Site& site, const std::map<std::uint64_t, SourcePlace>& places) {
        SourcePlace place;
        if (profile::is_meeting(site.word)) {
            const CallSite call = session_.site(profile::pc_of(site.word));
            if (call.file != nullptr) place = {call.file, call.line};
        } else if (const auto found = places.find(address_of(site)); found != places.end()) {
            place = found->second;
        }
        for (LineProfile& line : result_.lines)
            if (line.line == place.line && line.file == place.file) return line;
        LineProfile& line = result_.lines.emplace_back();
        line.file = place.file;
        line.line = place.line;
        return line;
    }

    static bool says_nothing(const LineProfile& line) {
        std::uint64_t sum = line.divergent_branches + line.barriers + line.warp_meetings;
        for (const RequestCounts& counts : line.requests)
            sum += counts.requests;
        return sum == 0;
    }

    void add_example(const Site& site, const RecordedRequest& request, bool is_costliest,
                     LineProfile& line) const {
        ExampleRequest example;
        example.kind = request_kind(site.word);
        example.is_costliest = is_costliest;
        example.access_bytes = profile::bytes_of(site.word);
        example.lanes = request.lanes;
        example.units = request.units;
        const dim3& grid = record_.grid;
        const std::uint64_t plane = std::uint64_t{grid.x} * grid.y;
        example.block = dim3(static_cast<unsigned>(request.block % grid.x),
                             static_cast<unsigned>(request.block % plane / grid.x),
                             static_cast<unsigned>(request.block / plane));
        example.warp = request.warp;
        std::copy(request.addresses, request.addresses + 32, example.addresses);
        name_memory(example);
        line.examples.push_back(example);
    }

    void name_memory(ExampleRequest& example) const {
        const std::uint64_t first = example.addresses[__builtin_ctz(example.lanes)];
        if (is_shared(example.kind)) {
            for (const profile::SharedRange& range : session_.shared_ranges()) {
                if (first - range.base >= range.bytes) continue;
                example.memory = range.name;
                example.base = range.base;
            }
            return;
        }
        for (const BufferProfile& buffer : result_.buffers) {
            if (first - buffer.base >= buffer.bytes) continue;
            const Session::BufferName* named = session_.buffer_name(buffer.base);
            example.memory = buffer.name;
            example.base = named != nullptr ? named->first_element : buffer.base;
        }
    }

    const Session& session_;
    const KernelRecord& record_;
    KernelProfile result_;
};

double average(std::uint64_t bytes, unsigned element_bytes, std::uint64_t elements) {
    if (elements == 0) return 0.0;
    return static_cast<double>(bytes) / element_bytes / static_cast<double>(elements);
}

}  // namespace

std::uint64_t WidthCounts::total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t each : bytes)
        sum += each;
    return sum;
}

double BufferProfile::reads_per_element() const {
    return average(read_bytes, element_bytes, elements_read);
}

double BufferProfile::writes_per_element() const {
    return average(written_bytes, element_bytes, elements_written);
}

const BufferProfile* KernelProfile::buffer(const std::string& name) const {
    for (const BufferProfile& each : buffers)
        if (each.name == name) return &each;
    return nullptr;
}

const LineProfile* KernelProfile::line(const std::string& file_ending, int number) const {
    for (const LineProfile& each : lines) {
        if (each.line == number && each.file.size() >= file_ending.size() &&
            each.file.compare(each.file.size() - file_ending.size(), std::string::npos,
                              file_ending) == 0) {
            return &each;
        }
    }
    return nullptr;
}

void start_profile() {
    watch::set_event_sink(nullptr);
    session() = std::make_unique<Session>();
    watch::set_event_sink(session().get());
}

std::vector<KernelProfile> stop_profile(ProfileLines lines) {
    std::vector<KernelProfile> profiles;
    if (session() == nullptr) return profiles;
    watch::remove_event_sink(session().get());
    for (const auto& record : session()->kernels())
        profiles.push_back(KernelResults(*session(), *record).profile(lines));
    session().reset();
    return profiles;
}

void name_buffer(const void* address, const std::string& name) {
    if (session() != nullptr) session()->name_buffer(address, name);
}

}  // namespace workshop::emulator
