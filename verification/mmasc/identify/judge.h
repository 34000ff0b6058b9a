// SPDX-License-Identifier: Apache-2.0
// Rows before the answers of a black box.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/identify/asked.h"

namespace mmasc::identify {

// A row with what it gets wrong.
struct Judged {
  Unit unit;
  std::vector<const Case*> wrong;
};

class Judge {
 public:
  explicit Judge(const Asked& asked);

  // All that products and c reach over, twice: wider words are no plan that is worth a try.
  bool is_too_wide(const Sequence& sequence) const;
  // NaN-ness alone counts where the row does not say the word of NaN, or where no answer does.
  bool gives(const Sequence& sequence, const Case& row) const;
  const std::deque<Case>& answers() const { return asked_.answers(); }
  // All that it gets wrong, up to `most`; nullopt where it is wrong more often, or has no plan that
  // is worth a try: of words more than twice as wide as all that products and c reach over.
  std::optional<Judged> judge(const Unit& unit, std::size_t most = SIZE_MAX) const;
  // How many of these rows it gives; nullopt where it has no such plan.
  std::optional<std::size_t> given(const Unit& unit, const std::vector<const Case*>& rows) const;

 private:
  std::optional<Sequence> sequence_worth_trying(const Unit& unit) const;

  const Asked& asked_;
  int most_bits_;
};

// A program of the unit, where there is one.
std::optional<Sequence> sequence_of(const Unit& unit);
// Of the widest sum of its steps.
int bits_of(const Sequence& sequence);
// An evaluation takes about so many words of terms.
std::uint64_t work_of(const Sequence& sequence);

}  // namespace mmasc::identify
