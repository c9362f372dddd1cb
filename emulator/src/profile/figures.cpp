// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Figures with a sentence each.

#include <emulator/profile_report.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "../device_model.hpp"
#include "words.hpp"

namespace workshop::emulator {
namespace {

using namespace profile;

/// The end of ncu's names: ld, st, atom.
const char* operation(RequestKind kind) {
    constexpr const char* names[] = {"ld", "st", "atom"};
    return names[static_cast<int>(kind) % 3];
}

class FigureList {
  public:
    explicit FigureList(const KernelProfile& kernel) : kernel_(kernel) {}

    std::vector<Figure> make() {
        add_launch();
        add_buffers();
        for (int kind = 0; kind < request_kinds; ++kind) {
            const auto request_kind = static_cast<RequestKind>(kind);
            if (kernel_.of(request_kind).requests == 0) continue;
            if (is_shared(request_kind)) {
                add_shared(request_kind);
            } else {
                add_global(request_kind);
            }
        }
        add_widths();
        add_control();
        return std::move(figures_);
    }

  private:
    void add(const std::string& group, const std::string& name, double value, int decimals,
             const std::string& unit, const std::string& words, const std::string& metric) {
        figures_.push_back({group, name, value, decimals, unit, words, metric});
    }

    void add_launch() {
        const double blocks = 1.0 * kernel_.grid.x * kernel_.grid.y * kernel_.grid.z;
        const unsigned threads = kernel_.block.x * kernel_.block.y * kernel_.block.z;
        add("launch", "blocks", blocks, 0, "",
            words_on_blocks(blocks, current_device_model().multiprocessors), "launch__grid_size");
        add("launch", "threads of a block", threads, 0, "", words_on_threads(threads),
            "launch__block_size");
        add("launch", "static shared memory", static_cast<double>(kernel_.static_shared_bytes), 0,
            "bytes", "of the __shared__ arrays of a block", "launch__shared_mem_per_block_static");
        add("launch", "dynamic shared memory", static_cast<double>(kernel_.dynamic_shared_bytes), 0,
            "bytes", "asked for by the launch, for a block",
            "launch__shared_mem_per_block_dynamic");
    }

    void add_buffers() {
        for (const BufferProfile& buffer : kernel_.buffers) {
            if (!buffer.elements_counted) {
                add("each element", "bytes read of " + buffer.name,
                    static_cast<double>(buffer.read_bytes), 0, "bytes",
                    "the buffer is too large to count its elements", "");
                continue;
            }
            if (buffer.elements_read != 0) {
                add("each element", "reads of " + buffer.name, buffer.reads_per_element(), 2, "",
                    words_on_reads(buffer), "");
            }
            if (buffer.elements_written != 0) {
                add("each element", "writes of " + buffer.name, buffer.writes_per_element(), 2, "",
                    words_on_writes(buffer), "");
            }
        }
    }

    void add_global(RequestKind kind) {
        const RequestCounts& counts = kernel_.of(kind);
        const std::string group = kind_name(kind);
        const std::string end = std::string("_pipe_lsu_mem_global_op_") + operation(kind);
        add(group, "requests", static_cast<double>(counts.requests), 0, "",
            "one each time a warp, or the part of it that came, executes such an access",
            "l1tex__t_requests" + end + ".sum");
        add(group, "sectors", static_cast<double>(counts.units), 0, "",
            "pieces of 32 bytes that the memory has to move", "l1tex__t_sectors" + end + ".sum");
        add(group, "sectors per request", counts.units_per_request(), 2, "",
            words_on_sectors(counts, kind),
            kind == RequestKind::global_atomic
                ? ""
                : "l1tex__average_t_sectors_per_request" + end + ".ratio");
        add(group, "threads per request", counts.lanes_per_request(), 2, "", words_on_lanes(counts),
            "");
    }

    void add_shared(RequestKind kind) {
        const RequestCounts& counts = kernel_.of(kind);
        const std::string group = kind_name(kind);
        const bool atomic = kind == RequestKind::shared_atomic;
        const std::string end = operation(kind);
        add(group, "requests", static_cast<double>(counts.requests), 0, "",
            "one each time a warp, or the part of it that came, executes such an access",
            atomic ? "smsp__inst_executed_op_shared_atom.sum"
                   : "smsp__inst_executed_op_shared_" + end + ".sum");
        add(group, "waves", static_cast<double>(counts.units), 0, "",
            "times that the banks deliver; each gives one word of 4 bytes a wave",
            atomic ? "" : "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + end + ".sum");
        add(group, "waves per request", counts.units_per_request(), 2, "", words_on_waves(counts),
            "");
        add(group, "bank conflicts", static_cast<double>(counts.units - counts.least_units), 0, "",
            "waves beyond what this width of access needs",
            atomic ? "" : "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + end + ".sum");
    }

    void add_widths() {
        const std::uint64_t total = kernel_.global_widths.total();
        if (total == 0) return;
        for (int i = 4; i >= 0; --i) {
            const std::uint64_t bytes = kernel_.global_widths.bytes[i];
            if (bytes == 0) continue;
            const int width = 1 << i;
            add("width of access", std::to_string(width) + (width == 1 ? " byte" : " bytes"),
                100.0 * static_cast<double>(bytes) / static_cast<double>(total), 1, "%",
                words_on_width(width), "");
        }
    }

    void add_control() {
        if (kernel_.barriers != 0) {
            add("control", "barriers", static_cast<double>(kernel_.barriers), 0, "",
                words_on_barriers(kernel_), "");
        }
        if (kernel_.warp_meetings != 0) {
            add("control", "warp collectives", static_cast<double>(kernel_.warp_meetings), 0, "",
                "shuffles, votes and __syncwarp, once for each warp", "");
        }
        add("control", "divergent branches", static_cast<double>(kernel_.branches_divergent), 0, "",
            words_on_divergence(kernel_), "smsp__sass_branch_targets_threads_divergent.sum");
    }

    const KernelProfile& kernel_;
    std::vector<Figure> figures_;
};

}  // namespace

std::vector<Figure> figures_of(const KernelProfile& kernel) {
    return FigureList(kernel).make();
}

std::string number_text(double value, int decimals) {
    char text[400];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    const std::string digits = text;
    const std::size_t end = std::min(digits.find('.'), digits.size());
    std::string result;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const bool between_digits = i > 0 && i < end && digits[i - 1] != '-';
        if (between_digits && (end - i) % 3 == 0) result += ',';
        result += digits[i];
    }
    return result;
}

std::string ncu_command(const std::vector<KernelProfile>& kernels, const std::string& program) {
    std::set<std::string> known;
    std::string list;
    for (const KernelProfile& kernel : kernels) {
        for (const Figure& figure : figures_of(kernel)) {
            if (figure.metric.empty() || !known.insert(figure.metric).second) continue;
            list += (list.empty() ? "" : ",") + figure.metric;
        }
    }
    return "ncu --metrics " + list + " " + program;
}

}  // namespace workshop::emulator
