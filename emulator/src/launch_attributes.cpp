// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <emulator/launch_attributes.h>

#include "api_messages.hpp"

namespace workshop::emulator {

cudaError_t read_launch_attributes(const cudaLaunchConfig_t* given,
                                   LaunchConfiguration& configuration) {
    constexpr const char* function = "cudaLaunchKernelEx";
    if (given == nullptr || (given->numAttrs > 0 && given->attrs == nullptr)) {
        return refuse(cudaErrorInvalidValue, function,
                      "the configuration or its attributes are null");
    }
    configuration = {given->gridDim, given->blockDim, given->dynamicSmemBytes, given->stream,
                     false};
    for (unsigned int i = 0; i < given->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = given->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative) {
            configuration.cooperative = attribute.val.cooperative != 0;
        } else if (attribute.id == cudaLaunchAttributeClusterDimension) {
            const auto& size = attribute.val.clusterDim;
            if (size.x * size.y * size.z != 1)
                return unsupported(function, "thread block clusters");
        }
    }
    return cudaSuccess;
}

}  // namespace workshop::emulator
