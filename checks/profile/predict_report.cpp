// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "predict_report.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>

#include "quantities.hpp"
#include "support/program_info.hpp"
#include "support/text_style.hpp"
#include "verdict.hpp"

namespace workshop::checks {

namespace {

bool is_reference() {
    return std::string(kProgramInfo.kind) == "solution";
}

std::string verdict_of(const PredictionRow& row) {
    if (!row.predicted) return "not predicted";
    if (!row.measured) return "not measured";
    return verdict(*row.predicted, *row.measured, row.question->decimals);
}

void print_table(const std::vector<PredictionRow>& rows) {
    std::size_t width = 8;
    for (const PredictionRow& row : rows)
        width = std::max(width, row.question->name.size());
    const auto line = [&](const std::string& name, const std::string& predicted,
                          const std::string& measured, const std::string& text) {
        std::cout << "  " << std::left << std::setw(static_cast<int>(width)) << name << std::right
                  << std::setw(17) << predicted << std::setw(12) << measured << "  " << text
                  << '\n';
    };
    const auto number = [](const PredictionRow& row, const std::optional<double>& value) {
        return value ? short_number(*value, row.question->decimals) : std::string("-");
    };
    line("question", "your prediction", "measured", "verdict");
    std::cout << "  " << std::string(width + 45, '-') << '\n';
    for (const PredictionRow& row : rows) {
        line(row.question->name, number(row, row.predicted), number(row, row.measured),
             verdict_of(row));
    }
}

/// "Your kernel reads each element 3 times." The measured kernel need not be the reference.
std::string what_it_does(const PredictionRow& row) {
    std::string text = find_quantity(row.question->measure)->sentence;
    text.replace(text.find('#'), 1, short_number(*row.measured, row.question->decimals));
    const std::string time = " 1 times";
    const std::size_t once = text.find(time);
    if (once != std::string::npos) text.replace(once, time.size(), " once");
    return (is_reference() ? "The reference " : "Your kernel ") + text + '.';
}

void explain_misses(const std::vector<PredictionRow>& rows) {
    for (const PredictionRow& row : rows) {
        const Question& question = *row.question;
        if (!row.measured || agree(*row.predicted, *row.measured, question.decimals)) continue;
        std::cout << '\n' << question.name << " (" << question.function << ")\n";
        print_wrapped(std::cout, what_it_does(row) + ' ' + question.why, "  ");
        if (!is_reference()) {
            std::cout << "  The reason is that of the reference; your kernel may do more or less "
                         "than it.\n";
        }
        std::cout << "  Read: " << kProgramInfo.text << '#' << question.read << '\n';
    }
}

/// Each reason once. Returns whether there was one.
bool print_not_measured(const std::vector<PredictionRow>& rows) {
    std::vector<std::string> told;
    for (const PredictionRow& row : rows) {
        if (row.why_not.empty()) continue;
        if (std::find(told.begin(), told.end(), row.why_not) == told.end()) {
            if (told.empty()) std::cout << "\nNot measured:\n";
            print_wrapped(std::cout, row.why_not, "  ");
            told.push_back(row.why_not);
        }
    }
    return !told.empty();
}

void print_summary(const std::vector<PredictionRow>& rows, const std::string& predictions,
                   bool unfinished) {
    std::size_t right = 0;
    std::size_t off = 0;
    std::size_t blank = 0;
    std::size_t unmeasured = 0;
    for (const PredictionRow& row : rows) {
        if (!row.predicted) {
            ++blank;
        } else if (row.measured) {
            ++(agree(*row.predicted, *row.measured, row.question->decimals) ? right : off);
        } else {
            ++unmeasured;
        }
    }
    std::cout << '\n' << right << " right, " << off << " off, " << blank << " not predicted";
    if (unmeasured > 0) std::cout << ", " << unmeasured << " predicted and not measured yet";
    std::cout << ".\n";
    if (blank > 0 && right + off > 0)
        std::cout << "A measured number is shown when you have predicted it.\n";
    if (unfinished) {
        std::cout << "Next: " << lesson_command("check")
                  << ", until the kernel is done. Your predictions "
                  << "stay in " << predictions << '\n';
        if (!is_reference())
            std::cout << "      To measure the reference in the meantime: "
                      << lesson_command("predict") << " IMPL=solution\n";
    } else if (off > 0 || blank > 0) {
        std::cout << "Next: read, work it out again, write it into " << predictions
                  << ", then: " << lesson_command("predict") << '\n';
    } else {
        std::cout << "Next: see where each number comes from, line by line: "
                  << lesson_command("profile") << '\n';
    }
}

}  // namespace

std::string lesson_command(const std::string& target) {
    return "make " + target + "-lesson" + kProgramInfo.number +
           (is_reference() ? " IMPL=solution" : "");
}

bool print_predictions(const std::vector<PredictionRow>& rows, const std::string& predictions) {
    print_table(rows);
    explain_misses(rows);
    const bool unfinished = print_not_measured(rows);
    print_summary(rows, predictions, unfinished);
    return !unfinished;
}

}  // namespace workshop::checks
