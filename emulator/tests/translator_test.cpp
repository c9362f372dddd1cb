// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "device_code.hpp"
#include "host_functions.hpp"
#include "launches.hpp"
#include "refused_code.hpp"
#include "shared_memory.hpp"

namespace {

using namespace workshop::translator;

std::string translated(const std::string& text) {
    Source source("/folder/file.cu", text);
    refuse_host_functions(source);
    refuse_what_nvcc_refuses(source);
    translate_launches(source);
    SharedWords words;
    translate_shared_memory(source, words);
    translate_device_words(source);
    return source.translated();
}

/// "line:column: message" of the error that the text gives.
std::string error_of(const std::string& text) {
    try {
        translated(text);
    } catch (const SourceError& error) {
        return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " +
               error.what();
    }
    return "no error";
}

const std::string head = "#line 1 \"/folder/file.cu\"\n";

TEST(Translator, LeavesOrdinaryCodeAlone) {
    for (const char* text : {
             "int a = 1 << 3 >> 1;\n",
             "std::vector<std::vector<std::vector<int>>> v;\n",
             "// k<<<1, 1>>>(x);\n/* k<<<1, 1>>>(x); */\n",
             "const char* a = \"k<<<1, 1>>>(x)\";\nconst char b = '\"';\n",
             "auto a = R\"(k<<<1, \" 1>>>(x))\"; auto b = LR\"x(k<<<)x\";\n",
             "#if 0\nit's k<<< nothing\n#if 1\n<<<\n#endif\n#else\nint a = 1'000;\n#endif\n",
             "// a comment that goes on \\\nk<<<1, 1>>>(x)\n",
             "__shared__ float tile[32];\n",
             "__attribute__((__noinline__)) int f();\n",
         }) {
        EXPECT_EQ(translated(text), head + text);
    }
}

TEST(Translator, ALaunchMayFollowAColon) {
    for (const char* text : {"switch (c) { default:k<<<1, 1>>>(x); }", "c ? a : b::k<<<1, 1>>>(x);",
                             "c ?k<<<1, 1>>>(x):k<<<1, 1>>>(x);"}) {
        EXPECT_EQ(translated(text).find(":::"), std::string::npos) << translated(text);
    }
}

// Outside of functions: each function of the device that uses the array gets a definition.
TEST(Translator, DynamicSharedMemoryOutsideOfFunctions) {
    const std::string declaration = "extern __shared__ float s[];";
    const std::string defined =
        " [[maybe_unused]] float *const s = ::workshop::emulator::dynamic_shared_memory();";
    const std::string blank(declaration.size(), ' ');
    const std::string use = "__device__ void f(int i) {";
    for (const auto& [begin, end] :
         std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                          {"namespace a::b { ", " }"},
                                                          {"namespace {\n", "\n}"},
                                                          {"extern \"C\" {\n", "\n}"}}) {
        EXPECT_EQ(translated(begin + declaration + "\n" + use + " s[i] = 1; }" + end),
                  head + begin + blank + "\n" + use + defined + " s[i] = 1; }" + end);
    }
    // Functions without it, with a name of their own, or of the host are left alone.
    for (const std::string other :
         {"__global__ void k(float* t) { t[0] = 1; }", "__global__ void k(float* s) { s[0] = 1; }",
          "__global__ void k(float s) { s = 1; }", "__global__ void k() { float s[3]; s[0] = 1; }",
          "__global__ void k(T t) { t.s[0] = 1; }", "void host(float* s) { s[0] = 1; }"}) {
        EXPECT_EQ(translated(declaration + "\n" + other), head + blank + "\n" + other);
    }
    EXPECT_NE(translated(declaration + "\n__global__ void k(float* y) { y[0] = *s * s[1]; }")
                  .find("{" + defined),
              std::string::npos);
    EXPECT_EQ(error_of("namespace a { __global__ void k() { " + declaration + " } }"), "no error");
    EXPECT_EQ(error_of("__global__ void __launch_bounds__(32) k() { { " + declaration + " } }"),
              "no error");
}

TEST(Translator, ALaunchBecomesACallAtTheSameLineAndColumn) {
    const std::string result = translated("void f() {\n    k<<<g, b>>>(x, y);\n}\n");
    EXPECT_NE(result.find("\n#line 2 \"/folder/file.cu\"\n        g, b)"), std::string::npos)
        << result;
    EXPECT_NE(result.find("\n#line 2 \"/folder/file.cu\"\n    k(workshop_a...)"), std::string::npos)
        << result;
    EXPECT_NE(result.find("\n#line 2 \"/folder/file.cu\"\n               (x, y);\n}\n"),
              std::string::npos)
        << result;
}

