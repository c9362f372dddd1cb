// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A picture that moves: an SVG of frames, animated by its own style sheet, and a page with
///        buttons for the same frames.

#include <string>
#include <vector>

namespace workshop::pictures {

/// @brief How a text looks.
struct TextStyle {
    double size = 13;
    const char* anchor = "middle";  ///< or start, end
    const char* colour = "ink";     ///< a class of the style sheet
    bool bold = false;
    bool code = false;  ///< in a font for source
};

/// @brief Frames of shapes. Sizes are in pixels. It needs nothing but itself: no script, no font,
/// no
///        file; light or dark as the reader's system, on the ground of the page that shows it.
class Picture {
  public:
    /// @param[in] name  of the file, without .svg
    /// @param[in] title what is seen, in one sentence
    Picture(std::string name, int width, int height, std::string title);

    /// @brief What follows is seen all the time.
    void always();
    /// @brief Begins the next frame: what follows is seen in it alone. Frames are shown one after
    ///        the other, the last one twice as long, and then from the beginning.
    /// @param[in] caption what happens
    /// @param[in] code    the line of source that does it, or two of them; cut where too long
    void frame(const std::string& caption, const std::string& code = "", double seconds = 3.0);
    /// @brief What follows is seen in the latest frame alone.
    void this_frame();
    /// @brief What follows is seen from the latest frame on, to the end.
    void from_here();

    /// @brief One line of text; y is its middle.
    void text(double x, double y, const std::string& text, const TextStyle& style = {});
    /// @brief A box with a text in it.
    /// @param[in] look blue, green, orange, purple, red, grey: filled; empty, dashed: outlined
    void cell(double x, double y, double width, double height, const std::string& text,
              const char* look, double text_size = 13);
    /// @brief A line from one point to another.
    void line(double x1, double y1, double x2, double y2, const char* colour = "ink",
              bool arrow = false, bool dashed = false, double width = 1.5);
    /// @brief A frame around something.
    void outline(double x, double y, double width, double height, const char* colour,
                 double stroke = 2);

    /// @brief Name of the file, without .svg.
    const std::string& name() const { return name_; }
    /// @brief What is seen, in one sentence.
    const std::string& title() const { return title_; }
    /// @brief How many frames it has.
    unsigned frames() const { return static_cast<unsigned>(seconds_.size()); }
    /// @brief The picture as a file for an <img>.
    std::string svg() const;
    /// @brief A page with the picture and buttons: one step forward, one back, run.
    std::string page() const;

  private:
    /// Shapes that are seen from one frame to another.
    struct Layer {
        unsigned first = 0;
        unsigned last = 0;
        bool always = false;
        std::string shapes;
    };
    std::string drawing() const;
    std::string style() const;
    std::string progress() const;
    Layer& layer(unsigned first, unsigned last, bool always);

    std::string name_;
    int width_;
    int height_;
    std::string title_;
    std::vector<double> seconds_;
    std::vector<Layer> layers_;
};

/// @brief Text for XML.
std::string escaped(const std::string& text);

/// @brief "12", "0.135", "-inf": at most `digits` significant digits.
std::string number_text(double value, int digits = 4);

/// @brief "1 sector", "4 sectors".
std::string counted(std::size_t number, const std::string& noun);

}  // namespace workshop::pictures
