# SPDX-License-Identifier: Apache-2.0
# The CUDA compiler, by hand: its kernels are compiled for different GPUs file by file.
#
# mmasc_cuda_runtime: the runtime's headers and its static library.
# mmasc_cuda_command(OUT NAME): sets OUT to the command, but for what it is to make, that compiles
#   gpu_golden/cuda/NAME.cu, of MMASC_CUDA_KERNELS, for the GPUs that have its instructions; or
#   the models, `compare` and so on, for the GPUs that have instructions of such words.
# mmasc_cuda_object(OUT NAME): sets OUT to its object.
# Machine code for each GPU, no PTX, so that no driver compiles anything. Code of sm_80 runs on sm_86
# and sm_87 too, of sm_100 and sm_100f on sm_103, of sm_120 and sm_120f on sm_121.
set(MMASC_CUDA_KERNELS f16 mma fp8 integers_m8 integers_m16 sparse sparse_integers sparse_fp8 f64
    wgmma wgmma_sparse f8f6f4 scaled tcgen05 tcgen05_i8 tcgen05_scaled)
set(MMASC_CUDA_ARCHS_compare 75 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_compare_192 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_compare_640 100 120)
set(MMASC_CUDA_ARCHS_f16 75 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_mma 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_fp8 89 90 100 120)
set(MMASC_CUDA_ARCHS_integers_m8 75 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_integers_m16 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_f64 90 100)
set(MMASC_CUDA_ARCHS_sparse 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_sparse_integers 80 89 90 100 120)
set(MMASC_CUDA_ARCHS_sparse_fp8 89)
set(MMASC_CUDA_ARCHS_wgmma 90a)
set(MMASC_CUDA_ARCHS_wgmma_sparse 90a)
set(MMASC_CUDA_ARCHS_f8f6f4 120f)
set(MMASC_CUDA_ARCHS_scaled 120f)
set(MMASC_CUDA_ARCHS_tcgen05 100f)
set(MMASC_CUDA_ARCHS_tcgen05_i8 100a)
set(MMASC_CUDA_ARCHS_tcgen05_scaled 100a 103a)
set(MMASC_CUDA_FLAGS -std=c++20 --expt-relaxed-constexpr
  -I ${PROJECT_SOURCE_DIR}/gpu_golden -I ${PROJECT_SOURCE_DIR}/models)
if(MMASC_WERROR)
  list(APPEND MMASC_CUDA_FLAGS -Werror all-warnings)
endif()

find_program(MMASC_NVCC nvcc HINTS /usr/local/cuda/bin)

function(mmasc_cuda_command out name)
  set(codes "")
  foreach(arch IN LISTS MMASC_CUDA_ARCHS_${name})
    list(APPEND codes -gencode arch=compute_${arch},code=sm_${arch})
  endforeach()
  set(${out} ${MMASC_NVCC} ${MMASC_CUDA_FLAGS} ${codes} ${PROJECT_SOURCE_DIR}/gpu_golden/cuda/${name}.cu
      PARENT_SCOPE)
endfunction()

if(NOT MMASC_CUDA)
  return()
endif()
if(NOT MMASC_NVCC)
  message(FATAL_ERROR "MMASC_CUDA: nvcc not found; install the CUDA toolkit (13.0 or later), or set MMASC_NVCC")
endif()

cmake_path(GET MMASC_NVCC PARENT_PATH bin)
cmake_path(GET bin PARENT_PATH MMASC_CUDA_ROOT)
find_path(MMASC_CUDA_INCLUDE cuda_runtime_api.h HINTS ${MMASC_CUDA_ROOT}/include REQUIRED)
find_library(MMASC_CUDART cudart_static
  HINTS ${MMASC_CUDA_ROOT} PATH_SUFFIXES lib64 targets/x86_64-linux/lib REQUIRED)
find_package(Threads REQUIRED)
add_library(mmasc_cuda_runtime INTERFACE)
target_include_directories(mmasc_cuda_runtime SYSTEM INTERFACE ${MMASC_CUDA_INCLUDE})
target_link_libraries(mmasc_cuda_runtime INTERFACE
  ${MMASC_CUDART} Threads::Threads ${CMAKE_DL_LIBS} rt)

function(mmasc_cuda_object out name)
  mmasc_cuda_command(command ${name})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${command} -O2 -DNDEBUG -MD -MF ${object}.d -c -o ${object}
    DEPENDS ${PROJECT_SOURCE_DIR}/gpu_golden/cuda/${name}.cu DEPFILE ${object}.d
    COMMENT "Compiling kernels ${name}.cu" VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${out} ${object} PARENT_SCOPE)
endfunction()
