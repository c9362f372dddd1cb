// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the runtime functions tell the call record; cheap when nobody records.

#include <cuda_runtime.h>

#include <cstddef>
#include <initializer_list>

namespace workshop::emulator {

/// @brief A call that waits for the device. @param[in] function its name
void note_wait(const char* function);

/// @brief A launch that returned an error.
void note_refused_launch();

/// @brief A copy, a fill or a function of the host in a stream. @param[in] uses addresses of memory
void note_work(cudaStream_t stream, std::initializer_list<const void*> uses = {});

/// @brief A kernel in a stream. @param[in] closure holds its arguments
void note_kernel(cudaStream_t stream, const void* closure, std::size_t bytes,
                 unsigned threads_of_block);

/// @brief cudaMallocAsync() and cudaFreeAsync(). @param[in] memory the beginning of the block
void note_allocated(cudaStream_t stream, const void* memory);
void note_released(cudaStream_t stream, const void* memory);

/// @brief cudaFree() of memory of cudaMallocAsync(). @param[in] memory the beginning of the block
void note_released_by_host(const void* memory);

/// @brief cudaStreamQuery() and cudaEventQuery(). @param[in] handle of the stream or event
/// @return whether to say that it is not done yet: only to who has not asked often
bool say_not_ready(const char* function, const void* handle);

/// @brief cudaEventRecord() and cudaStreamWaitEvent().
void note_event_recorded(cudaStream_t stream, cudaEvent_t event);
void note_event_waited_for(cudaStream_t stream, cudaEvent_t event);

}  // namespace workshop::emulator
