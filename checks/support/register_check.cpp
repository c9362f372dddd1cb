// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "register_check.hpp"

#include <gtest/gtest.h>

#include "guarded_matrix.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

class Check : public testing::Test {
  public:
    explicit Check(std::function<void()> body) : body_(std::move(body)) {}

  private:
    void TestBody() override {
        try {
            body_();
        } catch (const DeviceError& error) {
            fail(std::string("A CUDA call of the check itself failed. ") + error.what() + '.');
        }
    }
    std::function<void()> body_;
};

}  // namespace

void register_checks(const std::string& function, const CheckList& checks) {
    for (const NamedCheck& check : checks) {
        testing::RegisterTest(function.c_str(), check.property.c_str(), nullptr, nullptr, __FILE__,
                              __LINE__,
                              [body = check.body]() -> testing::Test* { return new Check(body); });
    }
}

}  // namespace workshop::checks
