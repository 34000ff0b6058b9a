// SPDX-License-Identifier: Apache-2.0
// A cell's function as liberty writes it, on 64 cases at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

// Over pins by name: ! and ' behind it negate, & * and a blank are AND, | and + OR, ^ is XOR, in
// the order of binding ' ! ^ & |; brackets; 0 and 1.
class GateFunction {
 public:
  // `pins` number the inputs. Throws InputError: another text, an unknown pin.
  GateFunction(std::string_view text, std::span<const std::string> pins);

  // Bit i of the result is of bit i of each input.
  std::uint64_t operator()(std::span<const std::uint64_t> inputs) const;

 private:
  friend class FunctionReader;
  enum class Operation : std::uint8_t { input, zero, one, invert, both, either, differ };
  struct Step {
    Operation operation;
    std::uint16_t input = 0;
  };
  std::vector<Step> steps_;  // in postfix order
};

}  // namespace mmasc
