# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads what the compiler said about a program that make emulate could not build, and names the
# features behind the errors that the CPU device does not have. Prints nothing when it knows none.

function tell(text) {
    if (!(text in told)) print text
    told[text] = 1
}
# A feature by words of a message, or by the beginning of the name of a header that is missing.
function feature(pattern, name, headers) {
    if (header == "" ? said ~ pattern : headers != "" && header ~ "^(" headers ")")
        tell("Not on the CPU device: " name ". See docs/emulate.md.")
}

# The names of the person's own files, in front of what is said, are no words of a message.
{ said = header = "" }
match($0, /error: |undefined reference/) {
    said = substr($0, RSTART)
    gsub(/"[^" <>]*\.[a-z]+"/, "", said)
}
said == "" { next }
match(said, /^error: [^:]*: No such file/) { header = substr(said, 8, RLENGTH - 21) }

{
    feature("cublas|CUBLAS", "cuBLAS", "cublas")
    feature("cufft|CUFFT", "cuFFT", "cufft")
    feature("curand|CURAND", "cuRAND", "curand")
    feature("cusparse|CUSPARSE", "cuSPARSE", "cusparse")
    feature("cusolver|CUSOLVER", "cuSOLVER", "cusolver")
    feature("cudnn|CUDNN", "cuDNN", "cudnn")
    feature("cutlass|cute::", "CUTLASS", "cutlass/|cute/")
    feature("thrust", "Thrust", "thrust/")
    feature("cub::|<cub/", "CUB", "cub/")
    feature("nccl", "NCCL", "nccl\\.h")
    feature("npp[a-z]*\\.h|Npp", "NPP", "npp[a-z]*\\.h")
    feature("nvrtc", "NVRTC, compiling at run time", "nvrtc")
    feature("nvtx|nvToolsExt", "NVTX", "nvtx|nvToolsExt")
    feature("nvml", "NVML", "nvml\\.h")
    feature("<mma\\.h>|wmma|nvcuda", "tensor cores (mma.h)", "mma\\.h")
    feature("cuda::|<cuda/", "libcu++ (namespace cuda::)", "cuda/")
    feature("[^a-z](CUdevice|CUmodule|CUcontext|CUfunction|CUresult|cuInit|cuLaunchKernel)", "the driver interface (cu...)")
    feature("[tT]exture(s| |Object|Reference|<)|cudaTexture|tex[123]D|cudaArray|cudaChannelFormat|cudaResource|[^a-zA-Z_]texture[^a-zA-Z_]+(does not name|was not declared)|no template named .texture", "textures and CUDA arrays", "cuda_texture_types|texture_|channel_descriptor")
    feature("cudaExtent|cudaPitchedPtr|cudaM(alloc|emcpy|emset)3D[^A]|cudaMemcpy3D", "three-dimensional allocations and copies (cudaMalloc3D, cudaMemcpy3D)")
    feature("[sS]urface|surf[123]D", "surfaces", "surface_")
    feature("cudaGraph|cuda[A-Za-z]*(Capture|NodeParams)|cudaMemsetParams", "CUDA graphs")
    feature("inline PTX", "inline PTX (asm)")
    feature("block cluster|cluster_group|this_cluster|__cluster|[cC]lusterDim", "thread block clusters")
    feature("fp8|fp4|fp6", "8-bit floating point and smaller", "cuda_fp[468]")
    feature("glut|GLuint|cudaGL|cudaGraphics", "OpenGL interoperation", "GL/|cuda_gl_interop")
    # g++ 12; g++ 13 and later, whose quotes are more than a byte for some awks.
    if ($0 ~ /conflicting specifiers in declaration/ || $0 ~ /static.*specifier conflicts with.*extern/)
        tell("extern and __shared__ are in one declaration that could not be put together, most likely through " \
            "a macro. Write it out where it is used: extern __shared__ T name[];")
    if (header != "")
        tell("The header " header " was not found. If it is the program's own, name its folder: INCLUDE=path/to/folder")
}
