# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tests of the host side of the CPU device and of its types and functions. Included by
# CMakeLists.txt. Each file host_*, types_*, math_*, half_* or groups_* is one topic; kernels that a
# topic needs are in a .cu file beside it.

foreach(_topic math half groups symbols)
    workshop_add_cu_object(emulator_${_topic}_kernels ${_topic}_kernels.cu)
endforeach()

add_executable(emulator_host_tests
    host_call_record_test.cpp
    host_copies_test.cpp
    host_cublas_test.cpp
    host_errors_test.cpp
    host_events_test.cpp
    host_memory_test.cpp
    host_models_test.cpp
    host_occupancy_test.cpp
    host_pools_test.cpp
    host_streams_test.cpp
    host_symbols_test.cpp
    host_unsupported_test.cpp
    host_watchdog_test.cpp)
add_executable(emulator_types_tests
    groups_test.cpp
    half_arithmetic_test.cpp
    half_conversion_test.cpp
    math_functions_test.cpp
    math_rounding_test.cpp
    types_vectors_test.cpp)
target_link_libraries(emulator_host_tests PRIVATE emulator_symbols_kernels)
target_link_libraries(emulator_types_tests
    PRIVATE emulator_math_kernels emulator_half_kernels emulator_groups_kernels)
foreach(_tests emulator_host_tests emulator_types_tests)
    target_include_directories(${_tests} PRIVATE ../src)
    target_link_libraries(${_tests}
        PRIVATE workshop_emulator workshop_warnings GTest::gtest GTest::gtest_main Threads::Threads)
    gtest_discover_tests(${_tests} DISCOVERY_TIMEOUT 60)
endforeach()

# A name that no device has: the message lists the valid ones, and the exit code is 2.
add_test(NAME emulator_unknown_device
    COMMAND sh -c "\"$0\" --gtest_filter=Device.* ; echo \"exit code $?\""
    $<TARGET_FILE:emulator_host_tests>)
set_tests_properties(emulator_unknown_device PROPERTIES
    ENVIRONMENT "WORKSHOP_DEVICE=gtx9999"
    PASS_REGULAR_EXPRESSION
    "'gtx9999'. Valid values: h200, a100, rtx4090, t4, tiny, toy\\.[\r\n]+exit code 2")
# Every device: the same tests.
foreach(_device a100 rtx4090 t4 tiny toy)
    add_test(NAME emulator_host_tests_on_${_device} COMMAND emulator_host_tests)
    set_tests_properties(emulator_host_tests_on_${_device} PROPERTIES
        ENVIRONMENT "WORKSHOP_DEVICE=${_device}")
endforeach()

# How wide the accesses of vector types are. The copies call __tsan_read16() and its kin, which the
# test defines, so the program is not linked with -fsanitize=thread.
add_library(emulator_access_copies OBJECT types_access_copies.cpp)
target_include_directories(emulator_access_copies SYSTEM PRIVATE ../include)
target_compile_options(emulator_access_copies PRIVATE -O1 -fno-strict-aliasing -fsanitize=thread)
add_executable(emulator_access_tests types_access_test.cpp)
target_link_libraries(emulator_access_tests
    PRIVATE emulator_access_copies workshop_emulator workshop_warnings GTest::gtest
    GTest::gtest_main Threads::Threads)
gtest_discover_tests(emulator_access_tests DISCOVERY_TIMEOUT 60)
