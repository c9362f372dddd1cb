// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "element_counts.hpp"

#include <sys/mman.h>

#include <algorithm>

// g++ vectorises at -O3 only; clang++ does at -O2, and has no such attribute.
#if defined(__clang__)
#define WORKSHOP_VECTORISED
#else
#define WORKSHOP_VECTORISED __attribute__((optimize("O3")))
#endif

namespace workshop::emulator::profile {
namespace {

/// Zeros that take memory only once they are written.
class LazyCounters {
  public:
    explicit LazyCounters(std::size_t count) : bytes_(count * sizeof(std::uint32_t)) {
        void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        counters_ = memory == MAP_FAILED ? nullptr : static_cast<std::uint32_t*>(memory);
    }
    ~LazyCounters() {
        if (counters_ != nullptr) munmap(counters_, bytes_);
    }
    LazyCounters(const LazyCounters&) = delete;
    LazyCounters& operator=(const LazyCounters&) = delete;
    std::uint32_t* data() const { return counters_; }

  private:
    std::size_t bytes_;
    std::uint32_t* counters_ = nullptr;
};

constexpr unsigned word_log2 = 2;

}  // namespace

/// One counter for each word of 4 bytes; for each 2 or 1 bytes after an access that narrow.
struct ElementCounts::Counted {
    Buffer buffer;
    unsigned unit_log2 = word_log2;
    unsigned narrowest = 16;
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
    std::unique_ptr<LazyCounters> reads;
    std::unique_ptr<LazyCounters> writes;

    bool holds(std::uint64_t address) const { return address - buffer.base < buffer.bytes; }
    std::size_t units() const { return (buffer.bytes >> unit_log2) + 1; }
    std::size_t counter_bytes() const { return units() * 2 * sizeof(std::uint32_t); }
    bool counts() const { return reads != nullptr; }

