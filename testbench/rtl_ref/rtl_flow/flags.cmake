# SPDX-License-Identifier: Apache-2.0
# Status flags by DPI-C: of a unit that raises some, and of one that raises none.
include(${CMAKE_CURRENT_LIST_DIR}/verilate.cmake)

set(row "[datapath.\"my.fma\"]
lanes     = 1
zero_sign = \"ieee\"
sum       = [{ name = \"fma\", terms = [\"products\", \"c\"] }]
result    = { format = \"f16\", nan = \"7e00\"FLAGS }
[instruction.\"my/fma\"]
formats  = { a = \"f16\", b = \"f16\", c = \"f16\" }
datapath = \"my.fma\"
shape    = { m = 1, n = 1, k = 1 }
")

# simulate(NAME FLAGS EXPECTED...): of the unit with these `flags`
function(simulate name flags)
  set(WORK ${WORK}/${name})
  file(REMOVE_RECURSE ${WORK})
  file(MAKE_DIRECTORY ${WORK})
  string(REPLACE "FLAGS" "${flags}" text "${row}")
  file(WRITE ${WORK}/fma.toml "${text}")
  mmasc_verilate(flags_bench "-GUNIT=\"fma.toml\"" ${CMAKE_CURRENT_LIST_DIR}/flags_bench.sv)
  execute_process(COMMAND ${WORK}/simulate WORKING_DIRECTORY ${WORK}
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  foreach(expected IN LISTS ARGN)
    string(FIND "${output}" "${expected}" found)
    if(found EQUAL -1 OR output MATCHES "FAIL")
      message(SEND_ERROR "${name}: ${output}\nnot: ${expected}")
    endif()
  endforeach()
endfunction()

simulate(ieee ", flags = \"ieee\"" "raises flags: 1
7c00 00101
3c00 00000
0000 00011
7e00 10000
")
simulate(none "" "raises flags: 0
module: 00000
" "mmasc: flags are asked for, and the unit raises none")
