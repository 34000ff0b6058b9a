// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/unit_code.h"

#include <mutex>
#include <optional>
#include <utility>

#include "mmasc/compiled/kernels_text.h"
#include "mmasc/compiled/llvm.h"
#include "mmasc/compiled/machine_code.h"
#include "mmasc/unit/error.h"

namespace mmasc::compiled {
namespace {

template <class Function>
Function find(const MachineCode& code, const std::string& name) {
  return reinterpret_cast<Function>(code.find(name));
}

}  // namespace

class UnitCode::Functions {
 public:
  Functions(const llvm::Functions& call, InstructionGraph of) : graph(std::move(of)), call_(call) {}

  // Each returns what LLVM says against the code; nothing where that is made.
  std::string make_usual(PanelLayout& layout, Stretch& stretch) {
    const ModuleText module(call_);
    for (const auto* operands : {&layout.rows, &layout.columns})
      for (const PackedOperand& each : *operands)
        add_pack(module, layout, each, graph.elements[each.operand]);
    add_stretch(module, "usual", layout, graph, graph.usual, true);
    std::vector<std::string> names{"usual"};
    for (const auto* operands : {&layout.rows, &layout.columns})
      for (const PackedOperand& each : *operands) names.push_back(name_of_pack(each.operand));
    if (auto why = load(module, names, usual_); !why.empty()) return why;
    for (auto* operands : {&layout.rows, &layout.columns})
      for (PackedOperand& each : *operands)
        each.pack = find<decltype(each.pack)>(*usual_, name_of_pack(each.operand));
    stretch = find<Stretch>(*usual_, "usual");
    return {};
  }
  Stretch general(const PanelLayout& layout) {
    std::call_once(makes_general_, [&] {
      const ModuleText module(call_);
      add_stretch(module, "general", layout, graph, graph.general, false);
      if (auto why = load(module, {"general"}, general_); !why.empty())
        throw EnvironmentError("no code for the unit: " + why);
      run_general_ = find<Stretch>(*general_, "general");
    });
    return run_general_;
  }

  InstructionGraph graph;

 private:
  static std::string load(const ModuleText& module, const std::vector<std::string>& names,
                          std::optional<MachineCode>& to) {
    auto code = module.compile(names);
    if (auto* why = std::get_if<std::string>(&code)) return *why;
    to.emplace(std::move(std::get<MachineCode>(code)));
    return {};
  }

  const llvm::Functions& call_;
  std::optional<MachineCode> usual_, general_;
  std::once_flag makes_general_;
  Stretch run_general_ = nullptr;
};

UnitCode::UnitCode() = default;
UnitCode::~UnitCode() = default;

std::variant<std::shared_ptr<const UnitCode>, std::string> UnitCode::make(
    const SequencePlan& program, const OperandLayout& layout, Pairing pairing, int b_count,
    const LaneShape& shape) {
  const llvm::Functions* const call = llvm::functions();
  if (call == nullptr) return llvm::why_none();
  std::shared_ptr<UnitCode> code(new UnitCode);
  code->functions_ = std::make_unique<Functions>(*call, instruction_graph(program, layout));
  const InstructionGraph& graph = code->functions_->graph;
  if (auto why = why_no_layout(graph); !why.empty()) return why;
  code->layout_ = lay_out(graph, pairing, b_count, shape);
  if (auto why = code->functions_->make_usual(code->layout_, code->usual_); !why.empty())
    return why;
  return code;
}

CodeSize code_size(const SequencePlan& program, const OperandLayout& layout) {
  const InstructionGraph graph = instruction_graph(program, layout);
  if (auto why = why_no_layout(graph); !why.empty()) return {std::move(why)};
  return {{}, lay_out(graph, Pairing::in_order, layout.k).lanes, operations_of(graph.usual)};
}

void UnitCode::run_usual(const StretchOperands& in, std::int64_t row_count, std::int64_t first,
                         std::int64_t last) const {
  for (std::int64_t row = 0; first < last;) {
    const std::int64_t stop = usual_(&in, row_count, first, last, row);
    if (stop < 0) return;
    first = stop / row_count;
    row = stop % row_count;
    functions_->general(layout_)(&in, row + 1, first, first + 1, row);
    if (++row < row_count) continue;
    row = 0;
    ++first;
  }
}

void UnitCode::run(const StretchOperands& in, std::int64_t row_count, std::int64_t first,
                   std::int64_t last) const {
  functions_->general(layout_)(&in, row_count, first, last, 0);
}

}  // namespace mmasc::compiled
