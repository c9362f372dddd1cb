// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "answers.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace workshop::checks {

namespace {

std::string trimmed(const std::string& text) {
    const char* blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The part of the text that is a decimal number, from its beginning.
std::size_t length_of_number(const std::string& text) {
    const bool has_digit_first =
        !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '.');
    if (!has_digit_first || text.compare(0, 2, "0x") == 0 || text.compare(0, 2, "0X") == 0)
        return 0;
    char* end = nullptr;
    (void)std::strtod(text.c_str(), &end);
    return static_cast<std::size_t>(end - text.c_str());
}

/// The value of a product such as "64 * 2*8", written with '*', 'x' or a multiplication sign.
/// NaN when the text is none.
double product_of(std::string text) {
    const std::string sign = "\u00d7";
    for (std::size_t at = 0; (at = text.find(sign, at)) != std::string::npos;)
        text.replace(at, sign.size(), "*");
    double value = 1.0;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(text.find_first_of("*x", begin), text.size());
        const std::string factor = trimmed(text.substr(begin, end - begin));
        if (factor.empty() || length_of_number(factor) != factor.size()) return std::nan("");
        value *= std::strtod(factor.c_str(), nullptr);
        if (end == text.size()) return value;
        begin = end + 1;
    }
}

/// What a number with commas was probably meant to be: 16,384 is 16384 and 2,5 is 2.5.
std::string without_commas(const std::string& text) {
    std::string joined = text;  // commas between thousands
    std::erase(joined, ',');
    bool thousands = length_of_number(joined) == joined.size();
    for (std::size_t comma = text.find(','); comma != std::string::npos;) {
        const std::size_t next = text.find(',', comma + 1);
        const std::size_t end = next != std::string::npos ? next : text.find('.', comma);
        if (std::min(end, text.size()) - comma != 4) thousands = false;
        comma = next;
    }
    if (thousands) return joined;
    std::string decimals = text;  // one comma before decimals
    std::replace(decimals.begin(), decimals.end(), ',', '.');
    if (length_of_number(decimals) == decimals.size()) return decimals;
    return "1024 or 2.5";
}

/// A number or a fraction of two. Returns empty, or what is wrong and what to write.
std::string read_number(const std::string& text, double& value) {
    const std::string quoted = "'" + text + "' is not a number. ";
    if (text[0] == '-') {
        double without_sign = 0.0;
        return read_number(trimmed(text.substr(1)), without_sign).empty()
                   ? "'" + text + "' is below 0. Counts are 0 or more."
                   : quoted + "Write digits, such as 1024, 2.5 or 2/32, or leave it empty.";
    }
    const std::size_t length = length_of_number(text);
    if (text.find(',') != std::string::npos)
        return quoted +
               "Write it without commas, with a point before decimals: " + without_commas(text);
    if (length == 0) return quoted + "Write digits, such as 1024, 2.5 or 2/32, or leave it empty.";
    value = std::strtod(text.c_str(), nullptr);
    const std::string rest = trimmed(text.substr(length));
    if (!rest.empty() && rest[0] == '/') {
        const std::string below = trimmed(rest.substr(1));
        const double divisor = std::strtod(below.c_str(), nullptr);
        if (length_of_number(below) != below.size() || !(divisor > 0.0))
            return quoted + "A fraction is two numbers, the second above 0: 2/32";
        value /= divisor;
    } else if (const double product = product_of(text); !rest.empty() && std::isfinite(product)) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.12g", product);
        return quoted + "A product has to be worked out: " + digits;
    } else if (!rest.empty()) {
        return quoted + "Write the number alone, without a unit: " + text.substr(0, length);
    }
    return std::isfinite(value) ? std::string() : quoted + "It is too large.";
}

std::string known_names(const QuestionFile& file) {
    std::string names;
    for (const Question& question : file.questions)
        names += (names.empty() ? "" : ", ") + question.name;
    return names;
}

}  // namespace

Answers parse_answers(std::istream& in, const QuestionFile& file) {
    Answers answers;
    std::set<std::string> seen;
    int number = 0;
    for (std::string whole_line; std::getline(in, whole_line);) {
        ++number;
        const std::string line = trimmed(whole_line.substr(0, whole_line.find('#')));
        if (line.empty()) continue;
        const auto report = [&](const std::string& text) {
            answers.problems.push_back(std::to_string(number) + ": " + text);
        };
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos) {
            report("'" + line + "' is not 'name = number'.");
            continue;
        }
        const std::string name = trimmed(line.substr(0, equals));
        const std::string text = trimmed(line.substr(equals + 1));
        if (find_question(file, name) == nullptr) {
            report("there is no question '" + name + "'. The questions: " + known_names(file));
            continue;
        }
        if (!seen.insert(name).second) {
            report("'" + name + "' is answered twice. Keep one of the lines.");
            continue;
        }
        if (text.empty()) continue;
        double value = 0.0;
        const std::string problem = read_number(text, value);
        if (problem.empty()) {
            answers.of[name] = value;
        } else {
            report(problem);
        }
    }
    return answers;
}

}  // namespace workshop::checks
