# SPDX-License-Identifier: Apache-2.0
# The installed command runs where it was moved to, on the vectors beside it; the port checker, the UVM and
# cocotb examples, the firmware and the accelerator's C header are where their pages say.
set(ENV{MMASC_VECTORS} "")
set(ENV{MMASC_GOLDEN} "")
set(work ${PREFIX}.command)
file(REMOVE_RECURSE ${work})
file(COPY ${PREFIX}/bin/mmasc DESTINATION ${work}/bin)
# The recordings alone: no other folder has so few.
file(COPY ${PREFIX}/share/mmasc/vectors/rtx4060 DESTINATION ${work}/share/mmasc/vectors)
execute_process(COMMAND ${work}/bin/mmasc run --engine reference
  OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed MATCHES "ok: 23 recorded, 0 implied, 0 derived and 0 own vectors")
  message(FATAL_ERROR "other vectors than those beside the command:\n${printed}")
endif()
set(wanted share/mmasc/vectors/README.md share/mmasc/rtl/mmasc_port_checker.sv
  share/mmasc/rtl/mmasc_port_rule_pkg.sv share/mmasc/examples/uvm/unit_env_pkg.sv
  share/mmasc/examples/uvm/mmasc_reference_model.sv share/mmasc/examples/cocotb/test_unit.py)
if(EXISTS ${PREFIX}/include/mmasc/tlm)
  list(APPEND wanted include/mmasc/mmasc_accelerator.h)
  foreach(file queue.c queue.h gemm.c gemm.h gemm_polling.c gemm_interrupt.c platform.h start.S firmware.lds)
    list(APPEND wanted share/mmasc/firmware/${file})
  endforeach()
endif()
foreach(file IN LISTS wanted)
  if(NOT EXISTS ${PREFIX}/${file})
    message(SEND_ERROR "${file} was not installed")
  endif()
endforeach()
file(GLOB strange ${PREFIX}/share/mmasc/firmware/*.cc ${PREFIX}/share/mmasc/firmware/CMake*)
if(strange)
  message(SEND_ERROR "installed though it belongs to the build: ${strange}")
endif()
# The firmware compiles against the installed header, here for this machine, whose pointers are wider.
if(EXISTS ${PREFIX}/share/mmasc/firmware)
  execute_process(COMMAND ${CC} -std=c11 -Wall -Wextra -Werror -Wno-int-to-pointer-cast
    -fsyntax-only -ffreestanding
    -I ${PREFIX}/include/mmasc ${PREFIX}/share/mmasc/firmware/gemm.c COMMAND_ERROR_IS_FATAL ANY)
endif()
