# SPDX-License-Identifier: Apache-2.0
# The widths that a unit is opened with, and what is said of one that is wrong.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
include(${CMAKE_CURRENT_LIST_DIR}/verilate.cmake)
mmasc_verilate(width_bench ${CMAKE_CURRENT_LIST_DIR}/width_bench.sv)

# open(UNIT A B C D OTHERS EXPECTED)
function(open unit a b c d others expected)
  execute_process(COMMAND ${WORK}/simulate +unit=${unit} +a=${a} +b=${b} +c=${c} +d=${d} +others=${others}
    WORKING_DIRECTORY ${WORK} OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${expected}\n" found)
  if(found EQUAL -1)
    message(SEND_ERROR "${unit} ${a} ${b} ${c} ${d} ${others}: ${output}\nnot: ${expected}")
  endif()
endfunction()

set(plain volta/mma.m8n8k4.f32.f16.f16.f32)
open(${plain} 64 64 32 32 0 "opened: 0")
open(${plain} 32 64 32 32 0 "mmasc: ${plain}: a has 32 bits; 4 of f16 have 64")
open(${plain} 64 64 16 32 0 "c has 16 bits; 1 of f32 have 32")
open(${plain} 64 64 32 -1 0 "d has -1 bits; 1 of f32 have 32")
open(${plain} 64 64 32 32 8 "OTHER_BITS is 8; the unit takes a, b and c alone")

set(scaled blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3)
open(${scaled} 256 256 32 32 64 "opened: 0")
open(${scaled} 256 256 32 32 32 "OTHER_BITS is 32; the unit takes {sb, sa}, 64 bits: sb has 32, sa has 32")

# Two of them that are not neighbours in the table; random elements of different widths.
execute_process(COMMAND ${MMASC} show hopper/mma.sp.m16n8k32.f32.f16.f16.f32 --toml
    --set "dot.alignment_rounding={ mode = \"stochastic\", random_bits = 3 }"
    --set "result.rounding={ mode = \"stochastic\", random_bits = 12 }"
  OUTPUT_FILE ${WORK}/sparse.toml COMMAND_ERROR_IS_FATAL ANY)
open(sparse.toml 256 512 32 32 95 "opened: 0")
open(sparse.toml 256 512 32 32 -1
  "OTHER_BITS is -1; the unit takes {random, metadata}, 95 bits: random has 63, metadata has 32")
