// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/judge.h"

#include <algorithm>

#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/validate.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::identify {
namespace {

// From the greatest product or c down to the last bit of the least.
int bits_of_operands(const Unit& unit) {
  constexpr int kOfIntegers = 320;
  const auto least = [](const Format& format) {
    return format.least_exponent() - format.fraction_bits;
  };
  const Format &a = unit.a(), &b = unit.b(), &c = unit.c();
  int greatest =
      std::max(a.greatest_exponent() + b.greatest_exponent() + 2, c.greatest_exponent() + 1);
  int last = std::min(least(a) + least(b), least(c));
  const OperandLayout layout = layout_but_random(unit);
  for (const Operand scale : kScales)
    if (const Format* format = layout.format[scale]) {
      greatest += format->greatest_exponent();
      last += least(*format);
    }
  return std::max(kOfIntegers, greatest - last);
}

}  // namespace

std::optional<Sequence> sequence_of(const Unit& unit) {
  try {
    validate(unit);
    return Sequence(unit);
  } catch (const RowError&) {
    return std::nullopt;
  }
}

int bits_of(const Sequence& sequence) { return bits_of_widest_sum(sequence.plan()); }

std::uint64_t work_of(const Sequence& sequence) {
  return static_cast<std::uint64_t>((sequence.unit().products() + 8) *
                                    (1 + bits_of(sequence) / 32));
}

Judge::Judge(const Asked& asked) : asked_(asked), most_bits_(2 * bits_of_operands(asked.unit())) {}

std::optional<Sequence> Judge::sequence_worth_trying(const Unit& unit) const {
  auto sequence = sequence_of(unit);
  if (sequence && is_too_wide(*sequence)) sequence.reset();
  return sequence;
}

bool Judge::is_too_wide(const Sequence& sequence) const { return bits_of(sequence) > most_bits_; }

bool Judge::gives(const Sequence& sequence, const Case& row) const {
  return same_bits(sequence.unit().d(), evaluate(sequence, operands_of(row)), row.d(),
                   !sequence.unit().datapath.result.nan || !asked_.tells_nan_words);
}

std::optional<Judged> Judge::judge(const Unit& unit, std::size_t most) const {
  const auto sequence = sequence_worth_trying(unit);
  if (!sequence) return std::nullopt;
  Judged judged{unit, {}};
  for (const Case& row : asked_.answers()) {
    if (gives(*sequence, row)) continue;
    judged.wrong.push_back(&row);
    if (judged.wrong.size() > most) return std::nullopt;
  }
  return judged;
}

std::optional<std::size_t> Judge::given(const Unit& unit,
                                        const std::vector<const Case*>& rows) const {
  const auto sequence = sequence_worth_trying(unit);
  if (!sequence) return std::nullopt;
  std::size_t count = 0;
  for (const Case* row : rows) count += gives(*sequence, *row) ? 1 : 0;
  return count;
}

}  // namespace mmasc::identify
