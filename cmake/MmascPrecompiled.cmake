# SPDX-License-Identifier: Apache-2.0
# The headers of the standard library take a tenth of the time to compile libraries: unity builds with g++ compile them
# once for each level of optimization, but for what is hot. Other builds show where a source does not include what it
# names.
if(NOT CMAKE_UNITY_BUILD OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
foreach(kind plain text)
  set(target mmasc_${kind}_headers)
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/cmake/headers.cc)
  target_link_libraries(${target} PRIVATE mmasc_settings)
  mmasc_library_settings(${target})
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <bit> <cstdint> <filesystem> <fstream> <functional>
    <map> <memory> <numeric> <optional> <set> <span> <sstream> <string> <string_view> <utility> <variant> <vector>)
endforeach()
mmasc_text_target(mmasc_text_headers)

# The static libraries of a folder and of those below, and the kernel's commands.
function(mmasc_precompile_headers folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(hot ${target} MMASC_HOT)
    get_target_property(text ${target} MMASC_TEXT)
    if((type STREQUAL "STATIC_LIBRARY" OR target STREQUAL "mmasc_kernel_commands") AND NOT hot)
      set(kind plain)
      if(text)
        set(kind text)
      endif()
      mmasc_library_settings(${target})
      target_precompile_headers(${target} REUSE_FROM mmasc_${kind}_headers)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    mmasc_precompile_headers(${below})
  endforeach()
endfunction()
mmasc_precompile_headers(${PROJECT_SOURCE_DIR})
