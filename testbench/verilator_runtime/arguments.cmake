# SPDX-License-Identifier: Apache-2.0
# mmasc_runtime_arguments(RESULT FOLDER): the arguments by which Verilator links a bench to the objects
# of its runtime in FOLDER, instead of compiling them.
function(mmasc_runtime_arguments result folder)
  set(arguments -MAKEFLAGS VM_GLOBAL_FAST=)
  foreach(object verilated verilated_cov verilated_dpi verilated_timing verilated_threads)
    list(APPEND arguments -LDFLAGS ${folder}/${object}.o)
  endforeach()
  set(${result} ${arguments} PARENT_SCOPE)
endfunction()
