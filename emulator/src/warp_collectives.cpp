// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "warp_collectives.hpp"

#include "collective_results.hpp"
#include "scheduler.hpp"
#include "watch/lifecycle.hpp"

namespace workshop::emulator {
namespace {

[[noreturn]] void misuse(const char* file, int line, const std::string& what, std::string cause,
                         std::string next) {
    Diagnostic diagnostic;
    diagnostic.file = file;
    diagnostic.line = line;
    diagnostic.what = "synccheck: " + what;
    diagnostic.likely_cause = std::move(cause);
    diagnostic.next = std::move(next);
    abandon(cudaErrorLaunchFailure, diagnostic);
}

/// So many collectives a warp may do before the other warps have their turn. More than a reduction
/// needs, for a fast warp shows what goes wrong where nothing makes it wait for the others. Not
/// without end, for a collective may stand in a loop that waits for another warp.
constexpr unsigned most_ahead = 32;

/// Lets the lanes go on that waited, behind all other threads that can.
void resume_last(Block& block, Thread* lanes, unsigned waiting) {
    const ThreadOrder& order = block.order;
    for (unsigned i = 0; i < 32; ++i) {
        const unsigned lane = order.forward ? i : order.lanes[i];
        if ((waiting >> lane & 1) != 0) block.make_runnable(lanes + lane);
    }
}

/// Lets the lanes go on that waited, before all other threads.
void resume_first(Block& block, Thread* lanes, unsigned waiting) {
    const ThreadOrder& order = block.order;
    if (order.forward) {
        while (waiting != 0) {  // backwards: the lowest lane is first
            const int last = 31 - __builtin_clz(waiting);
            waiting &= ~(1U << last);
            block.make_runnable_first(lanes + last);
        }
        return;
    }
    for (unsigned i = 32; i-- > 0;) {
        const unsigned lane = order.lanes[i];
        if ((waiting >> lane & 1) != 0) block.make_runnable_first(lanes + lane);
    }
}

/// Gives every lane its result and lets those that waited go on, before other warps while that is
/// fair and the schedule lets a warp run ahead.
/// @param[in] running the lane that runs now, or null
/// @return whether the other warps have their turn first: the running lane has to make way as well
bool complete(Warp& warp, int place, unsigned number_of_warp, const Thread* running) {
    const Meeting meeting = warp.meeting[place];
    warp.meeting[place] = warp.meeting[--warp.meetings];
    Block& block = *execution.block;
    Thread* lanes = &block.threads[number_of_warp * 32];
    compute_results(meeting, lanes);
    if (watch::wanted()) watch::warp_sync(block, number_of_warp, meeting.kind, meeting.arrived);
    unsigned waiting = meeting.arrived;
    if (running != nullptr) waiting &= ~(1U << running->lane());
    if (!block.order.warps_run_ahead) {
        resume_last(block, lanes, waiting);
        return false;
    }
    if (++warp.ahead > most_ahead) {
        warp.ahead = 0;
        resume_last(block, lanes, waiting);
        return true;
    }
    resume_first(block, lanes, waiting);
    return false;
}

int find_meeting(const Warp& warp, Collective kind, unsigned mask, const CallSite& site, int call) {
    for (int i = 0; i < warp.meetings; ++i) {
        const Meeting& meeting = warp.meeting[i];
        if (meeting.kind != kind || meeting.mask != mask) continue;
        // Lanes that ask which lanes are with them are together only in the same call.
        if (kind == Collective::active_mask &&
            (!same_site(meeting.site, site) || meeting.call != call)) {
            continue;
        }
        return i;
    }
    return -1;
}

/// Whether an active mask is asked for above another, or further left.
bool stands_before(const Meeting& a, const Meeting& b) {
    return a.site.line != b.site.line ? a.site.line < b.site.line : a.call < b.call;
}

void check_use(const Thread& self, Collective kind, unsigned mask, int width, const char* file,
               int line) {
    if (mask == 0) {
        misuse(file, line,
               "lane " + std::to_string(self.lane()) + " calls " + collective_name(kind) +
                   " with the mask " + mask_text(mask) + ", which does not name it",
               "the mask is 0, and names no lane. Was it made by a shift, as (1u << lanes) - 1? "
               "1u << 32 is not defined: it gives 1 here, so this is no full mask",
               "name every lane that calls: 0xffffffff for the whole warp, and for its first n "
               "lanes 0xffffffff >> (32 - n), which is right for n = 32 as well");
    }
    if ((mask >> self.lane() & 1) == 0) {
        misuse(file, line,
               "lane " + std::to_string(self.lane()) + " calls " + collective_name(kind) +
                   " with the mask " + mask_text(mask) + ", which does not name it",
               "the mask was made for another set of lanes",
               "name every lane that calls: 0xffffffff for the whole warp");
    }
    if (width < 1 || width > 32 || (width & (width - 1)) != 0) {
        misuse(
            file, line,
            "the width of " + std::string(collective_name(kind)) + " is " + std::to_string(width),
            "", "give a power of two from 1 to 32");
    }
}

}  // namespace

const char* collective_name(Collective kind) {
    constexpr const char* names[] = {
        "__syncwarp",        "__shfl_sync",       "__shfl_up_sync",    "__shfl_down_sync",
        "__shfl_xor_sync",   "__ballot_sync",     "__any_sync",        "__all_sync",
        "__match_any_sync",  "__match_all_sync",  "__reduce_add_sync", "__reduce_min_sync",
        "__reduce_max_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
        "__reduce_or_sync",  "__reduce_xor_sync", "__activemask"};
    return names[static_cast<int>(kind)];
}

std::string mask_text(unsigned mask) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text = "0x";
    for (int shift = 28; shift >= 0; shift -= 4)
        text += digits[mask >> shift & 0xF];
    return text;
}

