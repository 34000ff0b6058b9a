# SPDX-License-Identifier: Apache-2.0
# What the predictor takes for a unit and what it refuses, with the programs that bench.cmake has built:
# RIGHT, and BROKEN, whose design keeps one fraction bit less.
set(unit volta/mma.m8n8k4.f32.f16.f16.f32)

# simulate(PROGRAM UNIT PASSES OUTPUT)
function(simulate program name passes expected)
  execute_process(COMMAND ${program} +unit=${name} +count=1000
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  set(passed OFF)
  if(result EQUAL 0)
    set(passed ON)
  endif()
  if(NOT passed STREQUAL passes OR NOT output MATCHES "${expected}")
    message(SEND_ERROR "${program} +unit=${name}: ${result}, ${output}\nnot: ${expected}")
  endif()
endfunction()

set(row "${WORK}/one bit less.toml")
execute_process(COMMAND ${MMASC} show ${unit} --set dot.fraction_bits=22 --toml
  OUTPUT_FILE "${row}" COMMAND_ERROR_IS_FATAL ANY)
simulate(${RIGHT} ${unit} ON "PASS: ")
simulate(${BROKEN} ${unit} OFF "FAIL: ")
simulate(${RIGHT} "${row}" OFF "mmasc eval '${row}' --a ")
simulate(${BROKEN} "${row}" ON "PASS: ")
simulate(${BROKEN} "${row}:my/mma" ON "PASS: ")

simulate(${RIGHT} volta/mma.m8n8k4.f32.f16.f16.f16 OFF "c has 32 bits; 1 of f16 have 16")
simulate(${RIGHT} ampere/mma.m16n8k8.f32.f16.f16.f32 OFF "a has 64 bits; 8 of f16 have 128")
simulate(${RIGHT} hopper/mma.sp.m16n8k32.f32.f16.f16.f32 OFF "a has 64 bits; 16 of f16 have 256")
file(WRITE "${WORK}/sparse.toml" "[instruction.\"my/sparse\"]
shape    = { m = 8, n = 8, k = 8 }
formats  = { a = \"f16\", b = \"f16\", c = \"f32\" }
sparsity = { keep = 2, of = 4 }
datapath = \"volta.f16_f32\"
evidence = [{ kind = \"extrapolated\", source = \"none\" }]
")
simulate(${RIGHT} "${WORK}/sparse.toml" OFF "b has 64 bits; 8 of f16 have 128")
simulate(${RIGHT} volta/mma OFF "mmasc: volta/mma: .*part of 3 ids")
simulate(${RIGHT} "${row}:other" OFF "mmasc: ${row}:other: ")
simulate(${RIGHT} ${WORK}/missing.toml OFF "missing.toml: cannot be read")
