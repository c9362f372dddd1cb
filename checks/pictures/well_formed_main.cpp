// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Usage: well_formed FILE... . Says what is wrong first in each; 1 when there is anything.

#include <fstream>
#include <iostream>
#include <sstream>

#include "well_formed.hpp"

int main(int argc, char** argv) {
    int result = argc < 2 ? 2 : 0;
    for (int i = 1; i < argc; ++i) {
        std::ifstream in(argv[i], std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        const std::string problem = workshop::pictures::xml_problem(text.str());
        if (problem.empty()) continue;
        std::cout << argv[i] << ": " << problem << '\n';
        result = 1;
    }
    return result;
}
