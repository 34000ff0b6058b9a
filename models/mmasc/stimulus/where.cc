// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/where.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/stimulus/element_bits.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

// Streams of random numbers that nothing else draws (generator.cc, aim.cc).
constexpr std::uint64_t kOfClasses = 0xfe, kOfAims = 0xfd;

bool is_finite(const Format& format, std::uint64_t bits) {
  return decode_exactly(format, Flush::none, bits).finite();
}

// An element with another of the three fields that a number has.
std::uint64_t with_literal(Random& random, const Format& format, std::uint64_t bits,
                           std::uint64_t literal) {
  const auto field = [&](int low, int count, std::uint64_t value) {
    const std::uint64_t ones = count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
    return (bits & ~(ones << low)) | (value & ones) << low;
  };
  const std::uint64_t value = random.chance(25) ? 0 - literal : literal;
  switch (random.below(3)) {
    case 0:
      return value & format.storage_mask();
    case 1:
      return field(format.exponent_low(), format.exponent_bits,
                   value + static_cast<std::uint64_t>(format.bias));
    default:
      return field(format.fraction_low(), format.fraction_bits, value);
  }
}

std::uint64_t special_or_zero(Random& random, const Format& format) {
  switch (random.below(4)) {
    case 0:
      return format.has_zero() ? zero_bits(random, format) : special_bits(random, format);
    case 1:
      return number_bits(random, format,
                         format.least_exponent() - random.between(1, format.fraction_bits + 1));
    case 2:
      return format.has_nan() ? format.default_nan() : special_bits(random, format);
    default:
      return special_bits(random, format);
  }
}

}  // namespace

Where::Where(const std::vector<std::string>& texts, const OperandLayout& layout)
    : layout_(layout), texts_(texts) {
  for (const std::string& text : texts) constraints_.emplace_back(text, layout_);
  for (const OperandRow& input : kInputs)
    dependents_[input.operand].resize(static_cast<std::size_t>(layout_[input.operand].count));
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    const OperandConstraint& constraint = constraints_[i];
    tells_specials_ |= constraint.tells_specials();
    literals_.insert(literals_.end(), constraint.literals().begin(), constraint.literals().end());
    for (const OperandConstraint::Instance& one : constraint.instances()) {
      instances_.push_back({i, one, constraint.elements_of(one)});
      for (const ElementReference& element : instances_.back().elements)
        dependents(element).push_back(instances_.size() - 1);
    }
  }
}

bool Where::holds(const Case& row) const {
  return std::ranges::all_of(constraints_,
                             [&](const OperandConstraint& one) { return one.holds(row); });
}

std::uint64_t Where::proposal(const ElementReference& one, const Case& row, Random& random) const {
  const OperandElements operand = layout_[one.operand];
  const int width = operand.bits_of(one.index);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
  const std::uint64_t bits = row[one.operand][static_cast<std::size_t>(one.index)];
  const std::uint64_t step = std::uint64_t{1} << random.below(width);
  const Format* const format = row_of(one.operand).format.empty() ? nullptr : operand.format;
  const int kind = random.below(100);
  if (kind < 20) return (bits + step) & mask;
  if (kind < 40) return (bits - step) & mask;
  if (kind < 55) return bits ^ step;
  if (kind < 70 && !literals_.empty()) {
    const std::uint64_t literal = random.pick_from(literals_);
    return format ? with_literal(random, *format, bits, literal) : literal & mask;
  }
  if (format == nullptr) return random.next() & mask;
  if (kind < 80) return special_or_zero(random, *format) & mask;
  if (kind < 85) {  // what a neighbour is
    const Case::Elements& elements = row[one.operand];
    return elements[static_cast<std::size_t>(random.below(static_cast<int>(elements.size())))];
  }
  return number_bits(random, *format,
                     random.between(format->least_exponent(), greatest_leading_exponent(*format)));
}

bool Where::mend(Case& row, Random& random, int changes) const {
  std::vector<std::uint64_t> distance;
  std::vector<std::size_t> violated;
  for (const Instance& one : instances_) {
    distance.push_back(this->distance(one, row));
    if (distance.back() > 0) violated.push_back(distance.size() - 1);
  }
  std::vector<std::uint64_t> fresh;
  for (int i = 0; i < changes && !violated.empty(); ++i) {
    const Instance& instance = instances_[random.pick_from(violated)];
    if (instance.elements.empty()) return false;  // it is of literals alone
    const ElementReference one = random.pick_from(instance.elements);
    std::uint64_t& element = row[one.operand][static_cast<std::size_t>(one.index)];
    const std::uint64_t old = element;
    element = proposal(one, row, random);
    if (element == old) continue;
    const bool may_be_special = tells_specials_ || i > changes / 2;
    if (const Format* const format = layout_.format[one.operand];
        !may_be_special && format && is_finite(*format, old) && !is_finite(*format, element)) {
      element = old;
      continue;
    }
    std::uint64_t before = 0, after = 0;
    fresh.clear();
    for (const std::size_t dependent : dependents(one)) {
      const Instance& other = instances_[dependent];
      before += distance[dependent];
      after += fresh.emplace_back(this->distance(other, row));
    }
    if (after > before || (after == before && random.chance(50))) {
      element = old;
      continue;
    }
    for (std::size_t j = 0; j < fresh.size(); ++j) distance[dependents(one)[j]] = fresh[j];
    std::erase_if(violated, [&](std::size_t x) { return distance[x] == 0; });
    for (const std::size_t dependent : dependents(one))
      if (distance[dependent] > 0 && std::ranges::find(violated, dependent) == violated.end())
        violated.push_back(dependent);
  }
  return violated.empty();
}

Case Where::make(const Generator& generator, VectorClass vector_class, std::uint64_t index) const {
  const auto of_class = static_cast<std::uint64_t>(vector_class);
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    Case row = generator.make(vector_class, index | draw << 40);
    Random random(generator.seed(), kOfClasses << 56 | of_class << 48 | draw << 40 | index);
    if (!mend(row, random)) continue;
    row.name = fmt::format("{}/{}", info_of(vector_class).name, index);
    return row;
  }
  std::string all;
  for (const std::string& text : texts_) all += fmt::format(" --where \"{}\"", text);
  throw InputError(fmt::format("no vector of {} tries holds{}; class {}, vector {}",
                               kDraws * (kChanges + 1), all, info_of(vector_class).name, index));
}

bool Where::mend_aimed(const Generator& generator, Case& row, int point,
                       std::uint64_t index) const {
  constexpr int kFew = 2000;
  Random random(generator.seed(), kOfAims << 56 | static_cast<std::uint64_t>(point) << 32 | index);
  return mend(row, random, kFew);
}

}  // namespace mmasc
