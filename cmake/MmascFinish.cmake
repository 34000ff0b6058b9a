# SPDX-License-Identifier: Apache-2.0
# All static libraries are position independent. The headers of the standard library take a tenth of the time to compile
# them: unity builds with g++ compile these once for each level of optimization, but for what is hot. Other builds show
# where a source does not include what it names.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  foreach(kind plain text)
    set(target mmasc_${kind}_headers)
    add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/cmake/headers.cc)
    target_link_libraries(${target} PRIVATE mmasc_settings)
    mmasc_library_settings(${target})
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <bit> <cstdint> <filesystem> <fstream> <functional>
      <map> <memory> <numeric> <optional> <set> <span> <sstream> <string> <string_view> <utility> <variant> <vector>)
  endforeach()
  mmasc_text_target(mmasc_text_headers)
endif()

# The static libraries of a folder and of those below, and the kernel's commands.
function(mmasc_finish_libraries folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "STATIC_LIBRARY" AND NOT target STREQUAL "mmasc_kernel_commands")
      continue()
    endif()
    mmasc_library_settings(${target})
    get_target_property(hot ${target} MMASC_HOT)
    get_target_property(text ${target} MMASC_TEXT)
    if(text AND TARGET mmasc_text_headers)
      target_precompile_headers(${target} REUSE_FROM mmasc_text_headers)
    elseif(NOT hot AND TARGET mmasc_plain_headers)
      target_precompile_headers(${target} REUSE_FROM mmasc_plain_headers)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    mmasc_finish_libraries(${below})
  endforeach()
endfunction()
mmasc_finish_libraries(${PROJECT_SOURCE_DIR})