TEST(Translator, FindsWhereTheKernelsNameBegins) {
    for (const char* kernel : {"k", "::k", "a::b::k", "k<4>", "a::k<(5 > 3), T<U<int>>>", "(*k)",
                               "(c ? k : l)", "ks[i]", "(*ks[i + 1])", "object.k", "this->k",
                               "object->k<4>", "T::template k<4>", "pick(1)", "pick<4>(a)[2]"}) {
        const std::string text = "void f() { x = 1; " + std::string(kernel) + "<<<1, 1>>>(); }\n";
        const std::string result = translated(text);
        EXPECT_NE(result.find("prepare_call(\"" + std::string(kernel) + "\""), std::string::npos)
            << result;
        EXPECT_EQ(result.find(head + "void f() { x = 1;  ::workshop"), 0U) << result;
    }
    EXPECT_NE(translated("void f() { if (a) return (k)<<<1, 1>>>(); }").find("return ::workshop"),
              std::string::npos);
}

TEST(Translator, BracesInTheConfiguration) {
    for (const char* values : {"{1}, {4}", "{1, 2}, {4, 4}, 0", "dim3{1}, dim3{4}, sizeof(int)"}) {
        const std::string result =
            translated("void f() { k<<<" + std::string(values) + ">>>(x); }\n");
        EXPECT_NE(result.find(std::string(values) + ") <<"), std::string::npos) << result;
    }
    EXPECT_NE(error_of("k<<<{1, 2, 3, 4, 5}>>>(x);").find("not 1"), std::string::npos);
    EXPECT_NE(error_of("if (k<<<1, 1(x)) { a(); }").find("no matching '>>>'"), std::string::npos);
}

TEST(Translator, LaunchesInMacrosStayOnTheLinesOfTheMacro) {
    const std::string result =
        translated("#define RUN(k, ...) k<<<1, \\\n  2>>>(__VA_ARGS__)\nint a;\n");
    EXPECT_EQ(result.find("#line", 1), std::string::npos) << result;
    EXPECT_NE(result.find("\\\n(__VA_ARGS__)\nint a;\n"), std::string::npos) << result;
}

TEST(Translator, DynamicSharedMemoryBecomesAPointer) {
    const std::string memory = " = ::workshop::emulator::dynamic_shared_memory()";
    const auto in_kernel = [](const std::string& declaration) {
        const std::string begin = head + "void k() {";
        const std::string all = translated("void k() {" + declaration + "}");
        EXPECT_EQ(all.compare(0, begin.size(), begin), 0) << all;
        return all.substr(begin.size(), all.size() - begin.size() - 1);
    };
    EXPECT_EQ(in_kernel("extern __shared__ float s[];"),
              "[[maybe_unused]]  float *const s" + memory + ";");
    EXPECT_EQ(in_kernel("extern __shared__ __align__(16) unsigned char s[];"),
              "[[maybe_unused]]  unsigned char *const s" + memory + ";");
    EXPECT_EQ(in_kernel("extern __shared__ T s[][32];"),
              "[[maybe_unused]]  T (*const s)[32]" + memory + ";");
    EXPECT_EQ(in_kernel("extern __shared__ int a[], b[];"),
              "[[maybe_unused]]  int *const a" + memory + ", *const b" + memory + ";");
    EXPECT_EQ(in_kernel("extern volatile __shared__\n  int s[];"),
              "[[maybe_unused]]  volatile int *const s" + memory + "\n;");
    EXPECT_EQ(translated("static __shared__ int s[4];"), head + "       __shared__ int s[4];");
}

TEST(Translator, ASharedObjectThatIsNoArrayIsInitialised) {
    EXPECT_EQ(translated("__shared__ float4 s;"), head + "__shared__ float4 s{};");
    EXPECT_EQ(translated("__shared__ __align__(16) T s;"),
              head + "__shared__ __align__(16) T s{};");
    EXPECT_EQ(translated("__shared__ float4 s, t[2];"), head + "__shared__ float4 s, t[2];");
}

