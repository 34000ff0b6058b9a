// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

namespace mmasc {

// Each in the file of its name. A new command is such a file and a line in both lists here.
CommandRow list_command();
CommandRow show_command();
CommandRow eval_command();
CommandRow gemm_command();
CommandRow dgemm_command();
CommandRow fp8gemm_command();
CommandRow quantise_command();
CommandRow compare_command();
CommandRow emit_command();
CommandRow emit_c_command();
CommandRow cosim_command();
CommandRow prove_command();
CommandRow formats_command();
CommandRow decode_command();
CommandRow convert_command();
CommandRow verify_command();
CommandRow run_command();
CommandRow trace_command();
CommandRow gen_command();
CommandRow coverage_command();
CommandRow check_command();
CommandRow audit_command();
CommandRow probe_command();
CommandRow identify_command();
CommandRow evidence_command();
CommandRow disclose_command();
CommandRow capture_command();
CommandRow timing_command();
CommandRow platform_command();
CommandRow cost_command();
CommandRow sweep_command();
CommandRow report_command();

std::vector<CommandRow> commands() {
  return {list_command(),     show_command(),     eval_command(),     gemm_command(),
          dgemm_command(),    fp8gemm_command(),  quantise_command(), compare_command(),
          emit_command(),     emit_c_command(),   cosim_command(),    prove_command(),
          formats_command(),  decode_command(),   convert_command(),  verify_command(),
          run_command(),      trace_command(),    gen_command(),      coverage_command(),
          check_command(),    audit_command(),    probe_command(),    identify_command(),
          evidence_command(), disclose_command(), capture_command(),  timing_command(),
          platform_command(), cost_command(),     sweep_command(),    report_command()};
}

}  // namespace mmasc
