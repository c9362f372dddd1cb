// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "picture.hpp"

#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>

#include "page.hpp"

namespace workshop::pictures {
namespace {

constexpr unsigned kToTheEnd = ~0U;
constexpr double kBarHeight = 6;

/// A coordinate: at most one digit behind the point.
std::string pixels(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    std::string result = text;
    if (result.size() > 2 && result.substr(result.size() - 2) == ".0")
        result.resize(result.size() - 2);
    return result == "-0" ? "0" : result;
}

std::string attribute(const char* name, double value) {
    return std::string(" ") + name + "=\"" + pixels(value) + "\"";
}

std::string range_name(unsigned first, unsigned last) {
    return "f" + std::to_string(first) + "-" + std::to_string(last);
}

}  // namespace

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else if (c == '&') {
            result += "&amp;";
        } else if (c == '"') {
            result += "&quot;";
        } else {
            result += c;
        }
    }
    return result;
}

std::string number_text(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    char text[64];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

std::string counted(std::size_t number, const std::string& noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

Picture::Picture(std::string name, int width, int height, std::string title)
    : name_(std::move(name)), width_(width), height_(height), title_(std::move(title)) {
    always();
}

Picture::Layer& Picture::layer(unsigned first, unsigned last, bool always) {
    Layer layer;
    layer.first = first;
    layer.last = last;
    layer.always = always;
    layers_.push_back(layer);
    return layers_.back();
}

void Picture::always() {
    layer(0, kToTheEnd, true);
}

void Picture::frame(const std::string& caption, const std::string& code, double seconds) {
    constexpr std::size_t most_signs = 92;
    seconds_.push_back(seconds);
    this_frame();
    const std::size_t end = code.find('\n');
    const bool two_lines = end != std::string::npos;
    text(16, height_ - (two_lines ? 56 : 50), caption, {13, "start", "ink", true});
    const auto code_line = [&](double y, const std::string& line) {
        const std::string shown =
            line.size() <= most_signs ? line : line.substr(0, most_signs - 2) + " \u2026";
        text(16, y, shown, {12, "start", "soft", false, true});
    };
    code_line(height_ - (two_lines ? 38 : 30), code.substr(0, end));
    if (two_lines) code_line(height_ - 23, code.substr(end + 1));
}

void Picture::this_frame() {
    layer(frames() - 1, frames() - 1, false);
}

void Picture::from_here() {
    layer(frames() - 1, kToTheEnd, false);
}

void Picture::text(double x, double y, const std::string& text, const TextStyle& style) {
    std::string& shapes = layers_.back().shapes;
    shapes += "<text" + attribute("x", x) + attribute("y", y + style.size * 0.36) +
              attribute("font-size", style.size) + " class=\"" + style.colour +
              (style.code ? " code" : "") + "\"";
    if (std::string(style.anchor) != "start")
        shapes += std::string(" text-anchor=\"") + style.anchor + "\"";
    if (style.bold) shapes += " font-weight=\"bold\"";
    shapes += ">" + escaped(text) + "</text>\n";
}

void Picture::cell(double x, double y, double width, double height, const std::string& text,
                   const char* look, double text_size) {
    layers_.back().shapes += "<rect" + attribute("x", x) + attribute("y", y) +
                             attribute("width", width) + attribute("height", height) +
                             " rx=\"2\" class=\"" + look + "\"/>\n";
    if (text.empty()) return;
    const std::string name = look;
    const bool filled = name != "empty" && name != "dashed";
    TextStyle style;
    style.size = text_size;
    style.colour = filled ? "white" : "ink";
    this->text(x + width / 2, y + height / 2, text, style);
}

void Picture::line(double x1, double y1, double x2, double y2, const char* colour, bool arrow,
                   bool dashed, double width) {
    std::string& shapes = layers_.back().shapes;
    shapes += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
              attribute("y2", y2) + " class=\"" + colour + "-line\"" +
              attribute("stroke-width", width);
    if (dashed) shapes += " stroke-dasharray=\"4 3\"";
    shapes += "/>\n";
    if (!arrow) return;
    const double length = std::hypot(x2 - x1, y2 - y1);
    if (!(length > 0)) return;
    const double dx = (x2 - x1) / length;
    const double dy = (y2 - y1) / length;
    shapes += std::string("<path class=\"") + colour + "-tip\" d=\"M" + pixels(x2) + " " +
              pixels(y2) + "L" + pixels(x2 - 8 * dx + 4 * dy) + " " + pixels(y2 - 8 * dy - 4 * dx) +
              "L" + pixels(x2 - 8 * dx - 4 * dy) + " " + pixels(y2 - 8 * dy + 4 * dx) + "z\"/>\n";
}

void Picture::outline(double x, double y, double width, double height, const char* colour,
                      double stroke) {
    layers_.back().shapes += "<rect" + attribute("x", x) + attribute("y", y) +
                             attribute("width", width) + attribute("height", height) +
                             " rx=\"2\" fill=\"none\" class=\"" + colour + "-line\"" +
                             attribute("stroke-width", stroke) + "/>\n";
}

/// A bar that fills with the frames.
std::string Picture::progress() const {
    Picture bar("", width_, height_, "");
    const double left = 16;
    const double part = (width_ - 2 * left) / frames();
    const double y = height_ - 14;
    bar.cell(left, y, width_ - 2 * left, kBarHeight, "", "track");
    std::string shapes = bar.layers_.back().shapes;
    for (unsigned i = 0; i < frames(); ++i) {
        Picture filled("", width_, height_, "");
        filled.cell(left, y, part * (i + 1), kBarHeight, "", "done");
        filled.text(width_ - left, height_ - 50,
                    std::to_string(i + 1) + " / " + std::to_string(frames()), {12, "end", "soft"});
        shapes += "<g class=\"" + range_name(i, i) + "\" data-first=\"" + std::to_string(i) +
                  "\" data-last=\"" + std::to_string(i) + "\">\n" + filled.layers_.back().shapes +
                  "</g>\n";
    }
    return shapes;
}

std::string Picture::drawing() const {
    std::string shapes;
    for (const Layer& layer : layers_) {
        if (layer.shapes.empty()) continue;
        if (layer.always) {
            shapes += layer.shapes;
            continue;
        }
        const unsigned last = layer.last == kToTheEnd ? frames() - 1 : layer.last;
        shapes += "<g class=\"" + range_name(layer.first, last) + "\" data-first=\"" +
                  std::to_string(layer.first) + "\" data-last=\"" + std::to_string(last) + "\">\n" +
                  layer.shapes + "</g>\n";
    }
    return shapes + progress();
}

/// Colours, and when each layer is seen. A reader who wants no motion sees the last frame.
std::string Picture::style() const {
    std::vector<double> seconds = seconds_;
    seconds.back() *= 2;
    const double total = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    std::vector<double> begins = {0};
    for (const double each : seconds)
        begins.push_back(begins.back() + each);
    std::set<std::pair<unsigned, unsigned>> ranges;
    for (const Layer& layer : layers_) {
        if (!layer.always)
            ranges.insert({layer.first, layer.last == kToTheEnd ? frames() - 1 : layer.last});
    }
    std::string style = picture_colours();
    std::string motion;
    for (const auto& [first, last] : ranges) {
        const std::string name = range_name(first, last);
        const std::string begin = number_text(begins[first] / total * 100, 6);
        const std::string end = number_text(begins[last + 1] / total * 100, 6);
        if (last + 1 != frames()) style += "." + name + "{visibility:hidden}\n";
        motion += "@keyframes " + name + "{0%{visibility:" + (first == 0 ? "visible" : "hidden") +
                  "}" + (first == 0 ? "" : begin + "%{visibility:visible}") +
                  (last + 1 == frames() ? "" : end + "%{visibility:hidden}") +
                  "100%{visibility:" + (last + 1 == frames() ? "visible" : "hidden") + "}}\n." +
                  name + "{animation:" + name + " " + number_text(total, 6) +
                  "s step-end infinite}\n";
    }
    return style + "@media (prefers-reduced-motion:no-preference){\n" + motion + "}\n" +
           ".still g{animation:none}\n";
}

std::string Picture::svg() const {
    const std::string width = std::to_string(width_);
    const std::string height = std::to_string(height_);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + " " + height +
           "\" role=\"img\">\n"
           "<!-- SPDX-FileCopyrightText: the CUDA kernel workshop contributors -->\n"
           "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
           "<!-- From a trace of the solution: make pictures -->\n"
           "<title>" +
           escaped(title_) + "</title>\n<style>\n" + style() + "</style>\n" + drawing() +
           "</svg>\n";
}

std::string Picture::page() const {
    return page_around(svg(), title_);
}

}  // namespace workshop::pictures