unsigned long long warp_collective(Collective kind, unsigned mask, unsigned long long operand,
                                   int argument, int width, const char* file, int line) {
    Thread* self = current_thread();
    if (self == nullptr) {
        Diagnostic diagnostic;
        diagnostic.file = file;
        diagnostic.line = line;
        diagnostic.what = std::string(collective_name(kind)) + " was called outside of a kernel";
        report(diagnostic);
        return operand;
    }
    check_use(*self, kind, mask, width, file, line);
    watch::leave_thread();
    self->collective = kind;
    self->mask = mask;
    self->operand = operand;
    self->argument = argument;
    self->width = static_cast<unsigned char>(width);
    self->site = {file, line};

    Warp& warp = execution.block->warps[self->warp()];
    int place = find_meeting(warp, kind, mask, self->site, argument);
    if (place < 0) {
        place = warp.meetings++;
        warp.meeting[place] = {kind, mask, 0, self->site, argument};
    }
    Meeting& meeting = warp.meeting[place];
    meeting.arrived |= 1U << self->lane();
    if (meeting.arrived == (mask & warp.live)) {
        if (complete(warp, place, self->warp(), self)) yield_thread();
    } else {
        wait_in(ThreadState::at_collective);
    }
    return self->result;
}

void complete_meetings_without(Warp& warp, const Thread& finished) {
    for (int i = warp.meetings; i-- > 0;) {
        const Meeting& meeting = warp.meeting[i];
        if (meeting.arrived == (meeting.mask & warp.live)) {
            complete(warp, i, finished.warp(), nullptr);
        }
    }
}

bool complete_active_mask() {
    Block& block = *execution.block;
    for (unsigned w = 0; w < block.warps.size(); ++w) {
        Warp& warp = block.warps[w];
        int first = -1;  // the topmost call: its lanes may still come down to the others
        for (int i = 0; i < warp.meetings; ++i) {
            const Meeting& meeting = warp.meeting[i];
            if (meeting.kind != Collective::active_mask) continue;
            if (first < 0 || stands_before(meeting, warp.meeting[first])) first = i;
        }
        if (first < 0) continue;
        complete(warp, first, w, nullptr);
        return true;
    }
    return false;
}

}  // namespace workshop::emulator
