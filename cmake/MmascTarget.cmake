# SPDX-License-Identifier: Apache-2.0
# The compile settings every target of the project shares.
add_library(mmasc_settings INTERFACE)
target_compile_features(mmasc_settings INTERFACE cxx_std_20)
set(MMASC_WERROR_OPTION "")
if(MMASC_WERROR)
  set(MMASC_WERROR_OPTION -Werror)
endif()
target_compile_options(mmasc_settings INTERFACE -Wall -Wextra -Wconversion ${MMASC_WERROR_OPTION})
# GCC 12 warns falsely of string concatenation at -O3 (GCC bug 105651).
target_compile_options(mmasc_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# GCC 13 and 14 take a reference into a table for one into an argument of the function that found it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  target_compile_options(mmasc_settings INTERFACE -Wno-dangling-reference)
endif()
# Collecting garbage takes GCC a tenth to a fifth of its time on sources as large as a unity build's, to save a quarter of
# the memory: not before 1 GB.
if(CMAKE_UNITY_BUILD)
  target_compile_options(mmasc_settings INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
endif()
if(MMASC_SANITIZE)
  # Five checks would take two fifths of the time to compile: a null pointer that is followed and an
  # access beyond an object are reported by the address sanitizer too, and on this code the other three
  # have found nothing. What writes text or calls others runs little: -O0 takes a quarter less to
  # compile it, and checks that are calls another tenth.
  target_compile_options(mmasc_settings INTERFACE -fsanitize=${MMASC_SANITIZE}
    -fno-sanitize=null,alignment,vptr,object-size,pointer-overflow -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(mmasc_settings INTERFACE -fsanitize=${MMASC_SANITIZE})
  target_compile_options(mmasc_settings INTERFACE $<$<BOOL:$<TARGET_PROPERTY:MMASC_TEXT>>:-O0>
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:MMASC_TEXT>>>:--param=asan-instrumentation-with-call-threshold=0>")
  # The tests' own sources take a third less where checks are calls and lifetimes within a function are
  # not watched.
  target_compile_options(mmasc_settings INTERFACE
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:MMASC_TEST>>>:-fno-sanitize-address-use-after-scope;--param=asan-instrumentation-with-call-threshold=0>")
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include(GNUInstallDirs)

# The installed libraries, and the shared one that some are linked into, need these besides.
function(mmasc_library_settings target)
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# For what users start: a shared library of which it needs nothing, as Highway's on x86, is not loaded.
function(mmasc_load_what_is_needed target)
  target_link_options(${target} PRIVATE LINKER:--as-needed)
endfunction()

# CMake's -O3 holds for what users wait for, marked by mmasc_hot_*. All else runs little; -O1 takes two
# thirds of the time to compile it, and -Og, for tests and for what writes text or calls others, two thirds of that. A
# level that the caller chose stays as it is.
set(MMASC_HOT_OPTION "")
if(CMAKE_CXX_FLAGS_RELEASE MATCHES "-O3")
  set(MMASC_HOT_OPTION $<$<CONFIG:Release>:-O3>)
  target_compile_options(mmasc_settings INTERFACE
    $<$<AND:$<CONFIG:Release>,$<NOT:$<BOOL:$<TARGET_PROPERTY:MMASC_HOT>>>>:$<IF:$<OR:$<BOOL:$<TARGET_PROPERTY:MMASC_TEST>>,$<BOOL:$<TARGET_PROPERTY:MMASC_TEXT>>>,-Og,-O1>>)
endif()
function(mmasc_hot_target target)
  set_target_properties(${target} PROPERTIES MMASC_HOT ON)
endfunction()
function(mmasc_test_target target)
  set_target_properties(${target} PROPERTIES MMASC_TEST ON)
endfunction()
function(mmasc_text_target target)
  set_target_properties(${target} PROPERTIES MMASC_TEXT ON)
endfunction()
function(mmasc_hot_sources)
  set_source_files_properties(${ARGN} PROPERTIES
    COMPILE_OPTIONS "${MMASC_HOT_OPTION}" SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
