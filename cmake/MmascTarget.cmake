# SPDX-License-Identifier: Apache-2.0
# The compile settings every target of the project shares.
add_library(mmasc_settings INTERFACE)
target_compile_features(mmasc_settings INTERFACE cxx_std_20)
target_compile_options(mmasc_settings INTERFACE -Wall -Wextra -Wconversion -Werror)
# GCC 12 warns falsely of string concatenation at -O3 (GCC bug 105651).
target_compile_options(mmasc_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(MMASC_SANITIZE)
  target_compile_options(mmasc_settings INTERFACE -fsanitize=${MMASC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(mmasc_settings INTERFACE -fsanitize=${MMASC_SANITIZE})
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
