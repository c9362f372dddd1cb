// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "signature.hpp"

#include <array>
#include <bitset>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace workshop::checks {

namespace {

const std::array<const char*, 4> kCheckers{"racecheck", "memcheck", "synccheck", "initcheck"};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Sentences of the reports, most telling first, with their letters.
const std::vector<std::pair<std::string, char>>& phrases() {
    static const std::vector<std::pair<std::string, char>> list{
        {"Stopped after ", 'L'},
        {"The program crashed", 'X'},
        {"The program ended", 'X'},
        {" of them were never written.", 'S'},
        {" never written.", 'N'},
        {"came from memory outside", 'O'},
        {"computed from elements of the output that nobody had written", 'U'},
        {"but the result is NaN", 'n'},
        {" infinite.", 'I'},
        {"They are 0.", 'Z'},
        {"It is 0.", 'Z'},
        {"but NaN is wanted", 'M'},
        {"the input, unchanged", 'C'},
        {"not divided by the sum.", 'D'},
        {" times what is wanted.", 'F'},
        {"off by a factor of its own", 'R'},
        {"what belongs into the", 'T'},
        {"nearly right: the error", 'K'},
        {"still unwritten", 'S'},
        {"first: ", 'W'},
        {"gave different results", 'B'},
        {"differs from the first", 'B'},
        {"cuda", 'E'},
        {"behind", 'G'},
        {"changed", 'G'},
        {"written", 'G'},
    };
    return list;
}

/// "racecheck: Race ..." of the first report in an output; empty when there is none. A call of the
/// host that is refused, "cudaFree: ...", is none: what the check itself says of it tells more.
std::string first_head(const std::string& output) {
    std::istringstream stream(output);
    std::string line;
    while (std::getline(stream, line)) {
        for (const std::string mark : {": error: ", ": warning: "}) {
            const auto at = line.find(mark);
            if (at == std::string::npos || line.compare(at + mark.size(), 4, "cuda") == 0) continue;
            return line.substr(at + mark.size());
        }
    }
    return {};
}

char letter_of_report(const std::string& head) {
    for (const std::string checker : kCheckers) {
        if (head.compare(0, checker.size(), checker) == 0) return checker.front();
    }
    return 'd';
}

/// What the CPU device says of a call that it refused, "cudaFuncSetAttribute: ..."; or nothing.
std::string refused_call(const std::string& output) {
    const std::string mark = ": error: cuda";
    const auto at = output.find(mark);
    if (at == std::string::npos) return {};
    const auto begin = at + mark.size() - std::string("cuda").size();
    return output.substr(begin, output.find('\n', begin) - begin);
}

/// The head of a report about a barrier or a mask, without what depends on much else: which lane or
/// thread is named, how many wait, and which of the collectives it is. The lanes that are waited
/// for are kept, and how many lanes a mask names.
std::string without_who(const std::string& head) {
    static const std::regex collective("__(shfl|reduce|match|any|all|ballot|syncwarp)[a-z_]*");
    static const std::regex caller("lane [0-9]+ calls");
    static const std::regex count("[0-9]+ of the block's [0-9]+ threads");
    static const std::regex mask("0x([0-9a-f]{8})");
    std::string plain = std::regex_replace(head, collective, "a collective");
    plain = std::regex_replace(plain, caller, "a lane calls");
    plain = std::regex_replace(plain, count, "threads of the block");
    std::smatch match;
    while (std::regex_search(plain, match, mask)) {
        const std::bitset<32> lanes(std::strtoul(match[1].str().c_str(), nullptr, 16));
        plain = match.prefix().str() + "of " + std::to_string(lanes.count()) + " lanes" +
                match.suffix().str();
    }
    return plain;
}

/// An error code is the same for many mistakes. What was printed beside it says which call was
/// refused, or which access was wrong, and where in shared memory: behind it, or is there none?
std::string behind_the_error(const std::string& line, const std::string& output) {
    std::string more;
    if (contains(line, "but these arguments are allowed")) more = refused_call(output);
    if (!contains(line, "The kernel failed while it ran"))
        return more.empty() ? line : line + ' ' + more;
    const std::string head = first_head(output);
    if (letter_of_report(head) == 's') more = without_who(head);
    if (letter_of_report(head) == 'm') {
        more = head;
        const auto place = output.find("dynamic shared memory");
        const auto begin = place == std::string::npos ? place : output.rfind('\n', place);
        if (begin != std::string::npos) {
            const auto text = output.find_first_not_of("\n ", begin);
            more += ", " + output.substr(text, output.find('\n', text) - text);
        }
    }
    return more.empty() ? line : line + ' ' + more;
}

/// Three digits of every number, no addresses, and no places in files.
std::string steady(const std::string& text) {
    // A path may have spaces: it begins behind "at".
    static const std::regex place(R"(( at )[^()]*\.cuh?:[0-9]+(:[0-9]+)?)");
    static const std::regex address("0x[0-9a-f]+");
    static const std::regex number(R"(-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?)");
    std::string plain = std::regex_replace(text, place, "$1a line");
    plain = std::regex_replace(plain, address, "an address");
    std::string result;
    auto from = plain.cbegin();
    for (std::sregex_iterator i(plain.begin(), plain.end(), number), end; i != end; ++i) {
        result.append(from, plain.cbegin() + i->position());
        std::ostringstream rounded;
        rounded.precision(3);
        rounded << std::strtod(i->str().c_str(), nullptr);
        result += rounded.str();
        from = plain.cbegin() + i->position() + i->length();
    }
    return result.append(from, plain.cend());
}

}  // namespace

