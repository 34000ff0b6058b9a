// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/unit_logic.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/proof/rtl_logic.h"
#include "mmasc/unit/error.h"

namespace mmasc::proof {
namespace {

int sums_aligned_by(const Plan& plan, std::size_t stage) {
  const StagePlan& at = plan.stages[static_cast<int>(stage)];
  return at.kind == StageKind::aligner ? plan.levels[at.level].sum_count : 0;
}

std::string exponent_of_sum(int sum) { return fmt::format("sum_{}.exponent", sum); }

}  // namespace

std::vector<std::string> largest_exponents(const Plan& plan, std::size_t stage) {
  std::vector<std::string> names;
  for (int s = 0; s < sums_aligned_by(plan, stage); ++s) names.push_back(exponent_of_sum(s));
  return names;
}

Literals with_sign(const SymbolicField& field, Literals bits) {
  if (!field.is_signed) bits.push_back(kFalse);
  return bits;
}

bool have_same(const std::vector<SymbolicField>& x, const std::vector<SymbolicField>& y) {
  return std::ranges::equal(x, y, [](const SymbolicField& a, const SymbolicField& b) {
    return a.name == b.name && a.width == b.width && a.is_signed == b.is_signed;
  });
}

UnitLogic::UnitLogic(const Plan& plan, const Rtl& rtl, const AigerFile& logic)
    : stages_(symbolic_stages(plan)),
      largest_(stages_.size()),
      drivers_(stages_.size()),
      leading_zeros_(stages_.size()) {
  const Boundaries boundaries(rtl, stages_);
  NamedBits driven, drivers;
  read_stages(&boundaries, driven);
  for (const NamedLiteral& output : logic.outputs) drivers[output.name] = output.literal;
  find_largest(plan, drivers);
  import(logic, driven);
  for (const auto& [name, bit] : driven)
    if (!imported_.contains(name))
      throw InputError(fmt::format(
          "{}: has no {}, which the unit has; is it the RTL of another unit?", rtl.top, name));
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    Payload& payload = given_.emplace_back();
    for (std::size_t f = 0; f < stages_[s].out.size(); ++f) {
      const NumberForm form = rtl.stages[s].fields[f].form;
      payload.push_back(number_of(gates_, kept_number(form, boundaries.given(outputs_, s, f))));
    }
    leading_zeros_[s] = boundaries.leading_zeros(s, imported_, outputs_);
  }
  wires_ = boundaries.wires(imported_, outputs_);
}

UnitLogic::UnitLogic(const Plan& plan)
    : stages_(symbolic_stages(plan)), largest_(stages_.size()), leading_zeros_(stages_.size()) {
  NamedBits driven;
  read_stages(nullptr, driven);
  for (std::size_t s = 0; s < stages_.size(); ++s) take_stage(plan, s);
}

Literals UnitLogic::fresh(const std::string& name, int bits) {
  return new_inputs(gates_, name, bits, inputs_);
}

void UnitLogic::read_stages(const Boundaries* boundaries, NamedBits& driven) {
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    GivenBits& read = read_.emplace_back();
    GivenBits& any = any_read_.emplace_back();
    KeptByField& numbers = kept_.emplace_back();
    Literals& widest = widest_read_.emplace_back();
    for (std::size_t f = 0; f < stages_[s].in.size(); ++f) {
      const SymbolicField& field = stages_[s].in[f];
      const std::string name = stages_[s].name + "." + field.name;
      const NumberForm form = boundaries ? boundaries->form_of(s, f) : NumberForm::plain;
      const Literals kept = fresh(name, kept_bits(field.width, form));
      if (boundaries) boundaries->drive(s, f, kept, driven);
      if (kept.size() > widest.size()) widest = kept;
      if (form != NumberForm::plain) {
        const KeptNumber& number = numbers[f] = kept_number(form, kept);
        read[field.node] = number_of(gates_, number);
        any[field.node] = fresh("any " + name, field.width);
      } else {
        any[field.node] = read[field.node] = with_sign(field, kept);
      }
    }
  }
}

void UnitLogic::find_largest(const Plan& plan, const NamedBits& drivers) {
  for (std::size_t stage = 0; stage < stages_.size(); ++stage)
    for (int s = 0; s < sums_aligned_by(plan, stage); ++s) {
      const std::string name = largest_exponent(plan.stages[static_cast<int>(stage)].level, s);
      Literals found;
      for (int i = 0; i < plan.exponent_bits; ++i)
        if (const auto driver = drivers.find(bit_name(name, i)); driver != drivers.end())
          found.push_back(driver->second);
      if (std::ssize(found) != plan.exponent_bits) continue;
      largest_[stage].push_back({exponent_of_sum(s), {}, {}});
      drivers_[stage].push_back(std::move(found));
    }
}

void UnitLogic::import(const AigerFile& logic, const NamedBits& driven) {
  std::vector<Literal> computed{kFalse};
  const auto of = [](const std::vector<Literal>& from, Literal x) { return from[x / 2] ^ (x & 1); };
  for (const std::string& name : logic.inputs) {
    const auto known = driven.find(name);
    computed.push_back(known != driven.end() ? known->second : fresh(name)[0]);
    imported_[name] = computed.back();
  }
  std::vector<Literal> literal = computed;
  std::map<std::uint32_t, Literal> free;  // what stands for a gate of the file
  for (const auto& of_stage : drivers_)
    for (const Literals& word : of_stage)
      for (const Literal driver : word)
        if (driver / 2 > logic.inputs.size() && !free.contains(driver / 2))
          free[driver / 2] = fresh(fmt::format("largest_{}", free.size()))[0];
  for (const AndGraph::Gate& gate : logic.gates) {
    computed.push_back(gates_.both(of(literal, gate.x), of(literal, gate.y)));
    const auto found = free.find(static_cast<std::uint32_t>(literal.size()));
    literal.push_back(found != free.end() ? found->second : computed.back());
  }
  for (std::size_t stage = 0; stage < stages_.size(); ++stage)
    for (std::size_t s = 0; s < drivers_[stage].size(); ++s)
      for (const Literal driver : drivers_[stage][s]) {
        largest_[stage][s].free.push_back(of(literal, driver));
        largest_[stage][s].computed.push_back(of(computed, driver));
      }
  for (const NamedLiteral& output : logic.outputs)
    outputs_[output.name] = of(literal, output.literal);
}

void UnitLogic::take_stage(const Plan& plan, std::size_t stage) {
  const SymbolicStage& of = stages_[stage];
  GivenBits read = read_[stage];
  const std::vector<Literals> computed = bits_of_words(gates_, of.graph, read);
  for (const std::string& name : largest_exponents(plan, stage)) {
    const auto field = std::ranges::find(of.out, name, &SymbolicField::name);
    const Literals& bits = computed[static_cast<std::size_t>(field->node)];
    largest_[stage].push_back({field->name, fresh(of.name + "." + field->name, field->width),
                               resized(bits, field->width)});
    read[field->node] = largest_[stage].back().free;
  }
  const std::vector<Literals> bits = bits_of_words(gates_, of.graph, read);
  Payload& payload = given_.emplace_back();
  for (const SymbolicField& field : of.out)
    payload.push_back(resized(bits[static_cast<std::size_t>(field.node)], field.width));
}

}  // namespace mmasc::proof
