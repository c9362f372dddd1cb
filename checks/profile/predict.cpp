// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "predict.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <optional>
#include <utility>

#include "answers.hpp"
#include "quantities.hpp"
#include "questions.hpp"
#include "support/device.hpp"
#include "support/idea_checks.hpp"
#include "support/lesson_checks.hpp"
#include "support/program_info.hpp"
#include "support/text_style.hpp"
#include "verdict.hpp"

namespace workshop::checks {

namespace {

std::string command(const char* target) {
    const bool solution = std::string(kProgramInfo.kind) == "solution";
    return std::string("make ") + target + "-lesson" + kProgramInfo.number +
           (solution ? " IMPL=solution" : "");
}

/// Why a call cannot be measured; empty when it can.
std::string why_not_measured(const CountedCall& call, const std::string& function) {
    if (!call.problem.empty()) return call.problem;
    if (call.kernels.empty()) return function + " launches no kernel yet.";
    bool stores = false;
    for (const emulator::KernelProfile& kernel : call.kernels) {
        if (!kernel.complete) return function + " is not counted: " + kernel.incomplete_because;
        stores = stores || kernel.of(emulator::RequestKind::global_store).requests > 0;
    }
    return stores ? std::string() : function + " launches a kernel that writes nothing yet.";
}

/// Calls each function once for each shape that is asked about.
class Laboratory {
  public:
    const CountedCall* call(const Question& question) {
        for (const auto& [name, call] : calls_)
            if (name == question.function && call.shape == question.shape) return &call;
        for (const FunctionUnderTest& function : profiled_functions()) {
            if (function.name != question.function) continue;
            calls_.emplace_back(function.name, count_call(function, question.shape));
            return &calls_.back().second;
        }
        return nullptr;
    }

