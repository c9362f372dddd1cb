// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "profiled_function.hpp"

#include <map>
#include <utility>

namespace workshop::checks {

namespace {

std::vector<ProfiledFunction>& functions() {
    static std::vector<ProfiledFunction> all;
    return all;
}

using Oracle = decltype(FunctionUnderTest::oracle);

std::map<std::string, Oracle>& oracles() {
    static std::map<std::string, Oracle> all;
    return all;
}

ProfiledCall call_of(const FunctionUnderTest& function, const CallShape& shape) {
    ProfiledCall call;
    call.sizes = std::to_string(shape.rows) + " rows, " + std::to_string(shape.cols) + " columns";
    // Only an output with as many columns as the input has a leading dimension of its own.
    call.matrices = {{"x", shape.rows, shape.cols},
                     {function.output, shape.rows, function.output_columns(shape.cols), true,
                      function.output_cols == 0}};
    call.run = [function, shape](const std::vector<PlacedMatrix>& places) {
        const PlacedMatrix& x = places[0];
        const PlacedMatrix& y = places[1];
        return function.call(
            {shape.rows, shape.cols, x.data, x.ld, y.data, y.ld, shape.threads, nullptr});
    };
    const auto known = oracles().find(function.name);
    const Oracle oracle =
        function.oracle || known == oracles().end() ? function.oracle : known->second;
    if (oracle) {
        call.expected = [oracle, shape](const std::vector<HostMatrix>& inputs) {
            return oracle(inputs.front(), shape.threads);
        };
    }
    return call;
}

}  // namespace

ProfiledFunction profiled(const FunctionUnderTest& function) {
    return {function.name, function.has_block_size,
            [function](const CallShape& shape) { return call_of(function, shape); },
            "OrdinaryRows"};
}

void know_oracle(const FunctionUnderTest& function) {
    if (function.oracle) oracles()[function.name] = function.oracle;
}

void register_profiled_function(ProfiledFunction function) {
    functions().push_back(std::move(function));
}

const std::vector<ProfiledFunction>& profiled_functions() {
    return functions();
}

}  // namespace workshop::checks
