# SPDX-License-Identifier: Apache-2.0
if(NOT EXISTS ${ABI})
  message(FATAL_ERROR "${ABI} is missing; build the target update_abi")
endif()
# Not with abidiff's --header-file: then it passes over changes of the structures, too.
function(compare abi)
  execute_process(COMMAND ${ABIDIFF} --exported-interfaces-only ${abi} ${LIBRARY}
    OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE result)
  set(report "${report}" PARENT_SCOPE)
  set(result "${result}" PARENT_SCOPE)
endfunction()

compare(${ABI})
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${report}\nThe binary interface has changed. Where programs built before go on "
    "working, build the target update_abi; else raise MMASC_ABI_VERSION of capi/mmasc.h, too.")
endif()

# And a change is seen: of a constant, of a structure.
file(READ ${ABI} text)
foreach(change "name='MMASC_STOPPED' value='5'|name='MMASC_STOPPED' value='9'"
    "layout-offset-in-bits='1408'|layout-offset-in-bits='1440'")
  string(REPLACE "|" ";" change "${change}")
  list(GET change 0 old)
  list(GET change 1 new)
  string(REPLACE "${old}" "${new}" changed "${text}")
  file(WRITE ${LIBRARY}.changed.abi "${changed}")
  compare(${LIBRARY}.changed.abi)
  if(result EQUAL 0)
    message(FATAL_ERROR "abidiff sees no change: ${new}")
  endif()
endforeach()
