# SPDX-License-Identifier: Apache-2.0
# MMASC_VECTOR_TARGETS: Highway's names of the vector instructions that code with vectors is compiled
# for, by MMASC_BATCH_TARGETS. MMASC_HWY_OPTIONS: definitions by which Highway knows the same targets
# in each file; its scalar one is HWY_SCALAR, which every g++ compiles rightly, and its NEON has the
# crypto instructions.
find_package(hwy CONFIG REQUIRED)
set(MMASC_HWY_OPTIONS
  "HWY_COMPILE_ALL_ATTAINABLE" "HWY_BROKEN_EMU128=1"
  "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_AVX3_DL|HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(MMASC_VECTOR_TARGETS NEON SCALAR)
elseif(MMASC_SANITIZE)  # one source for all: a minute of compiling a target
  set(MMASC_VECTOR_TARGETS AVX2 SCALAR)
else()
  set(MMASC_VECTOR_TARGETS AVX3 AVX2 SSE4 SCALAR)
endif()
if(MMASC_BATCH_TARGETS STREQUAL "native" AND NOT MMASC_TESTS AND NOT CMAKE_CROSSCOMPILING)
  if(NOT MMASC_NATIVE_TARGET)
    try_run(exit_code compiles
      SOURCES ${PROJECT_SOURCE_DIR}/models/mmasc/batch/native_target.cc LINK_LIBRARIES hwy::hwy
      RUN_OUTPUT_VARIABLE native)
    if(exit_code EQUAL 0 AND native IN_LIST MMASC_VECTOR_TARGETS)
      set(MMASC_NATIVE_TARGET ${native} CACHE INTERNAL "The widest target of this processor")
    endif()
  endif()
  set(MMASC_VECTOR_TARGETS ${MMASC_NATIVE_TARGET})
endif()

# mmasc_lane_targets(LIBRARY SOURCE): compiles SOURCE, which is about the reference's vector lanes, for
# each target that has such lanes, into LIBRARY, where MMASC_LANES_<target> says so. Of Highway it
# needs headers alone.
#
# Optimized in every build: the targets reach no default constructors, over which GCC 12 stumbles where
# it does not inline them. With sanitizers it warns falsely of rounding bits that no mode reads.
function(mmasc_lane_targets library source)
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS
    "$<$<NOT:$<CONFIG:Release>>:-O2>;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
  foreach(target IN LISTS MMASC_VECTOR_TARGETS)
    if(target STREQUAL "SCALAR")
      continue()
    endif()
    set(objects ${library}_${target})
    add_library(${objects} OBJECT ${source})
    target_compile_definitions(${objects} PRIVATE ${MMASC_HWY_OPTIONS} MMASC_LANE_TARGET=HWY_${target})
    target_include_directories(${objects} PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
    # Terms go by value: GCC keeps the parts of so large a struct in registers only when told to.
    target_compile_options(${objects} PRIVATE
      $<$<STREQUAL:${target},NEON>:-march=armv8-a+crypto>
      $<$<CXX_COMPILER_ID:GNU>:--param=sra-max-scalarization-size-Ospeed=512>)
    target_link_libraries(${objects} PRIVATE mmasc_unit hwy::hwy)
    mmasc_hot_target(${objects})
    mmasc_library_settings(${objects})
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${objects}>)
    target_compile_definitions(${library} PRIVATE MMASC_LANES_${target})
  endforeach()
endfunction()
