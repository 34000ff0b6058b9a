# SPDX-License-Identifier: Apache-2.0
# Each installed header compiles alone, and none includes a library that is ours to hide.
file(GLOB_RECURSE headers RELATIVE ${PREFIX}/include ${PREFIX}/include/*.h)
list(LENGTH headers count)
if(count LESS 15)
  message(FATAL_ERROR "only ${count} headers were installed")
endif()
set(work ${PREFIX}.headers)
file(MAKE_DIRECTORY ${work})
set(flags -std=c++20 -Wall -Wextra -Wconversion -Werror -fsyntax-only -DSC_CPLUSPLUS=201703L
  -I ${PREFIX}/include -MD -MF ${work}/depends)
foreach(header IN LISTS headers)
  file(WRITE ${work}/alone.cc "#include <${header}>\n")
  execute_process(COMMAND ${CXX} ${flags} ${work}/alone.cc ERROR_VARIABLE error RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "<${header}> does not compile alone:\n${error}")
  endif()
  file(READ ${work}/depends depends)
  if(NOT depends MATCHES "${header}")
    message(FATAL_ERROR "no list of includes: ${depends}")
  endif()
  string(REGEX REPLACE "[^ ]*/sysc/packages/[^ ]*" "" depends "${depends}")  # SystemC's own boost
  if(depends MATCHES "[^ ]*/(fmt|toml\\+\\+|nlohmann|CLI|boost|tbb|oneapi|hwy)/[^ ]*")
    message(SEND_ERROR "<${header}> includes ${CMAKE_MATCH_0}")
  endif()
  if(depends MATCHES "[^ ]*systemc[^ ]*" AND NOT header MATCHES "^mmasc/(pipeline|tlm)/")
    message(SEND_ERROR "<${header}> includes ${CMAKE_MATCH_0}")
  endif()
endforeach()

foreach(header mmasc.h mmasc/mmasc_accelerator.h)  # C's
  if(NOT EXISTS ${PREFIX}/include/${header})
    continue()
  endif()
  file(WRITE ${work}/alone.c "#include <${header}>\n")
  execute_process(COMMAND ${CC} -std=c99 -Wall -Wextra -Werror -pedantic -fsyntax-only
    -I ${PREFIX}/include ${work}/alone.c COMMAND_ERROR_IS_FATAL ANY)
endforeach()
