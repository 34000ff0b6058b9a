// SPDX-License-Identifier: Apache-2.0
// Logic of AND gates and inversions, as AIGER files hold it. No gate stands twice, and what does
// not depend on an input is a constant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mmasc::proof {

// A gate's output, an input or a constant: twice its number, and one more where it is inverted.
using Literal = std::uint32_t;
inline constexpr Literal kFalse = 0, kTrue = 1;
constexpr Literal invert(Literal x) { return x ^ 1; }

using Literals = std::vector<Literal>;  // of a word, the lowest bit first

class AndGraph {
 public:
  struct Gate {
    Literal x = kFalse, y = kFalse;
  };

  // Inputs and gates have numbers from 1 on, in an order in which each comes after what it reads.
  Literal input();
  Literal both(Literal x, Literal y);
  Literal either(Literal x, Literal y) { return invert(both(invert(x), invert(y))); }
  Literal differ(Literal x, Literal y);
  Literal choose(Literal p, Literal x, Literal y);  // x where p holds

  std::size_t size() const { return gates_.size(); }  // with the constant, number 0
  int inputs() const { return inputs_; }
  bool is_input(std::uint32_t number) const { return is_input_[number]; }
  const Gate& gate(std::uint32_t number) const { return gates_[number]; }

 private:
  std::vector<Gate> gates_{1};
  std::vector<bool> is_input_{false};
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  int inputs_ = 0;
};

// Named bits of a word or of a port: "c[31]".
std::string bit_name(std::string_view word, int bit);

}  // namespace mmasc::proof
