// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/arith/steps.h"
#include "mmasc/c_source/c_names.h"
#include "mmasc/symbolic/symbolic_numbers.h"

namespace mmasc {
namespace {

using N = SymbolicNumbers;

constexpr int kColumns = 96;

class Program {
 public:
  Program(const SequencePlan& plan, const OperandLayout& layout, std::string name,
          CHelpers& helpers)
      : plan_(plan), layout_(layout), name_(std::move(name)), helpers_(helpers) {}

  CStages all() {
    CStages out;
    const auto add = [&](const CStages& part) {
      out.declarations += part.declarations;
      out.definitions += part.definitions;
      out.calls += part.calls;
      out.functions.insert(out.functions.end(), part.functions.begin(), part.functions.end());
    };
    add(c_stages(plan_.step, name_, helpers_));
    if (plan_.late_c) add(c_stages(*plan_.late_c, name_ + "_late_c", helpers_));
    out.calls += widening("a", plan_.a) + widening("b", plan_.b) + widening("c", plan_.c) +
                 widening("chained", plan_.chained);
    out.declarations +=
        "/* The operands of an instruction. Bits above those that are told are ignored. */\n" +
        struct_of_operands(name_ + "_dot_operands", operands_of_instruction(layout_)) + "\n";
    const std::string prototype = fmt::format(
        "void {0}_dot(const struct {0}_dot_operands *in,\n    struct {0}_result *out)", name_);
    out.declarations += "/* A whole instruction's dot product. */\n" + prototype + ";\n\n";
    out.calls = calls_of_any(out.functions, name_, out.calls + prototype + " {\n" + body() + "}\n");
    // Its result is one that a stage left.
    out.functions.push_back({name_ + "_dot", name_ + "_dot_operands", name_ + "_result", {}, {}});
    return out;
  }

 private:
  bool is_in_order() const { return std::ranges::is_sorted(plan_.order); }

  std::string widening(const std::string& of, const std::optional<Widening>& widening) {
    if (!widening) return "";
    WordGraph graph;
    const Recording recording(graph);
    N::raw in;
    const int bits = widening->from.storage_bits();
    N::make_input(in, bits, false);
    const N::raw out = widen<N>(*widening, in);
    const std::string type = c_type(widening->to.storage_bits());
    CWords words(graph, {{"x", bits, false, false, in.node}}, helpers_);
    return fmt::format("/* {} as {}. */\nstatic {} {}_widen_{}({} x) {{\n  {} y;\n",
                       widening->from.name, widening->to.name, type, name_, of, c_type(bits),
                       type) +
           words.statements({{"y", widening->to.storage_bits(), false, true, out.node}}) +
           "  return y;\n}\n\n";
  }
  std::string widened(const std::string& of, const std::optional<Widening>& widening,
                      const std::string& text) const {
    return widening ? fmt::format("{}_widen_{}({})", name_, of, text) : text;
  }

  std::string order() const {
    if (is_in_order()) return "";
    std::string text = fmt::format("  static const uint16_t order[{}] = {{\n", plan_.order.size());
    std::string line = "     ";
    for (int i = 0; i < plan_.order.size(); ++i) {
      line += fmt::format(" {},", plan_.order[i]);
      if (static_cast<int>(line.size()) > kColumns - 8 || i + 1 == plan_.order.size()) {
        text += line + "\n";
        line = "     ";
      }
    }
    return text + "  };\n";
  }

  // "step.a[i] = in->a[s * 16 + i];" for `count` elements, of `count` each step.
  std::string copied(const std::string& operand, int count, const std::string& value) const {
    return fmt::format("    for (i = 0; i < {}; ++i) step.{}[i] = {};\n", count, operand, value);
  }
  std::string at(int each) const { return fmt::format("s * {} + i", each); }

  // A random element as one of the plan's: the instruction's array may be of a wider type.
  std::string drawn(const Plan& plan, const std::string& element) const {
    const std::string type = c_type(widest(plan.random_bits));
    return type == c_type(widest(layout_.random)) ? element : fmt::format("({}){}", type, element);
  }
  static int widest(const auto& bits) { return *std::max_element(bits.begin(), bits.end()); }

