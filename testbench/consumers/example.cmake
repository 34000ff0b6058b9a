# SPDX-License-Identifier: Apache-2.0
# The example of a language in a document: compiled by pkg-config's flags and run, it prints the block
# that follows.
file(READ ${DOCUMENT} text)
set(fence "```${LANGUAGE}\n")
string(FIND "${text}" "${fence}" begin)
if(begin EQUAL -1)
  message(FATAL_ERROR "${DOCUMENT} has no example in ${LANGUAGE}")
endif()
string(LENGTH "${fence}" length)
math(EXPR begin "${begin} + ${length}")
string(SUBSTRING "${text}" ${begin} -1 text)
string(FIND "${text}" "```\n```\n" middle)
string(SUBSTRING "${text}" 0 ${middle} code)
math(EXPR middle "${middle} + 8")
string(SUBSTRING "${text}" ${middle} -1 text)
string(FIND "${text}" "```" end)
string(SUBSTRING "${text}" 0 ${end} expected)

cmake_path(GET CXX FILENAME compiler)
set(work ${PREFIX}.example.${PACKAGE}.${LANGUAGE}.${compiler})
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
if(LANGUAGE STREQUAL "c")
  set(compile ${CC} -std=c99 -pedantic)
else()
  set(compile ${CXX} -std=c++20)
endif()
file(WRITE ${work}/example.${LANGUAGE} "${code}")
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
execute_process(COMMAND pkg-config --cflags --libs ${PACKAGE}
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(
  COMMAND ${compile} -Wall -Wextra -Werror ${work}/example.${LANGUAGE} -o ${work}/example ${flags}
    -Wl,-rpath,${PREFIX}/${LIBDIR}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${work}/example OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "printed:\n${printed}\nnot:\n${expected}")
endif()
