// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The profile for programs. The page for the browser holds the same text.

#include <algorithm>

#include <emulator/profile_report.h>

#include "json_writer.hpp"
#include "words.hpp"

namespace workshop::emulator {
namespace {

using profile::JsonWriter;

constexpr const char* kind_keys[] = {"global_load", "global_store", "global_atomic",
                                     "shared_load", "shared_store", "shared_atomic"};

void write_size(JsonWriter& out, const char* name, const dim3& size) {
    out.key(name).begin_array().value(size.x).value(size.y).value(size.z).end_array();
}

/// Only the kinds that occur.
void write_requests(JsonWriter& out, const RequestCounts (&requests)[request_kinds]) {
    out.key("requests").begin_object();
    for (int kind = 0; kind < request_kinds; ++kind) {
        const RequestCounts& counts = requests[kind];
        if (counts.requests == 0) continue;
        const bool shared = is_shared(static_cast<RequestKind>(kind));
        out.key(kind_keys[kind])
            .begin_object()
            .member("requests", counts.requests)
            .member("threads", counts.lanes)
            .member("bytes", counts.bytes)
            .member(shared ? "waves" : "sectors", counts.units)
            .member(shared ? "least_waves" : "least_sectors", counts.least_units)
            .end_object();
    }
    out.end_object();
}

void write_widths(JsonWriter& out, const WidthCounts& widths) {
    out.key("global_bytes_by_width").begin_object();
    for (int i = 0; i < 5; ++i) {
        if (widths.bytes[i] != 0) out.member(std::to_string(1 << i), widths.bytes[i]);
    }
    out.end_object();
}

void write_example(JsonWriter& out, const ExampleRequest& example) {
    out.begin_object()
        .member("kind", kind_keys[static_cast<int>(example.kind)])
        .member("which", example.is_costliest ? "costliest" : "first")
        .member("access_bytes", example.access_bytes)
        .member(is_shared(example.kind) ? "waves" : "sectors", example.units)
        .member("warp", example.warp)
        .member("memory", example.memory);
    write_size(out, "block", example.block);
    out.key("lanes").begin_array();
    for (int lane = 0; lane < 32; ++lane)
        if ((example.lanes >> lane & 1) != 0) out.value(lane);
    // As offsets in the buffer or array, so that a report does not depend on where that lies.
    out.end_array().key("offsets").begin_array();
    std::uint64_t base = example.base;
    if (base == 0) {
        base = ~std::uint64_t{0};
        for (int lane = 0; lane < 32; ++lane)
            if ((example.lanes >> lane & 1) != 0) base = std::min(base, example.addresses[lane]);
        base &= ~std::uint64_t{127};
    }
    for (int lane = 0; lane < 32; ++lane)
        if ((example.lanes >> lane & 1) != 0)
            out.value(
                static_cast<double>(static_cast<std::int64_t>(example.addresses[lane] - base)));
    out.end_array().end_object();
}

void write_line(JsonWriter& out, const LineProfile& line) {
    out.begin_object().member("file", line.file).member("line", line.line);
    write_requests(out, line.requests);
    write_widths(out, line.global_widths);
    out.member("divergent_branches", line.divergent_branches)
        .member("barriers", line.barriers)
        .member("warp_collectives", line.warp_meetings)
        .key("examples")
        .begin_array();
    for (const ExampleRequest& example : line.examples)
        write_example(out, example);
    out.end_array().end_object();
}

void write_buffer(JsonWriter& out, const BufferProfile& buffer) {
    out.begin_object()
        .member("name", buffer.name)
        .member("bytes", buffer.bytes)
        .member("element_bytes", buffer.element_bytes)
        .member("read_bytes", buffer.read_bytes)
        .member("written_bytes", buffer.written_bytes);
    if (buffer.elements_counted) {
        out.member("elements_read", buffer.elements_read)
            .member("reads_per_element", buffer.reads_per_element())
            .member("most_reads", buffer.most_reads)
            .member("elements_written", buffer.elements_written)
            .member("writes_per_element", buffer.writes_per_element())
            .member("most_writes", buffer.most_writes);
    }
    out.end_object();
}

void write_figures(JsonWriter& out, const KernelProfile& kernel) {
    out.key("figures").begin_array();
    for (const Figure& figure : figures_of(kernel)) {
        out.begin_object()
            .member("group", figure.group)
            .member("name", figure.name)
            .member("value", figure.value)
            .member("text", number_text(figure.value, figure.decimals) +
                                (figure.unit.empty() ? "" : ' ' + figure.unit))
            .member("words", figure.words)
            .member("metric", figure.metric)
            .end_object();
    }
    out.end_array();
}

void write_kernel(JsonWriter& out, const KernelProfile& kernel) {
    out.begin_object().member("kernel", kernel.kernel);
    write_size(out, "grid", kernel.grid);
    write_size(out, "block", kernel.block);
    out.member("static_shared_bytes", std::uint64_t{kernel.static_shared_bytes})
        .member("dynamic_shared_bytes", std::uint64_t{kernel.dynamic_shared_bytes})
        .member("launches", kernel.launches)
        .member("complete", kernel.complete)
        .member("incomplete_because", kernel.incomplete_because);
    write_requests(out, kernel.requests);
    write_widths(out, kernel.global_widths);
    out.member("divergent_branches", kernel.branches_divergent)
        .member("basic_blocks", kernel.basic_blocks)
        .member("barriers", kernel.barriers)
        .member("warp_collectives", kernel.warp_meetings);
    write_figures(out, kernel);
    out.key("buffers").begin_array();
    for (const BufferProfile& buffer : kernel.buffers)
        write_buffer(out, buffer);
    out.end_array().key("lines").begin_array();
    for (const LineProfile& line : kernel.lines)
        write_line(out, line);
    out.end_array().end_object();
}

}  // namespace

std::string profile_json(const ReportTitle& title, const std::vector<KernelProfile>& kernels) {
    JsonWriter out;
    out.begin_object()
        .member("title", title.title)
        .member("details", title.details)
        .member("ncu", ncu_command(kernels, title.program))
        .key("kernels")
        .begin_array();
    for (const KernelProfile& kernel : kernels)
        write_kernel(out, kernel);
    out.end_array().end_object();
    return out.text() + '\n';
}

}  // namespace workshop::emulator
