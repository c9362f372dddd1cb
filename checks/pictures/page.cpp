// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "page.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "picture.hpp"

namespace workshop::pictures {
namespace {

/// White text stands on every filled colour with a contrast of at least 4.5.
constexpr const char* kFilled[][2] = {{"blue", "#2f6db8"},   {"green", "#277a50"},
                                      {"orange", "#b95412"}, {"purple", "#7d55bd"},
                                      {"red", "#c4323e"},    {"grey", "#68717c"}};

std::string colour_classes(const std::string& name, const std::string& value) {
    return "." + name + "-line{stroke:" + value + "}." + name + "-tip{fill:" + value + "}\n";
}

/// Puts a text in the places of another one.
void replace_all(std::string& text, const std::string& place, const std::string& with) {
    for (std::size_t at = text.find(place); at != std::string::npos;
         at = text.find(place, at + with.size()))
        text.replace(at, place.size(), with);
}

}  // namespace

std::string picture_colours() {
    std::string style =
        ":root{color-scheme:light dark}\n"
        "text{font-family:'DejaVu Sans',Verdana,'Segoe UI',Helvetica,Arial,sans-serif}\n"
        ".code{font-family:'DejaVu Sans Mono',Consolas,Menlo,monospace}\n"
        ".ink{fill:#333b44}.soft{fill:#5c6670}.white{fill:#ffffff}\n"
        ".empty{fill:none;stroke:#aab3bc}.dashed{fill:none;stroke:#aab3bc;stroke-dasharray:3 3}\n"
        ".track{fill:#e2e6ea}.done{fill:#8d97a2}\n" +
        colour_classes("ink", "#5c6670") + colour_classes("faint", "#aab3bc");
    for (const auto& [name, value] : kFilled)
        style += std::string(".") + name + "{fill:" + value + "}" + colour_classes(name, value);
    style +=
        "text.blue{fill:#2f6db8}text.green{fill:#277a50}text.orange{fill:#b95412}"
        "text.red{fill:#c4323e}\n"
        "@media (prefers-color-scheme:dark){\n"
        ".ink{fill:#d5dce3}.soft{fill:#a3adb8}\n"
        ".empty,.dashed{stroke:#59636e}.track{fill:#2b323a}.done{fill:#77818c}\n"
        "text.blue{fill:#6ea8e8}text.green{fill:#5fbf8f}text.orange{fill:#e8935a}"
        "text.red{fill:#f0808a}\n" +
        colour_classes("ink", "#a3adb8") + colour_classes("faint", "#59636e") +
        colour_classes("blue", "#5b97dc") + colour_classes("green", "#4fae80") +
        colour_classes("orange", "#df8244") + "}\n";
    return style;
}

std::string page_around(const std::string& svg, const std::string& title) {
    const std::string path = PICTURES_SOURCE_FOLDER "/checks/pictures/page.html";
    std::ifstream in(path);
    std::ostringstream read;
    read << in.rdbuf();
    std::string page = read.str();
    if (page.empty()) throw std::runtime_error("cannot read " + path);
    replace_all(page, "PICTURE-TITLE", escaped(title));
    for (const char* place :
         {"PICTURE-LOOK\n", "PICTURE-LESSON\n", "PICTURE-ABOUT\n"})  // the site knows these
        replace_all(page, place, "");
    replace_all(page, "PICTURE-SVG\n", svg);
    return page;
}

}  // namespace workshop::pictures
