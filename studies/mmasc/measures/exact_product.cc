// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/exact_product.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>

#include "mmasc/arith/convert.h"
#include "mmasc/batch/on_lines.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

using uint128 = unsigned __int128;

// significand * 2^exponent; the significand odd, or both 0.
struct Element {
  std::int64_t significand = 0;
  int exponent = 0;
};

Element normalized(std::int64_t significand, int exponent) {
  if (significand == 0) return {};
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(significand));
  return {significand >> zeros, exponent + zeros};
}

Element element_of(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  const auto magnitude = static_cast<std::int64_t>(term.significand);
  return normalized(term.negative ? -magnitude : magnitude,
                    static_cast<int>(term.exponent) - format.fraction_bits);
}

int width(std::int64_t significand) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::llabs(significand))));
}

Element product(const Element& x, const Element& scale) {
  if (width(x.significand) + width(scale.significand) > 62)
    throw InputError("elements and their scales have too many bits for a study");
  return normalized(x.significand * scale.significand, x.exponent + scale.exponent);
}

// A's rows or B's columns, their scales multiplied in, and what range they take.
struct Lines {
  std::int64_t lines = 0, length = 0;
  std::vector<Element> elements;
  int least = std::numeric_limits<int>::max();     // exponent of a last bit
  int greatest = std::numeric_limits<int>::min();  // beyond that of every first bit

  bool all_zero() const { return least > greatest; }
  int bits() const { return all_zero() ? 0 : greatest - least; }  // as fixed point, without a sign
  std::span<const Element> line(std::int64_t i) const {
    return std::span(elements).subspan(static_cast<std::size_t>(i * length),
                                       static_cast<std::size_t>(length));
  }
};

Lines lines_of(const InputSet& inputs, Operand operand, const Format& format, Operand scale,
               const InputFormats& formats) {
  const OwnedMatrix& matrix = inputs[operand];
  Lines lines{matrix.matrix().rows, matrix.matrix().columns, {}};
  lines.elements.reserve(static_cast<std::size_t>(lines.lines * lines.length));
  for (std::int64_t i = 0; i < lines.lines; ++i)
    for (std::int64_t k = 0; k < lines.length; ++k) {
      Element element = element_of(format, matrix.at(i, k));
      if (inputs.has(scale))
        element = product(element,
                          element_of(*formats.scale, inputs[scale].at(i, k / formats.scale_block)));
      lines.elements.push_back(element);
      if (element.significand == 0) continue;
      lines.least = std::min(lines.least, element.exponent);
      lines.greatest = std::max(lines.greatest, element.exponent + width(element.significand));
    }
  return lines;
}

// The sum of products and that of their magnitudes.
struct TwoSums {
  Dyadic sum, magnitudes;
};

// Elements in units of the least of their matrix. Both together leave room for all sums of Wide.
template <class Narrow, class Wide>
class FixedPoint {
 public:
  FixedPoint(const Lines& a, const Lines& b)
      : a_(fixed(a)), b_(fixed(b)), length_(a.length), unit_(a.least + b.least) {}

  TwoSums operator()(std::int64_t i, std::int64_t j) const {
    const Narrow* a = a_.data() + i * length_;
    const Narrow* b = b_.data() + j * length_;
    Wide sum = 0, magnitudes = 0;
    for (std::int64_t k = 0; k < length_; ++k) {
      const Wide product = static_cast<Wide>(a[k]) * b[k];
      sum += product;
      magnitudes += product < 0 ? -product : product;
    }
    return {{BigInt(int128{sum}), unit_}, {BigInt(int128{magnitudes}), unit_}};
  }

 private:
  static std::vector<Narrow> fixed(const Lines& lines) {
    std::vector<Narrow> numbers;
    numbers.reserve(lines.elements.size());
    for (const Element& element : lines.elements)
      numbers.push_back(
          element.significand == 0
              ? Narrow{0}
              : static_cast<Narrow>(element.significand << (element.exponent - lines.least)));
    return numbers;
  }

  std::vector<Narrow> a_, b_;
  std::int64_t length_;
  int unit_;
};

// A sum of magnitudes of any range.
class LongAccumulator {
 public:
  explicit LongAccumulator(int bits) : words_(static_cast<std::size_t>(bits) / kBits + 4) {}

