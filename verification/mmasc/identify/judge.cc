// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/judge.h"

#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/validate.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::identify {

std::optional<Sequence> sequence_of(const Unit& unit) {
  try {
    validate(unit);
    return Sequence(unit);
  } catch (const RowError&) {
    return std::nullopt;
  }
}

std::vector<const Case*> some_of(const std::vector<const Case*>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<const Case*> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

bool Judge::gives(const Sequence& sequence, const Case& row) const {
  return same_bits(sequence.unit().d(), evaluate(sequence, operands_of(row)), row.d(),
                   !sequence.unit().datapath.result.nan);
}

std::optional<Judged> Judge::judge(const Unit& unit, std::size_t most) const {
  const auto sequence = sequence_of(unit);
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
  const auto sequence = sequence_of(unit);
  if (!sequence) return std::nullopt;
  std::size_t count = 0;
  for (const Case* row : rows) count += gives(*sequence, *row) ? 1 : 0;
  return count;
}

}  // namespace mmasc::identify
