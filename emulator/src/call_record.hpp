// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the runtime functions tell the call record; cheap when nobody records.

#include <cuda_runtime.h>

namespace workshop::emulator {

/// @brief A call that waits for the device. @param[in] function its name
void note_wait(const char* function);

/// @brief A launch that returned an error.
void note_refused_launch();

/// @brief A launch, a copy or a fill in a stream.
void note_work(cudaStream_t stream);

/// @brief cudaEventRecord() and cudaStreamWaitEvent().
void note_event_recorded(cudaStream_t stream, cudaEvent_t event);
void note_event_waited_for(cudaStream_t stream, cudaEvent_t event);

}  // namespace workshop::emulator
