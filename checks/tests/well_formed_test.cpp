// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "pictures/well_formed.hpp"

#include <gtest/gtest.h>

namespace workshop::pictures {
namespace {

TEST(WellFormed, TakesWhatIsWhole) {
    EXPECT_EQ(xml_problem("<svg a=\"1\" b-c=\"x y\">\n<!-- a < b -->\n<g><rect/></g></svg>\n"), "");
    EXPECT_EQ(xml_problem("<t>a &lt; b &amp; c</t>"), "");
}

TEST(WellFormed, FindsWhatIsBroken) {
    EXPECT_EQ(xml_problem("<svg><g></svg>"), "closed: /svg");
    EXPECT_EQ(xml_problem("<svg><g></g>"), "never closed: svg");
    EXPECT_EQ(xml_problem("<t>a & b</t>"), "a lone & in: a & b");
    EXPECT_EQ(xml_problem("<t>a < b</t>"), "element ");
    EXPECT_EQ(xml_problem("<t a=1/>"), "attributes a=1 of t");
    EXPECT_EQ(xml_problem("<t a=\"1\" a=\"2\"/>"), "attribute a twice of t");
    EXPECT_EQ(xml_problem("<t a=\"1/>"), "attributes a=\"1 of t");
    EXPECT_EQ(xml_problem("<t/><u/>"), "a second root: u");
    EXPECT_EQ(xml_problem("<t/>end"), "text outside of the root: end");
    EXPECT_EQ(xml_problem("<t"), "a tag without an end");
    EXPECT_EQ(xml_problem("<t><!-- </t>"), "a comment without an end");
    EXPECT_EQ(xml_problem(""), "nothing there");
}

}  // namespace
}  // namespace workshop::pictures
