# SPDX-License-Identifier: Apache-2.0
# Toolchain: compiles to WebAssembly with Debian's emscripten (3.1.6: clang 14, libc++ 14).
find_program(MMASC_EMCC emcc)
if(NOT MMASC_EMCC)
  message(FATAL_ERROR "no emcc; install emscripten to build the explorer (make web does)")
endif()
execute_process(COMMAND em-config EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${root}/cmake/Modules/Platform/Emscripten.cmake)
# Errors are exceptions. What libc++ 14 does not have yet stands in a folder of its own.
set(CMAKE_CXX_FLAGS_INIT "-fexceptions -isystem ${CMAKE_CURRENT_LIST_DIR}/../apps/web/libcxx14")
