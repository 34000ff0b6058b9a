// SPDX-License-Identifier: Apache-2.0
#include "probes/bench.h"

#include <algorithm>

#include "arith/sparsity.h"

namespace mmasc::probes {
namespace {

struct Split {
  std::uint64_t a = 0, b = 0;
};

// Two numbers whose exponents add up: both normal where that can be, else as few subnormals as
// possible.
std::optional<Split> split(const Format& a, const Format& b, Power power) {
  const auto with = [&](int exponent) -> std::optional<Split> {
    const bool in_a = power.negative && a.is_signed();
    const auto first = write_number(a, exponent, power.a, in_a);
    const auto second =
        write_number(b, power.exponent - exponent, power.b, power.negative && !in_a);
    if (!first || !second) return std::nullopt;
    return Split{*first, *second};
  };
  const int low = std::max(a.least_exponent(), power.exponent - b.greatest_exponent());
  const int high = std::min(a.greatest_exponent(), power.exponent - b.least_exponent());
  if (low <= high) {
    if (const auto found = with(std::clamp(power.exponent / 2, low, high))) return found;
    for (int exponent = low; exponent <= high; ++exponent)
      if (const auto found = with(exponent)) return found;
  }
  for (int exponent = a.least_exponent(); exponent >= smallest_exponent(a); --exponent)
    if (const auto found = with(exponent)) return found;
  return std::nullopt;
}

}  // namespace

Case as_taken(const VectorFormats& formats, Case row) {
  if (!formats.sparsity || !row.metadata.empty()) return row;
  const auto& [keep, of, together] = *formats.sparsity;
  for (int i = 0; i < formats.metadata(); ++i)
    row.metadata.push_back(static_cast<std::uint64_t>(of - keep + i % keep));
  std::vector<std::uint64_t> b(at(formats.k), formats.b->storage_mask());
  for (std::size_t i = 0; i < row.b.size(); ++i)
    b[selected_place(*formats.sparsity, row.metadata, i)] = row.b[i];
  row.b = std::move(b);
  return row;
}

std::vector<Place> Bench::products() const {
  std::vector<Place> places;
  const int step = by_block() ? formats_.scale->block : 1;
  for (int i = 0; i < formats_.products(); i += step) places.push_back(i);
  return places;
}

Case Bench::zeros() const {
  Case row;
  row.a.assign(at(formats_.products()), 0);
  row.b.assign(at(formats_.products()), 0);
  if (formats_.scale) {
    const std::uint64_t one = near_one(*formats_.scale->format);
    row.sa.assign(at(formats_.scales()), one);
    row.sb.assign(at(formats_.scales()), one);
  }
  row.random.assign(formats_.random.size(), 0);
  return row;
}

bool Bench::set_elements(Case& row, int i, Power power) const {
  const auto both = split(*formats_.a, *formats_.b, power);
  if (!both) return false;
  row.a[at(i)] = both->a;
  row.b[at(i)] = both->b;
  return true;
}

bool Bench::set(Case& row, Place place, Power power) const {
  if (place == kC) {
    const auto bits = write_number(c_format(), power.exponent, power.a, power.negative);
    if (bits) row.c = *bits;
    return bits.has_value();
  }
  if (!by_block()) return set_elements(row, place, power);
  // The scales take what they can: an element is then 1 wherever possible.
  const Format& scale = *formats_.scale->format;
  const int scaled =
      std::clamp(power.exponent, 2 * smallest_exponent(scale), 2 * scale.greatest_exponent());
  const auto scales = split(scale, scale, {.exponent = scaled});
  if (!scales) return false;
  const int block = place / formats_.scale->block;
  row.sa[at(block)] = scales->a;
  row.sb[at(block)] = scales->b;
  power.exponent -= scaled;
  return set_elements(row, place, power);
}

bool Bench::set_scales(Case& row, int exponent) const {
  if (!formats_.scale) return exponent == 0;
  const Format& scale = *formats_.scale->format;
  const auto scales = split(scale, scale, {.exponent = exponent});
  if (!scales) return false;
  row.sa.assign(row.sa.size(), scales->a);
  row.sb.assign(row.sb.size(), scales->b);
  return true;
}

bool Bench::set_zero(Case& row, Place place, bool negative) const {
  if (place == kC) {
    row.c = zero_bits(c_format(), negative);
    return !negative || c_format().has_minus_zero();
  }
  // 0 * -1: a negative zero for formats without -0, too.
  const bool in_b = negative && formats_.b->is_signed();
  row.a[at(place)] = zero_bits(*formats_.a, negative && !in_b);
  row.b[at(place)] = near_one(*formats_.b, in_b);
  return !negative || in_b || formats_.a->has_minus_zero();
}

int Bench::greatest(Place place) const {
  if (place == kC) return c_format().greatest_exponent();
  if (by_block()) return 2 * formats_.scale->format->greatest_exponent();
  return formats_.a->greatest_exponent() + formats_.b->greatest_exponent();
}

int Bench::least(Place place, bool normal) const {
  const auto of = [normal](const Format& format) {
    return normal ? format.least_exponent() : smallest_exponent(format);
  };
  if (place == kC) return of(c_format());
  const int elements = of(*formats_.a) + of(*formats_.b);
  return by_block() ? elements + 2 * of(*formats_.scale->format) : elements;
}

std::uint64_t Bench::run(const Case& row) const { return run({&row, 1}).front(); }

std::vector<std::uint64_t> Bench::run(std::span<const Case> rows) const {
  std::vector<std::uint64_t> a, b, c, sa, sb, random, metadata, d(rows.size());
  for (const Case& drawn : rows) {
    const Case row = as_taken(formats_, drawn);
    metadata.insert(metadata.end(), row.metadata.begin(), row.metadata.end());
    a.insert(a.end(), row.a.begin(), row.a.end());
    b.insert(b.end(), row.b.begin(), row.b.end());
    c.push_back(row.c);
    sa.insert(sa.end(), row.sa.begin(), row.sa.end());
    sb.insert(sb.end(), row.sb.begin(), row.sb.end());
    random.insert(random.end(), row.random.begin(), row.random.end());
  }
  engine_.dot({a, b, c, sa, sb, d, random, metadata});
  return d;
}

bool Bench::draws(const Case& row) const {
  if (row.random.empty()) return false;
  Case ones = row;
  for (std::size_t i = 0; i < ones.random.size(); ++i)
    ones.random[i] = (std::uint64_t{1} << formats_.random[i]) - 1;
  return run(ones) != run(row);
}

}  // namespace mmasc::probes
