// SPDX-License-Identifier: Apache-2.0
#include "field_list.h"

#include <functional>
#include <utility>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/taken.h"

namespace mmasc {
namespace {

// A visitor of mmasc/unit/fields.h that lists one row, and the rows in it.
template <class Row>
class FieldLister {
 public:
  FieldLister(const Row& row, std::string prefix, Json& out)
      : row_(row), prefix_(std::move(prefix)), out_(out) {}

  template <class... Kind>
  void required(std::string_view key, auto member, Kind... kind) {
    if (!has_effect(key)) return;
    const auto& value = std::invoke(member, row_);
    if constexpr (HasChoices<std::remove_cvref_t<decltype(value)>>)
      list(prefix_ + std::string(key), value,
           [&](const auto& choice) { return takes(row_, member, choice); });
    else
      list(prefix_ + std::string(key), value, kind...);
    if (key == "significand_fraction") limit_to_format(out_.back());
  }
  template <class... Kind>
  void optional(std::string_view key, auto member, Kind... kind) {
    required(key, member, kind...);
  }

 private:
  // A row without round_to has no rounding.
  bool has_effect(std::string_view key) const {
    if constexpr (requires { row_.round_to; })
      return row_.round_to != nullptr || (key != "rounding" && key != "significand_fraction");
    else
      return true;
  }

  // A rounded value keeps no more than its format holds.
  void limit_to_format(Json& field) const {
    if constexpr (requires { row_.round_to; })
      field["max"] = row_.round_to->fraction_bits;
    else if constexpr (requires { row_.format; })
      field["max"] = row_.format->fraction_bits;
  }

  Json& add(const std::string& path, const char* kind, Json value) {
    return out_.emplace_back(Json{{"path", path}, {"kind", kind}, {"value", std::move(value)}});
  }
  Json& add(const std::string& path, const char* kind, Json value, Range range) {
    Json& field = add(path, kind, std::move(value));
    field["min"] = range.min;
    field["max"] = range.max;
    return field;
  }

  void list(const std::string& path, int value, Range range) { add(path, "integer", value, range); }
  void list(const std::string& path, const std::optional<int>& value, Range range) {
    add(path, "integer", value ? Json(*value) : Json(), range);
  }
  void list(const std::string& path, const FractionBits& value, ExactOr kind) {
    add(path, "bits", value ? Json(*value) : Json("exact"), kind.bits);
  }
  void list(const std::string& path, const ZeroExponent& value, Range range) {
    using Kind = ZeroExponent::Kind;
    Json& field = add(path, "exponent",
                      value.kind == Kind::fixed ? Json(value.value)
                                                : Json(value.kind == Kind::own ? "own" : "ignored"),
                      range);
    field["choices"] = {"own", "ignored"};
  }
  // `takes`: whether the field takes a value, where it stands.
  void list(const std::string& path, const Rounding& value, const auto& takes) {
    Json& field = add(path, "rounding", enum_name(value));
    for (const auto& [mode, name] : kRoundingModes)
      if (takes(Rounding{mode})) field["choices"].push_back(name);
    field["random_bits"] = value.random_bits;
    field["max_random_bits"] = kMaxRandomBits;
  }
  template <Enumerated E>
  void add_names(Json& field, const auto& takes) {
    for (const auto& [choice, name] : kNames<E>)
      if (takes(choice)) field["choices"].push_back(name);
  }
  template <Enumerated E>
  void list(const std::string& path, E value, const auto& takes) {
    add_names<E>(add(path, "choice", enum_name(value)), takes);
  }
  // An empty value is the default.
  template <Enumerated E>
  void list(const std::string& path, const std::optional<E>& value, const auto& takes) {
    Json& field = add(path, "choice", value ? enum_name(*value) : "");
    field["choices"].push_back("");
    add_names<E>(field, takes);
  }
  void list(const std::string& path, const Format* value, const auto&) {
    add(path, "format", value != nullptr ? Json(value->name) : Json(""));
  }
  void list(const std::string&, const std::optional<std::uint64_t>&, Hex) {}  // of NaNs alone
  void list(const std::string& path, bool value) {
    add(path, "choice", value ? "true" : "false")["choices"] = {"false", "true"};
  }
  template <Described Part>
  void list(const std::string& path, const std::optional<Part>& value) {
    if (value) list(path, *value);
  }
  template <Described Part>
  void list(const std::string& path, const Part& part) {
    FieldLister<Part> lister(part, path + ".", out_);
    describe(lister, FieldsOf<Part>{});
  }
  void list(const std::string&, const std::vector<SumRow>& sums) {
    for (const SumRow& sum : sums) list(sum.name, sum);
  }
  void list(const std::string& path, const std::string& value) {  // else a sum's name
    if constexpr (requires { row_.ones_complement; }) {
      if (!path.ends_with(".ones_complement")) return;
      Json& field = add(path, "choice", value);
      field["choices"] = {"", kPlusFrame};
      for (const TermRow& term : row_.terms) field["choices"].push_back(term.from);
    }
  }
  void list(const std::string&, const std::vector<TermRow>&) {}    // --set takes them as a whole
  void list(const std::string&, const std::vector<Undecided>&) {}  // no field of the arithmetic

  const Row& row_;
  const std::string prefix_;
  Json& out_;
};

}  // namespace

Json field_list(const Unit& unit) {
  Json fields = Json::array();
  FieldLister<Datapath> lister(unit.datapath, "", fields);
  describe(lister, FieldsOf<Datapath>{});
  if (unit.instruction.late_c) {
    FieldLister<LateC> late(*unit.instruction.late_c, "instruction.late_c.", fields);
    describe(late, FieldsOf<LateC>{});
  }
  return fields;
}

}  // namespace mmasc
