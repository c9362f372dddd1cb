// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "register_check.hpp"

#include <gtest/gtest.h>

#include "device.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

/// A check copies from and to memory of its own, and as much as there is. When that memory is not
/// known, somebody has given it back.
std::string cause_of(const DeviceError& error) {
    if (error.code() != cudaErrorInvalidValue ||
        std::string(error.what()).rfind("cudaMemcpy", 0) != 0)
        return {};
    return "\nThe memory of the matrices is gone: the function gave it back. "
           "cudaDeviceReset() frees all that the program holds; it belongs at the end of a "
           "program. cudaFree is for memory that the function itself has taken.";
}

class Check : public testing::Test {
  public:
    explicit Check(std::function<void()> body) : body_(std::move(body)) {}

  private:
    void TestBody() override {
        const unsigned long long before = device_reports();
        try {
            body_();
        } catch (const DeviceError& error) {
            fail(std::string("A CUDA call of the check itself failed. ") + error.what() + '.' +
                 cause_of(error));
        }
        const unsigned long long reports = device_reports() - before;
        if (reports == 0 || HasFailure()) return;
        fail("All that was looked at is right, but the device reported " + std::to_string(reports) +
             (reports == 1 ? " problem" : " problems") +
             " while this check ran. What it printed is below.\nlikely cause: The kernel does "
             "something without a defined result. On another device the same kernel may give wrong "
             "values or never end.");
    }
    std::function<void()> body_;
};

std::vector<RegisteredCheck>& registered() {
    static std::vector<RegisteredCheck> checks;
    return checks;
}

}  // namespace

void register_checks(const std::string& function, const CheckList& checks) {
    for (const NamedCheck& check : checks) {
        testing::RegisterTest(function.c_str(), check.property.c_str(), nullptr, nullptr, __FILE__,
                              __LINE__,
                              [body = check.body]() -> testing::Test* { return new Check(body); });
        registered().push_back({function, check.property});
    }
}

const std::vector<RegisteredCheck>& registered_checks() {
    return registered();
}

}  // namespace workshop::checks
