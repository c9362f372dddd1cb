// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "picture.hpp"
#include "recording.hpp"

namespace workshop::pictures {
namespace {

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

/// JSON has no infinities and no NaN: they become text.
std::string value_text(float value) {
    const std::string text = number_text(static_cast<double>(value), 6);
    return std::isfinite(value) ? text : quoted(text);
}

/// Numbers by lane: a list, or where it begins and how far its members are apart.
std::string positions(const std::vector<std::uint64_t>& at) {
    bool even = at.size() > 2;
    for (std::size_t i = 2; i < at.size(); ++i)
        even = even && at[i] - at[i - 1] == at[1] - at[0];
    if (even) {
        return "{\"first\":" + std::to_string(at[0]) +
               ",\"apart\":" + std::to_string(static_cast<std::int64_t>(at[1] - at[0])) + "}";
    }
    std::string list;
    for (const std::uint64_t each : at)
        list += (list.empty() ? "[" : ",") + std::to_string(each);
    return list + "]";
}

std::string access_text(const TraceStep& step, bool with_values) {
    constexpr std::uint64_t banks = 32;
    std::vector<std::uint64_t> at;
    std::vector<std::uint64_t> bank;  // the first one, counted from where the array begins
    std::string values;
    for (const StepLane& lane : step.lanes) {
        at.push_back(element_of(step, lane));
        bank.push_back(at.back() % banks);
        for (unsigned i = 0; i < std::max(1U, step.access_bytes / 4); ++i)
            values += (values.empty() ? "[" : ",") + value_text(lane.value_as_float(i));
    }
    return ",\"memory\":" + quoted(step.memory) +
           ",\"bytes\":" + std::to_string(step.access_bytes) + ",\"" +
           (step.is_global() ? "sectors" : "waves") + "\":" + std::to_string(step.units) +
           ",\"element\":" + positions(at) +
           (step.is_shared() ? ",\"bank\":" + positions(bank) : "") +
           (with_values ? ",\"values\":" + values + "]" : "");
}

std::string collective_text(const TraceStep& step) {
    std::vector<std::uint64_t> from;
    std::string given;
    std::string got;
    for (const StepLane& lane : step.lanes) {
        from.push_back(lane.source);
        given += (given.empty() ? "[" : ",") + value_text(lane.operand_as_float());
        got += (got.empty() ? "[" : ",") + value_text(lane.result_as_float());
    }
    std::string text = ",\"call\":" + quoted(step.call);
    if (step.is_shuffle())
        text += ",\"from\":" + positions(from) + ",\"given\":" + given + "],\"got\":" + got + "]";
    return text;
}

std::string step_text(const TraceStep& step, bool with_values) {
    std::vector<std::uint64_t> lanes;
    for (const StepLane& lane : step.lanes)
        lanes.push_back(lane.lane);
    std::string text = "{\"block\":" + std::to_string(step.block) +
                       ",\"warp\":" + std::to_string(step.warp) +
                       ",\"barriers_before\":" + std::to_string(step.interval) +
                       ",\"kind\":" + quoted(emulator::step_name(step.kind)) +
                       ",\"code\":" + quoted(code_of(step)) + ",\"lanes\":" + positions(lanes);
    if (step.is_global() || step.is_shared()) text += access_text(step, with_values);
    if (step.kind == StepKind::collective) text += collective_text(step);
    return text + "}";
}

std::string size_text(const dim3& size) {
    return "[" + std::to_string(size.x) + "," + std::to_string(size.y) + "," +
           std::to_string(size.z) + "]";
}

}  // namespace

std::string trace_json(const std::string& lesson, const std::vector<Recording>& recordings) {
    std::string text = "{\"lesson\":" + quoted(lesson) +
                       ",\n\"made_by\":\"make pictures, from what the CPU device saw\"," +
                       "\n\"compiler\":" + quoted(PICTURES_COMPILER) + ",\n\"launches\":[";
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        const Recording& recording = recordings[i];
        const TracedLaunch& launch = recording.launch;
        text += std::string(i == 0 ? "\n" : ",\n") + "{\"call\":" + quoted(recording.call) +
                ",\n\"kernel\":" + quoted(launch.kernel) + ",\"grid\":" + size_text(launch.grid) +
                ",\"block\":" + size_text(launch.block) +
                (recording.more.empty() ? "" : ",\n" + recording.more) + ",\n\"steps\":[";
        bool first = true;
        for (const TraceStep& step : launch.steps) {
            if (recording.kept && !recording.kept(step)) continue;
            text += (first ? "\n" : ",\n") + step_text(step, recording.with_values);
            first = false;
        }
        text += "]}";
    }
    return text + "]}\n";
}

}  // namespace workshop::pictures
