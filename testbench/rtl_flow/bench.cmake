# SPDX-License-Identifier: Apache-2.0
# Compiles BENCH with the design, broken as BROKEN says, by SIMULATOR into WORK/simulate and runs it. It
# passes where the design is right (BROKEN is 0); else it fails, and the command that it prints gives the
# d that it expected.
set(unit volta/mma.m8n8k4.f32.f16.f16.f32)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(sources ${RTL}/examples/dut_dot_product.sv ${RTL}/examples/${BENCH}.sv)
set(arguments "")
if(BENCH STREQUAL "vec_bench")
  execute_process(COMMAND ${MMASC} gen ${unit} --count 400 -o ${WORK}/vectors.vec COMMAND_ERROR_IS_FATAL ANY)
  set(arguments +vectors=${WORK}/vectors.vec)
endif()
if(SIMULATOR STREQUAL "icarus")
  execute_process(COMMAND iverilog -g2012 -Wall -s ${BENCH} -P ${BENCH}.BROKEN=${BROKEN}
    -o ${WORK}/simulate ${sources} COMMAND_ERROR_IS_FATAL ANY)
  set(run vvp -n ${WORK}/simulate)
else()
  if(NOT BENCH STREQUAL "vec_bench")
    list(PREPEND sources ${RTL}/dpi/mmasc_dpi_pkg.sv ${RTL}/dpi/mmasc_dpi_unit.sv ${RTL}/dpi/mmasc_dpi.cc
      -CFLAGS -I${INCLUDE} -LDFLAGS "-L${LIBRARY} -Wl,-rpath,${LIBRARY} -lmmasc")
  endif()
  set(ENV{OBJCACHE} "${OBJCACHE}")
  execute_process(COMMAND verilator --binary --top-module ${BENCH} -GBROKEN=${BROKEN}
    --Mdir ${WORK} -o simulate ${sources} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  set(run ${WORK}/simulate)
endif()

execute_process(COMMAND ${run} ${arguments}
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
message("${output}")
if(BROKEN EQUAL 0)
  if(NOT result EQUAL 0 OR NOT output MATCHES "PASS: [1-9][0-9]* [a-z]+, 0 mismatches")
    message(FATAL_ERROR "a design that is right does not pass: ${result}")
  endif()
  return()
endif()

if(result EQUAL 0 OR output MATCHES "PASS" OR NOT output MATCHES "FAIL: [^\n]* [1-9][0-9]* mismatches")
  message(FATAL_ERROR "a broken design does not fail: ${result}")
endif()
if(NOT output MATCHES "expected ([0-9a-f]+)\n  mmasc (eval [^\n]+)")
  message(FATAL_ERROR "no command replays the mismatch")
endif()
set(expected ${CMAKE_MATCH_1})
separate_arguments(replay UNIX_COMMAND "${CMAKE_MATCH_2}")
execute_process(COMMAND ${MMASC} ${replay} OUTPUT_VARIABLE replayed COMMAND_ERROR_IS_FATAL ANY)
if(NOT replayed MATCHES "^d = ${expected} ")
  message(FATAL_ERROR "replayed:\n${replayed}\nexpected ${expected}")
endif()
