// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "paragraph_links.hpp"

#include <array>
#include <cctype>
#include <fstream>
#include <ostream>

#include "device_output.hpp"
#include "share_paragraph.hpp"
#include "text_style.hpp"

namespace workshop::checks {

namespace {

/// Words of a report, the heading that is about them, and why it is worth reading.
struct Evidence {
    const char* words;
    const char* heading;
    const char* sentence;
};

constexpr const char* kOneBarrier = "Not all threads of the block came to one barrier.";
constexpr const char* kThisParagraph = "This paragraph of the lesson is about it.";

/// The words are those of likely_cause.cpp, causes_of_ones.cpp, gemm_guesses.cpp, and of the
/// CPU device. The tests `checks.mutant_reports` want each of them, with its heading.
constexpr std::array<Evidence, 23> kEvidence{{
    {"finished without reaching this __syncthreads", "Barrier inside the if", kOneBarrier},
    {"the threads of a block wait at different barriers", "Barrier inside the if", kOneBarrier},
    {"one of the two calls is in a branch, or in a loop", "Barrier inside the if",
     "Some lanes of a warp wait at a barrier of the block, and the others do not come to it."},
    {"the mask is 0, and names no lane", "Wrong mask", kThisParagraph},
    {"several threads write the same value", "Every thread writes", kThisParagraph},
    {"Each thread adds one element", "Share forgotten", kThisParagraph},
    {"Each thread goes on in steps of", "Share forgotten", kThisParagraph},
    {"Only what the first warp has added", "One warp only", kThisParagraph},
    {"Only the columns of thread 0 are right", "Result in one lane only", kThisParagraph},
    {"Only the columns of thread 0 are right", "Own pair in the last step", kThisParagraph},
    {"Is a number of threads written down where blockDim.x belongs", "Block size taken for 256",
     "This paragraph of the lesson is about it, whatever the number is."},
    {"Does the offset of the shuffles start at 32?", "Lane combined with itself", kThisParagraph},
    {"its threads left before they wrote it", "Last batch", kThisParagraph},
    {"of four neighbours is left out", "Edges not filled", kThisParagraph},
    {"is filled only by threads whose", "Edges not filled", kThisParagraph},
    {"x and y change places somewhere", "Indices swapped", kThisParagraph},
    {"Here a leading dimension is larger than its row", "Wrong leading dimension",
     "Of wrong leading dimensions the lesson has a paragraph."},
    {"Where a tile reaches beyond the matrix, put 0 into it", "Edges not filled",
     "Of edges that are not filled the lesson has a paragraph."},
    {"not at x + r * cols", "Leading dimension", kThisParagraph},
    {"The scores of this row are all -inf, and it holds 0", "Masked row", kThisParagraph},
    {"Threads without a row do not leave", "No tail check", kThisParagraph},
    {"The index of a thread is not compared with count", "No tail check",
     "Of threads without a pair the lesson has a paragraph."},
    {"a row number or an offset that was cut to 32 bits", "32-bit index", kThisParagraph},
}};

bool has_heading(const ProgramInfo& info, const std::string& heading) {
    std::ifstream text(workshop_folder(info) + '/' + info.text);
    std::string line;
    while (std::getline(text, line)) {
        if (line == "### " + heading) return true;
    }
    return false;
}

/// "Barrier inside the if" is at #barrier-inside-the-if.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        if (c == ' ') anchor += '-';
        if (c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0)
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return anchor;
}

}  // namespace

ParagraphLink find_paragraph(const ProgramInfo& info, const CheckResult& failure) {
    const auto link = [&](const std::string& sentence, const std::string& heading) {
        return has_heading(info, heading) ? ParagraphLink{sentence, anchor_of(heading)}
                                          : ParagraphLink{};
    };
    for (const Evidence& evidence : kEvidence) {
        const bool seen = failure.message.find(evidence.words) != std::string::npos ||
                          failure.output.find(evidence.words) != std::string::npos;
        if (!seen) continue;
        // Of a row sum one thread stores. A softmax has an element for each thread: there the same
        // value comes from shares, or rows, that overlap.
        const bool many_store = failure.function.find("softmax") != std::string::npos;
        if (many_store && evidence.heading == std::string("Every thread writes")) continue;
        if (ParagraphLink found = link(evidence.sentence, evidence.heading);
            !found.sentence.empty())
            return found;
    }
    if (const std::string sentence = about_shares(failure); !sentence.empty())
        return link(sentence, "Share of another thread");
    return {};
}

void print_paragraph(std::ostream& out, const ProgramInfo& info, const ParagraphLink& link) {
    if (link.sentence.empty()) return;
    out << '\n';
    print_wrapped(out, link.sentence + " More:", "  ");
    out << "      " << info.text << '#' << link.anchor << '\n';
}

}  // namespace workshop::checks
