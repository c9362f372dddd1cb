// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "well_formed.hpp"

#include <regex>
#include <vector>

namespace workshop::pictures {
namespace {

/// The names of an element's attributes must differ, and each has a value in quotes.
std::string attribute_problem(const std::string& attributes) {
    static const std::regex whole(R"re((\s+[A-Za-z_][-\w:.]*="[^"<]*")*\s*)re");
    if (!std::regex_match(attributes, whole)) return "attributes" + attributes;
    static const std::regex one(R"re(\s([A-Za-z_][-\w:.]*)=)re");
    std::vector<std::string> names;
    for (std::sregex_iterator at(attributes.begin(), attributes.end(), one), end; at != end; ++at) {
        const std::string name = (*at)[1];
        for (const std::string& other : names)
            if (other == name) return "attribute " + name + " twice";
        names.push_back(name);
    }
    return "";
}

/// Text between tags: every & begins one of the known signs.
std::string text_problem(const std::string& text) {
    static const std::regex signs("&(lt|gt|amp|quot|#[0-9]+);");
    const std::string rest = std::regex_replace(text, signs, "");
    return rest.find('&') == std::string::npos ? "" : "a lone & in: " + text;
}

}  // namespace

std::string xml_problem(const std::string& text) {
    std::vector<std::string> open;
    bool any = false;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t tag = text.find('<', at);
        const std::string between = text.substr(at, tag - at);
        if (const std::string problem = text_problem(between); !problem.empty()) return problem;
        const bool blank = between.find_first_not_of(" \n") == std::string::npos;
        if (open.empty() && !blank) return "text outside of the root: " + between;
        if (tag == std::string::npos) break;
        if (text.compare(tag, 4, "<!--") == 0) {
            const std::size_t end = text.find("-->", tag);
            if (end == std::string::npos) return "a comment without an end";
            at = end + 3;
            continue;
        }
        const std::size_t end = text.find('>', tag);
        if (end == std::string::npos) return "a tag without an end";
        std::string inside = text.substr(tag + 1, end - tag - 1);
        at = end + 1;
        if (!inside.empty() && inside[0] == '/') {
            if (open.empty() || open.back() != inside.substr(1)) return "closed: " + inside;
            open.pop_back();
            continue;
        }
        const bool closes = !inside.empty() && inside.back() == '/';
        if (closes) inside.pop_back();
        const std::size_t name_end = inside.find_first_of(" \n");
        const std::string name = inside.substr(0, name_end);
        static const std::regex good_name("[A-Za-z][-A-Za-z0-9]*");
        if (!std::regex_match(name, good_name)) return "element " + name;
        if (open.empty() && any) return "a second root: " + name;
        any = true;
        if (name_end != std::string::npos) {
            const std::string problem = attribute_problem(inside.substr(name_end));
            if (!problem.empty()) return problem + " of " + name;
        }
        if (!closes) open.push_back(name);
    }
    if (!open.empty()) return "never closed: " + open.back();
    return any ? "" : "nothing there";
}

}  // namespace workshop::pictures
