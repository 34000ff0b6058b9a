# SPDX-License-Identifier: Apache-2.0
# The commands of docs/assertions.md, with a bench and counts of 100 vectors that were there before.
file(READ ${DOCUMENT} text)
if(NOT text MATCHES "```console\n([^`]+)```")
  message(FATAL_ERROR "${DOCUMENT} has no commands")
endif()
string(REGEX REPLACE "(^|\n)[$] " "\\1" commands "${CMAKE_MATCH_1}")
string(REPLACE "cd rtl\n" "cd rtl\nmv ../earlier.xml .\ncp '${BENCH}' my_bench.cc\n" commands "${commands}")
set(unit volta/mma.m8n8k4.f32.f16.f16.f32)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
cmake_path(GET MMASC PARENT_PATH folder)
set(ENV{PATH} "${folder}:$ENV{PATH}")
set(ENV{OBJCACHE} "${OBJCACHE}")
include(${CMAKE_CURRENT_LIST_DIR}/../verilator_runtime/arguments.cmake)
mmasc_use_runtime(${RUNTIME})
execute_process(COMMAND sh -euc "
  mmasc gen ${unit} --class normal --count 100 -o earlier.vec
  mmasc coverage ${unit} earlier.vec -o earlier.xml
  ${commands}
  mmasc coverage --merge all.xml" WORKING_DIRECTORY ${WORK}
  OUTPUT_VARIABLE output ERROR_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message("${output}")
if(NOT output MATCHES "\n${unit}: 400 vectors meet [0-9]+ of 111 cover points[^\n]*\n[^\n]*\n.*\n${unit}: 400 vectors")
  message(FATAL_ERROR "the counts are not those of both")
endif()
