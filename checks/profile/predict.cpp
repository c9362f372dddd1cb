// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "predict.hpp"

#include <unistd.h>

#include <cstdlib>
#include <deque>
#include <fstream>
#include <iostream>
#include <optional>
#include <utility>

#include "answers.hpp"
#include "predict_report.hpp"
#include "quantities.hpp"
#include "questions.hpp"
#include "support/device.hpp"
#include "support/lesson_checks.hpp"
#include "support/profiled_function.hpp"
#include "support/program_info.hpp"

namespace workshop::checks {

namespace {

/// Why a call cannot be measured; empty when it can.
std::string why_not_measured(const CountedCall& call, const std::string& function) {
    if (!call.problem.empty()) return call.problem;
    if (call.kernels.empty()) return function + " launches no kernel yet.";
    for (const emulator::KernelProfile& kernel : call.kernels) {
        if (!kernel.complete) return function + " is not counted: " + kernel.incomplete_because;
    }
    if (stores_nothing(call)) return function + " launches a kernel that writes nothing yet.";
    return reads_nothing(call) ? function + " launches a kernel that reads nothing yet."
                               : std::string();
}

/// Calls each function once for each shape that is asked about.
class Laboratory {
  public:
    const CountedCall* call(const Question& question) {
        for (const auto& [name, call] : calls_)
            if (name == question.function && call.shape == question.shape) return &call;
        for (const ProfiledFunction& function : profiled_functions()) {
            if (function.name != question.function) continue;
            calls_.emplace_back(function.name, count_call(function, question.shape));
            return &calls_.back().second;
        }
        return nullptr;
    }

  private:
    std::deque<std::pair<std::string, CountedCall>> calls_;  // places of elements do not move
};

PredictionRow measure(const Question& question, const Answers& answers, Laboratory& laboratory) {
    PredictionRow row{&question, std::nullopt, std::nullopt, {}};
    const auto answer = answers.of.find(question.name);
    if (answer == answers.of.end()) return row;
    row.predicted = answer->second;
    const CountedCall* call = laboratory.call(question);
    row.why_not = call == nullptr ? "The lesson has no function " + question.function + '.'
                                  : why_not_measured(*call, question.function);
    if (row.why_not.empty()) row.measured = find_quantity(question.measure)->value(*call);
    return row;
}

/// Prints what is wrong with the files. Returns whether there was something.
bool print_problems(const Answers& answers, const std::string& path) {
    for (const std::string& problem : answers.problems)
        std::cerr << path << ':' << problem << '\n';
    if (!answers.problems.empty()) {
        std::cerr << "Nothing was measured. Next: change " << path
                  << ", then: " << lesson_command("predict") << '\n';
        return true;
    }
    if (!answers.of.empty()) return false;
    std::cerr << "There is no prediction in " << path << " yet.\nWrite a number behind at least "
              << "one of the =, worked out on paper; a wrong one teaches more than none.\nNext: "
              << lesson_command("predict") << '\n';
    return true;
}

/// The device takes its model from the environment when the program starts. So where the questions
/// are about another one, the program starts again. Returns whether the device is as asked.
bool play_device(const std::string& device, char** arguments) {
    const char* now = std::getenv("WORKSHOP_DEVICE");
    if (device.empty() || (now != nullptr && device == now)) return true;
    ::setenv("WORKSHOP_DEVICE", device.c_str(), 1);
    ::execv("/proc/self/exe", arguments);
    std::cerr << "The program could not be started again. Next: WORKSHOP_DEVICE=" << device << ' '
              << lesson_command("predict") << '\n';
    return false;
}

}  // namespace

int predict(const std::string& questions_path, const std::string& predictions_path,
            char** arguments) {
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
        std::cerr << predictions_path
                  << " cannot be read. To make it: " << lesson_command("predict") << '\n';
        return kPredictionsWrong;
    }
    const Answers answers = parse_answers(predictions, file);
    if (print_problems(answers, predictions_path)) return kPredictionsWrong;

    if (!play_device(file.device, arguments)) return kPredictionsWrong;
    register_lesson_checks();
    std::cout << "Lesson " << kProgramInfo.number << ". " << kProgramInfo.title << '\n'
              << kProgramInfo.file << " on " << describe_device() << "\n\n";
    Laboratory laboratory;
    std::vector<PredictionRow> rows;
    for (const Question& question : file.questions)
        rows.push_back(measure(question, answers, laboratory));
    return print_predictions(rows, predictions_path) ? kPredictionsShown : kNothingMeasured;
}

}  // namespace workshop::checks