    void open() {
        reads = std::make_unique<LazyCounters>(units());
        writes = std::make_unique<LazyCounters>(units());
        if (reads->data() == nullptr || writes->data() == nullptr) close();
    }
    void close() {
        reads.reset();
        writes.reset();
    }
    /// Gives every narrower unit the count of the wider one that it was part of.
    void refine(unsigned new_log2) {
        const auto old_reads = std::move(reads);
        const auto old_writes = std::move(writes);
        const std::size_t old_units = units();
        const unsigned shift = unit_log2 - new_log2;
        unit_log2 = new_log2;
        open();
        if (!counts()) return;
        for (std::size_t unit = 0; unit < old_units; ++unit) {
            for (std::size_t part = unit << shift; part < (unit + 1) << shift && part < units();
                 ++part) {
                if (old_reads->data()[unit] != 0) reads->data()[part] = old_reads->data()[unit];
                if (old_writes->data()[unit] != 0) writes->data()[part] = old_writes->data()[unit];
            }
        }
    }
    WORKSHOP_VECTORISED void count(const std::unique_ptr<LazyCounters>& counters,
                                   const LaneRun& run, unsigned bytes) const {
        const std::uint64_t offset = run.address - buffer.base;
        const std::uint64_t span = run.same ? bytes : std::uint64_t{bytes} * run.lanes;
        const std::uint64_t end = std::min(offset + span, buffer.bytes);
        const std::uint32_t more = run.same ? run.lanes : 1;
        const std::uint64_t last = (end - 1) >> unit_log2;
        std::uint32_t* each = counters->data();
        for (std::uint64_t unit = offset >> unit_log2; unit <= last; ++unit)
            each[unit] += more;
    }
};

ElementCounts::ElementCounts(FindBuffer find) : find_(std::move(find)) {}
ElementCounts::~ElementCounts() = default;

ElementCounts::Counted* ElementCounts::find(std::uint64_t address) {
    if (last_ != nullptr && last_->holds(address)) return last_;
    for (const auto& each : buffers_) {
        if (each->holds(address)) return last_ = each.get();
    }
    const Buffer buffer = find_(address);
    if (buffer.base == 0) return nullptr;
    auto counted = std::make_unique<Counted>();
    counted->buffer = buffer;
    if (counter_bytes_ + counted->counter_bytes() <= max_counter_bytes) {
        counted->open();
        counter_bytes_ += counted->counts() ? counted->counter_bytes() : 0;
    }
    buffers_.push_back(std::move(counted));
    return last_ = buffers_.back().get();
}

void ElementCounts::refine(Counted& counted, unsigned bytes) {
    const auto wanted = static_cast<unsigned>(__builtin_ctz(bytes));
    counter_bytes_ -= counted.counter_bytes();
    const std::size_t finer = counted.counter_bytes() << (counted.unit_log2 - wanted);
    if (counter_bytes_ + finer > max_counter_bytes) {
        counted.close();
        return;
    }
    counted.refine(wanted);
    counter_bytes_ += counted.counts() ? counted.counter_bytes() : 0;
}

void ElementCounts::add_run(const LaneRun& run, unsigned bytes, bool reads, bool writes) {
    Counted* counted = find(run.address);
    if (counted == nullptr) return;
    if (bytes < counted->narrowest) counted->narrowest = bytes;
    if (bytes >> counted->unit_log2 == 0 && counted->counts()) refine(*counted, bytes);
    if (reads) counted->read_bytes += std::uint64_t{bytes} * run.lanes;
    if (writes) counted->written_bytes += std::uint64_t{bytes} * run.lanes;
    if (!counted->counts()) return;
    if (reads) counted->count(counted->reads, run, bytes);
    if (writes) counted->count(counted->writes, run, bytes);
}

void ElementCounts::add(const RequestRuns& runs, bool reads, bool writes) {
    const unsigned bytes = runs.bytes();
    for (const LaneRun& run : runs) {
        const bool aligned = (run.address & (bytes - 1)) == 0;
        const Counted* first = find(run.address);
        const bool inside =
            first != nullptr && first->holds(run.address + runs.span(run) - 1) && aligned;
        if (inside || run.lanes == 1) {
            add_run(run, bytes, reads, writes);
            continue;
        }
        // A run that leaves its buffer, or whose accesses share a unit: lane by lane.
        for (unsigned lane = 0; lane < run.lanes; ++lane) {
            const std::uint64_t step = run.same ? 0 : std::uint64_t{bytes} * lane;
            add_run({run.address + step, 1, false}, bytes, reads, writes);
        }
    }
}

std::vector<BufferSummary> ElementCounts::summary() const {
    std::vector<BufferSummary> all;
    for (const auto& counted : buffers_) {
        BufferSummary summary;
        summary.buffer = counted->buffer;
        summary.element_bytes = counted->narrowest;
        summary.read_bytes = counted->read_bytes;
        summary.written_bytes = counted->written_bytes;
        summary.elements_counted = counted->counts();
        if (counted->counts()) {
            std::uint64_t read = 0;
            std::uint64_t written = 0;
            for (std::size_t unit = 0; unit < counted->units(); ++unit) {
                const std::uint32_t reads = counted->reads->data()[unit];
                const std::uint32_t writes = counted->writes->data()[unit];
                read += static_cast<std::uint64_t>(reads != 0);
                written += static_cast<std::uint64_t>(writes != 0);
                summary.most_reads = std::max(summary.most_reads, reads);
                summary.most_writes = std::max(summary.most_writes, writes);
            }
            // Where every access is wider than a unit, an element is several units.
            summary.elements_read = (read << counted->unit_log2) / counted->narrowest;
            summary.elements_written = (written << counted->unit_log2) / counted->narrowest;
        }
        all.push_back(summary);
    }
    std::sort(all.begin(), all.end(), [](const BufferSummary& a, const BufferSummary& b) {
        return a.buffer.base < b.buffer.base;
    });
    return all;
}

void ElementCounts::clear() {
    buffers_.clear();
    last_ = nullptr;
    counter_bytes_ = 0;
}

}  // namespace workshop::emulator::profile
