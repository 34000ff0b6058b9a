# SPDX-License-Identifier: Apache-2.0
# mmasc_fmt: fmt without a library of its own, for what is installed or goes into the C library. Its functions
# are compiled once, in mmasc_unit, where their version is the one that models/mmasc/unit/fmt_functions.cc is written
# for. Elsewhere, and for WebAssembly, each source takes the headers that hold all, which is slow to compile.
find_package(fmt REQUIRED)
add_library(mmasc_fmt INTERFACE)
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  set(MMASC_FMT_SOURCE fmt_functions.cc)
  target_include_directories(mmasc_fmt SYSTEM INTERFACE
    $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
else()
  set(MMASC_FMT_SOURCE "")
  target_link_libraries(mmasc_fmt INTERFACE fmt::fmt-header-only)
endif()
