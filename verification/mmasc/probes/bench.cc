// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/arith/sparsity.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/vectors/answers.h"

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

Case as_taken(const OperandLayout& formats, Case row) {
  if (!formats.sparsity || !row[Operand::metadata].empty()) return row;
  const auto& [keep, of, together] = *formats.sparsity;
  for (int i = 0; i < formats[Operand::metadata].count; ++i)
    row[Operand::metadata].push_back(static_cast<std::uint64_t>(of - keep + i % keep));
  std::vector<std::uint64_t> b(at(formats.k), formats.format[Operand::b]->storage_mask());
  for (std::size_t i = 0; i < row[Operand::b].size(); ++i)
    b[selected_place(*formats.sparsity, row[Operand::metadata], i)] = row[Operand::b][i];
  row[Operand::b] = std::move(b);
  return row;
}

Bench::Bench(const Engine& engine, const OperandLayout& formats, std::optional<NanMatch> record)
    : engine_(engine), formats_(formats), record_(record) {
  const int products = formats_[Operand::a].count;
  std::vector<Case> alone(at(products) + 1, zeros());
  for (int i = 0; i < products; ++i) {
    alone[at(i)][Operand::a][at(i)] = near_one(*formats_.format[Operand::a]);
    alone[at(i)][Operand::b][at(i)] = near_one(*formats_.format[Operand::b]);
  }
  alone.back().c() = near_one(c_format());
  const auto is_negated = [&](std::uint64_t d) {
    const Number number = read(d);
    return number.negative && !number.nan && !number.zero();
  };
  if (!is_record()) {
    for (const std::uint64_t d : run(alone)) negated_.emplace_back(is_negated(d));
    return;
  }
  for (const Case& row : alone) try {
      negated_.emplace_back(is_negated(run(row)));
    } catch (const Unanswered&) {
      negated_.emplace_back();
    }
}

bool Bench::negates(Place place) const {
  const auto& negated = place == kC ? negated_.back() : negated_[at(place)];
  if (!negated)
    throw Unanswered(fmt::format("the sign of {} alone is not answered",
                                 place == kC ? "c" : fmt::format("product {}", place)));
  return *negated;
}

std::vector<Place> Bench::products() const {
  std::vector<Place> places;
  const int step = by_block() ? formats_.scale_block : 1;
  for (int i = 0; i < formats_[Operand::a].count; i += step) places.push_back(i);
  return places;
}

Case Bench::zeros() const {
  Case row;
  row[Operand::a].assign(at(formats_[Operand::a].count), 0);
  row[Operand::b].assign(at(formats_[Operand::a].count), 0);
  for (const Operand scale : kScales)
    if (formats_.has(scale))
      row[scale].assign(at(formats_[scale].count), near_one(*formats_.format[scale]));
  row[Operand::random].assign(formats_.random.size(), 0);
  return row;
}

bool Bench::set_elements(Case& row, int i, Power power) const {
  const auto both = split(*formats_.format[Operand::a], *formats_.format[Operand::b], power);
  if (!both) return false;
  row[Operand::a][at(i)] = both->a;
  row[Operand::b][at(i)] = both->b;
  return true;
}

bool Bench::set(Case& row, Place place, Power power) const {
  power.negative = power.negative != negates(place);
  if (place == kC) {
    const auto bits = write_number(c_format(), power.exponent, power.a, power.negative);
    if (bits) row.c() = *bits;
    return bits.has_value();
  }
  if (!by_block()) return set_elements(row, place, power);
  // The scales take what they can: an element is then 1 wherever possible.
  const Format& scale = *formats_.format[Operand::sa];
  const int scaled =
      std::clamp(power.exponent, 2 * smallest_exponent(scale), 2 * scale.greatest_exponent());
  const auto scales = split(scale, scale, {.exponent = scaled});
  if (!scales) return false;
  const int block = place / formats_.scale_block;
  row[Operand::sa][at(block)] = scales->a;
  row[Operand::sb][at(block)] = scales->b;
  power.exponent -= scaled;
  return set_elements(row, place, power);
}

bool Bench::set_scales(Case& row, int exponent) const {
  if (!formats_.has(Operand::sa)) return exponent == 0;
  const Format& scale = *formats_.format[Operand::sa];
  const auto scales = split(scale, scale, {.exponent = exponent});
  if (!scales) return false;
  row[Operand::sa].assign(row[Operand::sa].size(), scales->a);
  row[Operand::sb].assign(row[Operand::sb].size(), scales->b);
  return true;
}

bool Bench::set_zero(Case& row, Place place, bool negative) const {
  negative = negative != negates(place);
  if (place == kC) {
    row.c() = zero_bits(c_format(), negative);
    return !negative || c_format().has_minus_zero();
  }
  // 0 * -1: a negative zero for formats without -0, too.
  const bool in_b = negative && formats_.format[Operand::b]->is_signed();
  row[Operand::a][at(place)] = zero_bits(*formats_.format[Operand::a], negative && !in_b);
  row[Operand::b][at(place)] = near_one(*formats_.format[Operand::b], in_b);
  return !negative || in_b || formats_.format[Operand::a]->has_minus_zero();
}

int Bench::greatest(Place place) const {
  if (place == kC) return c_format().greatest_exponent();
  if (by_block()) return 2 * formats_.format[Operand::sa]->greatest_exponent();
  return formats_.format[Operand::a]->greatest_exponent() +
         formats_.format[Operand::b]->greatest_exponent();
}

int Bench::least(Place place, bool normal) const {
  const auto of = [normal](const Format& format) {
    return normal ? format.least_exponent() : smallest_exponent(format);
  };
  if (place == kC) return of(c_format());
  const int elements = of(*formats_.format[Operand::a]) + of(*formats_.format[Operand::b]);
  return by_block() ? elements + 2 * of(*formats_.format[Operand::sa]) : elements;
}

std::uint64_t Bench::run(const Case& row) const { return run({&row, 1}).front(); }

std::vector<std::uint64_t> Bench::run(std::span<const Case> rows) const {
  std::vector<Case> taken;
  for (const Case& row : rows) taken.push_back(as_taken(formats_, row));
  PackedCases packed(taken);
  engine_.dot(packed.batch());
  return std::move(packed.d);
}

bool Bench::draws(const Case& row) const {
  if (row[Operand::random].empty()) return false;
  Case ones = row;
  for (std::size_t i = 0; i < ones[Operand::random].size(); ++i)
    ones[Operand::random][i] = (std::uint64_t{1} << formats_.random[i]) - 1;
  return run(ones) != run(row);
}

}  // namespace mmasc::probes
