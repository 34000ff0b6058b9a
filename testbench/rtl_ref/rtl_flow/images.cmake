# SPDX-License-Identifier: Apache-2.0
# Builds and runs image_bench.sv: each unit's words give their d, and the command that replays the last
# one gives it too.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
include(${CMAKE_CURRENT_LIST_DIR}/verilate.cmake)
mmasc_verilate(image_bench ${CMAKE_CURRENT_LIST_DIR}/image_bench.sv)

# Random bits behind metadata, and behind block scales; elements of different widths.
foreach(row sparse_random:hopper/mma.sp.m16n8k32.f32.f16.f16.f32
    nvf4_random:blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3)
  string(REPLACE ":" ";" row ${row})
  list(GET row 0 name)
  list(GET row 1 unit)
  execute_process(COMMAND ${MMASC} show ${unit} --toml
      --set "dot.alignment_rounding={ mode = \"stochastic\", random_bits = 3 }"
      --set "result.rounding={ mode = \"stochastic\", random_bits = 12 }"
    OUTPUT_FILE ${WORK}/${name}.toml COMMAND_ERROR_IS_FATAL ANY)
endforeach()

file(WRITE ${WORK}/flagged.toml "[datapath.\"my.flagged\"]
lanes  = 4
sum    = [{ name = \"dot\", terms = [\"products\", \"c\"] }]
result = { format = \"f16\", nan = \"7e00\", rounding = \"nearest_even\", flags = \"ieee\" }
[instruction.\"my/flagged\"]
formats  = { a = \"f16\", b = \"f16\", c = \"f16\" }
datapath = \"my.flagged\"
shape    = { m = 1, n = 1, k = 4 }
")

file(READ ${CMAKE_CURRENT_LIST_DIR}/image_bench.sv bench)
string(REGEX MATCHALL "UNIT\\(\"[^\"]+\"\\),[^\"]*IMAGE\\(\"[^\"]+" images "${bench}")
foreach(image IN LISTS images)
  string(REGEX MATCH "\"([^\"]+)\".*\"([^\"]+)" image "${image}")
  execute_process(COMMAND ${MMASC} gen ${CMAKE_MATCH_1} --count 40 --format hex -o ${CMAKE_MATCH_2}
    WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${WORK}/simulate WORKING_DIRECTORY ${WORK}
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message("${output}")

list(LENGTH images units)
string(REGEX MATCHALL ": [1-9][0-9]* words, 0 mismatches" passed "${output}")
list(LENGTH passed count)
string(REGEX MATCHALL "replay: mmasc [^\n]+\nreplay: mmasc [^\n]+\nd: [0-9a-f]+" replays "${output}")
list(LENGTH replays replay_count)
if(units LESS 13 OR NOT count EQUAL units OR NOT replay_count EQUAL units)
  message(FATAL_ERROR "${units} units, of which ${count} give the words' d")
endif()
foreach(replay IN LISTS replays)
  string(REGEX MATCH "replay: mmasc ([^\n]+)\nreplay: mmasc ([^\n]+)\nd: ([0-9a-f]+)" replay "${replay}")
  set(commands "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
  set(d ${CMAKE_MATCH_3})
  foreach(command IN LISTS commands)
    separate_arguments(command UNIX_COMMAND "${command}")
    execute_process(COMMAND ${MMASC} ${command} WORKING_DIRECTORY ${WORK}
      OUTPUT_VARIABLE replayed COMMAND_ERROR_IS_FATAL ANY)
    if(NOT replayed MATCHES "^d = ${d} ")
      message(FATAL_ERROR "replayed:\n${replayed}\nexpected ${d}")
    endif()
  endforeach()
endforeach()
