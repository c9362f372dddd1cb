// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "mode.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace workshop::bench {

const std::vector<Mode>& all_modes() {
    static const std::vector<Mode> modes{Mode::cold, Mode::warm, Mode::eager};
    return modes;
}

const char* name_of(Mode mode) {
    switch (mode) {
        case Mode::cold:
            return "cold";
        case Mode::warm:
            return "warm";
        case Mode::eager:
            return "eager";
    }
    return "";
}

std::vector<Mode> modes_of(const std::string& list, const std::string& option) {
    std::vector<Mode> chosen;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        const auto mode = std::find_if(all_modes().begin(), all_modes().end(),
                                       [&](Mode one) { return word == name_of(one); });
        if (mode == all_modes().end()) {
            throw std::runtime_error(option + ": '" + word + "' is none of cold, warm, eager");
        }
        if (std::find(chosen.begin(), chosen.end(), *mode) == chosen.end()) chosen.push_back(*mode);
    }
    if (chosen.empty()) throw std::runtime_error(option + ": give one or more of cold,warm,eager");
    return chosen;
}

std::string text_of(const std::vector<Mode>& modes) {
    std::string text;
    for (const Mode mode : modes)
        text += (text.empty() ? "" : ",") + std::string(name_of(mode));
    return text;
}

}  // namespace workshop::bench
