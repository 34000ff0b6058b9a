// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/c_source/c_names.h"

namespace mmasc {
namespace {

std::string wide_checks(const std::string& name) {
  return fmt::format(
      R"(/* A word's low bits are kept. */
static struct {0}_wide {0}_check_low(struct {0}_wide x, uint32_t bits) {{
  uint32_t i;
  for (i = 0; i < {1}; ++i) {{
    if (i >= bits / 32) x.limb[i] &= i > bits / 32 ? 0 : ((uint32_t)1 << (bits % 32)) - 1;
  }}
  return x;
}}

static int {0}_check_width(struct {0}_wide x, uint32_t bits) {{
  uint32_t above = 0;
  uint32_t i;
  for (i = 0; i < {1}; ++i) {{
    if (i >= bits / 32) above |= x.limb[i] >> (i > bits / 32 ? 0 : bits % 32);
  }}
  return above == 0;
}}

)",
      name, name + "_LIMBS");
}

bool fills_its_type(const SymbolicField& field) {
  return field.width <= 64 && field.width == c_type_bits(field.width);
}

std::string masked(const SymbolicField& field, const std::string& name) {
  const std::string text = "in." + field.name;
  if (field.width > 64)
    return fmt::format("  {0} = {1}_check_low({0}, {2});\n", text, name, field.width);
  const std::string type = c_type(field.width);
  return fmt::format("  {0} = ({1})({0} & UINT64_C(0x{2:x}));\n", text, type,
                     (std::uint64_t{1} << field.width) - 1);
}

std::string assertion_of(const SymbolicField& field, const std::string& name) {
  const std::string text = "out." + field.name;
  if (field.width > 64)
    return fmt::format("  assert({}_check_width({}, {}));\n", name, text, field.width);
  return fmt::format("  assert({} >> {} == 0);\n", text, field.width);
}

std::string chosen(const std::string& structure) {
  return fmt::format("struct {0} nondet_{0}(void);\n", structure);
}

std::string check(const CFunction& function, const std::string& name) {
  std::string text = fmt::format(
      "static void {0}_check(void) {{\n  struct {1} in = nondet_{1}();\n  struct {2} out;\n",
      function.name, function.in, function.out);
  for (const SymbolicField& field : function.entering)
    if (!fills_its_type(field)) text += masked(field, name);
  text += fmt::format("  {}(&in, &out);\n", function.name);
  for (const SymbolicField& field : function.leaving)
    if (!fills_its_type(field)) text += assertion_of(field, name);
  return text + "}\n\n";
}

}  // namespace

std::string calls_of_any(const std::vector<CFunction>& functions, const std::string& name,
                         const std::string& text) {
  const std::string macro = macro_name(name, "CHECK");
  std::string begin = fmt::format(
      "#ifdef {}\n/* Of each stage a bounded model checker asks below. Here any fields leave it. "
      "*/\n",
      macro);
  std::string end = fmt::format("\n#ifdef {}\n", macro);
  for (const CFunction& function : functions) {
    begin += chosen(function.out) +
             fmt::format("#define {0}(in, out) ((void)(in), (void)(*(out) = nondet_{1}()))\n",
                         function.name, function.out);
    end += fmt::format("#undef {}\n", function.name);
  }
  return begin + "#endif\n\n" + text + end + "#endif\n\n";
}

std::string c_checks(const std::vector<CFunction>& functions, const std::string& name) {
  std::string text = fmt::format(
      "\n#ifdef {}\n#include <assert.h>\n\n"
      "/* For a bounded model checker, which chooses what nondet_...() return: whatever enters a\n"
      "   function, the fields that leave it have no bits above their widths. */\n",
      macro_name(name, "CHECK"));
  const auto has_wide = [](const CFunction& function) {
    return std::ranges::any_of(function.leaving,
                               [](const auto& field) { return field.width > 64; });
  };
  if (std::ranges::any_of(functions, has_wide)) text += wide_checks(name);
  std::string calls;
  const auto leaves_one = [&](const std::string& structure) {
    return std::ranges::find(functions, structure, &CFunction::out) != functions.end();
  };
  for (const CFunction& function : functions) {
    if (!leaves_one(function.in)) text += chosen(function.in);
    text += check(function, name);
    calls += fmt::format("  {}_check();\n", function.name);
  }
  return text + "int main(void) {\n" + calls + "  return 0;\n}\n#endif\n";
}

}  // namespace mmasc
