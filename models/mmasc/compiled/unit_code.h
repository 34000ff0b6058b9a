// SPDX-License-Identifier: Apache-2.0
// An instruction compiled for vector lanes: the functions that pack elements into panels, and the
// one that runs a stretch of K for rows of lanes.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/compiled/panel_layout.h"

namespace mmasc::compiled {

// What a stretch of instructions reads and writes (panel_layout.h).
struct StretchOperands {
  const void* rows;
  const void* lanes;
  void* tile;
  const void* random = nullptr;
  const std::uint16_t* places = nullptr;
};

// Runs the instructions [first, last) of each of `row_count` rows: all rows' `first` before the
// next, since those of a row wait for each other. The first instruction begins at `first_row`.
using Stretch = std::int64_t (*)(const StretchOperands*, std::int64_t row_count, std::int64_t first,
                                 std::int64_t last, std::int64_t first_row);

struct CodeSize {
  std::string why_none{};  // what of the plan stands in the way of code; empty where nothing does
  int lanes = 0;
  std::int64_t operations = 0;  // for one element of D and one instruction (operations_of())
};
CodeSize code_size(const SequencePlan& program, const OperandLayout& layout);

class UnitCode {
 public:
  // Of a dense unit, or of the dense one of a unit whose a is sparse: then `b_count` elements of b
  // lie in an instruction, of which a's meet some. The reason why there is none, where there
  // is none.
  static std::variant<std::shared_ptr<const UnitCode>, std::string> make(
      const SequencePlan& program, const OperandLayout& layout, Pairing pairing, int b_count,
      const LaneShape& shape = {});
  ~UnitCode();

  const PanelLayout& layout() const { return layout_; }
  int lanes() const { return layout_.lanes; }

  // Runs the stretch where nothing packed is special, faster. An instruction whose c is special is
  // run as by run().
  void run_usual(const StretchOperands& in, std::int64_t row_count, std::int64_t first,
                 std::int64_t last) const;
  // Of any operands. Its code is made when it is first needed; throws EnvironmentError where there
  // is none.
  void run(const StretchOperands& in, std::int64_t row_count, std::int64_t first,
           std::int64_t last) const;

 private:
  class Functions;  // the graph and its code

  UnitCode();

  PanelLayout layout_;
  Stretch usual_ = nullptr;
  std::unique_ptr<Functions> functions_;
};

}  // namespace mmasc::compiled
