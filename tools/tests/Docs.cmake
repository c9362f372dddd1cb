# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The tests of the site that `make docs` makes. They do not depend on the backend. Those that need Doxygen
# are skipped without it.
function(docs_test name)
    add_test(NAME docs.${name} COMMAND ${ARGN})
    set_tests_properties(docs.${name} PROPERTIES LABELS "docs;house" SKIP_RETURN_CODE 77 TIMEOUT 240)
endfunction()

docs_test(site ${CMAKE_CURRENT_SOURCE_DIR}/docs_site_test.sh)
docs_test(site_without_theme ${CMAKE_CURRENT_SOURCE_DIR}/docs_site_test.sh without-theme)
docs_test(site_control ${CMAKE_CURRENT_SOURCE_DIR}/docs_test.sh)
docs_test(check_site_control ${CMAKE_CURRENT_SOURCE_DIR}/check_site_test.sh)
docs_test(browser ${CMAKE_CURRENT_SOURCE_DIR}/docs_browser_test.sh --make)
docs_test(browser_without_theme ${CMAKE_CURRENT_SOURCE_DIR}/docs_browser_test.sh --make without-theme)
docs_test(browser_control ${CMAKE_CURRENT_SOURCE_DIR}/docs_browser_test.sh)
docs_test(comments ${CMAKE_CURRENT_SOURCE_DIR}/docs_comments_test.sh)
docs_test(comments_control ${CMAKE_CURRENT_SOURCE_DIR}/docs_comments_control_test.sh)
docs_test(markdown ${CMAKE_CURRENT_SOURCE_DIR}/docs_markdown_test.sh)
docs_test(search ${CMAKE_CURRENT_SOURCE_DIR}/docs_search_test.sh)
docs_test(snippets ${_tools}/snippets.sh)
docs_test(snippets_control ${CMAKE_CURRENT_SOURCE_DIR}/snippets_test.sh)
set_tests_properties(docs.browser docs.browser_without_theme docs.browser_control PROPERTIES TIMEOUT 600)
