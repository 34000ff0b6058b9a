# SPDX-License-Identifier: Apache-2.0
# examples/cocotb: a unit as emitted passes, and one of another fraction width does not.
# MMASC_COCOTB_PYTHON names a python3 with cocotb 2 and NumPy (default: python3), and
# MMASC_NEWER_TOOLS a command before which it is started, as "chroot /sid".
set(python $ENV{MMASC_COCOTB_PYTHON})
if(NOT python)
  set(python python3)
endif()
separate_arguments(prefix UNIX_COMMAND "$ENV{MMASC_NEWER_TOOLS}")
execute_process(COMMAND ${prefix} ${python} -c "import cocotb, numpy; print(cocotb.__version__)"
  OUTPUT_VARIABLE version ERROR_VARIABLE ignored OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed OR version VERSION_LESS 2)
  message("skipped: no cocotb 2, which Debian 12 lacks; set MMASC_COCOTB_PYTHON or MMASC_NEWER_TOOLS (docs/uvm.md)")
  return()
endif()

set(unit volta/mma.m8n8k4.f32.f16.f16.f32)
file(REMOVE_RECURSE ${WORK})
# run(NAME EXPECTED OPTION...): of the unit emitted with these options
function(run name expected)
  execute_process(COMMAND ${MMASC} emit-rtl ${unit} ${ARGN} --top unit -o ${WORK}/${name}/rtl
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${prefix} sh -c "cd '${WORK}/${name}' && PYTHONPATH='${PYTHON}' PYTHONDONTWRITEBYTECODE=1 \
    MMASC_LIBRARY='${LIBRARY}/libmmasc.so' exec ${python} '${RTL}/examples/cocotb/test_unit.py' rtl ${unit}"
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  message("cocotb ${version}, ${name}: exit status ${failed}\n${output}")
  if(NOT output MATCHES "${expected}")
    message(SEND_ERROR "not: ${expected}")
  endif()
  set(failed ${failed} PARENT_SCOPE)
endfunction()
run(right "2000 results are those of ${unit}, seed 1.*TESTS=1 PASS=1 FAIL=0")
if(failed)
  message(SEND_ERROR "the unit does not pass")
endif()
run(broken "result [0-9]+: d is [0-9a-f]+, expected [0-9a-f]+.*mmasc eval ${unit} .*\
smallest: mmasc eval ${unit} --a 0000000000000000 --b 0000000000000000 --c 00000001\n.*TESTS=1 PASS=0 FAIL=1"
  --set dot.fraction_bits=22)
if(NOT failed)
  message(SEND_ERROR "what is broken passes")
endif()
