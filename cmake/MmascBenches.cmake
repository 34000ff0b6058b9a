# SPDX-License-Identifier: Apache-2.0
# The kernel and the benches that stand on it. Each is a folder with a README, whose first line is
# its title, and a folder `commands`, of which each file that calls make_command() has a command.
set(MMASC_BENCHES models rtl_ref verification gpu_golden tlm studies programs)

# mmasc_write_bench_table(FILE): the header of all benches and their commands.
function(mmasc_write_bench_table file)
  set(MMASC_BENCH_ROWS "")
  set(MMASC_COMMAND_ROWS "")
  foreach(bench IN LISTS MMASC_BENCHES)
    set(readme ${PROJECT_SOURCE_DIR}/${bench}/README.md)
    file(STRINGS ${readme} title LIMIT_COUNT 1)
    string(REGEX REPLACE "^# " "" title "${title}")
    string(APPEND MMASC_BENCH_ROWS "    {\"${bench}\", \"${title}\"},\n")
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${bench}/commands/*.cc)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${readme} ${sources})
    foreach(source IN LISTS sources)
      file(READ ${source} text)
      if(text MATCHES "make_command\\([ \n]*(\"[a-z0-9-]+\"),[ \n]*(\"[^\"]+\"),")
        string(APPEND MMASC_COMMAND_ROWS "    {${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}, \"${bench}\"},\n")
      elseif(text MATCHES "RegisteredCommand")
        message(FATAL_ERROR "${source}: make_command() does not begin with a name and a description in one string each")
      endif()
    endforeach()
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/models/mmasc/command/bench_table.h.in ${file} @ONLY)
endfunction()
