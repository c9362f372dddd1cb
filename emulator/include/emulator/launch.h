// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the translator turns kernel<<<grid, block, bytes, stream>>>(arguments) into:
/// @code
/// configure(grid, block, bytes, stream) << [&](auto... a) { return prepare_call(...); }(arguments)
/// @endcode
/// The lambda is called in the person's own file, so messages about arguments name that file alone.

#include <driver_types.h>
#include <emulator/kernel_names.h>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace workshop::emulator {

/// @brief What stands between <<< and >>>.
struct LaunchConfiguration {
    dim3 grid;
    dim3 block;
    std::size_t dynamic_shared_bytes = 0;
    cudaStream_t stream = nullptr;
    bool cooperative = false;
};

/// @brief An argument of a launch, as far as messages name it.
struct LaunchArgument {
    const void* address = nullptr;  ///< a pointer to objects; else null
    std::size_t element_bytes = 0;  ///< of what it points to; 0 when that is not known
    bool is_pointer = false;        ///< also one that points nowhere
};

/// @brief The arguments of a launch.
struct LaunchArguments {
    const char* text = nullptr;        ///< "(rows, x)" as written; null when it is not known
    const char* parameters = nullptr;  ///< "rows, out", or empty: their names in the kernel
    const LaunchArgument* first = nullptr;
    std::size_t count = 0;
};

/// @brief A kernel with its arguments, ready to be run once for every thread.
struct KernelCall {
    const char* name;     ///< as written
    const char* file;     ///< of the launch
    int line;             ///< of the launch
    const void* address;  ///< of the kernel; null when overloading hides it
    void (*run)(void* closure);
    void* closure;
    std::size_t closure_bytes;  ///< it holds the arguments
    LaunchArguments arguments{};
};

/// @brief Runs a kernel to its end. Errors are reported as by CUDA: a refused launch runs nothing
///        and sets the last error; a failure while it runs surfaces at the next synchronising call.
/// @return cudaSuccess, or why the launch was refused
cudaError_t launch_kernel(const LaunchConfiguration& configuration, const KernelCall& call);

/// @brief What stands between <<< and >>>, with CUDA's own defaults.
inline LaunchConfiguration configure(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0,
                                     cudaStream_t stream = nullptr) {
    return {grid, block, dynamic_shared_bytes, stream, false};
}

/// @brief An argument `0` of a launch: a number, or a null pointer where the kernel takes a
///        pointer. On its way to the kernel it would become a number for good.
struct Zero {
    /// @brief The null pointer.
    template <class Object>
    constexpr operator Object*() const {
        return nullptr;
    }
    /// @brief The number.
    constexpr operator int() const { return 0; }
};

/// @brief The argument with a 0 that is a number.
template <class Value>
Value as_number(const Value& value) {
    return value;
}
/// @brief A 0 that may be either, as a number.
inline int as_number(const Zero&) {
    return 0;
}

/// @brief Whether a kernel takes these arguments with every 0 as a number. A template may need
///        that: it finds no type in a Zero.
template <class Kernel, class... Values>
constexpr bool takes_numbers() {
    return std::is_invocable_v<const Kernel&,
                               decltype(as_number(std::declval<const Values&>()))...>;
}

/// @brief What is known of an argument: of a pointer, where it points and how large an object
///        there is.
template <class Value>
LaunchArgument launch_argument(const Value& value) {
    if constexpr (std::is_pointer_v<Value>) {
        using Object = std::remove_pointer_t<Value>;
        if constexpr (std::is_void_v<Object>) {
            return {const_cast<const void*>(static_cast<const volatile void*>(value)), 0, true};
        } else if constexpr (std::is_object_v<Object>) {
            return {const_cast<const void*>(static_cast<const volatile void*>(value)),
                    sizeof(Object), true};
        }
    }
    return {nullptr, 0, std::is_null_pointer_v<Value>};
}

/// @brief The values of a launch's arguments, with their text.
template <std::size_t Count>
struct NamedArguments {
    const char* text;
    const char* parameters;
    LaunchArgument values[Count + 1];
};

/// @brief Keeps what is known of each argument.
/// @param[in] text       the arguments as written
/// @param[in] parameters the names of the kernel's parameters
/// @param[in] values     the arguments
template <class... Values>
NamedArguments<sizeof...(Values)> name_arguments(const char* text, const char* parameters,
                                                 const Values&... values) {
    return {text, parameters, {launch_argument(values)..., {}}};
}

/// @brief Whether a 0 at place Index is a pointer of the kernel: it takes nullptr there.
template <std::size_t Index, class Kernel, class... Values, std::size_t... All>
constexpr bool is_null_at(std::index_sequence<All...>) {
    return std::is_invocable_v<const Kernel&,
                               std::conditional_t<All == Index, std::nullptr_t, Values>...>;
}

/// @brief The places at which a 0 is a pointer of the kernel, a bit each.
template <class Kernel, class... Values, std::size_t... All>
constexpr unsigned long long find_null_zeros(std::index_sequence<All...> all) {
    unsigned long long found = 0;
    constexpr std::size_t most = 64;
    ((All < most && std::is_same_v<Values, Zero> && is_null_at<All, Kernel, Values...>(all)
          ? found |= 1ULL << (All % most)
          : found),
     ...);
    return found;
}

/// @brief Which arguments are a 0 that is a pointer, a bit each.
template <class Kernel, class... Values>
constexpr unsigned long long null_zeros() {
    return find_null_zeros<Kernel, Values...>(std::index_sequence_for<Values...>());
}

