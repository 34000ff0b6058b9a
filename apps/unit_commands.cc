// SPDX-License-Identifier: Apache-2.0
// list, show, eval, gemm, compare.
#include "command_rows.h"

namespace mmasc {
namespace {

CommandRow list_command() {
  return make_command("list", "the units there are", "Example: mmasc list hopper/wgmma", list_units,
                      [](ListOptions& x, OptionRows& rows) {
                        rows.add("FILTER", &x.filter, "a part of the id, mnemonic or datapath");
                        rows.add_json(x.json);
                      });
}

CommandRow show_command() {
  return make_command(
      "show", "a unit's sums, widths, stages and evidence",
      kUnitHelp + "Example: mmasc show hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --toml > my.toml",
      show_unit, [](ShowOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("--toml", &x.toml, "print the row, to edit").excludes = "--json";
        rows.add_json(x.json);
      });
}

CommandRow eval_command() {
  return make_command(
      "eval", "one dot-product-add: d",
      kUnitHelp + kOperandHelp +
          "Example: mmasc eval hopper/wgmma.m64nNk16.f32.f16.f16 --a -8192,-.5,-.25,-.125 --b "
          "1024,1,1,1 --c 8388608.0 --trace",
      evaluate_operands, [](EvalOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add_operands(x.operands, true);
        rows.add_engine(x.engine, "reference (default), batch, pipeline or rtl");
        rows.add("--trace", &x.trace, "print what every stage keeps and drops");
        rows.add_json(x.json);
      });
}

CommandRow gemm_command() {
  return make_command(
      "gemm", "D = C + A * B of any size, from and to files",
      kUnitHelp +
          "A file is .npy (raw bits as uint8, 16, 32 or 64; float16, 32, 64) or .safetensors, "
          "which\n"
          "FILE:TENSOR names a tensor of. Elements are in the unit's format unless --quantize is "
          "given.\n"
          "Elements of less than 8 bits are a byte each, or, where --shape-a or --shape-b says so, "
          "packed\n"
          "in rows, element 0 in the lowest bits, each row padded to a byte.\n"
          "Example: mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy "
          "model.safetensors:w -o d.npy\n"
          "         mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy b.npy --quantize "
          "--promote 4 -o d.npy",
      multiply_matrices, [](GemmCommandOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("A", &x.matrices.a, "M x K").is_required = true;
        rows.add("B", &x.matrices.b, "K x N").is_required = true;
        rows.add("C", &x.matrices.c, "M x N; +0 without");
        rows.add("-o,--output", &x.output, "D", "FILE.npy").is_required = true;
        rows.add("--sa", &x.matrices.sa, "the block scales of A, M x K / block", "FILE");
        rows.add("--sb", &x.matrices.sb, "of B, K / block x N", "FILE");
        rows.add_matrices(x.matrices);
        rows.add_count("--promote", x.promote,
                       "add partial sums of N instructions outside the unit, in f32 (0: none); C "
                       "and D are f32");
        rows.add("--promote-rounding", &x.promote_rounding, "of that addition", "ROUNDING").needs =
            "--promote";
        rows.add_engine(x.engine, "batch (default), reference, pipeline or rtl");
        rows.add_json(x.json);
      });
}

CommandRow compare_command() {
  return make_command(
      "compare", "the same inputs through several units: where and why they part",
      kUnitHelp + kOperandHelp +
          "Or each is a .npy or .safetensors file as gemm takes it; then all elements of D\n"
          "are compared. Exit code 1 where units differ.\n"
          "Example: mmasc compare ada/mma.m16n8k16.f32.f16.f16.f32 "
          "hopper/wgmma.m64nNk16.f32.f16.f16 --a -8192,-.5,-.25,-.125 --b 1024,1,1,1 --c "
          "8388608.0\n"
          "         mmasc compare hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set "
          "dot.fraction_bits=17 --a a.npy --b b.npy",
      compare_units, [](CompareOptions& x, OptionRows& rows) {
        rows.add("UNITS", &x.units, "the units").is_required = true;
        rows.add_changes(x.changes, "compare with the last unit, a field of its row changed, too");
        rows.add_operands(x.operands, true);
        rows.add_matrices(x.operands);
        rows.add_json(x.json);
      });
}

}  // namespace

std::vector<CommandRow> unit_commands() {
  return {list_command(), show_command(), eval_command(), gemm_command(), compare_command()};
}

}  // namespace mmasc
