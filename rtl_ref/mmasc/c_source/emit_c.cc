// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/emit_c.h"

#include <fmt/format.h>

#include "mmasc/c_source/c_names.h"
#include "mmasc/c_source/c_program.h"
#include "mmasc/c_source/c_self_test.h"

namespace mmasc {
namespace {

// Text that neither ends a comment nor begins one.
std::string in_comment(std::string text) {
  for (const char* const mark : {"*/", "/*"})
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
      text.insert(at + 1, " ");
  return text;
}

}  // namespace

std::string self_test_macro(const std::string& name) { return macro_name(name, "SELF_TEST"); }

CSource emit_c(const Unit& unit, const CSourceRequest& request) {
  const std::string& name = request.name;
  check_c_name(name);
  const SequencePlan plan = plan_sequence(unit);
  const OperandLayout layout = layout_of(unit);
  CHelpers helpers(name);
  const CStages program = c_program(plan, layout, name, helpers);
  const std::string top =
      fmt::format("/* {} */\n/* {} */\n", in_comment(request.mark), in_comment(request.unit));
  CSource out;
  const std::string guard = macro_name(name, "H");
  out.header = top +
               fmt::format(
                   "/* d = c + the sum of a[k] * b[k], k = 0 ... {1}, as raw bits: {0}_dot().\n"
                   "   A step of {2} lanes is {0}_step(); each of its stages is a function of its "
                   "own, with the\n   names that traces and RTL have. */\n"
                   "#ifndef {3}\n#define {3}\n\n#include <stdint.h>\n\n",
                   name, unit.instruction.shape.k - 1, plan.step.lanes(), guard) +
               "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" + helpers.declare_wide() +
               program.declarations + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  out.source = top + fmt::format("#include \"{}\"\n\n", request.header) + helpers.text() +
               program.definitions + program.calls +
               c_self_test(layout, plan.step.raises_flags, name, request.vectors) +
               c_checks(program.functions, name);
  return out;
}

}  // namespace mmasc
