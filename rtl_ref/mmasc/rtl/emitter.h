// SPDX-License-Identifier: Apache-2.0
// Writes a plan's module, stage by stage.
#pragma once

#include <string>
#include <vector>

#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/rtl/term_wires.h"

namespace mmasc {

class Emitter {
 public:
  Emitter(const RtlUnit& unit, const std::string& top) : unit_(unit), plan_(unit.plan), top_(top) {}

  std::string text();
  // After text(): of each of the plan's stages.
  const std::vector<StageRegisters>& registers() const { return registers_; }
  const std::vector<FieldWires>& fields() const { return fields_; }
  const std::map<std::string, int>& widths() const { return module_.widths(); }
  std::vector<RtlSegment> segments() const;  // of the plan

 private:
  // Each returns where the fields of what leaves the stage are.
  using Fields = FieldWires;
  void know_ports();
  std::string onlookers() const;
  Fields append(const StagePlan& stage);
  Fields append_multiplier(const StagePlan& stage);
  // Returns what the multiplier's port of all scales is connected to.
  std::string append_scales(Instance& multiplier);
  Fields append_aligner(const StagePlan& stage);
  Fields append_tree_level(const StagePlan& stage);
  Fields append_adder_tree(const StagePlan& stage);
  Fields append_normalizer(const StagePlan& stage);
  Fields append_result(const StagePlan& stage);
  // Beside the result, which `round` describes. Returns where the flags are.
  Slice append_status_flags(const StagePlan& stage, const std::string& round);

  // With the handshake on both sides. `drives`: its output is what later stages wait for.
  Instance stage_instance(const std::string& module, const StagePlan& stage,
                          const std::string& name, bool drives = true);
  void connect_handshake(Instance& instance, const StagePlan& stage, const std::string& name,
                         bool drives = true);
  void connect_bypass(Instance& instance, const std::string& name, const BypassTerms& bypass,
                      const std::string& bypass_i);
  // Between the aligner and the last tree level.
  void forward_bypass(Instance& instance, const std::string& name);
  void wire_sums(const std::string& name, const LevelPlan& level, int addend_bits);
  Fields addend_fields(const std::string& name, const LevelPlan& level, int levels_done) const;
  Fields slot_fields() const;
  // The random elements up to `end` of the plan's, which the stage at hand draws.
  Slice take_random(int end);
  void append_random_fields(Fields& fields) const;
  // The names of the descriptors of what a, b and c may be.
  struct OperandFormats {
    std::vector<std::string> a, b;
    std::string c;
  };
  OperandFormats declare_formats();
  void set_operands(Instance& instance, const OperandFormats& operands) const;
  // What is known of NaNs goes with the random bits, above them, until the last stage.
  void append_nan_word(const OperandFormats& operands);
  void append_quiet_nan(const OperandFormats& operands);
  void carry(const std::string& wire, int bits);
  // Where they are at the stage at hand.
  Slice nan_word() const;
  Slice quiet_nan() const;

  const RtlUnit& unit_;
  const Plan& plan_;
  const std::string top_;
  ModuleText module_;
  std::vector<StageRegisters> registers_;
  std::vector<FieldWires> fields_;
  std::string previous_;          // the stage before
  std::string ready_of_;          // of the stage at hand
  std::vector<TermWires> slots_;  // the terms at hand
  BypassTerms bypass_;            // those that pass the level by, as they entered it
  Slice random_;                  // the random bits that no stage has drawn yet,
  int next_random_ = 0;           // and the first of their elements
};

// A descriptor's name, of a wire's or instance's.
std::string upper(std::string text);
// "{Y, X}": the first lowest.
std::string concatenation(std::vector<std::string> names);

}  // namespace mmasc
