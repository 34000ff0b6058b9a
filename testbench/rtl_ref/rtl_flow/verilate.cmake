# SPDX-License-Identifier: Apache-2.0
include(${CMAKE_CURRENT_LIST_DIR}/../verilator_runtime/arguments.cmake)

# mmasc_verilate(TOP ARGUMENT...): compiles a bench and the predictor by Verilator into WORK/simulate.
function(mmasc_verilate top)
  mmasc_runtime_arguments(with_runtime ${RUNTIME})
  mmasc_relative_sources(sources ${WORK}
    ${RTL}/dpi/mmasc_dpi_pkg.sv ${RTL}/dpi/mmasc_dpi_unit.sv ${RTL}/dpi/mmasc_dpi.cc ${ARGN})
  set(ENV{OBJCACHE} "${OBJCACHE}")
  execute_process(COMMAND verilator --binary --top-module ${top} --Mdir . -o simulate ${sources}
    -CFLAGS "-I'${INCLUDE}'" -LDFLAGS "-L'${LIBRARY}' -Wl,-rpath,'${LIBRARY}' -lmmasc" ${with_runtime}
    WORKING_DIRECTORY ${WORK} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
