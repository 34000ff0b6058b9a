// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/big_int.h"

#include <algorithm>
#include <bit>

namespace mmasc {
namespace {

__extension__ typedef unsigned __int128 uint128;
constexpr int kBits = 64;  // of a limb

}  // namespace

BigInt BigInt::zeros(std::size_t limbs) {
  BigInt x;
  x.size_ = limbs;
  if (limbs > kSmall) x.large_.assign(limbs, 0);
  return x;
}

void BigInt::trim() {
  const std::uint64_t* limb = data();
  while (size_ > 0 && limb[size_ - 1] == 0) --size_;
  if (size_ == 0) negative_ = false;
}

BigInt::BigInt(int128 value) : negative_(value < 0), size_(2) {
  const uint128 magnitude = value < 0 ? -static_cast<uint128>(value) : static_cast<uint128>(value);
  small_[0] = static_cast<std::uint64_t>(magnitude);
  small_[1] = static_cast<std::uint64_t>(magnitude >> kBits);
  trim();
}

BigInt::BigInt(std::span<const std::uint64_t> limbs) : BigInt(zeros(limbs.size())) {
  std::ranges::copy(limbs, data());
  trim();
}

int BigInt::bit_length() const {
  return size_ == 0 ? 0
                    : static_cast<int>(size_ - 1) * kBits +
                          static_cast<int>(std::bit_width(limbs()[size_ - 1]));
}

int BigInt::trailing_zeros() const {
  for (std::size_t i = 0; i < size_; ++i)
    if (limbs()[i] != 0) return static_cast<int>(i) * kBits + std::countr_zero(limbs()[i]);
  return 0;
}

bool BigInt::bit(int position) const {
  return (limb(static_cast<std::size_t>(position / kBits)) >> (position % kBits) & 1) != 0;
}

BigInt BigInt::low_bits(int count) const {
  BigInt low = abs();
  const auto whole = static_cast<std::size_t>(count / kBits);
  if (whole >= low.size_) return low;
  low.data()[whole] &= (std::uint64_t{1} << (count % kBits)) - 1;
  std::fill(low.data() + whole + 1, low.data() + low.size_, 0);
  low.trim();
  return low;
}

BigInt BigInt::abs() const {
  BigInt magnitude = *this;
  magnitude.negative_ = false;
  return magnitude;
}

std::string BigInt::hex() const {
  std::string digits;
  for (int i = std::max(0, bit_length() - 1) / 4; i >= 0; --i)
    digits += "0123456789abcdef"[limb(static_cast<std::size_t>(i / 16)) >> (i % 16 * 4) & 15];
  return digits;
}

std::strong_ordering BigInt::compare_magnitudes(const BigInt& x, const BigInt& y) {
  if (x.size_ != y.size_) return x.size_ <=> y.size_;
  for (std::size_t i = x.size_; i-- > 0;)
    if (x.limbs()[i] != y.limbs()[i]) return x.limbs()[i] <=> y.limbs()[i];
  return std::strong_ordering::equal;
}

std::strong_ordering operator<=>(const BigInt& x, const BigInt& y) {
  if (x.negative_ != y.negative_)
    return x.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  return x.negative_ ? BigInt::compare_magnitudes(y, x) : BigInt::compare_magnitudes(x, y);
}

BigInt BigInt::sum_of_magnitudes(const BigInt& x, const BigInt& y) {
  BigInt sum = zeros(std::max(x.size_, y.size_) + 1);
  uint128 carry = 0;
  for (std::size_t i = 0; i < sum.size_; ++i) {
    carry += uint128{x.limb(i)} + y.limb(i);
    sum.data()[i] = static_cast<std::uint64_t>(carry);
    carry >>= kBits;
  }
  sum.trim();
  return sum;
}

BigInt BigInt::difference_of_magnitudes(const BigInt& larger, const BigInt& smaller) {
  BigInt difference = zeros(larger.size_);
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < larger.size_; ++i) {
    const uint128 taken = uint128{smaller.limb(i)} + borrow;
    borrow = larger.limb(i) < taken;
    difference.data()[i] = larger.limb(i) - static_cast<std::uint64_t>(taken);
  }
  difference.trim();
  return difference;
}

BigInt operator+(const BigInt& x, const BigInt& y) {
  const auto order = BigInt::compare_magnitudes(x, y);
  BigInt sum = x.negative_ == y.negative_ ? BigInt::sum_of_magnitudes(x, y)
               : order < 0                ? BigInt::difference_of_magnitudes(y, x)
                                          : BigInt::difference_of_magnitudes(x, y);
  sum.negative_ = !sum.is_zero() && (order < 0 ? y.negative_ : x.negative_);
  return sum;
}

BigInt operator-(BigInt x) {
  x.negative_ = !x.negative_ && !x.is_zero();
  return x;
}

BigInt operator*(const BigInt& x, const BigInt& y) {
  BigInt product = BigInt::zeros(x.size_ + y.size_);
  for (std::size_t i = 0; i < x.size_; ++i) {
    uint128 carry = 0;
    for (std::size_t j = 0; j <= y.size_; ++j) {
      carry += uint128{x.limb(i)} * y.limb(j) + product.data()[i + j];
      product.data()[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= kBits;
    }
  }
  product.negative_ = x.negative_ != y.negative_;
  product.trim();
  return product;
}

BigInt operator<<(const BigInt& x, int n) {
  const auto whole = static_cast<std::size_t>(n / kBits);
  const int rest = n % kBits;
  BigInt shifted = BigInt::zeros(x.size_ + whole + 1);
  for (std::size_t i = 0; i <= x.size_; ++i) {
    const std::uint64_t below = i > 0 ? x.limb(i - 1) : 0;
    shifted.data()[i + whole] = x.limb(i) << rest | (rest > 0 ? below >> (kBits - rest) : 0);
  }
  shifted.negative_ = x.negative_;
  shifted.trim();
  return shifted;
}

BigInt operator>>(const BigInt& x, int n) {
  const auto whole = static_cast<std::size_t>(n / kBits);
  const int rest = n % kBits;
  if (whole >= x.size_) return {};
  BigInt shifted = BigInt::zeros(x.size_ - whole);
  for (std::size_t i = 0; i < shifted.size_; ++i)
    shifted.data()[i] =
        x.limb(i + whole) >> rest | (rest > 0 ? x.limb(i + whole + 1) << (kBits - rest) : 0);
  shifted.negative_ = x.negative_;
  shifted.trim();
  return shifted;
}

}  // namespace mmasc
