# SPDX-License-Identifier: Apache-2.0
# The stages of one's own in a document: the first example becomes a shared library by the first
# command of the console, with which the second prints what follows up to "..."; the second example is
# compiled and run. What pkg-config prints of a path with a space has a backslash, which eval reads.
include(${CMAKE_CURRENT_LIST_DIR}/document.cmake)
cmake_path(GET CXX FILENAME compiler)
set(work ${PREFIX}.stages.${compiler})
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
file(READ ${DOCUMENT} text)
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
set(ENV{PATH} ${PREFIX}/bin:$ENV{PATH})
set(ENV{LD_LIBRARY_PATH} ${PREFIX}/${LIBDIR})

string(FIND "${text}" "## A stage of your own" begin)
string(SUBSTRING "${text}" ${begin} -1 text)
take("```cpp\n" library)
take("```console\n" console)
take("```cpp\n" program)
take("```\n" expected)
file(WRITE ${work}/truncated.cc "${library}")
file(WRITE ${work}/module.cc "${program}")

string(REGEX MATCH "^\\$ g\\+\\+([^\n]*)\n\\$ (mmasc[^\n]*)\n(.*)\n\\.\\.\\.\n$" matched "${console}")
set(commands "eval ${CXX} -Wall -Wextra -Werror ${CMAKE_MATCH_1} && ${CMAKE_MATCH_2}")
set(lines "${CMAKE_MATCH_3}\n")
execute_process(COMMAND sh -c "${commands}" WORKING_DIRECTORY ${work} OUTPUT_VARIABLE printed)
string(LENGTH "${lines}" length)
string(SUBSTRING "${printed}" 0 ${length} printed)
expect_printed("${printed}" "${lines}")

execute_process(COMMAND sh -c
  "eval ${CXX} -std=c++20 -Wall -Wextra -Werror module.cc -o module $(pkg-config --cflags --libs mmasc-pipeline) && ./module"
  WORKING_DIRECTORY ${work} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
expect_printed("${printed}" "${expected}")