TEST(Translator, DynamicSharedMemoryThroughMacros) {
    const std::string memory = " = ::workshop::emulator::dynamic_shared_memory()";
    // The macro, the code, and what the code becomes.
    const auto becomes = [](const std::string& macro, const std::string& code) {
        const std::string begin = head + macro + "\nvoid k() { ";
        const std::string all = translated(macro + "\nvoid k() { " + code + " }");
        if (all.compare(0, begin.size(), begin) != 0) return all;
        return all.substr(begin.size(), all.size() - begin.size() - 2);
    };
    const std::string pointer = "[[maybe_unused]]  float *const s" + memory + ";";
    EXPECT_EQ(becomes("#define SHARED extern __shared__ float", "SHARED s[];"), pointer);
    EXPECT_EQ(becomes("#define SHARED extern __shared__ __align__(16)", "SHARED float s[];"),
              pointer);
    EXPECT_EQ(becomes("#define SHARED __shared__", "extern SHARED float s[];"), pointer);
    EXPECT_EQ(becomes("#define S extern __shared__\n#define SHARED S float", "SHARED s[];"),
              pointer);
    EXPECT_EQ(becomes("#define SHARED __shared__", "SHARED float s[4];"), "SHARED float s[4];");
    // All of the declaration in the macro: with and without its semicolon, on two lines, in two
    // macros.
    EXPECT_EQ(translated("#define DYNAMIC(T, n) extern __shared__ T n[]\nint a;\n"),
              head + "#define DYNAMIC(T, n) [[maybe_unused]]  T *const n" + memory + "\nint a;\n");
    EXPECT_EQ(
        translated("#define DYNAMIC extern __shared__ \\\n float s[];\nint a;\n"),
        head + "#define DYNAMIC [[maybe_unused]]  float *const s" + memory + "\\\n;\nint a;\n");
    EXPECT_EQ(
        translated("#define S extern __shared__\n#define DYNAMIC(T, n) S T n[]\n"),
        head + "#define S extern __shared__\n#define DYNAMIC(T, n) [[maybe_unused]]  T *const n" +
            memory + "\n");
    // It ends where it is defined no longer, or as something else.
    const std::string ended =
        "#define SHARED extern __shared__ float\n#undef SHARED\nstruct X { int SHARED; };\n";
    EXPECT_EQ(translated(ended), head + ended);
    const std::string other =
        "#define SHARED extern __shared__ float\n#define SHARED static\nSHARED int s[2];\n";
    EXPECT_EQ(translated(other), head + other);
    // Nobody uses it, or only asks for it.
    const std::string unused = "#define SHARED(T) extern __shared__ T\n#ifdef SHARED\n#endif\n";
    EXPECT_EQ(translated(unused), head + unused);
    EXPECT_EQ(error_of("#define SHARED(T) extern __shared__ T\nvoid k() {\n  SHARED(int) s[]; }")
                  .find("3:3: the macro SHARED (/folder/file.cu:1) holds a part of"),
              0U);
}

TEST(Translator, WordsOfDeviceCode) {
    EXPECT_NE(translated("asm volatile(\"mov %0, %laneid;\" : \"=r\"(x));")
                  .find("static_assert(false, \"inline PTX (asm) is not supported"),
              std::string::npos);
    EXPECT_EQ(translated("__noinline__ int f();"), head + "__attribute__((noinline)) int f();");
    // nvcc takes alignas after __shared__; C++ only before it.
    EXPECT_EQ(translated("__shared__ alignas(16) float s[4];"),
              head + "alignas(16) __shared__             float s[4];");
    EXPECT_NE(translated("__global__ void __cluster_dims__(2, 1, 1) k();").find("clusters"),
              std::string::npos);
    EXPECT_EQ(translated("cudaLaunchKernel((void*)k, g, b, a);"),
              head + "cudaLaunchKernel(       k, g, b, a);");
    EXPECT_EQ(translated("cudaLaunchKernel(reinterpret_cast<const void*>(k), g, b, a);"),
              head + "cudaLaunchKernel(                             (k), g, b, a);");
    EXPECT_EQ(translated("cudaLaunchKernel(reinterpret_cast<void const *>(k<2>), g, b, a);"),
              head + "cudaLaunchKernel(                              (k<2>), g, b, a);");
    EXPECT_EQ(translated("cudaLaunchKernel(reinterpret_cast<F>(k), g, b, a);"),
              head + "cudaLaunchKernel(reinterpret_cast<F>(k), g, b, a);");
}

/// `kernel` is the body of a kernel.
std::string refused_in_kernel(const std::string& kernel) {
    return error_of("template <int n> __global__ void __launch_bounds__(256) k(float* y) {\n" +
                    kernel + "\n}");
}

