// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief From what stands before <<< to a kernel: its address, and the value of a variable that
///        points to it.

#include <type_traits>

namespace workshop::emulator {

/// @brief The parameters of a kernel: a compiler error where one is a reference. CUDA
///        forbids it, because a kernel cannot reach a variable of the host; nvcc does not notice.
template <class... Parameters>
struct KernelParameters {
    static_assert(!(std::is_reference_v<Parameters> || ...),
                  "a parameter of a __global__ function cannot be a reference: pass a value, or a "
                  "pointer to device memory");
    static_assert(
        (sizeof(Parameters) + ... + std::size_t{0}) <= 32764,
        "the parameters of a __global__ function are 32,764 bytes at most: pass a pointer "
        "to device memory");
    static constexpr bool allowed = true;  ///< to name it is to check
};

/// @brief Whether no argument is an object that owns something and is converted for the kernel, for
///        example a buffer with an operator float*(). CUDA converts the object itself. Here a copy
///        of each argument is kept, and the copy would free what the kernel uses.
template <class... Arguments>
struct CopiedArguments {
    /// @brief Asked for the types of the kernel's parameters.
    template <class... Parameters>
    static constexpr bool may_be_copied() {
        if constexpr (sizeof...(Arguments) == sizeof...(Parameters)) {
            return ((std::is_trivially_copyable_v<Arguments> ||
                     std::is_same_v<Arguments, std::remove_cv_t<Parameters>>)&&...);
        }
        return true;
    }
};

/// @brief Whether a type is a container of the C++ library, such as std::vector or std::string.
template <class Type, class = void>
struct IsContainer : std::false_type {};
template <class Type>
struct IsContainer<Type, std::void_t<typename Type::allocator_type>> : std::true_type {};

/// @brief Takes the address of a function that is named without overloading.
template <class... Arguments>
struct AnyFunction {
    /// @brief Its address.
    template <class Result, class... Parameters>
    const void* operator()(Result (*function)(Parameters...)) const {
        static_assert(KernelParameters<Parameters...>::allowed);
        static_assert(std::is_void_v<Result>,
                      "a __global__ function gives nothing back: its type is void, and results go "
                      "to memory of the device");
        static_assert(!(IsContainer<Parameters>::value || ...),
                      "a container of the host, such as std::vector, cannot go to a kernel: pass a "
                      "pointer to device memory that holds its elements, and their number");
        static_assert(CopiedArguments<Arguments...>::template may_be_copied<Parameters...>(),
                      "an argument of this launch is an object with a destructor or a copy "
                      "constructor, which the CPU device would copy before it is converted; pass "
                      "what the kernel takes, for example static_cast<float*>(buffer)");
        return reinterpret_cast<const void*>(function);
    }
};

/// @brief Picks, from overloads or a template, the kernel whose parameters are exactly these.
template <class... Parameters>
struct ExactFunction {
    /// @brief Its address.
    const void* operator()(void (*function)(Parameters...)) const {
        return reinterpret_cast<const void*>(function);
    }
};

/// @brief The address of the kernel that name(visitor) passes to its visitor, or null.
template <class... Arguments, class Name>
const void* find_kernel_address(const Name& name) {
    if constexpr (std::is_invocable_v<const Name&, AnyFunction<Arguments...>>) {
        return name(AnyFunction<Arguments...>());
    } else if constexpr (std::is_invocable_v<const Name&, ExactFunction<Arguments...>>) {
        return name(ExactFunction<Arguments...>());
    } else {
        return nullptr;
    }
}

/// @brief Takes a variable that points to a kernel, and no kernel.
struct OnlyPointers {
    /// @brief The pointer.
    template <class Pointer,
              class = std::enable_if_t<std::is_pointer_v<std::remove_reference_t<Pointer>>>>
    std::decay_t<Pointer> operator()(Pointer&& pointer) const {
        return pointer;
    }
};

/// @brief Takes a kernel, or what points to one.
struct KernelsAndPointers {
    /// @brief The kernel as a pointer.
    template <class Result, class... Parameters>
    auto operator()(Result (*function)(Parameters...)) const {
        return function;
    }
};

/// @brief The pointer that name(visitor) passes to its visitor, where it can be called with these
///        arguments; else null.
template <class Visitor, class... Arguments, class Name>
auto fetch_kernel(const Name& name) {
    if constexpr (std::is_invocable_v<const Name&, Visitor>) {
        if constexpr (std::is_invocable_v<std::invoke_result_t<const Name&, Visitor>,
                                          Arguments...>) {
            return name(Visitor());
        } else {
            return nullptr;
        }
    } else {
        return nullptr;
    }
}

/// @brief The value of a variable that points to a kernel: its threads must not have to read it,
///        for it may be memory of the host. Of a kernel itself nothing is fetched, because its
///        default arguments would be lost.
template <class... Arguments, class Name>
auto pointer_to_kernel(const Name& name) {
    return fetch_kernel<OnlyPointers, Arguments...>(name);
}

/// @brief The same of an expression, which may also be the kernel that a pointer points to.
template <class... Arguments, class Name>
auto value_of_kernel(const Name& name) {
    return fetch_kernel<KernelsAndPointers, Arguments...>(name);
}

/// @brief Whether one of these has found something.
template <class Value>
constexpr bool is_pointer_to_kernel = std::is_pointer_v<Value>;

}  // namespace workshop::emulator
