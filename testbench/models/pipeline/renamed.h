// SPDX-License-Identifier: Apache-2.0
// A unit under other names.
#pragma once

#include <map>
#include <string>

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

inline std::string random_word(Random& random) {
  std::string word;
  for (int length = random.between(3, 9); length > 0; --length)
    word += static_cast<char>('a' + random.below(26));
  return word + std::to_string(random.below(1000));  // no field's name ends so
}

// Every name and text of the row becomes random words; sums keep referring to one another.
inline Unit renamed(Unit unit, std::uint64_t seed) {
  Random random(seed);
  auto& instruction = unit.instruction;
  instruction.id = random_word(random) + "/" + random_word(random);
  instruction.mnemonic = random_word(random);
  instruction.sass = random_word(random);
  instruction.note = random_word(random);
  instruction.datapath = unit.datapath.name = random_word(random);
  instruction.structure = unit.structure.name = random_word(random);
  instruction.evidence.clear();
  std::map<std::string, std::string> words{{"products", "products"}, {"c", "c"}};
  for (SumRow& sum : unit.datapath.sums) {
    for (TermRow& term : sum.terms) term.from = words.at(term.from);
    sum.name = words[sum.name] = random_word(random);
  }
  return unit;
}

}  // namespace mmasc
