// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "mmasc/unit/error.h"
#include "mmasc/unit/fields.h"
#include "mmasc/unit/resolve_sums.h"
#include "mmasc/unit/taken.h"

namespace mmasc {
namespace {

void check_signed(const Format* format, const std::string& key) {
  if (format && !can_be_operand(*format))
    throw RowError(key,
                   fmt::format("{} has no sign and serves as a scale only; use a signed format",
                               format->name));
}

void check_zero(const Format* format, const std::string& key) {
  if (format && !format->has_zero())
    throw RowError(key, fmt::format("{} has no zero; use a format with one, as f32", format->name));
}

void check_rounded(const Format* format, const std::string& key) {
  check_signed(format, key);
  if (format && !format->has_nan())
    throw RowError(key, fmt::format("{} has no NaN; use a format with one, as f32", format->name));
  check_zero(format, key);
}

void check_one(const Format& format, const std::string& key, const char* why) {
  if (!format.has_one())
    throw RowError(key,
                   fmt::format("{} has no normal 1, {}; use a format with one", format.name, why));
}

void check_fraction(const Format& format, std::optional<int> kept, const std::string& key) {
  if (kept && *kept > format.fraction_bits)
    throw RowError(key, fmt::format("{} are more bits than {} has; use 0..{}", *kept, format.name,
                                    format.fraction_bits));
}

bool is_nan(const Format& format, std::uint64_t bits) {
  const std::uint64_t magnitude = bits & (format.storage_mask() >> format.sign_bits());
  const std::uint64_t infinity = std::uint64_t(format.top_exponent_field())
                                 << format.exponent_low();
  switch (format.specials) {
    case Specials::ieee:
      return magnitude >> format.fraction_low() > infinity >> format.fraction_low();
    case Specials::nan_all_ones:
      return magnitude == format.default_nan();
    case Specials::nan_minus_zero:
      return bits == format.default_nan();
    case Specials::none:
      return false;
  }
  return false;
}

// Refuses the fields of a result that an integer does not need or cannot have.
void check_integer_result(const Datapath& datapath) {
  const ResultRow& result = datapath.result;
  const auto refuse = [&](const std::string& key, const char* why) {
    throw RowError(key, fmt::format("{} is an integer, {}; remove it", result.format->name, why));
  };
  if (result.overflow != Overflow::wrap && result.overflow != Overflow::saturate)
    throw RowError("result.overflow",
                   fmt::format("{} is an integer and has no infinity; write \"wrap\" or "
                               "\"saturate\"",
                               result.format->name));
  if (result.significand_fraction) refuse("result.significand_fraction", "which has no fraction");
  if (result.prerounding) refuse("result.prerounding", "and so is the sum: nothing is rounded");
  if (result.rounding != Rounding::nearest_even)
    refuse("result.rounding", "and so is the sum: nothing is rounded");
  if (result.underflow != Underflow::keep_sign) refuse("result.underflow", "which has no -0");
  if (datapath.zero_sign != ZeroSign::plus) refuse("zero_sign", "which has no -0");
  if (datapath.flush.inputs != Flush::none)
    refuse("flush.inputs", "and so are a, b and c, which have no subnormal numbers");
  if (datapath.flush.results != Flush::none)
    refuse("flush.results", "which has no subnormal numbers");
  if (datapath.flush.tininess != Tininess::bounded)
    refuse("flush.tininess", "which has no subnormal numbers");
  if (result.nan) refuse("result.nan", "which has no NaN");
  if (result.factor_nan) refuse("result.factor_nan", "which has no NaN");
  if (result.c_nan != OwnNan::replaced) refuse("result.c_nan", "which has no NaN");
  if (result.flags != StatusFlags::none) refuse("result.flags", "which raises none");
  if (datapath.product.infinity_at) refuse("product.infinity_at", "which has no infinity");
  if (datapath.product.zero_factor_exponent)
    refuse("product.zero_factor_exponent", "and so is a factor, whose exponent is 0");
  if (datapath.product.exponent_grid)
    refuse("product.exponent_grid", "and so is a factor, whose exponent is 0");
  if (datapath.product.round_to)
    refuse("product.round_to", "and so is a product: nothing is rounded");
  for (const SumRow& sum : datapath.sums) {
    if (sum.round_to)
      refuse("sum." + sum.name + ".round_to", "and so is a sum: nothing is rounded");
    if (datapath.zero_sign_of(sum) != ZeroSign::plus)
      refuse("sum." + sum.name + ".zero_sign", "which has no -0");
  }
}

// Refuses operands from which a NaN, an infinity or a fraction could come where d has none.
void check_integer_operands(const Unit& unit) {
  if (!unit.d().is_integer()) return;
  const Instruction& instruction = unit.instruction;
  for (const auto& [format, key] : {std::pair(instruction.a, "instruction.formats.a"),
                                    std::pair(instruction.b, "instruction.formats.b"),
                                    std::pair(instruction.c, "instruction.formats.c")})
    if (!format->is_integer())
      throw RowError(key, fmt::format("{} is no integer, but d is {}; use an integer, as s8, or a "
                                      "floating-point result.format",
                                      format->name, unit.d().name));
  for (const auto& [is_scaled, key] :
       {std::pair(instruction.scale.has_value(), "instruction.scale"),
        std::pair(instruction.tensor_scale != nullptr, "instruction.tensor_scale")})
    if (is_scaled)
      throw RowError(key, fmt::format("d is {}, and integers are not scaled; remove it, or use a "
                                      "floating-point result.format",
                                      unit.d().name));
}

bool tells_nans_apart(const ResultRow& result) {
  return result.factor_nan || result.c_nan != OwnNan::replaced;
}

// NaNs are told apart by the operands of a step alone.
void check_nans(const Unit& unit) {
  const ResultRow& result = unit.datapath.result;
  if (!tells_nans_apart(result)) return;
  const Instruction& row = unit.instruction;
  const char* const key = result.factor_nan ? "result.factor_nan" : "result.c_nan";
  for (const auto& [is_there, with] : {std::pair(row.scale.has_value(), "scales"),
                                       std::pair(row.tensor_scale != nullptr, "a tensor_scale"),
                                       std::pair(row.sparsity.has_value(), "sparsity"),
                                       std::pair(row.late_c.has_value(), "a late c")})
    if (is_there) throw RowError(key, fmt::format("not with {}; remove one of the two", with));
  if (result.c_nan == OwnNan::replaced) return;
  if (*row.c != unit.d() || row.widen_c != nullptr)
    throw RowError("result.c_nan", fmt::format("c is {} and d is {}; use one format", unit.c().name,
                                               unit.d().name));
  if (unit.d().specials != Specials::ieee)
    throw RowError("result.c_nan", fmt::format("{} has no quiet bit; remove it", unit.d().name));
}

// A visitor of mmasc/unit/fields.h that lists the fields of a row that have another value than the
// default.
template <class Row>
struct ChangedFields {
  const Row& row;
  Names keys{};

