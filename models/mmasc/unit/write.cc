// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/write.h"

#include <fmt/format.h>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/names.h"

namespace mmasc {
namespace {

// One overload a type; members of a class, so that each may call all.
struct Writer {
  static Value write(int field, Range) { return {std::int64_t{field}}; }
  static Value write(const std::string& field) { return {field}; }
  static Value write(bool field) { return {field}; }
  static Value write(const Format* field) { return {std::string(field->name)}; }

  template <Enumerated E>
  static Value write(E field) {
    return {std::string(enum_name(field))};
  }

  static Value write(std::uint64_t field, Hex) { return {fmt::format("{:x}", field)}; }

  static Value write(const FractionBits& field, ExactOr kind) {
    return field ? write(*field, kind.bits) : Value{std::string("exact")};
  }

  static Value write(const ZeroExponent& field, Range range) {
    switch (field.kind) {
      case ZeroExponent::Kind::own:
        return {std::string("own")};
      case ZeroExponent::Kind::ignored:
        return {std::string("ignored")};
      case ZeroExponent::Kind::fixed:
        return write(field.value, range);
    }
    return {};
  }

  static Value write(const Extent& field, Range range) {
    if (field.fixed()) return write(field.min, range);
    return {sizes_text(field)};
  }

  static Value write(const TermRow& term, TermName) {
    switch (term.selection.kind) {
      case Selection::Kind::all:
        return {term.from};
      case Selection::Kind::even:
        return {term.from + ".even"};
      case Selection::Kind::odd:
        return {term.from + ".odd"};
      case Selection::Kind::range:
        return {fmt::format("{}[{}:{}]", term.from, term.selection.first, term.selection.last)};
    }
    return {};
  }

  template <class Row>
  class FieldWriter {
   public:
    explicit FieldWriter(const Row& row) : row_(row) {}

    template <class... Kind>
    void required(std::string_view key, auto member, Kind... kind) {
      table.push_back({std::string(key), Writer::write(std::invoke(member, row_), kind...)});
    }

    template <class... Kind>
    void optional(std::string_view key, auto member, Kind... kind) {
      if (std::invoke(member, row_) == std::invoke(member, kDefault)) return;
      required(key, member, kind...);
    }

    Value::Table table;

   private:
    inline static const Row kDefault{};
    const Row& row_;
  };

  template <class Row, class Describe>
  static Value write(const Row& row, Group<Describe> group) {
    FieldWriter<Row> writer(row);
    group.describe(writer);
    return {std::move(writer.table)};
  }

  template <Described Row>
  static Value write(const Row& row) {
    return write(row, Group{[](auto& visitor) { describe(visitor, FieldsOf<Row>{}); }});
  }

  // A mode that draws nothing is just its name.
  static Value write(const Rounding& rounding) {
    if (!rounding.is_stochastic()) return write(rounding.mode);
    return write(rounding, Group{[](auto& v) { describe(v, FieldsOf<Rounding>{}); }});
  }

  // A term without overrides is just its name.
  static Value write(const TermRow& term) {
    TermRow bare;
    bare.from = term.from;
    bare.selection = term.selection;
    return term == bare ? write(term, TermName{}) : write<TermRow>(term);
  }

  template <class T, class... Kind>
  static Value write(const std::optional<T>& field, Kind... kind) {
    return write(*field, kind...);
  }

  template <class T, class... Kind>
  static Value write(const std::vector<T>& field, Kind... kind) {
    Value::Array array;
    for (const auto& element : field) array.push_back(write(element, kind...));
    return {std::move(array)};
  }
};

}  // namespace

std::string sizes_text(const Extent& sizes) {
  if (sizes.fixed()) return std::to_string(sizes.min);
  if (sizes.narrow_max == 0) return fmt::format("{}..{}:{}", sizes.min, sizes.max, sizes.step);
  return fmt::format("{}..{}:{},{}..{}:{}", sizes.min, sizes.narrow_max, sizes.step,
                     sizes.narrow_max + sizes.wide_step, sizes.max, sizes.wide_step);
}

template <class Row>
Value::Table write_row(const Row& row) {
  return *Writer::write(row).template as<Value::Table>();
}

template Value::Table write_row(const FormatRow&);
template Value::Table write_row(const Datapath&);
template Value::Table write_row(const Instruction&);
template Value::Table write_row(const Structure&);

}  // namespace mmasc
