// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_helpers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <vector>

namespace mmasc {
namespace {

struct Helper {
  std::string_view name;
  std::vector<std::string_view> calls;
  std::string_view text;  // NAME_ stands for the unit's name, W for the type of wide words
};

// In an order in which none calls a later one.
const std::vector<Helper>& helpers() {
  static const std::vector<Helper> kHelpers{
      {"length", {}, R"(/* The place behind the highest bit that is set; 0: none is. */
static uint32_t NAME_length(uint64_t x) {
  uint32_t length = 0;
  uint32_t step;
  for (step = 32; step > 0; step /= 2) {
    if (x >> step != 0) {
      x >>= step;
      length += step;
    }
  }
  return length + (uint32_t)x;
}
)"},
      {"low",
       {},
       R"(static uint32_t NAME_low(uint64_t x) {
  return (uint32_t)(x & UINT64_C(0xffffffff));
}
)"},
      {"less", {}, R"(/* Of two's complement: signs turned round, the order is that of the bits. */
static int NAME_less(uint32_t x, uint32_t y) {
  return (x ^ UINT32_C(0x80000000)) < (y ^ UINT32_C(0x80000000));
}
)"},
      {"less64", {}, R"(static int NAME_less64(uint64_t x, uint64_t y) {
  return (x ^ UINT64_C(0x8000000000000000)) < (y ^ UINT64_C(0x8000000000000000));
}
)"},
      {"extended", {}, R"(/* The same number in two's complement of 64 bits. */
static uint64_t NAME_extended(uint32_t x) {
  return ((uint64_t)x ^ UINT64_C(0x80000000)) - UINT64_C(0x80000000);
}
)"},
      {"wide_of", {"low"}, R"(static W NAME_wide_of(uint64_t x) {
  W z = {{0}};
  z.limb[0] = NAME_low(x);
  z.limb[1] = (uint32_t)(x >> 32);
  return z;
}
)"},
      {"wide_of_signed", {"low"}, R"(static W NAME_wide_of_signed(uint64_t x) {
  W z;
  int i;
  z.limb[0] = NAME_low(x);
  z.limb[1] = (uint32_t)(x >> 32);
  for (i = 2; i < NAME_LIMBS; ++i) z.limb[i] = (uint32_t)0 - (uint32_t)(x >> 63);
  return z;
}
)"},
      {"wide_low", {}, R"(static uint64_t NAME_wide_low(W x) {
  return ((uint64_t)x.limb[1] << 32) | x.limb[0];
}
)"},
      {"wide_add", {"low"}, R"(static W NAME_wide_add(W x, W y) {
  W z;
  uint64_t sum = 0;
  int i;
  for (i = 0; i < NAME_LIMBS; ++i) {
    sum = (uint64_t)x.limb[i] + y.limb[i] + (sum >> 32);
    z.limb[i] = NAME_low(sum);
  }
  return z;
}
)"},
      {"wide_sub", {"low"}, R"(static W NAME_wide_sub(W x, W y) {
  W z;
  uint64_t difference = 0;
  int i;
  for (i = 0; i < NAME_LIMBS; ++i) {
    difference = (uint64_t)x.limb[i] - y.limb[i] - (difference >> 63);
    z.limb[i] = NAME_low(difference);
  }
  return z;
}
)"},
      {"wide_product", {"low"}, R"(static W NAME_wide_product(uint64_t x, uint64_t y) {
  const uint64_t mask = UINT64_C(0xffffffff);
  const uint64_t low = (x & mask) * (y & mask);
  const uint64_t middle = (x >> 32) * (y & mask) + (low >> 32);
  const uint64_t other = (x & mask) * (y >> 32) + (middle & mask);
  const uint64_t high = (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
  W z = {{0}};
  z.limb[0] = NAME_low(low);
  z.limb[1] = NAME_low(other);
  z.limb[2] = NAME_low(high);
  z.limb[3] = (uint32_t)(high >> 32);
  return z;
}
)"},
      {"wide_mul", {"low"}, R"(static W NAME_wide_mul(W x, W y) {
  W z = {{0}};
  int i, j;
  for (i = 0; i < NAME_LIMBS; ++i) {
    uint64_t sum = 0;
    for (j = 0; j < NAME_LIMBS - i; ++j) {
      sum = (uint64_t)x.limb[i] * y.limb[j] + z.limb[i + j] + (sum >> 32);
      z.limb[i + j] = NAME_low(sum);
    }
  }
  return z;
}
)"},
      {"wide_left", {"low"}, R"(static W NAME_wide_left(W x, uint32_t n) {
  W z = {{0}};
  uint32_t i;
  for (i = 0; i < NAME_LIMBS; ++i) {
    if (i >= n / 32) {
      const uint32_t from = i - n / 32;
      const uint64_t pair = ((uint64_t)x.limb[from] << 32) | (from > 0 ? x.limb[from - 1] : 0);
      z.limb[i] = NAME_low(pair >> (32 - n % 32));
    }
  }
  return z;
}
)"},
      {"wide_right", {"low"}, R"(/* Of a word that is not negative. */
static W NAME_wide_right(W x, uint32_t n) {
  W z = {{0}};
  uint32_t i;
  for (i = 0; i < NAME_LIMBS; ++i) {
    if (n / 32 < NAME_LIMBS - i) {
      const uint32_t from = i + n / 32;
      const uint64_t above = from + 1 < NAME_LIMBS ? x.limb[from + 1] : 0;
      z.limb[i] = NAME_low(((above << 32) | x.limb[from]) >> (n % 32));
    }
  }
  return z;
}
)"},
      {"wide_field", {"wide_right"}, R"(/* `count` bits from `low` on. */
static W NAME_wide_field(W x, uint32_t low, uint32_t count) {
  W z = NAME_wide_right(x, low);
  uint32_t i;
  for (i = 0; i < NAME_LIMBS; ++i) {
    if (i >= count / 32)
      z.limb[i] &= i > count / 32 ? 0 : ((uint32_t)1 << (count % 32)) - 1;
  }
  return z;
}
)"},
      {"wide_bits", {}, R"(/* 64 bits from `low` on. */
static uint64_t NAME_wide_bits(W x, uint32_t low) {
  const uint32_t from = low / 32;
  uint64_t limb[3] = {0, 0, 0};
  uint32_t i;
  for (i = 0; i < 3; ++i)
    if (from + i < NAME_LIMBS) limb[i] = x.limb[from + i];
  return (((limb[1] << 32) | limb[0]) >> (low % 32)) | ((limb[2] << 32) << (32 - low % 32));
}
)"},
      {"wide_length", {"length"}, R"(static uint32_t NAME_wide_length(W x) {
  uint32_t length = 0;
  uint32_t i;
  for (i = 0; i < NAME_LIMBS; ++i)
    if (x.limb[i] != 0) length = 32 * i + NAME_length(x.limb[i]);
  return length;
}
)"},
      {"wide_less", {}, R"(static int NAME_wide_less(W x, W y) {
  int less = 0;
  int i;
  x.limb[NAME_LIMBS - 1] ^= UINT32_C(0x80000000);
  y.limb[NAME_LIMBS - 1] ^= UINT32_C(0x80000000);
  for (i = 0; i < NAME_LIMBS; ++i)
    if (x.limb[i] != y.limb[i]) less = x.limb[i] < y.limb[i];
  return less;
}
)"},
      {"wide_equal", {}, R"(static int NAME_wide_equal(W x, W y) {
  uint32_t differ = 0;
  int i;
  for (i = 0; i < NAME_LIMBS; ++i) differ |= x.limb[i] ^ y.limb[i];
  return differ == 0;
}
)"},
      {"wide_extended", {}, R"(/* The word of so many bits in two's complement. */
static W NAME_wide_extended(W x, uint32_t bits) {
  const uint32_t negative = (x.limb[(bits - 1) / 32] >> ((bits - 1) % 32)) & 1;
  uint32_t i;
  for (i = 0; i < NAME_LIMBS; ++i) {
    if (negative != 0 && i >= bits / 32)
      x.limb[i] |= i > bits / 32 ? UINT32_C(0xffffffff) : UINT32_C(0xffffffff) << (bits % 32);
  }
  return x;
}
)"},
  };
  return kHelpers;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string CHelpers::use(const std::string& helper) {
  const auto row = std::ranges::find(helpers(), std::string_view(helper), &Helper::name);
  assert(row != helpers().end());
  used_.insert(helper);
  for (const std::string_view called : row->calls) use(std::string(called));
  return name_ + "_" + helper;
}

std::string CHelpers::wide_type(int bits) {
  wide_bits_ = std::max(wide_bits_, bits);
  return fmt::format("struct {}_wide", name_);
}

std::string CHelpers::declare_wide() const {
  if (!has_wide()) return "";
  return fmt::format(
      "/* A word of more than 64 bits in two's complement, the lowest limb first. */\n"
      "#define {0}_LIMBS {1}\n"
      "struct {0}_wide {{\n"
      "  uint32_t limb[{0}_LIMBS];\n"
      "}};\n\n",
      name_, std::max(4, (wide_bits_ + 31) / 32));
}

std::string CHelpers::text() const {
  std::string all;
  for (const Helper& helper : helpers()) {
    if (!used_.contains(std::string(helper.name))) continue;
    std::string text(helper.text);
    replace_all(text, "NAME", name_);
    replace_all(text, "W ", fmt::format("struct {}_wide ", name_));
    all += text + "\n";
  }
  return all;
}

}  // namespace mmasc
