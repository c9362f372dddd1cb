# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads what the compiler said about a program that make emulate could not build, and names the
# features behind the errors that the CPU device does not have. Prints nothing when it knows none.

function tell(text) {
    if (!(text in told)) print text
    told[text] = 1
}
function feature(pattern, name) {
    if ($0 ~ pattern) tell("Not on the CPU device: " name ". See docs/emulate.md.")
}

!/error:|undefined reference/ { next }

{
    feature("cublas|CUBLAS", "cuBLAS")
    feature("cufft|CUFFT", "cuFFT")
    feature("curand|CURAND", "cuRAND")
    feature("cusparse|CUSPARSE", "cuSPARSE")
    feature("cusolver|CUSOLVER", "cuSOLVER")
    feature("cudnn|CUDNN", "cuDNN")
    feature("cutlass|cute/", "CUTLASS")
    feature("thrust", "Thrust")
    feature("cub::|cub/", "CUB")
    feature("nccl", "NCCL")
    feature("npp[a-z]*\\.h|Npp", "NPP")
    feature("nvrtc", "NVRTC, compiling at run time")
    feature("nvtx|nvToolsExt", "NVTX")
    feature("nvml", "NVML")
    feature("mma\\.h|wmma|nvcuda", "tensor cores (mma.h)")
    feature("cuda::|<cuda/", "libcu++ (namespace cuda::)")
    feature("[^a-z](CUdevice|CUmodule|CUcontext|CUfunction|CUresult|cuInit|cuLaunchKernel)", "the driver interface (cu...)")
    feature("[tT]exture|tex[123]D|cudaArray|cudaChannelFormat|cudaResource|cudaExtent", "textures and CUDA arrays")
    feature("[sS]urface|surf[123]D", "surfaces")
    feature("cudaGraph|[cC]apture", "CUDA graphs")
    feature("inline PTX", "inline PTX (asm)")
    feature("cluster", "thread block clusters")
    feature("fp8|fp4|fp6", "8-bit floating point and smaller")
    feature("GL/|glut|GLuint|cudaGL|cudaGraphics", "OpenGL interoperation")
    # g++ 12; g++ 13 and later.
    if ($0 ~ /conflicting specifiers in declaration/ || $0 ~ /.static. specifier conflicts with .extern./)
        tell("extern and __shared__ are in one declaration that could not be put together, most likely through " \
            "a macro. Write it out where it is used: extern __shared__ T name[];")
    if (match($0, /fatal error: [^:]*: No such file/)) {
        header = substr($0, RSTART + 13, RLENGTH - 27)
        tell("The header " header " was not found. If it is the program's own, name its folder: INCLUDE=path/to/folder")
    }
}
