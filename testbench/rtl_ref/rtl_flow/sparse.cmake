# SPDX-License-Identifier: Apache-2.0
# The RTL of a sparse unit passes sparse_bench.sv; with two places of its metadata exchanged it does not, and
# the command that the bench prints gives the d that it expected.
set(unit hopper/mma.sp.m16n8k32.f32.f16.f16.f32)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${MMASC} emit-rtl ${unit} --top dut -o ${WORK}/rtl OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${WORK}/rtl/dut.f sources)
list(TRANSFORM sources PREPEND ${WORK}/rtl/)
include(${CMAKE_CURRENT_LIST_DIR}/verilate.cmake)
mmasc_verilate(sparse_bench ${sources} ${CMAKE_CURRENT_LIST_DIR}/sparse_bench.sv)
execute_process(COMMAND ${WORK}/simulate OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message("${output}")
if(NOT output MATCHES "PASS: 20000 operations, 0 mismatches")
  message(FATAL_ERROR "the RTL does not pass")
endif()

execute_process(COMMAND ${WORK}/simulate +broken OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message("${output}")
if(NOT output MATCHES "FAIL: 20000 operations, [1-9][0-9]* mismatches" OR
   NOT output MATCHES "expected ([0-9a-f]+)\n  mmasc ([^\n]+)")
  message(FATAL_ERROR "what is broken does not fail")
endif()
set(expected ${CMAKE_MATCH_1})
separate_arguments(command UNIX_COMMAND "${CMAKE_MATCH_2}")
execute_process(COMMAND ${MMASC} ${command} OUTPUT_VARIABLE replayed COMMAND_ERROR_IS_FATAL ANY)
if(NOT replayed MATCHES "^d = ${expected} ")
  message(FATAL_ERROR "replayed:\n${replayed}\nexpected ${expected}")
endif()
