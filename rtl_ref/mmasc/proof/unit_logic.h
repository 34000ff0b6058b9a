// SPDX-License-Identifier: Apache-2.0
// A unit's model and its RTL over the same inputs: what every stage reads is an input, so that each
// stage is a proof of its own, and so is the largest exponent of each sum, on which alignment
// depends.
#pragma once

#include <string>
#include <vector>

#include "mmasc/proof/boundaries.h"
#include "mmasc/proof/whole_logic.h"

namespace mmasc::proof {

class UnitLogic {
 public:
  // Throws InputError where the RTL lacks what a stage hands on.
  UnitLogic(const Plan& plan, const Rtl& rtl, const AigerFile& logic);
  // The model takes the RTL's place.
  explicit UnitLogic(const Plan& plan);

  AndGraph& gates() { return gates_; }
  const std::vector<NamedLiteral>& inputs() const { return inputs_; }
  const std::vector<SymbolicStage>& stages() const { return stages_; }

  // What a stage reads, by the nodes of its graph, and, by its fields, how the RTL keeps those
  // numbers that it keeps with a sign beside them.
  const GivenBits& read_by(std::size_t stage) const { return read_[stage]; }
  using KeptByField = std::map<std::size_t, KeptNumber>;
  const KeptByField& kept_by(std::size_t stage) const { return kept_[stage]; }
  // Of the widest field that a stage reads, its inputs, the lowest bit first.
  const Literals& widest_read_by(std::size_t stage) const { return widest_read_[stage]; }
  // Whatever a stage may read: where that is of kept numbers, others that are free.
  const GivenBits& any_read_by(std::size_t stage) const { return any_read_[stage]; }
  // What the RTL's stage hands on of a field of its payload.
  const Literals& given_by(std::size_t stage, std::size_t field) const {
    return given_[stage][field];
  }

  // A sum's largest exponent: free, as all logic behind sees it, and as it is computed there.
  struct Largest {
    std::string field;  // "sum_0.exponent"
    Literals free, computed;
  };
  const std::vector<Largest>& largest_of(std::size_t stage) const { return largest_[stage]; }
  // The leading zeros that the RTL's stage hands on beside fields; of a model none.
  const std::vector<LeadingZeros>& leading_zeros_of(std::size_t stage) const {
    return leading_zeros_[stage];
  }
  // The wires between the RTL's stages; of a model none.
  const std::vector<Wire>& wires() const { return wires_; }

 private:
  Literals fresh(const std::string& name, int bits = 1);
  // Inputs for what stages read, and with a boundary what the RTL reads.
  void read_stages(const Boundaries* boundaries, NamedBits& driven);
  void find_largest(const Plan& plan, const NamedBits& drivers);
  void import(const AigerFile& logic, const NamedBits& driven);
  void take_stage(const Plan& plan, std::size_t stage);

  const std::vector<SymbolicStage> stages_;
  AndGraph gates_;
  std::vector<NamedLiteral> inputs_;
  std::vector<GivenBits> read_, any_read_;
  std::vector<KeptByField> kept_;
  std::vector<Literals> widest_read_;
  std::vector<std::vector<Largest>> largest_;
  std::vector<std::vector<Literals>> drivers_;  // of the largest exponents, in the file
  NamedBits imported_, outputs_;                // inputs and outputs of the file
  std::vector<std::vector<LeadingZeros>> leading_zeros_;
  std::vector<Wire> wires_;
  std::vector<Payload> given_;
};

// The fields of what an aligner hands on that are its sums' largest exponents; of other stages
// none.
std::vector<std::string> largest_exponents(const Plan& plan, std::size_t stage);

// Whether fields have the same names and widths.
bool have_same(const std::vector<SymbolicField>& x, const std::vector<SymbolicField>& y);

// A field's bits as its node has them: with a sign.
Literals with_sign(const SymbolicField& field, Literals bits);

}  // namespace mmasc::proof
