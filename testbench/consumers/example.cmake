# SPDX-License-Identifier: Apache-2.0
# The example of a language in a document: compiled by pkg-config's flags and run, it prints the block
# that follows.
include(${CMAKE_CURRENT_LIST_DIR}/document.cmake)
file(READ ${DOCUMENT} text)
take("```${LANGUAGE}\n" code)
take("```\n" expected)

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
expect_printed("${printed}" "${expected}")
