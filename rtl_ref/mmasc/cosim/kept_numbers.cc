// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/kept_numbers.h"

#include <algorithm>

namespace mmasc {
namespace {

constexpr int kNumberWord = 64;

// A word of two's complement, with its sign from the place's top bit on where it has one.
std::uint64_t word_of(const BitPlace& place, int from, bool has_sign) {
  const std::uint64_t sign = has_sign && place.bit(place.width - 1) ? ~std::uint64_t{0} : 0;
  const int count = std::min(kNumberWord, place.width - from);
  if (count <= 0) return sign;
  const std::uint64_t word = place.word(from, count);
  return count == kNumberWord ? word : word | sign << count;
}

}  // namespace

BitPlace KeptNumbers::number_at(const BitPlace& place, NumberForm form) {
  if (form == NumberForm::plain) return place;
  BitPlace negated = place;
  if (form == NumberForm::sign_magnitude) --negated.width;
  const auto words = static_cast<std::size_t>((place.width + kNumberWord - 1) / kNumberWord);
  numbers_.push_back({negated, form, std::vector<std::uint64_t>(words)});
  const Number& number = numbers_.back();
  return {.base = number.words.data(),
          .low = 0,
          .width = place.width,
          .bytes = static_cast<int>(words * sizeof(std::uint64_t))};
}

void KeptNumbers::update() {
  for (auto& [negated, form, words] : numbers_) {
    const bool is_negated = negated.bit(negated.width);
    bool carry = is_negated;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto from = static_cast<int>(i) * kNumberWord;
      const std::uint64_t word = word_of(negated, from, form == NumberForm::sign_number);
      words[i] = (is_negated ? ~word : word) + carry;
      carry = carry && words[i] == 0;
    }
  }
}

}  // namespace mmasc