  // Adds magnitude * 2^position, magnitude < 2^125.
  void add(uint128 magnitude, int position) {
    std::uint64_t* word = words_.data() + position / kBits;
    const int shift = position % kBits;
    const uint128 low = magnitude << shift;
    const uint128 high = magnitude >> (kBits - shift) >> kBits;
    uint128 sum = 0;  // its upper half is the carry
    const auto put = [&](uint128 added) {
      sum = (sum >> kBits) + *word + added;
      *word++ = static_cast<std::uint64_t>(sum);
    };
    put(static_cast<std::uint64_t>(low));
    put(low >> kBits);
    put(high);
    while (sum >> kBits != 0) put(0);
  }

  BigInt value() const { return BigInt(std::span<const std::uint64_t>(words_)); }

 private:
  static constexpr int kBits = 64;

  std::vector<std::uint64_t> words_;
};

class LongSums {
 public:
  LongSums(const Lines& a, const Lines& b)
      : a_(a), b_(b), unit_(a.least + b.least), zero_(a.bits() + b.bits()) {}

  TwoSums operator()(std::int64_t i, std::int64_t j) const {
    const auto a = a_.line(i), b = b_.line(j);
    LongAccumulator positive = zero_, negative = zero_;
    for (std::size_t k = 0; k < a.size(); ++k) {
      const int128 product = int128{a[k].significand} * b[k].significand;
      if (product == 0) continue;
      const auto magnitude = static_cast<uint128>(product < 0 ? -product : product);
      const int position = a[k].exponent + b[k].exponent - unit_;
      (product < 0 ? negative : positive).add(magnitude, position);
    }
    const BigInt above = positive.value(), below = negative.value();
    return {{above - below, unit_}, {above + below, unit_}};
  }

 private:
  const Lines &a_, &b_;
  int unit_;
  LongAccumulator zero_;
};

}  // namespace

ExactProduct::ExactProduct(const InputSet& inputs, const InputFormats& formats, int threads,
                           const std::function<void()>& tick)
    : rows_(inputs[Operand::a].matrix().rows), columns_(inputs[Operand::b].matrix().rows) {
  const Lines a = lines_of(inputs, Operand::a, *formats.a, Operand::sa, formats);
  const Lines b = lines_of(inputs, Operand::b, *formats.b, Operand::sb, formats);
  products_ = a.length;
  sums_.resize(static_cast<std::size_t>(rows_ * columns_));
  magnitudes_.resize(sums_.size());
  const auto add_up = [&](const auto& sums) {
    on_lines({rows_, columns_ * a.length, threads}, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        if (tick) tick();
        for (std::int64_t j = 0; j < columns_; ++j) {
          TwoSums both = sums(i, j);
          const Element c = element_of(*formats.c, inputs[Operand::c].at(i, j));
          const Dyadic added{BigInt(c.significand), c.exponent};
          const Dyadic magnitude{added.integer.abs(), c.exponent};
          sums_[at(i, j)] = c.significand == 0 ? std::move(both.sum) : both.sum + added;
          magnitudes_[at(i, j)] =
              c.significand == 0 ? std::move(both.magnitudes) : both.magnitudes + magnitude;
        }
      }
    });
  };
  const int count_bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(a.length)));
  const int bits = a.bits() + b.bits() + count_bits;
  if (a.all_zero() || b.all_zero())
    add_up([](std::int64_t, std::int64_t) { return TwoSums{}; });
  else if (a.bits() < 32 && b.bits() < 32 && bits < 64)
    add_up(FixedPoint<std::int32_t, std::int64_t>(a, b));
  else if (a.bits() < 64 && b.bits() < 64 && bits < 127)
    add_up(FixedPoint<std::int64_t, int128>(a, b));
  else
    add_up(LongSums(a, b));
}

std::int64_t ExactProduct::greatest_leading_exponent() const {
  std::optional<std::int64_t> greatest;
  for (const Dyadic& sum : magnitudes_) {
    if (sum.is_zero()) continue;
    const std::int64_t leading = sum.exponent + sum.integer.bit_length();
    greatest = std::max(greatest.value_or(leading), leading);
  }
  return greatest.value_or(0);
}

}  // namespace mmasc
