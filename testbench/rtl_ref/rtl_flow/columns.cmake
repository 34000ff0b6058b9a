# SPDX-License-Identifier: Apache-2.0
# vec_bench refuses files whose vectors have operands that it does not hand to a design, and files
# that were cut short.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND iverilog -g2012 -Wall -s vec_bench -o ${WORK}/simulate
  ${RTL}/examples/dut_dot_product.sv ${RTL}/examples/vec_bench.sv COMMAND_ERROR_IS_FATAL ANY)

# refuse(COLUMNS GEN_ARGUMENTS...)
function(refuse columns)
  execute_process(COMMAND ${MMASC} gen ${ARGN} --count 1 -o ${WORK}/vectors.vec COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND vvp -n ${WORK}/simulate +vectors=${WORK}/vectors.vec
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(result EQUAL 0 OR NOT output MATCHES "FAIL: the columns of the file are ${columns}; this bench takes a b c d")
    message(SEND_ERROR "${ARGN}: ${result}, ${output}")
  endif()
endfunction()
refuse("a b c metadata d" hopper/mma.sp.m16n8k32.f32.f16.f16.f32)
refuse("a b c random d" volta/mma.m8n8k4.f32.f16.f16.f32 --set "result.rounding={ mode = \"stochastic\", random_bits = 8 }")
refuse("a b c" volta/mma.m8n8k4.f32.f16.f16.f32 --no-d)

execute_process(COMMAND ${MMASC} gen volta/mma.m8n8k4.f32.f16.f16.f32 --class normal --count 3
  -o ${WORK}/vectors.vec COMMAND_ERROR_IS_FATAL ANY)
file(READ ${WORK}/vectors.vec text)
string(REGEX REPLACE "[^\n]*\n$" "" text "${text}")
file(WRITE ${WORK}/vectors.vec "${text}")
execute_process(COMMAND vvp -n ${WORK}/simulate +vectors=${WORK}/vectors.vec
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
if(result EQUAL 0 OR NOT output MATCHES "FAIL: the header says 3 vectors, the file has 2")
  message(SEND_ERROR "a file cut short: ${result}, ${output}")
endif()