// nvcc 13.0 refuses each of these: "calling a constexpr __host__ function from a __global__
// function".
TEST(Translator, FunctionsOfTheHostInDeviceCode) {
    EXPECT_EQ(refused_in_kernel("  m = std::max(m, y[0]);"),
              "2:7: std::max() is a function of the host, and nvcc refuses it in device code; "
              "use fmaxf(a, b), max(a, b) of CUDA, or a > b ? a : b");
    for (const char* text : {
             "m = std::min<float>(m, y[0]);",
             "for (int i = 0; i < std::min(8, m); ++i) {}",
             "y[std::min(i, 7)] = 0.0F;",
             "return y[std::min(i, 7)];",
             "if (i < 3) { std::swap(y[0], y[1]); }",
             "float m = -std::numeric_limits<float>::infinity();",
             "m = std::max({m, y[0], y[1]});",
             "constexpr int a = 3; m = std::clamp(m, 0.0F, 1.0F);",
         }) {
        EXPECT_NE(refused_in_kernel(text).find("is a function of the host"), std::string::npos)
            << text;
    }
    EXPECT_NE(refused_in_kernel("m = std::numeric_limits<float>::max();")
                  .find("std::numeric_limits<float>::max() is a function"),
              std::string::npos);
    EXPECT_NE(error_of("__device__ float f(float a) { return std::max(a, 0.0F); }").find("1:38:"),
              std::string::npos);
    EXPECT_NE(
        error_of("auto f = [=] __device__(float a) { return std::max(a, 0.0F); };").find("1:43:"),
        std::string::npos);
}

// nvcc takes these: constants, functions of <cmath>, and what the host runs.
TEST(Translator, FunctionsOfTheHostWhereTheyMayStand) {
    for (const char* text : {
             "constexpr int a = std::max(n, 4);",
             "static_assert(std::max(n, 4) == 4);",
             "__shared__ float tile[2][std::max(n, 4)];",
             "f<std::max(n, 4)>(y);",
             "m = std::abs(m) + std::exp(m) + std::fmax(m, 2.0F);",
             "m = max(m, y[0]);",
         }) {
        EXPECT_EQ(refused_in_kernel(text), "no error") << text;
    }
    for (const char* text : {
             "float f(float a) { return std::max(a, 0.0F); }",
             "__host__ __device__ float f(float a) { return std::max(a, 0.0F); }",
             "constexpr __device__ int f(int a) { return std::max(a, 0); }",
             "__global__ void k(float* y);\nfloat f(float a) { return std::max(a, 0.0F); }",
             "__device__ float table[2] = {1, 2};\nint f(int a) { return std::max(a, 0); }",
         }) {
        EXPECT_EQ(error_of(text), "no error") << text;
    }
}

// C++ takes these, and nvcc 13.0 does not.
TEST(Translator, RefusesWhatNvccRefuses) {
    EXPECT_EQ(error_of("__global__ void k() {\n  __shared__ int count = 0; }"),
              "2:24: a __shared__ variable has no initial value, and nvcc refuses one: let one "
              "thread store it, and put __syncthreads() behind it");
    EXPECT_NE(error_of("__global__ void k() { __shared__ int a[2] = {1, 2}; }").find("1:43:"),
              std::string::npos);
    for (const char* text : {"struct S { __global__ void k() {} };",
                             "class S : B { int a; static __global__ void k(); };",
                             "template <class T> struct alignas(16) S {\n void f() {}\n __global__ "
                             "void k(int) {} };"}) {
        EXPECT_NE(error_of(text).find("a kernel cannot be a member of a class"), std::string::npos)
            << text;
    }
    EXPECT_EQ(error_of("__global__ void k(int n) {}\nint main() { int a; k(3); }"),
              "2:21: k is a kernel and is called like an ordinary function, which nvcc refuses; "
              "launch it: k<<<blocks, threads>>>(...)");
}

TEST(Translator, TakesWhatOnlyLooksLikeIt) {
    for (const char* text : {
             "__global__ void k() { __shared__ int a[2][3]; int b = a[0][1]; }",
             "__global__ void k() { __shared__ S s; s = S{}; }",
             "namespace a { struct S { int b; }; __global__ void k() {} }",
             "struct S { friend int f(); }; __global__ void k(S s) {}",
             "extern \"C\" { __global__ void k() {} }",
             "enum class E { a }; __global__ void k() {}",
             "__global__ void k(int n);\nvoid f() { k<<<1, 1>>>(3); }",
             "__global__ void k(int n) {}\nvoid k(float a) {}\nvoid f() { k(2.0F); }",
             "__global__ void __launch_bounds__(32) k(int n) {}\nvoid f(T t) { t.k(3); }",
             "struct S { void f() { auto g = [] __device__ () {}; } int count = 0; };",
         }) {
        EXPECT_EQ(error_of(text), "no error") << text;
    }
}