  std::string body() const {
    const MultiplierPlan& m = plan_.step.multiplier;
    const int lanes = plan_.step.lanes();
    const std::string k = is_in_order() ? at(lanes) : fmt::format("order[{}]", at(lanes));
    std::string text = order() + fmt::format("  struct {}_step_operands step;\n", name_);
    if (plan_.late_c)
      text += fmt::format(
          "  struct {0}_late_c_step_operands late;\n  struct {0}_late_c_result sum;\n", name_);
    text += fmt::format("  int s, i;\n  for (s = 0; s < {}; ++s) {{\n", plan_.steps);
    text += copied("a", lanes, widened("a", plan_.a, fmt::format("in->a[{}]", k)));
    text += copied(
        "b", m.b_elements(),
        widened("b", plan_.b, fmt::format("in->b[{}]", m.is_sparse() ? at(m.b_elements()) : k)));
    if (m.is_sparse())
      text += copied("metadata", m.metadata_elements(),
                     fmt::format("in->metadata[{}]", at(m.metadata_elements())));
    for (const ScalePlan& scale : m.scales) {
      const std::string name(row_of(scale.operand).name);
      text += copied(name, lanes / scale.lanes,
                     scale.block >= plan_.steps * lanes
                         ? fmt::format("in->{}[0]", name)
                         : fmt::format("in->{}[(s * {} + i * {}) / {}]", name, lanes, scale.lanes,
                                       scale.block));
    }
    const int random = plan_.step.random_bits.size();
    if (random > 0)
      text +=
          copied("random", random, drawn(plan_.step, fmt::format("in->random[{}]", at(random))));
    text += "    step.c_is_input = s == 0;\n";
    text += fmt::format("    step.c = {};\n", plan_.late_c ? "0" : widened("c", plan_.c, "in->c"));
    if (plan_.steps > 1)
      text +=
          fmt::format("    if (s > 0) step.c = {};\n", widened("chained", plan_.chained, "out->d"));
    text += fmt::format("    {}_step(&step, out);\n  }}\n", name_);
    return text + (plan_.late_c ? late_c() : "");
  }

  std::string late_c() const {
    const Plan& late = *plan_.late_c;
    const int d_bits = late.multiplier.b.storage_bits();
    std::string text = fmt::format(
        "  late.a[0] = out->d;\n  late.b[0] = {};\n  late.c = {};\n  late.c_is_input = 0;\n",
        d_bits > 32 ? fmt::format("UINT64_C({})", plan_.one) : fmt::format("{}u", plan_.one),
        widened("c", plan_.c, "in->c"));
    const int first = plan_.steps * plan_.step.random_bits.size();
    const int own = late.random_bits.size();
    if (own > 0)
      text += fmt::format("  for (i = 0; i < {}; ++i) late.random[i] = {};\n", own,
                          drawn(late, fmt::format("in->random[{} + i]", first)));
    return text + fmt::format("  {}_late_c_step(&late, &sum);\n  out->d = sum.d;\n", name_);
  }

  const SequencePlan& plan_;
  const OperandLayout& layout_;
  const std::string name_;
  CHelpers& helpers_;
};

}  // namespace

std::vector<COperand> operands_of_instruction(const OperandLayout& layout) {
  std::vector<COperand> operands;
  for (const OperandRow& row : kInputs) {
    const OperandElements elements = layout[row.operand];
    if (elements.count == 0) continue;
    int bits = 0;
    for (int i = 0; i < elements.count; ++i) bits = std::max(bits, elements.bits_of(i));
    operands.push_back({std::string(row.name), row.operand == Operand::c ? 0 : elements.count, bits,
                        elements.format != nullptr ? std::string(elements.format->name)
                                                   : "at most; each element's low bits are drawn"});
  }
  return operands;
}

CStages c_program(const SequencePlan& plan, const OperandLayout& layout, const std::string& name,
                  CHelpers& helpers) {
  return Program(plan, layout, name, helpers).all();
}

}  // namespace mmasc
