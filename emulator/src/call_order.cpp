// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What follows from a record: which step waits for which.

#include <emulator/call_record.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace workshop::emulator {
namespace {

using Step = CallRecord::Step;

cudaStream_t plain(cudaStream_t stream) {
    return stream == cudaStreamLegacy ? nullptr : stream;
}

/// The steps with an event of its own for each record: an event that is recorded again is another
/// one from there on, and a wait is for the record before it.
std::vector<Step> with_single_records(const std::vector<Step>& steps) {
    std::map<cudaEvent_t, std::uintptr_t> latest;
    std::uintptr_t count = 0;
    std::vector<Step> result;
    for (Step step : steps) {
        if (step.kind == Step::Kind::record) latest[step.event] = ++count;
        // Numbers in place of the handles. 0: recorded before the call.
        if (step.kind != Step::Kind::work)
            step.event = reinterpret_cast<cudaEvent_t>(latest[step.event]);
        result.push_back(step);
    }
    return result;
}

/// The streams whose work so far is ordered behind what is known, as the steps go.
/// @param[in] steps    in order, or the other way round to follow the order backwards
/// @param[in] gives    which kind of step hands the order to an event
/// @param[in] takes    which kind takes it from an event
bool all_work_is_ordered(const std::vector<Step>& steps, cudaStream_t stream, Step::Kind gives,
                         Step::Kind takes) {
    std::set<cudaStream_t> streams{plain(stream)};
    std::set<cudaEvent_t> events;
    for (const Step& step : steps) {
        const bool ordered = streams.count(plain(step.stream)) > 0;
        if (step.kind == Step::Kind::work && !ordered) return false;
        if (step.kind == gives && ordered) events.insert(step.event);
        if (step.kind == takes && events.count(step.event) > 0) streams.insert(plain(step.stream));
    }
    return true;
}

/// Which steps are done before another begins.
class Order {
  public:
    explicit Order(const std::vector<Step>& steps) {
        std::map<cudaStream_t, Clock> now;
        std::map<cudaEvent_t, Clock> recorded;
        for (const Step& step : steps) {
            const cudaStream_t stream = plain(step.stream);
            Clock& clock = now[stream];
            if (step.kind == Step::Kind::wait) join(clock, recorded[step.event]);
            before_.push_back(clock);
            places_.push_back({stream, ++clock[stream]});
            if (step.kind == Step::Kind::record) recorded[step.event] = clock;
        }
    }

    /// Whether step `first` is done before step `second` begins.
    bool is_before(std::size_t first, std::size_t second) const {
        const auto count = before_[second].find(places_[first].first);
        return count != before_[second].end() && count->second >= places_[first].second;
    }

  private:
    using Clock = std::map<cudaStream_t, std::size_t>;  // how many steps of each stream are done

    static void join(Clock& clock, const Clock& other) {
        for (const auto& [stream, count] : other)
            clock[stream] = std::max(clock[stream], count);
    }

    std::vector<Clock> before_;                                 // of each step
    std::vector<std::pair<cudaStream_t, std::size_t>> places_;  // stream, and number in it from 1
};

}  // namespace

bool CallRecord::belongs_to(cudaStream_t stream) const {
    const std::vector<Step> forwards = with_single_records(steps);
    const std::vector<Step> backwards(forwards.rbegin(), forwards.rend());
    return all_work_is_ordered(forwards, stream, Step::Kind::record, Step::Kind::wait) &&
           all_work_is_ordered(backwards, stream, Step::Kind::wait, Step::Kind::record);
}

bool CallRecord::memory_is_in_order() const {
    const Order order(steps);
    // Of each block, what has to be over before the next step may use it, and who has used it.
    std::map<const void*, std::size_t> allocated;
    std::map<const void*, std::vector<std::size_t>> users;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        for (const void* block : step.memory) {
            if (step.kind == Step::Kind::allocate) {
                allocated[block] = i;
                users[block].clear();
                continue;
            }
            const bool by_host = step.kind == Step::Kind::release_by_host;
            const auto taken = allocated.find(block);
            if (!by_host && taken != allocated.end() && !order.is_before(taken->second, i))
                return false;
            if (step.kind == Step::Kind::work) users[block].push_back(i);
            if (!by_host && step.kind != Step::Kind::release) continue;
            for (const std::size_t user : users[block]) {
                const bool is_over = by_host ? steps[user].waits_before < step.waits_before
                                             : order.is_before(user, i);
                if (!is_over) return false;
            }
            // The address may come back as another block, of cudaMalloc() too.
            allocated.erase(block);
            users.erase(block);
        }
    }
    return true;
}

}  // namespace workshop::emulator
