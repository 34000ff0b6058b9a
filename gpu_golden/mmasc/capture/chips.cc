// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/chips.h"

#include <vector>

namespace mmasc {
namespace {

struct Chip {
  std::string_view architecture, name;
};

// Volta (sm_70) is not among them: CUDA 13 no longer compiles for it.
constexpr Chip kChips[] = {
    {"turing", "sm_75"},         {"ampere", "sm_80"},     {"ampere", "sm_86"},
    {"ampere", "sm_87"},         {"ada", "sm_89"},        {"hopper", "sm_90"},
    {"blackwell", "sm_100"},     {"blackwell", "sm_103"}, {"rtx_blackwell", "sm_120"},
    {"rtx_blackwell", "sm_121"}, {"cdna1", "gfx908"},     {"cdna2", "gfx90a"},
    {"cdna3", "gfx942"},         {"x86", "x86_64"},       {"arm", "aarch64"},
};

}  // namespace

std::string_view architecture_of(const Instruction& instruction) {
  const std::string_view id = instruction.id;
  return id.substr(0, id.find('/'));
}

std::string_view architecture_of_chip(std::string_view chip) {
  for (const Chip& known : kChips)
    if (known.name == chip) return known.architecture;
  return {};
}

std::string chips_of(std::string_view architecture) {
  std::vector<std::string_view> names;
  for (const Chip& chip : kChips)
    if (chip.architecture == architecture) names.push_back(chip.name);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " or ";
    text += names[i];
  }
  return text;
}

}  // namespace mmasc
