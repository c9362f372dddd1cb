// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The profile as a page that needs nothing but itself.

#include <emulator/profile_report.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include "json_writer.hpp"
#include "page_parts.hpp"
#include "source_text.hpp"

namespace workshop::emulator {
namespace {

using profile::JsonWriter;

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

/// Every file that has a counted line, with its text.
std::string sources_json(const std::vector<KernelProfile>& kernels) {
    std::set<std::string> files;
    for (const KernelProfile& kernel : kernels)
        for (const LineProfile& line : kernel.lines)
            if (!line.file.empty()) files.insert(line.file);
    JsonWriter out;
    out.begin_object();
    for (const std::string& file : files) {
        const std::vector<std::string> lines = profile::source_lines_of(file);
        if (lines.empty()) continue;
        out.key(file)
            .begin_object()
            .member("name", file.substr(file.rfind('/') + 1))
            .key("lines")
            .begin_array();
        for (const std::string& line : lines)
            out.value(line);
        out.end_array().end_object();
    }
    return out.end_object().text();
}

bool write_file(const std::string& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    return static_cast<bool>(out);
}

/// As mkdir -p.
bool make_folder(const std::string& folder) {
    for (std::size_t end = folder.find('/', 1);; end = folder.find('/', end + 1)) {
        const std::string part = folder.substr(0, end);
        if (mkdir(part.c_str(), 0777) != 0 && errno != EEXIST) return false;
        if (end == std::string::npos) return true;
    }
}

}  // namespace

std::string profile_html(const ReportTitle& title, const std::vector<KernelProfile>& kernels) {
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>";
    page += escaped(title.title) + "</title>\n<style>";
    page += profile::page_style;
    page +=
        "</style>\n</head>\n<body>\n<main>\n<h1 id=\"title\"></h1>\n"
        "<p id=\"details\" class=\"quiet\"></p>\n<div id=\"kernels\" class=\"kernels\"></div>\n"
        "<div id=\"kernel\"></div>\n<h2>The same figures on a GPU</h2>\n"
        "<pre class=\"code\" id=\"ncu\"></pre>\n"
        "<p class=\"quiet\">Counted exactly on the CPU device, for the code as the host compiler "
        "made it. The compiler for a GPU may merge, repeat or leave out accesses. Caches are not "
        "counted.</p>\n<noscript>This page needs JavaScript. The same figures are in profile.txt."
        "</noscript>\n</main>\n<script type=\"application/json\" id=\"profile\">";
    page += profile_json(title, kernels);
    page += "</script>\n<script type=\"application/json\" id=\"sources\">";
    page += sources_json(kernels);
    page += "</script>\n<script>";
    page += profile::page_picture;
    page += profile::page_script;
    page += "</script>\n</body>\n</html>\n";
    return page;
}

std::string write_profile(const std::string& folder, const ReportTitle& title,
                          const std::vector<KernelProfile>& kernels) {
    if (folder.empty() || !make_folder(folder))
        return "the folder '" + folder + "' cannot be made: " + std::strerror(errno);
    const struct {
        const char* name;
        std::string text;
    } files[] = {{"profile.txt", profile_text(title, kernels)},
                 {"profile.json", profile_json(title, kernels)},
                 {"profile.html", profile_html(title, kernels)}};
    for (const auto& file : files) {
        const std::string path = folder + '/' + file.name;
        if (!write_file(path, file.text)) return path + " cannot be written";
    }
    return {};
}

}  // namespace workshop::emulator
