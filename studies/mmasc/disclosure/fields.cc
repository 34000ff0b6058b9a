// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/fields.h"

#include <fmt/format.h>

#include <array>
#include <functional>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

struct Meaning {
  std::string_view path, words;
};

// Adders and lanes have no field: their lines say what an audit changes in them.
constexpr Meaning kMeanings[] = {
    {"lanes", "products that one step adds"},
    {"flush.inputs", "what becomes of subnormal a, b and c"},
    {"flush.results", "what becomes of a subnormal result of a rounding"},
    {"flush.tininess", "which results count as subnormal"},
    {"product.round_to", "the format to which every product is rounded"},
    {"product.rounding", "the rounding of products"},
    {"product.infinity_at", "a product of magnitude 2^this or more is an infinity"},
    {"zero_sign", "the sign of a sum that is exactly zero"},
    {"sum.fraction_bits", "fraction bits kept below e_max"},
    {"sum.alignment_rounding", "what becomes of the bits that alignment shifts out"},
    {"sum.zero_exponent", "the exponent with which an exact zero takes part in e_max"},
    {"sum.exponent_floor", "the least that e_max may be"},
    {"sum.exponent", "what gives the exponents of products"},
    {"sum.groups", "equal parts that are added apart"},
    {"sum.shape", "the order of additions"},
    {"sum.round_to", "the format to which the sum is rounded"},
    {"sum.significand_fraction", "fraction bits to which the sum is rounded"},
    {"sum.rounding", "the rounding of the sum"},
    {"sum.zero_sign", "the sign of this sum where it is exactly zero"},
    {"sum.ones_complement", "terms are negated by ones' complement, in the frame of this sign"},
    {"term.fraction_bits", "fraction bits of this term kept below e_max"},
    {"term.alignment_rounding", "what becomes of the bits of this term that are shifted out"},
    {"term.zero_exponent", "the exponent with which a zero of this term takes part in e_max"},
    {"term.vanishes_below", "the term is zero where its exponent is below e_max - this"},
    {"term.exponent_offset", "the term takes part in e_max with its exponent plus this"},
    {"result.format", "the format of d"},
    {"result.significand_fraction", "fraction bits to which d is rounded"},
    {"result.prerounding", "a first rounding, to more bits than d has"},
    {"result.prerounding.significand_fraction", "fraction bits that the first rounding keeps"},
    {"result.prerounding.rounding", "the first rounding, before that of d"},
    {"result.prerounding.underflow", "the sign of what the first rounding takes to zero"},
    {"result.rounding", "the rounding of d"},
    {"result.overflow", "what becomes of a rounded value beyond the greatest number"},
    {"result.underflow", "the sign of a non-zero sum that rounds to zero"},
    {"result.nan", "the bits of NaN"},
    {"result.factor_nan", "the bits of NaN where a factor is NaN"},
    {"result.c_nan", "what becomes of the NaN of c"},
    {"instruction.scale.format", "the format of block scales"},
    {"instruction.scale.block", "elements of k that share a scale"},
    {"instruction.tensor_scale", "the format of the scale of all products"},
    {"instruction.sparsity.keep", "neighbours of a that are kept"},
    {"instruction.sparsity.of", "among so many"},
    {"instruction.sparsity.together", "elements kept or left out together"},
    {"instruction.widen", "the format to which a and b are converted first, exactly"},
    {"instruction.widen_c", "the format to which c is converted first, exactly"},
    {"instruction.order", "the order of k"},
    {"instruction.order.modulus", "the order of k: its remainder by this decides"},
    {"instruction.order.first", "the order of k: those of this remainder come first"},
    {"instruction.late_c", "when c is added"},
    {"instruction.late_c.rounding", "the rounding of the IEEE 754 addition that adds c at the end"},
    {"sum.adder_bits", "bits of the adder, two's complement"},
    {"sum.leading_zeros", "normalization counts leading zeros"},
    {"random_bits", "random bits that a stochastic rounding draws"},
    {"metadata", "which elements of b are met"},
    {"lane.nan", "a NaN operand"},
    {"lane.infinity", "an infinite operand"},
    {"lane.subnormal", "a subnormal operand"},
    {"lane.minus_zero", "an operand -0"},
};

// The first words of paths that are not the names of sums.
constexpr std::string_view kTables[] = {"lanes",       "flush",    "product", "zero_sign", "result",
                                        "instruction", "metadata", "lane",    "sum",       "term"};

bool is_table(std::string_view word) {
  for (const std::string_view table : kTables)
    if (word == table) return true;
  return false;
}

// A visitor of mmasc/unit/fields.h that lists one row, and the rows in it.
template <class Row>
class ValueLister {
 public:
  ValueLister(const Row& row, std::string prefix, std::vector<FieldValue>& out)
      : row_(row), prefix_(std::move(prefix)), out_(out) {}

  template <class... Kind>
  void required(std::string_view key, auto member, Kind...) {
    if (has_effect(key)) list(prefix_ + std::string(key), std::invoke(member, row_));
  }
  template <class... Kind>
  void optional(std::string_view key, auto member, Kind... kind) {
    required(key, member, kind...);
  }

