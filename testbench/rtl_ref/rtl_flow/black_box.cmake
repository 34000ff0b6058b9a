# SPDX-License-Identifier: Apache-2.0
# The library of verification/examples/black_box around the example design is what mmasc expects of it, or
# has the fault that was put in.
set(verification ${RTL}/../verification)
include(${CMAKE_CURRENT_LIST_DIR}/../verilator_runtime/arguments.cmake)
mmasc_relative_sources(sources ${WORK}
  ${verification}/examples/black_box/verilated_dot.cc ${RTL}/examples/dut_dot_product.sv)
set(ENV{OBJCACHE} "${OBJCACHE}")
mmasc_use_runtime(${RUNTIME})
execute_process(COMMAND verilator --cc --build --exe -GBROKEN=${BROKEN} --Mdir . -o libdut.so ${sources}
  -CFLAGS "-fPIC -Wall -I'${RTL}/../models'" -LDFLAGS -shared
  WORKING_DIRECTORY ${WORK} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(unit volta/mma.m8n8k4.f32.f16.f16.f32)
execute_process(COMMAND ${MMASC} check ${unit} --engine lib:${WORK}/libdut.so
  OUTPUT_VARIABLE printed RESULT_VARIABLE result)
set(expected "500 vectors agree with ${unit}\n")
if(BROKEN)
  set(expected "explained by dot.fraction_bits = 22 instead of 23, aligner\n")
endif()
string(FIND "${printed}" "${expected}" found)
if(NOT result EQUAL BROKEN OR found EQUAL -1)
  message(FATAL_ERROR "exit code ${result}, and not printed: ${expected}\n${printed}")
endif()
execute_process(COMMAND ${MMASC} eval x86/vdpbf16ps --a 1.0,1.0 --b 1.0,1.0 --engine lib:${WORK}/libdut.so
  ERROR_VARIABLE error RESULT_VARIABLE result)
if(NOT result EQUAL 2 OR NOT error MATCHES "libdut.so: the design takes a=f16 b=f16 c=f32 d=f32 k=4\n")
  message(FATAL_ERROR "exit code ${result}: ${error}")
endif()