char how_it_failed(const CheckResult& check) {
    if (contains(check.message, "The CPU device saw")) {
        return letter_of_report(first_head(check.output));
    }
    // The guess at the cause may be in any words.
    const std::string problem = check.message.substr(0, check.message.find("likely cause: "));
    for (const auto& [phrase, letter] : phrases()) {
        if (contains(problem, phrase)) return letter;
    }
    return 'P';
}

std::string problem_in_words(const CheckResult& check) {
    std::istringstream stream(check.message);
    std::string line;
    std::string words;
    bool is_title = true;
    while (std::getline(stream, line)) {
        const auto begins = [&](const std::string& with) {
            return line.compare(0, with.size(), with) == 0;
        };
        if (std::exchange(is_title, false) && line.back() == ':') continue;
        if (begins("likely cause: ") || begins("The lines, with their counts")) continue;
        if (begins("To see it there") || line.empty()) continue;
        if (begins("The CPU device saw")) line = first_head(check.output);
        words += (words.empty() ? "" : " ") + behind_the_error(line, check.output);
    }
    words = steady(words);
    for (std::size_t at = 0; (at = words.find(" | ", at)) != std::string::npos;)
        words.replace(at, 3, " / ");
    return words;
}

Signature signature_of(const RunResults& results) {
    Signature signature;
    for (const CheckResult& check : results.checks) {
        if (check.state != State::failed) continue;
        signature.words[check.name()] = problem_in_words(check);
        if (signature.how.empty()) {
            signature.first_check = check.name();
            signature.first_words = signature.words[check.name()];
        }
        signature.how[check.name()] = how_it_failed(check);
        for (const std::string checker : kCheckers) {
            if (contains(check.output, ": " + checker + ": ")) signature.reports.insert(checker);
        }
    }
    return signature;
}

std::string signature_row(const std::string& mutant, const RunResults& results) {
    const Signature signature = signature_of(results);
    std::string row = mutant + " | ";
    std::string separator;
    for (const std::string& report : signature.reports)
        row += std::exchange(separator, ", ") + report;
    if (signature.reports.empty()) row += "none";
    row += " | ";
    for (const CheckResult& check : results.checks) {
        if (check.state == State::failed) row += signature.how.at(check.name());
    }
    return row + " | " + signature.first_words;
}

Signature read_signature(const std::string& line, const std::vector<std::string>& checks) {
    Signature signature;
    std::vector<std::string> columns;
    std::size_t begin = 0;
    for (int column = 0; column < 3; ++column) {
        const auto bar = line.find(" | ", begin);
        if (bar == std::string::npos) break;
        columns.push_back(line.substr(begin, bar - begin));
        begin = bar + 3;
    }
    const bool fits = columns.size() == 3 && columns[2].size() == checks.size();
    for (std::size_t i = 0; i < checks.size(); ++i)
        signature.how[checks[i]] = fits ? columns[2][i] : '?';
    if (!checks.empty()) signature.first_check = checks.front();
    if (!fits) return signature;
    for (const std::string checker : kCheckers) {
        if (contains(columns[1], checker)) signature.reports.insert(checker);
    }
    signature.first_words = line.substr(begin);
    return signature;
}

}  // namespace workshop::checks
