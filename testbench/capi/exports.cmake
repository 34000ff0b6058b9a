# SPDX-License-Identifier: Apache-2.0
# The library's dynamic symbols are the functions of the header, all and no others.
execute_process(COMMAND ${NM} -D --defined-only --format=posix ${LIBRARY}
  OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${table}")
list(FILTER lines EXCLUDE REGEX "^MMASC_[0-9]+ A")  # the version's own
list(TRANSFORM lines REPLACE "[@ ].*" "" OUTPUT_VARIABLE exported)
list(SORT exported)

file(READ ${HEADER} text)
string(REGEX MATCHALL "MMASC_API [^;]*" declarations "${text}")
set(declared "")
foreach(declaration IN LISTS declarations)
  if(declaration MATCHES "(mmasc_[a-z0-9_]+)\\(")
    list(APPEND declared ${CMAKE_MATCH_1})
  endif()
endforeach()
list(SORT declared)
if(NOT declared OR NOT declared STREQUAL exported)
  message(FATAL_ERROR "mmasc.h declares ${declared}\n${LIBRARY} exports ${exported}")
endif()