  private:
    std::deque<std::pair<std::string, CountedCall>> calls_;  // places of elements do not move
};

struct Row {
    const Question* question = nullptr;
    std::optional<double> predicted;
    std::optional<double> measured;  ///< only of what was predicted
    std::string why_not;
};

Row measure(const Question& question, const Answers& answers, Laboratory& laboratory) {
    Row row{&question, std::nullopt, std::nullopt, {}};
    const auto answer = answers.of.find(question.name);
    if (answer == answers.of.end()) return row;
    row.predicted = answer->second;
    const CountedCall* call = laboratory.call(question);
    row.why_not = call == nullptr ? "The lesson has no function " + question.function + '.'
                                  : why_not_measured(*call, question.function);
    if (row.why_not.empty()) row.measured = find_quantity(question.measure)->value(*call);
    return row;
}

std::string verdict_of(const Row& row) {
    if (!row.predicted) return "not predicted";
    if (!row.measured) return "not measured";
    return verdict(*row.predicted, *row.measured, row.question->decimals);
}

void print_table(const std::vector<Row>& rows) {
    std::size_t width = 8;
    for (const Row& row : rows)
        width = std::max(width, row.question->name.size());
    const auto line = [&](const std::string& name, const std::string& predicted,
                          const std::string& measured, const std::string& text) {
        std::cout << "  " << std::left << std::setw(static_cast<int>(width)) << name << std::right
                  << std::setw(17) << predicted << std::setw(12) << measured << "  " << text
                  << '\n';
    };
    const auto number = [](const Row& row, const std::optional<double>& value) {
        return value ? short_number(*value, row.question->decimals) : std::string("-");
    };
    line("question", "your prediction", "measured", "verdict");
    std::cout << "  " << std::string(width + 45, '-') << '\n';
    for (const Row& row : rows) {
        line(row.question->name, number(row, row.predicted), number(row, row.measured),
             verdict_of(row));
    }
}

/// "Your kernel reads each element 3 times." The measured kernel need not be the reference.
std::string what_it_does(const Row& row) {
    std::string text = find_quantity(row.question->measure)->sentence;
    text.replace(text.find('#'), 1, short_number(*row.measured, row.question->decimals));
    const std::string time = " 1 times";
    const std::size_t once = text.find(time);
    if (once != std::string::npos) text.replace(once, time.size(), " once");
    const bool solution = std::string(kProgramInfo.kind) == "solution";
    return (solution ? "The reference " : "Your kernel ") + text + '.';
}

void explain_misses(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const Question& question = *row.question;
        if (!row.measured || agree(*row.predicted, *row.measured, question.decimals)) continue;
        std::cout << '\n' << question.name << " (" << question.function << ")\n";
        print_wrapped(std::cout, what_it_does(row) + ' ' + question.why, "  ");
        std::cout << "  Read: " << kProgramInfo.text << '#' << question.read << '\n';
    }
}

/// Each reason once. Returns whether there was one.
bool print_not_measured(const std::vector<Row>& rows) {
    std::vector<std::string> told;
    for (const Row& row : rows) {
        if (row.why_not.empty()) continue;
        if (std::find(told.begin(), told.end(), row.why_not) == told.end()) {
            if (told.empty()) std::cout << "\nNot measured:\n";
            print_wrapped(std::cout, row.why_not, "  ");
            told.push_back(row.why_not);
        }
    }
    return !told.empty();
}

void print_summary(const std::vector<Row>& rows, const std::string& predictions, bool unfinished) {
    std::size_t right = 0;
    std::size_t off = 0;
    std::size_t blank = 0;
    for (const Row& row : rows) {
        if (!row.predicted) {
            ++blank;
        } else if (row.measured) {
            ++(agree(*row.predicted, *row.measured, row.question->decimals) ? right : off);
        }
    }
    std::cout << '\n' << right << " right, " << off << " off, " << blank << " not predicted.\n";
    if (blank > 0) std::cout << "A measured number is shown when you have predicted it.\n";
    if (unfinished) {
        std::cout << "Next: " << command("check") << ", until the kernel is done. Your predictions "
                  << "stay in " << predictions << '\n';
    } else if (off > 0 || blank > 0) {
        std::cout << "Next: read, work it out again, write it into " << predictions
                  << ", then: " << command("predict") << '\n';
    } else {
        std::cout << "Next: see where each number comes from, line by line: " << command("profile")
                  << '\n';
    }
}

/// Prints what is wrong with the files. Returns whether there was something.
bool print_problems(const Answers& answers, const std::string& path) {
    for (const std::string& problem : answers.problems)
        std::cerr << path << ':' << problem << '\n';
    if (!answers.problems.empty()) {
        std::cerr << "Nothing was measured. Next: change " << path
                  << ", then: " << command("predict") << '\n';
        return true;
    }
    if (!answers.of.empty()) return false;
    std::cerr << "There is no prediction in " << path << " yet.\nWrite a number behind at least "
              << "one of the =, worked out on paper; a wrong one teaches more than none.\nNext: "
              << command("predict") << '\n';
    return true;
}

}  // namespace

int predict(const std::string& questions_path, const std::string& predictions_path) {
    std::ifstream questions(questions_path);
    if (!questions) {
        std::cerr << questions_path << " cannot be read. Next: git checkout lessons\n";
        return kPredictionsWrong;
    }
    const QuestionFile file = parse_questions(questions);
    if (!file.problem.empty()) {
        std::cerr << questions_path << ": " << file.problem << '\n';
        return kPredictionsWrong;
    }
    std::ifstream predictions(predictions_path);
    if (!predictions) {
        std::cerr << predictions_path << " cannot be read. To make it: " << command("predict")
                  << '\n';
        return kPredictionsWrong;
    }
    const Answers answers = parse_answers(predictions, file);
    if (print_problems(answers, predictions_path)) return kPredictionsWrong;

    // Before anything asks the device what it is.
    if (!file.device.empty()) ::setenv("WORKSHOP_DEVICE", file.device.c_str(), 1);
    register_lesson_checks();
    std::cout << "Lesson " << kProgramInfo.number << ". " << kProgramInfo.title << '\n'
              << kProgramInfo.file << " on " << describe_device() << "\n\n";
    Laboratory laboratory;
    std::vector<Row> rows;
    for (const Question& question : file.questions)
        rows.push_back(measure(question, answers, laboratory));
    print_table(rows);
    explain_misses(rows);
    const bool unfinished = print_not_measured(rows);
    print_summary(rows, predictions_path, unfinished);
    return unfinished ? kNothingMeasured : kPredictionsShown;
}

}  // namespace workshop::checks