  void required(std::string_view key, auto member, auto... kind) { optional(key, member, kind...); }
  void optional(std::string_view key, auto member, auto...) {
    static const Row kDefault;
    if (!(std::invoke(member, row) == std::invoke(member, kDefault))) keys.push_back(key);
  }
};

// The paths of a row's fields that are not left out, but for these.
template <class Row>
std::vector<std::string> written_but(const Row& row, const std::string& path, const Names& these) {
  ChangedFields<Row> changed{row};
  describe(changed, FieldsOf<Row>{});
  std::vector<std::string> paths;
  for (const std::string_view key : changed.keys)
    if (std::ranges::count(these, key) == 0) paths.push_back(path + std::string(key));
  return paths;
}

// What is rounded once is the exact sum of the operands as they are; so flags mean what IEEE 754
// says. That alignment drops nothing, the plan knows. A field that is not named here may change the
// sum.
void check_flags(const Unit& unit) {
  const Datapath& row = unit.datapath;
  if (row.result.flags == StatusFlags::none) return;
  const auto refuse = [](bool is_there, const std::string& with) {
    if (is_there)
      throw RowError("result.flags", fmt::format("not with {}; remove one of the two", with));
  };
  const auto refuse_all = [&](const std::vector<std::string>& paths) {
    for (const std::string& path : paths) refuse(true, path);
  };
  refuse_all(written_but(row.flush, "flush.", {}));
  refuse_all(written_but(row.product, "product.", {"zero_factor_exponent", "exponent_grid"}));
  refuse(row.result.prerounding.has_value(), "result.prerounding");
  refuse(row.result.rounding.is_stochastic(), "a stochastic result.rounding");
  refuse(!row.stages.empty(), "stages of your own");
  for (const SumRow& sum : row.sums)
    refuse_all(
        written_but(sum, "sum." + sum.name + ".",
                    {"name", "terms", "fraction_bits", "alignment_rounding", "zero_exponent",
                     "exponent_floor", "exponent_grid", "groups", "zero_sign", "cancelled"}));
  const Instruction& instruction = unit.instruction;
  refuse(instruction.scale.has_value(), "scales");
  refuse(instruction.tensor_scale != nullptr, "a tensor_scale");
  refuse(instruction.sparsity.has_value(), "sparsity");
  refuse(instruction.widen != nullptr || instruction.widen_c != nullptr, "widened operands");
  refuse(instruction.late_c.has_value(), "a late c");
  refuse(unit.steps() > 1, fmt::format("{} steps of {} lanes", unit.steps(), unit.lanes()));
}

void check_overflow(const Format& format, Overflow overflow, const std::string& key) {
  if (overflow == Overflow::wrap)
    throw RowError(key, fmt::format("only integers wrap, and {} is none; write \"infinity\", "
                                    "\"saturate\" or \"by_rounding\"",
                                    format.name));
}

void check_result(const Datapath& datapath) {
  if (datapath.flush.results == Flush::all_to_plus_zero)
    throw RowError("flush.results",
                   "all_to_plus_zero is for operands; write to_plus_zero, and zero_sign for zeros");
  const ResultRow& result = datapath.result;
  const Format& format = *result.format;
  if (format.is_integer()) return check_integer_result(datapath);
  if (datapath.flush.tininess != Tininess::bounded && datapath.flush.results == Flush::none)
    throw RowError("flush.tininess",
                   "no result is flushed, so it means nothing; remove it, or add flush.results");
  check_overflow(format, result.overflow, "result.overflow");
  check_rounded(&format, "result.format");
  const int kept = result.significand_fraction.value_or(format.fraction_bits);
  check_fraction(format, result.significand_fraction, "result.significand_fraction");
  if (result.prerounding && result.prerounding->significand_fraction <= kept)
    throw RowError("result.prerounding.significand_fraction",
                   fmt::format("{} bits leave nothing to round to {}; use more than {}",
                               result.prerounding->significand_fraction, kept, kept));
  const auto check_nan = [&](const std::optional<std::uint64_t>& nan, const char* key,
                             bool is_needed) {
    if (nan && (*nan > format.storage_mask() || !is_nan(format, *nan)))
      throw RowError(key, fmt::format("{:x} is not a NaN of {}; use {:x}{}", *nan, format.name,
                                      format.default_nan(), is_needed ? "" : ", or leave it out"));
  };
  check_nan(result.nan, "result.nan", tells_nans_apart(result));
  check_nan(result.factor_nan, "result.factor_nan", false);
  if (!result.nan && tells_nans_apart(result))
    throw RowError("result.nan", "the other NaNs are known; give the one of invalid operations");
}

void check_grid(const std::optional<ExponentGrid>& grid, const std::string& path) {
  if (!grid) return;
  const auto [step, first] = *grid;
  if (!std::has_single_bit(static_cast<unsigned>(step)))
    throw RowError(path + "exponent_grid.step",
                   fmt::format("{} is no power of two; use 2, 4, 8, 16, 32 or 64", step));
  if (first >= step)
    throw RowError(path + "exponent_grid.first",
                   fmt::format("{} is a step of {} or more; use 0..{}", first, step, step - 1));
}

void check_product(const ProductRow& product) {
  check_rounded(product.round_to, "product.round_to");
  check_grid(product.exponent_grid, "product.");
  if (product.exponent_grid && product.round_to != nullptr)
    throw RowError("product.exponent_grid",
                   "a rounded product has the exponent of its number; remove it, or round_to");
}

void check_total(const SumRow& sum, const std::string& path) {
  check_grid(sum.exponent_grid, path);
  if (sum.accumulator && sum.accumulator->overflow != Overflow::wrap &&
      sum.accumulator->overflow != Overflow::saturate)
    throw RowError(path + "accumulator.overflow",
                   "an accumulator has no infinity; write \"wrap\" or \"saturate\"");
  if (sum.cut && sum.cut->rounding.is_stochastic())
    throw RowError(path + "cut.rounding", "a cut draws no random bits; use another rounding");
}

// Of a field that a sum that rounds has. Where d is an integer, none does.
std::string mend_unrounded(const Datapath& datapath) {
  return datapath.result.format->is_integer() ? "remove it" : "add round_to, or remove it";
}

// What a later sum or rounding sees. Only a rounding sees the sticky bit, and which bits were lost
// a stochastic one would have to see.
void check_what_follows(const Datapath& datapath) {
  const ResultRow& result = datapath.result;
  for (const SumRow& sum : datapath.sums) {
    const bool is_root = &sum == &datapath.sums.back();
    if (sum.cancelled != Cancelled::number && (is_root || sum.round_to != nullptr))
      throw RowError("sum." + sum.name + ".cancelled",
                     "only a later sum sees whether an unrounded one is an exact zero; remove it");
    if (!sum.sticky) continue;
    const std::string key = "sum." + sum.name + ".sticky";
    if (sum.round_to == nullptr && (!is_root || result.format->is_integer()))
      throw RowError(key, "no rounding follows; " + mend_unrounded(datapath));
    const Rounding first = sum.round_to != nullptr ? sum.rounding
                           : result.prerounding    ? result.prerounding->rounding
                                                   : result.rounding;
    if (first.is_stochastic())
      throw RowError(key, "a stochastic rounding weighs the bits lost; use another rounding");
  }
}

void check_sum(const Datapath& datapath, const SumRow& sum) {
  const std::string path = "sum." + sum.name + ".";
  check_rounded(sum.round_to, path + "round_to");
  const auto check_rounds = [&](const std::string& key) {
    if (!sum.round_to) throw RowError(key, "the sum does not round; " + mend_unrounded(datapath));
  };
  if (sum.overflow != Overflow::infinity) check_rounds(path + "overflow");
  if (sum.round_to) check_overflow(*sum.round_to, sum.overflow, path + "overflow");
  if (sum.significand_fraction) {
    check_rounds(path + "significand_fraction");
    check_fraction(*sum.round_to, sum.significand_fraction, path + "significand_fraction");
  }
  check_total(sum, path);
}

}  // namespace

bool is_identifier(std::string_view name) {
  const auto letter = [](char x) { return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z'); };
  return !name.empty() && name.size() <= kMaxIdentifier && letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [&](char x) { return letter(x) || (x >= '0' && x <= '9') || x == '_'; });
}

bool holds(const Format& to, const Format& from) {
  const auto lowest_bit = [](const Format& f) { return f.least_exponent() - f.fraction_bits; };
  const bool greatest =
      from.greatest_exponent() < to.greatest_exponent() ||
      (from.greatest_exponent() == to.greatest_exponent() &&
       from.greatest_significand()
               << (to.fraction_bits - std::min(from.fraction_bits, to.fraction_bits)) <=
           to.greatest_significand());
  const bool least = to.has_zero()
                         ? lowest_bit(from) >= lowest_bit(to)
                         : !from.has_zero() && from.least_exponent() >= to.least_exponent();
  return from.fraction_bits <= to.fraction_bits && least && greatest &&
         (to.has_infinity() || !from.has_infinity()) && (to.has_nan() || !from.has_nan()) &&
         (to.has_minus_zero() || !from.has_minus_zero());
}

void validate(const Datapath& datapath) {
  if (datapath.lanes < 1)
    throw RowError("lanes",
                   fmt::format("{} is out of range; use 1..{}", datapath.lanes, kMaxLanes));
  check_product(datapath.product);
  for (const auto& sum : datapath.sums) check_sum(datapath, sum);
  (void)resolve_sums(datapath);
  check_result(datapath);
  check_what_follows(datapath);
}

namespace {

void check_floating_point(const Format& format, const std::string& key, const char* why) {
  if (format.is_integer())
    throw RowError(key, fmt::format("{} is an integer, which {}; use a floating-point format",
                                    format.name, why));
}

void check_widen(const Format* wide, const char* key, std::initializer_list<const Format*> narrow) {
  if (!wide) return;
  check_signed(wide, key);
  check_floating_point(*wide, key, "is never widened to");
  for (const Format* format : narrow) check_floating_point(*format, key, "is never widened");
  for (const Format* format : narrow)
    if (!holds(*wide, *format))
      throw RowError(key, fmt::format("{} does not hold every value of {}; use a wider format",
                                      wide->name, format->name));
}

void check_order(const Instruction& instruction) {
  const OrderRow& order = instruction.order;
  for (std::size_t i = 0; i < order.first.size(); ++i) {
    const int k = order.first[i];
    const std::string key = fmt::format("instruction.order.first[{}]", i);
    if (k >= order.modulus)
      throw RowError(key, fmt::format("{} is no remainder mod {}; use 0..{}", k, order.modulus,
                                      order.modulus - 1));
    if (std::count(order.first.begin(), order.first.end(), k) > 1)
      throw RowError(key, fmt::format("{} is listed twice; list it once", k));
  }
  if (instruction.scale && order != OrderRow{})
    throw RowError("instruction.order",
                   "the order of scaled elements cannot be changed; remove it");
}

void check_scale(const Unit& unit) {
  if (!unit.instruction.scale) return;
  const auto& [format, block] = *unit.instruction.scale;
  const int k = unit.instruction.shape.k, lanes = unit.lanes();
  check_floating_point(*format, "instruction.scale.format", "scales nothing");
  if (format->is_signed() || format->has_infinity())
    throw RowError("instruction.scale.format",
                   fmt::format("{} has {}; use a format without, as ue8m0 or ue4m3", format->name,
                               format->is_signed() ? "a sign" : "infinities"));
  check_one(*format, "instruction.scale.format", "which stands in for the scales beyond K");
  if (k % block != 0)
    throw RowError("instruction.scale.block",
                   fmt::format("{} does not divide k = {}; use a divisor", block, k));
  if (lanes % block != 0 && block % lanes != 0)
    throw RowError(
        "instruction.scale.block",
        fmt::format("blocks of {} do not fit steps of {} lanes; let one divide the other", block,
                    lanes));
}

void check_tensor_scale(const Instruction& instruction) {
  if (instruction.tensor_scale == nullptr) return;
  check_floating_point(*instruction.tensor_scale, "instruction.tensor_scale", "scales nothing");
  check_one(*instruction.tensor_scale, "instruction.tensor_scale", "by which nothing is scaled");
}

// The multiple of `step` nearest above k, or below it where k may not be so great; 0: none.
int legal_k(int k, int step) {
  const int above = (k + step - 1) / step * step;
  return above <= kMaxK ? above : above - step;
}

void check_steps(const Unit& unit) {
  const int products = unit.products(), lanes = unit.lanes();
  if (products % lanes == 0) return;
  const auto& sparsity = unit.instruction.sparsity;
  const int k = unit.instruction.shape.k;
  throw RowError("instruction.shape.k",
                 fmt::format("{}{} is not a multiple of the datapath's {} lanes; use {}", k,
                             sparsity ? fmt::format(" ({} products)", products) : "", lanes,
                             legal_k(k, sparsity ? lanes / sparsity->keep * sparsity->of : lanes)));
}

void check_sparsity(const Unit& unit) {
  const Instruction& instruction = unit.instruction;
  if (!instruction.sparsity) return;
  const auto& [keep, of, together] = *instruction.sparsity;
  validate(*instruction.sparsity, instruction.shape.k);
  if (unit.lanes() % (keep * together) != 0)
    throw RowError("instruction.sparsity",
                   fmt::format("{} elements that are kept of {} lie in several steps of {} lanes; "
                               "use lanes that they divide",
                               keep * together, of * together, unit.lanes()));
  if (instruction.scale)
    throw RowError("instruction.sparsity", "not with block scales; remove one of the two");
  if (instruction.order != OrderRow{})
    throw RowError("instruction.order",
                   "the order of elements that are selected cannot be changed; remove it");
}

void check_instruction(const Unit& unit) {
  const Instruction& instruction = unit.instruction;
  check_signed(instruction.a, "instruction.formats.a");
  check_signed(instruction.b, "instruction.formats.b");
  check_signed(instruction.c, "instruction.formats.c");
  check_zero(instruction.c, "instruction.formats.c");  // which stands in where c is left out
  check_integer_operands(unit);
  check_sparsity(unit);
  check_steps(unit);
  const bool chains = unit.steps() > 1;
  if (unit.c() != unit.d() &&
      (instruction.late_c || (chains && (!instruction.widen_c || *instruction.c != unit.d()))))
    throw RowError(
        instruction.widen_c ? "instruction.widen_c" : "instruction.formats.c",
        fmt::format("c is {} and d is {}, but {}; use one format", unit.c().name, unit.d().name,
                    instruction.late_c ? "a late c is added in d's format"
                                       : "the d of a step is the c of the next"));
  check_widen(instruction.widen, "instruction.widen", {instruction.a, instruction.b});
  check_widen(instruction.widen_c, "instruction.widen_c", {instruction.c});
  if (instruction.late_c) {
    check_floating_point(unit.d(), "instruction.late_c", "has no IEEE addition");
    check_one(unit.d(), "instruction.late_c", "by which the unit takes d before c is added");
  }
  check_order(instruction);
  check_scale(unit);
  check_tensor_scale(instruction);
  check_nans(unit);
  check_flags(unit);
}

}  // namespace

void validate(const SparsityRow& sparsity, int k) {
  const auto& [keep, of, together] = sparsity;
  if (of > kMaxSparsity || !std::has_single_bit(static_cast<unsigned>(of)) || of == 1)
    throw RowError("instruction.sparsity.of",
                   fmt::format("{} is no power of two; use 2, 4, 8 or 16", of));
  constexpr int kMostOfOne = kMaxSelectable / kMaxLanes;
  if (keep < 1 || keep >= of || of > keep * kMostOfOne)
    throw RowError("instruction.sparsity.keep", fmt::format("{} of {}; keep {} to {}", keep, of,
                                                            std::max(1, of / kMostOfOne), of - 1));
  if (together < 1 || together > kMaxLanes)
    throw RowError("instruction.sparsity.together",
                   fmt::format("{}; use 1 to {}", together, kMaxLanes));
  const int group = of * together, use = legal_k(k, group);
  if (k % group != 0)
    throw RowError(
        "instruction.shape.k",
        fmt::format("{} is not a multiple of the {} elements of which {} are kept; use {}", k,
                    group, keep * together,
                    use > 0 ? fmt::format("{}", use) : "a smaller together"));
}

void validate(const Unit& unit) {
  validate(unit.datapath);
  if (unit.datapath.product.infinity_yields && !unit.datapath.product.infinity_at)
    throw RowError("product.infinity_yields",
                   "no product is an infinity by its magnitude; write infinity_at, or remove it");
  check_instruction(unit);
  if (unit.datapath.product.exponent_grid)
    for (const Format* factor : {unit.instruction.a, unit.instruction.b})
      check_floating_point(*factor, "product.exponent_grid", "has the exponent 0 alone");
  (void)resolve_sums(unit);
}

}  // namespace mmasc
