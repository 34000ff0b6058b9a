// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/cases.h"

#include <cstdint>
#include <map>

#include "mmasc/proof/cone.h"

namespace mmasc::proof {

Answer never_by_cases(AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit,
                      const Literals& word, const Limits& limits, ProvedClaims& proved) {
  std::map<std::uint32_t, bool> values;
  const auto asked = [&] {
    Answer answer = never(gates, inputs, with_values(gates, bit, values), limits, proved);
    for (std::size_t i = 0; i < answer.example.size(); ++i)
      if (const auto value = values.find(inputs[i].literal / 2); value != values.end())
        answer.example[i] = value->second;
    return answer;
  };
  for (std::size_t i = word.size(); i-- > 0;) {
    bool& leads = values[word[i] / 2] = true;
    Answer answer = asked();
    if (answer.outcome != Outcome::proved) return answer;
    leads = false;
  }
  return asked();
}

}  // namespace mmasc::proof