 private:
  // A value that is not rounded has no rounding, and none of an integer says how.
  bool has_effect(std::string_view key) const {
    if constexpr (requires { row_.tininess; })
      return key != "tininess" || row_.results != Flush::none;
    else if constexpr (requires { row_.round_to; })
      return row_.round_to != nullptr || (key != "rounding" && key != "significand_fraction");
    else if constexpr (requires {
                         row_.format;
                         row_.overflow;
                       })
      return !row_.format->is_integer() || key == "format" || key == "overflow";
    else
      return true;
  }

  void add(const std::string& path, std::string value) { out_.push_back({path, std::move(value)}); }

  void list(const std::string& path, int value) { add(path, std::to_string(value)); }
  void list(const std::string& path, const std::optional<int>& value) {
    // The only number that is `exact` where it is absent.
    if (value)
      add(path, std::to_string(*value));
    else if (path.ends_with(".fraction_bits"))
      add(path, "exact");
    else
      add(path, path.ends_with("significand_fraction") ? "all" : "none");
  }
  void list(const std::string& path, const std::optional<FractionBits>& value) {
    if (value) list(path, *value);
  }
  void list(const std::string& path, const ZeroExponent& value) {
    using Kind = ZeroExponent::Kind;
    add(path, value.kind == Kind::own       ? "own"
              : value.kind == Kind::ignored ? "ignored"
                                            : std::to_string(value.value));
  }
  void list(const std::string& path, const Rounding& value) { add(path, rounding_text(value)); }
  template <Enumerated E>
  void list(const std::string& path, E value) {
    add(path, std::string(enum_name(value)));
  }
  void list(const std::string& path, const Format* value) {
    if (value != nullptr || !path.starts_with("instruction."))
      add(path, value == nullptr ? "none" : std::string(value->name));
  }
  void list(const std::string& path, const std::optional<std::uint64_t>& value) {
    if (value || !path.ends_with("factor_nan"))
      add(path, value ? fmt::format("{:x}", *value) : "not known");
  }
  void list(const std::string& path, const std::vector<int>& value) {
    add(path, fmt::format("{}", fmt::join(value, ", ")));
  }
  void list(const std::string& path, const OrderRow& order) {
    if (!order.first.empty()) list_row(path, order);
  }
  template <class Part>
  void list(const std::string& path, const std::optional<Part>& part) {
    if (part) list(path, *part);
  }
  template <Described Part>
  void list(const std::string& path, const Part& part) {
    list_row(path, part);
  }
  template <class Part>
  void list_row(const std::string& path, const Part& part) {
    ValueLister<Part> lister(part, path + ".", out_);
    describe(lister, FieldsOf<Part>{});
  }
  void list(const std::string&, const std::vector<SumRow>& sums) {
    for (const SumRow& sum : sums) list_row(sum.name, sum);
  }
  // Overrides alone: a term has all else of its sum.
  void list(const std::string& path, const std::vector<TermRow>& terms) {
    const std::string sum = path.substr(0, path.rfind('.'));
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const std::size_t before = out_.size();
      list_row(fmt::format("{}.terms[{}]", sum, i), terms[i]);
      std::erase_if(out_, [&](const FieldValue& field) {
        return &field - out_.data() >= static_cast<std::ptrdiff_t>(before) &&
               (field.value == "none");
      });
    }
  }
  void list(const std::string&, const TermRow&) {}                // its own name
  void list(const std::string& path, const std::string& value) {  // else a name or a note
    if (path.ends_with("ones_complement") && !value.empty()) add(path, value);
  }
  void list(const std::string&, const TileShape&) {}               // no arithmetic
  void list(const std::string&, const std::vector<Undecided>&) {}  // told by itself
  void list(const std::string&, const std::vector<Evidence>&) {}
  void list(const std::string&, const Instruction&) {}  // the formats

  const Row& row_;
  const std::string prefix_;
  std::vector<FieldValue>& out_;
};

}  // namespace

std::vector<FieldValue> field_values(const Unit& unit) {
  std::vector<FieldValue> fields;
  ValueLister<Datapath> datapath(unit.datapath, "", fields);
  describe(datapath, FieldsOf<Datapath>{});
  ValueLister<Instruction> instruction(unit.instruction, "instruction.", fields);
  describe(instruction, FieldsOf<Instruction>{});
  return fields;
}

std::string common_path(std::string_view path) {
  if (path.starts_with("metadata")) return "metadata";
  if (path.ends_with(".random_bits")) return "random_bits";  // of any rounding
  if (path.starts_with("lane["))                             // "lane[3].a.nan"
    return fmt::format("lane.{}", path.substr(path.rfind('.') + 1));
  const auto dot = path.find('.');
  if (dot == std::string_view::npos || is_table(path.substr(0, dot))) return std::string(path);
  const auto key = path.substr(path.rfind('.') + 1);
  return fmt::format("{}.{}", path.find(".terms[") == std::string_view::npos ? "sum" : "term", key);
}

std::string_view field_meaning(std::string_view path) {
  const std::string common = common_path(path);
  for (const auto& [named, words] : kMeanings)
    if (named == common) return words;
  return {};
}

}  // namespace mmasc
