// SPDX-License-Identifier: Apache-2.0
// Numbers that the RTL keeps with a sign are read in two's complement.
#include "mmasc/cosim/kept_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace mmasc {
namespace {

using Bytes = std::vector<unsigned char>;

// Bits as they are written, the highest first, from bit `low` on of an allocation of their own.
Bytes memory_of(const std::string& text, int low) {
  Bytes bytes(std::max<std::size_t>(8, (text.size() + static_cast<std::size_t>(low) + 7) / 8));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(low) + text.size() - 1 - i;
    if (text[i] == '1') bytes[at / 8] = static_cast<unsigned char>(bytes[at / 8] | 1 << at % 8);
  }
  return bytes;
}

std::string text_of(const BitPlace& place) {
  std::string text;
  for (int i = place.width; i-- > 0;) text += place.bit(i) ? '1' : '0';
  return text;
}

// As a number of `width` bits.
std::string read(const std::string& kept, NumberForm form, int width, int low = 3) {
  const Bytes memory = memory_of(kept, low);
  KeptNumbers numbers;
  const BitPlace number =
      numbers.number_at({memory.data(), low, width, static_cast<int>(memory.size())}, form);
  numbers.update();
  EXPECT_EQ(number.width, width);
  return text_of(number);
}

// A sign, then a magnitude or a number.
TEST(KeptNumbers, AreReadInTwosComplement) {
  using enum NumberForm;
  const struct {
    NumberForm form;
    const char *kept, *number;
  } kNumbers[] = {{plain, "10110", "10110"},        {sign_magnitude, "0011", "0011"},
                  {sign_magnitude, "1011", "1101"}, {sign_magnitude, "1000", "0000"},
                  {sign_magnitude, "1111", "1001"}, {sign_number, "01101", "1101"},
                  {sign_number, "11101", "0011"},   {sign_number, "10111", "1001"},
                  {sign_number, "10000", "0000"}};
  for (const auto& [form, kept, number] : kNumbers)
    EXPECT_EQ(read(kept, form, static_cast<int>(std::string(number).size())), number) << kept;
}

// A carry passes words of zeros; every bit above the last 1 is inverted, none below it.
TEST(KeptNumbers, OfSeveralWords) {
  for (const int width : {63, 64, 65, 128, 129, 200})
    for (int one = 0; one + 1 < width; one += 7)
      for (const int low : {0, 5, 64}) {
        const auto above = static_cast<std::size_t>(width - 1 - one);
        const std::string from_it = "1" + std::string(static_cast<std::size_t>(one), '0');
        const std::string number = std::string(above, '0') + from_it;
        const std::string negative = std::string(above, '1') + from_it;
        EXPECT_EQ(read("1" + number.substr(1), NumberForm::sign_magnitude, width, low), negative);
        EXPECT_EQ(read("1" + number, NumberForm::sign_number, width, low), negative);
        EXPECT_EQ(read("1" + negative, NumberForm::sign_number, width, low), number);
        EXPECT_EQ(read("0" + negative, NumberForm::sign_number, width, low), negative);
      }
}

// Until then they are what they were.
TEST(KeptNumbers, AreReadAtEachUpdate) {
  Bytes memory = memory_of("0011", 0);
  KeptNumbers numbers;
  const BitPlace number = numbers.number_at({memory.data(), 0, 4, 8}, NumberForm::sign_magnitude);
  EXPECT_EQ(text_of(number), "0000");
  numbers.update();
  EXPECT_EQ(text_of(number), "0011");
  memory[0] = 0b1011;
  EXPECT_EQ(text_of(number), "0011");
  numbers.update();
  EXPECT_EQ(text_of(number), "1101");
}

}  // namespace
}  // namespace mmasc