/// @brief As name_arguments(), for a launch with an argument 0.
/// @param[in] zeros what null_zeros() has found
template <class... Values>
NamedArguments<sizeof...(Values)> name_with_zeros(unsigned long long zeros, const char* text,
                                                  const char* parameters, const Values&... values) {
    auto named = name_arguments(text, parameters, values...);
    for (std::size_t i = 0; i < sizeof...(Values) && zeros != 0; ++i, zeros >>= 1) {
        if (zeros % 2 != 0) named.values[i].is_pointer = true;
    }
    return named;
}

/// @brief A kernel call of a type of its own, from the translator.
template <class Call, std::size_t Count>
struct PreparedCall {
    const char* name;
    const char* file;
    int line;
    const void* address;
    Call call;
    NamedArguments<Count> arguments;
};

/// @brief Puts a call together, without running it.
/// @param[in] name      the kernel as written
/// @param[in] call      runs the kernel for one thread, with copies of the arguments
/// @param[in] address   of the kernel, or null
/// @param[in] arguments what messages tell of them
/// @param[in] file, line the place of the launch
template <class Call, std::size_t Count>
PreparedCall<Call, Count> prepare_call(const char* name, Call call, const void* address,
                                       const NamedArguments<Count>& arguments,
                                       const char* file = __builtin_FILE(),
                                       int line = __builtin_LINE()) {
    return {name, file, line, address, static_cast<Call&&>(call), arguments};
}

/// @brief Launches a prepared call. Errors are reported as by launch_kernel().
template <class Call, std::size_t Count>
void operator<<(const LaunchConfiguration& configuration, PreparedCall<Call, Count>&& prepared) {
    launch_kernel(configuration, {prepared.name,
                                  prepared.file,
                                  prepared.line,
                                  prepared.address,
                                  [](void* closure) { (*static_cast<Call*>(closure))(); },
                                  &prepared.call,
                                  sizeof(Call),
                                  {prepared.arguments.text, prepared.arguments.parameters,
                                   prepared.arguments.values, Count}});
}

/// @brief Whether arguments that are given by address can be read. Reports the first that cannot.
/// @param[in] cooperative which function was called
/// @param[in] kernel      for the message
/// @param[in] arguments   an address for each parameter
/// @param[in] bytes       of each parameter
/// @param[in] count       how many parameters there are
/// @return cudaSuccess or cudaErrorInvalidValue
cudaError_t check_argument_addresses(bool cooperative, const void* kernel, void** arguments,
                                     const std::size_t* bytes, std::size_t count);

/// @brief Launches a kernel whose arguments are given by address.
/// @param[in] configuration grid, block, shared memory and stream
/// @param[in] file, line    the place of the launch
/// @param[in] kernel        the kernel
/// @param[in] arguments     one address for each parameter
/// @return as launch_kernel()
template <class... Parameters, std::size_t... Index>
cudaError_t launch_function(const LaunchConfiguration& configuration, const char* file, int line,
                            void (*kernel)(Parameters...), void** arguments,
                            std::index_sequence<Index...>) {
    static_assert(KernelParameters<Parameters...>::allowed);
    const std::size_t bytes[] = {sizeof(std::remove_reference_t<Parameters>)..., 0};
    if (const cudaError_t error = check_argument_addresses(
            configuration.cooperative, reinterpret_cast<const void*>(kernel), arguments, bytes,
            sizeof...(Parameters))) {
        return error;
    }
    // Copies, as CUDA makes them: the kernel reads no memory of the host.
    const std::tuple<std::remove_cv_t<std::remove_reference_t<Parameters>>...> values{
        *static_cast<std::remove_reference_t<Parameters>*>(arguments[Index])...};
    auto call = [=]() mutable { kernel(std::get<Index>(values)...); };
    return launch_kernel(
        configuration,
        {nullptr, file, line, reinterpret_cast<const void*>(kernel),
         [](void* closure) { (*static_cast<decltype(call)*>(closure))(); }, &call, sizeof(call)});
}

/// @brief The address of the block's dynamic shared memory, as a pointer of any type.
struct DynamicSharedMemory {
    void* address;
    /// @brief As a pointer of the type that is wanted.
    template <class T>
    operator T*() const {
        return static_cast<T*>(address);
    }
};
/// @brief Where the dynamic shared memory of the calling thread's block begins.
DynamicSharedMemory dynamic_shared_memory();

}  // namespace workshop::emulator

/// @brief Launches a kernel whose arguments are given by address.
/// @param[in] kernel    the kernel itself; the translator removes a cast to void*
/// @param[in] grid      blocks of the grid
/// @param[in] block     threads of a block
/// @param[in] arguments one address for each parameter
/// @param[in] dynamic_shared_bytes dynamic shared memory of a block
/// @param[in] stream    the stream
/// @param[in] file, line the place of the call, for messages
/// @return cudaSuccess, or why the launch was refused
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr,
                             const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return workshop::emulator::launch_function({grid, block, dynamic_shared_bytes, stream, false},
                                               file, line, kernel, arguments,
                                               std::index_sequence_for<Parameters...>());
}

/// @brief As cudaLaunchKernel(), with every block alive at once, so that the grid can synchronise.
template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                        void** arguments, std::size_t dynamic_shared_bytes = 0,
                                        cudaStream_t stream = nullptr,
                                        const char* file = __builtin_FILE(),
                                        int line = __builtin_LINE()) {
    return workshop::emulator::launch_function({grid, block, dynamic_shared_bytes, stream, true},
                                               file, line, kernel, arguments,
                                               std::index_sequence_for<Parameters...>());
}
