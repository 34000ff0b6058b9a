# SPDX-License-Identifier: Apache-2.0
if(NOT EXISTS ${ABI})
  message(FATAL_ERROR "${ABI} is missing; build the target update_abi")
endif()
execute_process(COMMAND ${ABIDIFF} --header-file2 ${HEADER} --drop-private-types
    --exported-interfaces-only ${ABI} ${LIBRARY}
  OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${report}\nThe binary interface has changed. Where programs built before go on "
    "working, build the target update_abi; else raise MMASC_ABI_VERSION of capi/mmasc.h, too.")
endif()
