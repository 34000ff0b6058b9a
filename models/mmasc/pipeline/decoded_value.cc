// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/decoded_value.h"

#include <cmath>
#include <limits>
#include <map>

#include "mmasc/specification/term.h"

namespace mmasc {
namespace {

using Field = DecodedValue::Field;

class Fields {
 public:
  Fields(const Plan& plan, const StagePlan& stage) {
    int low = 0;
    for (const PayloadField& field : payload_fields(plan, stage)) {
      fields_[field.name] = {low, field.width};
      low += field.width;
    }
  }
  Field operator[](const std::string& name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? Field{} : found->second;
  }

 private:
  std::map<std::string, Field> fields_;
};

DecodedValue term_value(const Fields& fields, const std::string& name, const TermWidths& widths) {
  DecodedValue value;
  value.kind = DecodedValue::Kind::term;
  value.name = name;
  value.bits = fields[name + ".significand"];
  value.exponent = fields[name + ".exponent"];
  value.negative = fields[name + ".negative"];
  value.nan = fields[name + ".nan"];
  value.infinite = fields[name + ".infinite"];
  value.fraction_bits = widths.fraction_bits;
  return value;
}

DecodedValue addend_value(const Fields& fields, int addend, int s, const SumPlan& sum) {
  const std::string of = "sum_" + std::to_string(s);
  DecodedValue value;
  value.kind = DecodedValue::Kind::addend;
  value.name = "addend_" + std::to_string(addend);
  value.bits = fields[value.name];
  value.exponent = fields[of + ".exponent"];
  value.nan = fields[of + ".nan"];
  value.infinite = fields[of + ".infinite"];
  value.negative_infinity = fields[of + ".negative_infinity"];
  value.fraction_bits = sum.fraction_bits;
  return value;
}

std::vector<DecodedValue> values_of_addends(const Plan& plan, const StagePlan& stage,
                                            const Fields& fields) {
  std::vector<DecodedValue> values;
  const LevelPlan& level = plan.levels[stage.level];
  const int levels_done = stage.kind == StageKind::aligner ? 0 : stage.tree_level + 1;
  int first = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, plan.adder_radix, levels_done);
    for (int i = first; i < first + count; ++i) values.push_back(addend_value(fields, i, s, sum));
    first += count;
  }
  const SlotWidths slots = slot_widths(plan, stage.level);
  for (int i = 0; i < level.bypass.size(); ++i)
    values.push_back(term_value(fields, "bypass_" + std::to_string(i), slots[level.bypass[i]]));
  return values;
}

bool is_set(const Field& field, const PackedBits& payload) {
  return field.width > 0 && payload.bit(field.low);
}

double magnitude_of(const Field& field, const PackedBits& payload) {
  constexpr int kPart = 32;
  double sum = 0;
  for (int low = 0; low < field.width; low += kPart) {
    const auto part = payload.word(field.low + low, std::min(kPart, field.width - low));
    sum += std::ldexp(static_cast<double>(part), low);
  }
  return sum;
}

// Two's complement; of a narrow negative number no bit is lost in a difference.
double signed_of(const Field& field, const PackedBits& payload) {
  if (field.width == 0) return 0;
  if (!payload.bit(field.low + field.width - 1)) return magnitude_of(field, payload);
  constexpr int kPart = 32;
  double sum = 1;  // of the inverted bits
  for (int low = 0; low < field.width; low += kPart) {
    const int width = std::min(kPart, field.width - low);
    const std::uint64_t part =
        ~payload.word(field.low + low, width) & ((std::uint64_t{1} << width) - 1);
    sum += std::ldexp(static_cast<double>(part), low);
  }
  return -sum;
}

double element_value(const Format& format, std::uint64_t bits) {
  const ExactTerm term = decode_exactly(format, Flush::none, bits);
  const double sign = term.negative ? -1 : 1;
  if (term.nan) return std::numeric_limits<double>::quiet_NaN();
  if (term.infinite) return sign * std::numeric_limits<double>::infinity();
  return sign * std::ldexp(static_cast<double>(term.significand.low_limb()),
                           term.exponent - term.fraction_bits);
}

}  // namespace

std::vector<DecodedValue> decoded_values(const Plan& plan, const StagePlan& stage) {
  const Fields fields(plan, stage);
  if (stage.last) {
    DecodedValue value;
    value.kind = DecodedValue::Kind::element;
    value.name = "d";
    value.bits = fields["d"];
    value.format = plan.d;
    return {value};
  }
  if (stage.kind == StageKind::aligner ||
      (stage.kind == StageKind::adder_tree && !stage.last_tree_level))
    return values_of_addends(plan, stage, fields);
  std::vector<DecodedValue> values;
  const SlotWidths slots = slot_widths_after(plan, stage);
  for (int i = 0; i < slots.size(); ++i)
    values.push_back(term_value(fields, "term_" + std::to_string(i), slots[i]));
  return values;
}

double value_of(const DecodedValue& value, const PackedBits& payload) {
  if (payload.empty()) return 0;
  if (value.kind == DecodedValue::Kind::element)
    return element_value(value.format, payload.word(value.bits.low, value.bits.width));
  if (is_set(value.nan, payload)) return std::numeric_limits<double>::quiet_NaN();
  const bool is_addend = value.kind == DecodedValue::Kind::addend;
  const double sign =
      is_set(is_addend ? value.negative_infinity : value.negative, payload) ? -1 : 1;
  if (is_set(value.infinite, payload)) return sign * std::numeric_limits<double>::infinity();
  const int exponent = static_cast<int>(signed_of(value.exponent, payload)) - value.fraction_bits;
  return is_addend ? std::ldexp(signed_of(value.bits, payload), exponent)
                   : sign * std::ldexp(magnitude_of(value.bits, payload), exponent);
}

}  // namespace mmasc
