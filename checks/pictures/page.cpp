// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "page.hpp"

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

constexpr const char* kScript = R"(
const svg = document.querySelector('svg');
const layers = svg.querySelectorAll('[data-first]');
const count = FRAMES;
let frame = 0;
let timer = 0;
function show(wanted) {
    frame = (wanted + count) % count;
    for (const layer of layers) {
        const seen = layer.dataset.first <= frame && frame <= layer.dataset.last;
        layer.style.visibility = seen ? 'visible' : 'hidden';
    }
    document.getElementById('where').textContent = `step ${frame + 1} of ${count}`;
}
function halt() {
    clearInterval(timer);
    timer = 0;
    document.getElementById('run').textContent = 'run';
}
function run() {
    if (timer) return halt();
    timer = setInterval(() => show(frame + 1), 2000);
    document.getElementById('run').textContent = 'stop';
}
function go(by) {
    halt();
    show(frame + by);
}
document.getElementById('back').onclick = () => go(-1);
document.getElementById('forward').onclick = () => go(1);
document.getElementById('run').onclick = run;
document.onkeydown = (event) => {
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
};
svg.classList.add('still');
show(0);
)";

}  // namespace

std::string picture_colours() {
    std::string style =
        "text{font-family:'DejaVu Sans',Verdana,'Segoe UI',Helvetica,Arial,sans-serif}\n"
        ".code{font-family:'DejaVu Sans Mono',Consolas,Menlo,monospace}\n"
        ".paper{fill:#ffffff}.ink{fill:#333b44}.soft{fill:#5c6670}.white{fill:#ffffff}\n"
        ".empty{fill:none;stroke:#aab3bc}.dashed{fill:none;stroke:#aab3bc;stroke-dasharray:3 3}\n"
        ".track{fill:#e2e6ea}.done{fill:#8d97a2}\n" +
        colour_classes("ink", "#5c6670") + colour_classes("faint", "#aab3bc");
    for (const auto& [name, value] : kFilled)
        style += std::string(".") + name + "{fill:" + value + "}" + colour_classes(name, value);
    style +=
        "text.blue{fill:#2f6db8}text.green{fill:#277a50}text.orange{fill:#b95412}"
        "text.red{fill:#c4323e}\n"
        "@media (prefers-color-scheme:dark){\n"
        ".paper{fill:#161b22}.ink{fill:#d5dce3}.soft{fill:#a3adb8}\n"
        ".empty,.dashed{stroke:#59636e}.track{fill:#2b323a}.done{fill:#77818c}\n"
        "text.blue{fill:#6ea8e8}text.green{fill:#5fbf8f}text.orange{fill:#e8935a}"
        "text.red{fill:#f0808a}\n" +
        colour_classes("ink", "#a3adb8") + colour_classes("faint", "#59636e") +
        colour_classes("blue", "#5b97dc") + colour_classes("green", "#4fae80") +
        colour_classes("orange", "#df8244") + "}\n";
    return style;
}

std::string page_around(const std::string& svg, const std::string& title, unsigned frames) {
    std::string script = kScript;
    const std::string place = "FRAMES";
    script.replace(script.find(place), place.size(), std::to_string(frames));
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>" +
           escaped(title) +
           "</title>\n<style>\n:root{color-scheme:light dark}\n"
           "body{font-family:'DejaVu Sans',Verdana,sans-serif;margin:2em auto;max-width:760px}\n"
           "svg{max-width:100%;height:auto}\n"
           "button{font:inherit;padding:.4em "
           "1em;margin-right:.5em}\n</style>\n</head>\n<body>\n<p>" +
           escaped(title) + "</p>\n" + svg +
           "<p>\n<button id=\"back\">back</button>\n<button id=\"forward\">forward</button>\n"
           "<button id=\"run\">run</button>\n<span id=\"where\"></span>\n</p>\n<script>" +
           script + "</script>\n</body>\n</html>\n";
}

}  // namespace workshop::pictures
