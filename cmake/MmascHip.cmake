# SPDX-License-Identifier: Apache-2.0
# A clang for AMD GPUs. The kernels of gpu_golden/hip need no headers and no device library.
#
# mmasc_hip_command(OUT NAME GFX): sets OUT to the command, but for what it is to make, that compiles
#   gpu_golden/hip/NAME.hip. MMASC_HIP_KERNELS names the files, MMASC_HIP_GFX_<NAME> their GPUs.
set(MMASC_HIP_KERNELS f32_f16 bf16 bf16_1k_f64 fp8_xf32 i8_blocks i8 i8_long)
set(MMASC_HIP_GFX_f32_f16 gfx908 gfx90a gfx942)
set(MMASC_HIP_GFX_bf16 gfx908 gfx90a)
set(MMASC_HIP_GFX_bf16_1k_f64 gfx90a gfx942)
set(MMASC_HIP_GFX_fp8_xf32 gfx942)
set(MMASC_HIP_GFX_i8_blocks gfx908 gfx90a gfx942)
set(MMASC_HIP_GFX_i8 gfx908 gfx90a)
set(MMASC_HIP_GFX_i8_long gfx942)

find_program(MMASC_HIP_CLANG NAMES amdclang++ clang++-19 clang++-20 clang++ HINTS /opt/rocm/bin)
set(MMASC_HIP_CLANG_VERSION 0)
if(MMASC_HIP_CLANG)
  execute_process(COMMAND ${MMASC_HIP_CLANG} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "version ([0-9]+)")
    set(MMASC_HIP_CLANG_VERSION ${CMAKE_MATCH_1})
  endif()
endif()

# Whether the compiler knows the GPU: gfx942 since clang 17, gfx90a since clang 13.
function(mmasc_hip_knows out gfx)
  set(least 13)
  if(gfx STREQUAL "gfx942")
    set(least 17)
  endif()
  set(${out} OFF PARENT_SCOPE)
  if(MMASC_HIP_CLANG_VERSION GREATER_EQUAL least)
    set(${out} ON PARENT_SCOPE)
  endif()
endfunction()

function(mmasc_hip_command out name gfx)
  set(${out} ${MMASC_HIP_CLANG} -x hip --offload-arch=${gfx} --cuda-device-only -nogpulib -nogpuinc
    -std=c++20 -O2 -Wall -Wextra ${MMASC_WERROR_OPTION} ${PROJECT_SOURCE_DIR}/gpu_golden/hip/${name}.hip PARENT_SCOPE)
endfunction()