TEST(Translator, NullBecomesAPointer) {
    EXPECT_NE(translated("k<<<1, 1>>>(NULL, f(NULL), a ? NULL : b, NULL);")
                  .find("(nullptr, f(NULL), a ? NULL : b, nullptr);"),
              std::string::npos);
}

TEST(Translator, AZeroMayBeANullPointer) {
    const std::string result = translated("k<<<1, 1>>>(0, 0.0F, x + 0, f(0), 0);");
    const std::string zero = "::workshop::emulator::Zero()";
    EXPECT_NE(result.find("(" + zero + ", 0.0F, x + 0, f(0), " + zero + ");"), std::string::npos)
        << result;
    EXPECT_EQ(translated("k<<<1, 1>>>(x, 10);").find("Zero"), std::string::npos);
}

TEST(Translator, LaunchesNameTheParametersOfTheKernel) {
    const auto named = [](const std::string& kernel) {
        const std::string result = translated(kernel + " void f() { n::k<int><<<1, 1>>>(x, y); }");
        const std::string before = "name_arguments(\"(x, y)\", \"";
        const std::size_t begin = result.find(before);
        if (begin == std::string::npos) return result;
        const std::size_t first = begin + before.size();
        return result.substr(first, result.find('"', first) - first);
    };
    EXPECT_EQ(named("__global__ void k(float* out, const int (&in)[4]);"), "");
    EXPECT_EQ(named("__global__ void k(float* __restrict__ out, const std::pair<int, int>* in) {}"),
              "out, in");
    EXPECT_EQ(
        named(
            "template <class T> __launch_bounds__(8) __global__ static void k(T* out, int n = 3);"),
        "out, n");
    EXPECT_EQ(named("void __global__ k(int a[], int b);"), "a, b");
    EXPECT_EQ(named("void k(float* out, int n);"), "");
    EXPECT_EQ(named("__global__ void k(float*, int n);"), "");
    EXPECT_EQ(named("__global__ void k(int* a, int b); __global__ void k(int* a, int b) {}"),
              "a, b");
    EXPECT_EQ(named("__global__ void k(int* a, int b); __global__ void k(float* c, int d);"), "");
    EXPECT_EQ(named("__global__ void other(int* a, int b) { k(1, 2); }"), "");
}

TEST(Translator, ErrorsNameLineAndColumn) {
    EXPECT_EQ(error_of("\n  k<<<1, 1(x);"), "2:4: this '<<<' of a launch has no matching '>>>'");
    EXPECT_EQ(error_of("k<<<1, 1>>>;"),
              "1:9: the arguments of the kernel are missing: expected '(' after '>>>'");
    EXPECT_EQ(error_of("k<<<1, 1>>>(x;"), "1:12: this '(' of a launch has no matching ')'");
    EXPECT_EQ(error_of("x = <<<1, 1>>>(x);"), "1:5: no kernel is named before this '<<<'");
    EXPECT_EQ(error_of("k<<<>>>(x);"),
              "1:5: the launch names no grid and block: write <<<grid, block>>>");
    EXPECT_NE(error_of("k<<<1>>>(x);").find("1:2: a launch takes 2 to 4 values"),
              std::string::npos);
    EXPECT_NE(error_of("k<<<1, 2, 3, 4, 5>>>(x);").find("not 5"), std::string::npos);
    EXPECT_EQ(error_of("int a;\n<<<<<<< HEAD\n"), "2:1: a conflict marker is left from merging");
    EXPECT_EQ(error_of("a /* b"), "1:3: this comment has no end");
    EXPECT_EQ(error_of("R\"x(a)y\""), "1:1: this raw string has no end");
    EXPECT_NE(error_of("void k() { extern __shared__ float s[4]; }")
                  .find("1:36: dynamic shared memory is declared"),
              std::string::npos);
    EXPECT_NE(error_of("void k() { extern __shared__ float s; }").find("an array without a size"),
              std::string::npos);
    EXPECT_NE(error_of("k<<<1, 1>>>(x, {1, 2});").find("1:16: a kernel argument in braces"),
              std::string::npos);
}

}  // namespace
