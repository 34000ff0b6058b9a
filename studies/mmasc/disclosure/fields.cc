// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <functional>
#include <map>
#include <type_traits>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

// Words of what is no field of a row: mutations of lanes and adders, and parts of every rounding.
constexpr Key kBesideFields[] = {
    {"sum.adder_bits", "bits of the adder, two's complement"},
    {"sum.leading_zeros", "normalization counts leading zeros"},
    {"random_bits", "random bits that a stochastic rounding draws"},
    {"metadata", "which elements of b are met"},
    {"lane.nan", "a NaN operand"},
    {"lane.infinity", "an infinite operand"},
    {"lane.subnormal", "a subnormal operand"},
    {"lane.minus_zero", "an operand -0"},
};

using Meanings = std::map<std::string, std::string_view, std::less<>>;

template <class Row>
void list_meanings(const std::string& prefix, Meanings& out);

// A visitor of mmasc/unit/fields.h that lists what fields of a row, and of the rows in it, mean.
template <class Row>
struct MeaningLister {
  const std::string& prefix;
  Meanings& out;

  template <class Member, class... Kind>
  void required(Key key, Member, Kind...) {
    const std::string path = prefix + std::string(key.name);
    if (!key.meaning.empty()) out.emplace(path, key.meaning);
    list(path, std::type_identity<std::remove_cvref_t<std::invoke_result_t<Member, Row&>>>{});
  }
  template <class Member, class... Kind>
  void optional(Key key, Member member, Kind...) {
    required(key, member);
  }
  template <class Member, class Describe>
  void required(Key, Member, Group<Describe>) {}  // formats, which a page tells by itself

 private:
  template <class Field>
  void list(const std::string&, std::type_identity<Field>) {}
  template <Described Part>
  void list(const std::string& path, std::type_identity<Part>) {
    if constexpr (!std::is_same_v<Part, Row>) list_meanings<Part>(path + ".", out);
  }
  template <class Part>
  void list(const std::string& path, std::type_identity<std::optional<Part>>) {
    list(path, std::type_identity<Part>{});
  }
  void list(const std::string&, std::type_identity<std::vector<SumRow>>) {
    list_meanings<SumRow>("sum.", out);
  }
  void list(const std::string&, std::type_identity<std::vector<TermRow>>) {
    list_meanings<TermRow>("term.", out);
  }
};

template <class Row>
void list_meanings(const std::string& prefix, Meanings& out) {
  MeaningLister<Row> lister{prefix, out};
  describe(lister, FieldsOf<Row>{});
}

Meanings all_meanings() {
  Meanings meanings;
  list_meanings<Datapath>("", meanings);
  list_meanings<Instruction>("instruction.", meanings);
  for (const Key& other : kBesideFields) meanings.emplace(other.name, other.meaning);
  return meanings;
}

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
      return row_.round_to != nullptr ||
             (key != "rounding" && key != "significand_fraction" && key != "overflow");
    else if constexpr (requires {
                         row_.format;
                         row_.overflow;
                       })
      return !row_.format->is_integer() || key == "format" || key == "overflow";
    else
      return true;
  }

  void add(const std::string& path, std::string value) { out_.push_back({path, std::move(value)}); }

  void list(const std::string& path, bool value) {
    if (value) add(path, "true");
  }
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
  // What few sums do is told of those alone.
  void list(const std::string& path, Cancelled value) {
    if (value != Cancelled::number) add(path, std::string(enum_name(value)));
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
  const auto in_sum = path.substr(dot + 1);  // "accumulator.bits", "terms[1].fraction_bits"
  const auto bracket = in_sum.find("].");
  const auto key = bracket == std::string_view::npos ? in_sum : in_sum.substr(bracket + 2);
  return fmt::format("{}.{}", in_sum.starts_with("terms[") ? "term" : "sum", key);
}

std::string_view field_meaning(std::string_view path) {
  static const Meanings kMeanings = all_meanings();
  const auto found = kMeanings.find(common_path(path));
  return found == kMeanings.end() ? std::string_view{} : found->second;
}

}  // namespace mmasc
