# SPDX-License-Identifier: Apache-2.0
# Units between two AXI-streams: each passes axi_stream_bench.sv, with pauses and without.
include(${CMAKE_CURRENT_LIST_DIR}/verilate.cmake)

# stream(NAME UNIT LATENCY A B C D OTHERS DEFINE...): the widths of the operands; LATENCY of `mmasc show`
function(stream name unit latency a b c d others)
  set(WORK ${WORK}/${name})
  execute_process(COMMAND ${MMASC} emit-rtl ${unit} --axi-stream --top dut -o ${WORK}/rtl
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${WORK}/rtl/dut.f sources)
  list(APPEND sources dut_port_checker.sv)
  list(TRANSFORM sources PREPEND ${WORK}/rtl/)
  math(EXPR between "${latency} + 2")
  mmasc_verilate(axi_stream_bench --assert "-GUNIT=\"${unit}\"" -GLATENCY=${between} -GA_BITS=${a} -GB_BITS=${b}
    -GC_BITS=${c} -GD_BITS=${d} -GOTHER_BITS=${others} ${ARGN} ${sources}
    ${CMAKE_CURRENT_LIST_DIR}/axi_stream_bench.sv)
  foreach(mode +pauses +full)
    execute_process(COMMAND ${WORK}/simulate ${mode} OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT output MATCHES "PASS: 5000 results, 0 mismatches, violation 0" OR output MATCHES "FAIL")
      message(SEND_ERROR "${name} ${mode}: ${output}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${WORK})
stream(plain volta/mma.m8n8k4.f32.f16.f16.f32 5 64 64 32 32 0)
# Operands that are no whole bytes, with flags: 7 lanes of e2m3 and f16.
file(WRITE ${WORK}/odd.toml "[datapath.\"my.odd\"]
lanes     = 7
sum       = [{ name = \"dot\", terms = [\"products\", \"c\"] }]
result    = { format = \"f16\", nan = \"7e00\", rounding = \"nearest_even\", flags = \"ieee\" }
[instruction.\"my/odd\"]
formats  = { a = \"e2m3\", b = \"e2m1\", c = \"f16\" }
datapath = \"my.odd\"
shape    = { m = 1, n = 1, k = 7 }
")
stream(odd ${WORK}/odd.toml 5 42 28 16 16 0 +define+FLAGS)
