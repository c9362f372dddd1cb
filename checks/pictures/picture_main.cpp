// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The main program of every picture program. Usage: picture_NN_slug_... FOLDER [FOLDER_OF_PAGES]
// writes NAME.svg and trace.json into the first folder, and NAME.html into the second one.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "lesson.hpp"

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

int main(int argc, char** argv) {
    using namespace workshop::pictures;
    if (argc != 2 && argc != 3) {
        std::cerr << "Usage: " << argv[0] << " FOLDER [FOLDER_OF_PAGES]\n";
        return 2;
    }
    try {
        const std::filesystem::path folder = argv[1];
        const LessonPictures drawn = draw_lesson();
        for (const Picture& picture : drawn.pictures) {
            write(folder / (picture.name() + ".svg"), picture.svg());
            if (argc == 3) {
                write(std::filesystem::path(argv[2]) /
                          (drawn.lesson + "-" + picture.name() + ".html"),
                      picture.page());
            }
        }
        write(folder / "trace.json", trace_json(drawn.lesson, drawn.recordings));
    } catch (const std::exception& problem) {
        std::cerr << "pictures: " << problem.what() << '\n';
        return 1;
    }
    return 0;
}
