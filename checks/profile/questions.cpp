// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "questions.hpp"

#include <charconv>
#include <sstream>

#include "quantities.hpp"

namespace workshop::checks {

namespace {

constexpr int kMostDecimals = 6;

template <typename Number>
bool whole(const std::string& text, Number least, Number most, Number& value) {
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stopped == end && value >= least && value <= most;
}

/// "serial_softmax rows=64 cols=96" into the question. Returns empty, or what is wrong.
std::string read_call(const std::string& text, Question& question) {
    std::istringstream words(text);
    words >> question.function;
    if (question.function.empty()) return "the call names no function";
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        CallShape& shape = question.shape;
        constexpr std::int64_t kMost = std::int64_t{1} << 20;
        const bool good = name == "rows"   ? whole(value, std::int64_t{1}, kMost, shape.rows)
                          : name == "cols" ? whole(value, std::int64_t{1}, kMost, shape.cols)
                          : name == "gap"  ? whole(value, std::int64_t{0}, kMost, shape.gap)
                          : name == "offset"
                              ? whole(value, std::int64_t{0}, std::int64_t{3}, shape.offset)
                          : name == "threads" ? whole(value, 1, 1024, shape.threads)
                                              : false;
        if (!good) return "'" + word + "' is not a size of a call";
    }
    return {};
}

std::string set_field(const std::string& field, const std::string& text, Question& question) {
    if (text.empty()) return field + " is empty";
    if (field == "ask") {
        question.ask = text;
    } else if (field == "call") {
        return read_call(text, question);
    } else if (field == "measure") {
        question.measure = text;
        if (find_quantity(text) == nullptr) return "there is no quantity '" + text + "'";
    } else if (field == "decimals") {
        if (!whole(text, 0, kMostDecimals, question.decimals)) return "'" + text + "' decimals";
    } else if (field == "why") {
        question.why = text;
    } else if (field == "read") {
        question.read = text;
    } else {
        return "there is no field '" + field + "'";
    }
    return {};
}

std::string missing_field(const Question& question) {
    if (question.ask.empty()) return "ask";
    if (question.function.empty()) return "call";
    if (question.measure.empty()) return "measure";
    if (question.why.empty()) return "why";
    if (question.read.empty()) return "read";
    return {};
}

/// One field of the file, with its continued lines.
struct Field {
    std::string name;
    std::string text;
    int line = 0;
};

std::vector<Field> read_fields(std::istream& in, std::string& problem) {
    std::vector<Field> fields;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        const std::size_t first = line.find_first_not_of(' ');
        if (first == std::string::npos || line[0] == '#') continue;
        if (first > 0 && !fields.empty()) {
            fields.back().text += ' ' + line.substr(first);
            continue;
        }
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) {
            problem = "line " + std::to_string(number) + ": not 'field: text'";
            return fields;
        }
        const std::size_t text = line.find_first_not_of(' ', colon + 1);
        fields.push_back({line.substr(0, colon),
                          text == std::string::npos ? std::string() : line.substr(text), number});
    }
    return fields;
}

}  // namespace

QuestionFile parse_questions(std::istream& in) {
    QuestionFile file;
    const std::vector<Field> fields = read_fields(in, file.problem);
    for (const Field& field : fields) {
        std::string wrong;
        if (field.name == "question") {
            if (find_question(file, field.text) != nullptr) wrong = "a second '" + field.text + "'";
            file.questions.emplace_back().name = field.text;
        } else if (file.questions.empty()) {
            if (field.name == "device") file.device = field.text;
            if (field.name != "device") wrong = "this stands before the first question";
        } else {
            wrong = set_field(field.name, field.text, file.questions.back());
        }
        if (wrong.empty()) continue;
        file.problem = "line " + std::to_string(field.line) + ": " + wrong;
        return file;
    }
    for (const Question& question : file.questions) {
        const std::string missing = missing_field(question);
        if (!missing.empty() && file.problem.empty())
            file.problem = "question '" + question.name + "' has no " + missing;
    }
    if (file.questions.empty() && file.problem.empty()) file.problem = "there is no question";
    return file;
}

const Question* find_question(const QuestionFile& file, const std::string& name) {
    for (const Question& question : file.questions)
        if (question.name == name) return &question;
    return nullptr;
}

}  // namespace workshop::checks
