// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/moves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "mmasc/mutation/grids.h"
#include "mmasc/mutation/total_changes.h"
#include "mmasc/unit/field_text.h"
#include "mmasc/unit/fields.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/names.h"

namespace mmasc::identify {
namespace {

constexpr int kNear = 3, kFarFromLikely = 12, kMostBits = 100, kMostMoreBits = 12;

// What numbers may be worth trying, as the unit's formats make them.
struct Likely {
  Reach reach;
  std::vector<int> exponents;  // that formats begin or end with
  std::vector<int> bits;       // of significands
  std::vector<const Format*> formats;
  std::vector<std::uint64_t> nans;
  int products = 0;

  Likely(const Unit& unit, Reach how_far, const std::vector<std::uint64_t>& of_d)
      : reach(how_far), nans(of_d), products(unit.products()) {
    const auto ends = [&](int least, int fraction_bits) {
      for (const int exponent : {least, least - fraction_bits, least - fraction_bits - 1})
        exponents.push_back(exponent);
    };
    const Format &a = unit.a(), &b = unit.b();
    ends(a.least_exponent() + b.least_exponent(), a.fraction_bits + b.fraction_bits);
    for (const Format* format : {&unit.c(), &unit.d()}) {
      ends(format->least_exponent(), format->fraction_bits);
      exponents.push_back(format->greatest_exponent());
      exponents.push_back(format->greatest_exponent() + 1);
      bits.push_back(format->fraction_bits);
    }
    exponents.push_back(0);
    for (const char* name : {"f32", "f16", "bf16", "tf32", "f64"})
      formats.push_back(find_format(name));
    const int of_f32 = format_named("f32").fraction_bits;
    for (const int one : {format_named("f16").fraction_bits, of_f32, of_f32 + 1, of_f32 + 2})
      bits.push_back(one);
    for (const Format* format : {&unit.c(), &unit.d()}) formats.push_back(format);
    std::ranges::sort(formats);
    formats.erase(std::ranges::unique(formats).begin(), formats.end());
  }

  void add_numbers(std::set<int>& numbers, const std::vector<int>& likely) const {
    if (reach == Reach::next) return;
    const int around = reach == Reach::near ? 1 : kFarFromLikely;
    for (const int one : likely)
      for (int number = one - around; number <= one + around; ++number) numbers.insert(number);
  }
  void add_around(std::set<int>& numbers, int now) const {
    const int most = reach == Reach::next ? 1 : kNear;
    for (int away = 1; away <= most; ++away) numbers.insert({now - away, now + away});
  }
};

std::vector<int> within(const std::set<int>& numbers, Range range, std::optional<int> now) {
  std::vector<int> all;
  for (const int number : numbers)
    if (number >= range.min && number <= range.max && number != now) all.push_back(number);
  return all;
}

// Whole numbers: exponents where the range has negative ones, bits where it begins at 0, else
// elements.
std::vector<int> numbers(const Likely& likely, Range range, std::optional<int> now) {
  std::set<int> all;
  if (likely.reach == Reach::every) {
    for (int number = range.min; number <= range.max; ++number) all.insert(all.end(), number);
    return within(all, range, now);
  }
  if (now) likely.add_around(all, *now);
  if (range.min < 0) {
    likely.add_numbers(all, likely.exponents);
  } else if (range.min > 0) {
    for (int count = range.min; count <= std::min(range.max, likely.products); ++count)
      if (likely.products % count == 0) all.insert(count);
  } else {
    likely.add_numbers(all, likely.bits);
    for (int count = 0; likely.reach >= Reach::all && count <= kMostBits; ++count)
      all.insert(count);
  }
  return within(all, range, now);
}

std::string text_of(bool flag) { return flag ? "true" : "false"; }
std::string text_of(int number) { return std::to_string(number); }
std::string text_of(std::uint64_t bits) { return fmt::format("{:x}", bits); }
std::string text_of(const FractionBits& bits) { return bits ? std::to_string(*bits) : "exact"; }
std::string text_of(const Format* format) { return field_text(format); }
std::string text_of(const std::string& name) { return name.empty() ? "none" : name; }
template <Enumerated E>
std::string text_of(E value) {
  return std::string(enum_name(value));
}
std::string text_of(const ZeroExponent& zero) { return field_text(zero); }
std::string text_of(const Prerounding& first) {
  return fmt::format("{} bits, {}", first.significand_fraction, name_of(first.rounding));
}
std::string text_of(const LateC& late) { return fmt::format("{}", name_of(late.rounding)); }
std::string text_of(const OrderRow& order) {
  return order.first.empty()
             ? "ascending"
             : fmt::format("k mod {} in {} first", order.modulus, fmt::join(order.first, " "));
}
template <class T>
requires(!std::is_same_v<T, int>) std::string text_of(const std::optional<T>& value) {
  return value ? text_of(*value) : "none";
}
// The absence of a number says "exact" where bits are counted, else that there is none.
template <class T>
std::string value_text(const T& value, auto...) {
  return text_of(value);
}
std::string value_text(const std::optional<int>& number, Range) {
  return number ? std::to_string(*number) : "none";
}

// The number that a value is.
std::optional<int> number_of(const auto&) { return std::nullopt; }
std::optional<int> number_of(int number) { return number; }
std::optional<int> number_of(const ZeroExponent& zero) {
  return zero.kind == ZeroExponent::Kind::fixed ? std::optional(zero.value) : std::nullopt;
}
template <class T>
std::optional<int> number_of(const std::optional<T>& value) {
  return value ? number_of(*value) : std::nullopt;
}

template <class T>
struct ValuesOf;

template <Enumerated E>
struct ValuesOf<E> {
  static std::vector<E> other_than(const std::optional<E>& now, const Likely&) {
    std::vector<E> values;
    for (const auto& [value, name] : kNames<E>)
      if (value != now) values.push_back(value);
    return values;
  }
};

template <>
struct ValuesOf<bool> {
  static std::vector<bool> other_than(const std::optional<bool>& now, const Likely&) {
    return {!now.value_or(false)};
  }
};

template <>
struct ValuesOf<int> {
  static std::vector<int> other_than(const std::optional<int>& now, const Likely& likely,
                                     Range range) {
    return numbers(likely, range, now);
  }
};

template <>
struct ValuesOf<FractionBits> {
  static std::vector<FractionBits> other_than(const std::optional<FractionBits>& now,
                                              const Likely& likely, ExactOr bits) {
    std::vector<FractionBits> values;
    for (const int number : numbers(likely, bits.bits, now.value_or(std::nullopt)))
      values.emplace_back(number);
    if (!now || now->has_value()) values.emplace_back();
    return values;
  }
  // A number that may be absent.
  static std::vector<std::optional<int>> other_than(const std::optional<FractionBits>& now,
                                                    const Likely& likely, Range range) {
    return other_than(now, likely, ExactOr{range});
  }
};

template <>
struct ValuesOf<ZeroExponent> {
  static std::vector<ZeroExponent> other_than(const std::optional<ZeroExponent>& now,
                                              const Likely& likely, Range range) {
    using enum ZeroExponent::Kind;
    const bool is_fixed = now && now->kind == fixed;
    std::vector<ZeroExponent> values;
    for (const int number :
         numbers(likely, range, is_fixed ? std::optional(now->value) : std::nullopt))
      values.push_back({fixed, number});
    for (const ZeroExponent& named : {ZeroExponent{own}, ZeroExponent{ignored}})
      if (named != now) values.push_back(named);
    return values;
  }
};

template <>
struct ValuesOf<const Format*> {
  static std::vector<const Format*> other_than(const std::optional<const Format*>& now,
                                               const Likely& likely) {
    std::vector<const Format*> values;
    if (now.value_or(nullptr) != nullptr) values.push_back(nullptr);
    for (const Format* format : likely.formats)
      if (format != now) values.push_back(format);
    return values;
  }
};

template <>
struct ValuesOf<std::uint64_t> {
  static std::vector<std::uint64_t> other_than(const std::optional<std::uint64_t>& now,
                                               const Likely& likely, Hex) {
    std::vector<std::uint64_t> values = likely.nans;
    std::erase_if(values, [&](std::uint64_t nan) { return nan == now; });
    return values;
  }
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
// A number of fraction bits is a field's value, though "exact" is the absence of one.
template <>
inline constexpr bool is_optional<FractionBits> = false;

// Of one row within the unit.
template <class Row>
class RowMoves {
 public:
  using At = std::function<Row&(Unit&)>;

  RowMoves(std::vector<Move>& moves, const Likely& likely, std::string path, const Row& row, At at)
      : moves_(moves), likely_(likely), path_(std::move(path)), row_(row), at_(std::move(at)) {}

  void required(Key, const Format* Row::*) {}  // of operands and of d
  void required(Key key, auto member, auto... kind) { field(key, member, kind...); }
  void optional(Key key, auto member, auto... kind) { field(key, member, kind...); }

 private:
  void field(Key, std::identity, auto...) {}  // formats of operands, what a term takes

  template <class T>
  void field(Key key, T Row::*member, auto... kind) {
    const std::string path = path_ + std::string(key.name);
    if constexpr (is_optional<T>) {
      using Value = typename T::value_type;
      if constexpr (requires(const Likely& l, T t) {
                      ValuesOf<Value>::other_than(t, l, kind...);
                    }) {
        // Without a word of NaN nothing would be said of it.
        if (row_.*member && (!std::is_same_v<decltype(kind), Hex> && ...))
          add(path, member, T(), "none");
        for (const Value& value : ValuesOf<Value>::other_than(row_.*member, likely_, kind...))
          add(path, member, T(value), text_of(value));
      } else if constexpr (Described<Value>) {
        absent_or_row(path, member);
      }
    } else if constexpr (requires(const Likely& l, std::optional<T> t) {
                           ValuesOf<T>::other_than(t, l, kind...);
                         }) {
      for (const T& value : ValuesOf<T>::other_than(row_.*member, likely_, kind...))
        add(path, member, value, value_text(value, kind...));
    } else if constexpr (Described<T>) {
      inside(path + ".", row_.*member,
             [at = at_, member](Unit& unit) -> T& { return at(unit).*member; });
    }
  }

  void field(Key, std::string Row::*member, auto...) {
    if constexpr (std::is_same_v<Row, SumRow>)
      if (member == &SumRow::ones_complement) move_frames();
  }
  template <class Inner>
  void field(Key key, std::vector<Inner> Row::*member) {
    if constexpr (Described<Inner> && !std::is_same_v<Inner, Undecided>)
      for (std::size_t i = 0; i < (row_.*member).size(); ++i)
        inside(element_path(key, (row_.*member)[i], i), (row_.*member)[i],
               [at = at_, member, i](Unit& unit) -> Inner& { return (at(unit).*member)[i]; });
  }

  // As the command line has it: a sum by its name.
  std::string element_path(Key, const SumRow& sum, std::size_t) const { return sum.name + "."; }
  std::string element_path(Key key, const auto&, std::size_t i) const {
    return fmt::format("{}{}[{}].", path_, key.name, i);
  }

  template <class Inner>
  void inside(const std::string& path, const Inner& row, typename RowMoves<Inner>::At at) const {
    RowMoves<Inner> inner(moves_, likely_, path, row, std::move(at));
    describe(inner, FieldsOf<Inner>{});
  }

  template <class Value>
  void absent_or_row(const std::string& path, std::optional<Value> Row::*member) {
    if (row_.*member) {
      add(path, member, std::optional<Value>(), "none");
      inside(path + ".", *(row_.*member),
             [at = at_, member](Unit& unit) -> Value& { return *(at(unit).*member); });
    } else if constexpr (std::is_same_v<Value, Prerounding>) {
      if (likely_.reach >= Reach::all) move_to_prerounding(path, member);
    }
  }

  void move_to_prerounding(const std::string& path, std::optional<Prerounding> Row::*member) {
    const int kept = row_.significand_fraction.value_or(row_.format->fraction_bits);
    for (int more = 1; more <= kMostMoreBits; ++more)
      for (const auto& [rounding, name] : kRoundings)
        add(path, member, std::optional(Prerounding{kept + more, rounding}),
            text_of(Prerounding{kept + more, rounding}));
  }

  void move_frames() {
    Names frames{"", kPlusFrame};
    for (const TermRow& term : row_.terms) frames.push_back(term.from);
    for (const std::string_view frame : frames)
      if (frame != row_.ones_complement)
        add(path_ + "ones_complement", &SumRow::ones_complement, std::string(frame),
            text_of(std::string(frame)));
  }

  template <class T>
  void add(const std::string& path, T Row::*member, const T& value, std::string text) {
    moves_.push_back({path, std::move(text),
                      [at = at_, member, value](Unit& unit) { at(unit).*member = value; },
                      number_of(value)});
  }

  std::vector<Move>& moves_;
  const Likely& likely_;
  std::string path_;
  const Row& row_;
  At at_;
};

// The program around the datapath: not what says which operands there are.
void add_moves_of_program(const Unit& unit, const Likely& likely, std::vector<Move>& moves) {
  const Instruction& row = unit.instruction;
  const auto add = [&](const char* field, auto Instruction::*member, auto value) {
    moves.push_back({std::string("instruction.") + field, text_of(value),
                     [=](Unit& other) { other.instruction.*member = value; }});
  };
  std::vector<OrderRow> orders{{}};
  for (int modulus = 2; modulus <= std::min(unit.products(), 16); modulus *= 2)
    for (const bool odd : {true, false}) {
      OrderRow order{modulus, {}};
      for (int i = odd ? 1 : modulus / 2; i < modulus; i += odd ? 2 : 1) order.first.push_back(i);
      if (orders.back() != order) orders.push_back(order);
    }
  for (const OrderRow& order : orders)
    if (order != row.order) add("order", &Instruction::order, order);
  if (row.late_c) add("late_c", &Instruction::late_c, std::optional<LateC>());
  for (const auto& [rounding, name] : kRoundings)
    if (row.late_c != LateC{rounding})
      add("late_c", &Instruction::late_c, std::optional(LateC{rounding}));
  for (const Format* format : ValuesOf<const Format*>::other_than(row.widen, likely))
    add("widen", &Instruction::widen, format);
  for (const Format* format : ValuesOf<const Format*>::other_than(row.widen_c, likely))
    add("widen_c", &Instruction::widen_c, format);
}

// Parts of products and sums that a row leaves out; those that it has are moved field by field.
void add_parts(const Unit& unit, std::vector<Move>& moves) {
  if (!unit.datapath.product.exponent_grid)
    for (const ExponentGrid& grid : smallest_grids())
      moves.push_back({"product.exponent_grid", field_text(grid),
                       [grid](Unit& other) { other.datapath.product.exponent_grid = grid; }});
  const Plan plan = make_plan(unit);
  const std::vector<SumRow>& sums = unit.datapath.sums;
  for (std::size_t i = 0; i < sums.size(); ++i)
    for (const TotalChange& change : changes_to_total(sums[i], plan)) {
      const std::string path = sums[i].name + "." + change.field;
      if (std::ranges::find(moves, path, &Move::field) == moves.end() || moves.back().field == path)
        moves.push_back({path, change.is, [i, apply = change.apply](Unit& other) {
                           apply(other.datapath.sums[i]);
                         }});
    }
}

}  // namespace

std::vector<Move> moves_of(const Unit& unit, Reach reach, const std::vector<std::uint64_t>& nans) {
  const Likely likely(unit, reach, nans);
  std::vector<Move> moves;
  RowMoves<Datapath> datapath(moves, likely, "", unit.datapath,
                              [](Unit& other) -> Datapath& { return other.datapath; });
  describe(datapath, FieldsOf<Datapath>{});
  if (reach >= Reach::all) add_parts(unit, moves);
  add_moves_of_program(unit, likely, moves);
  return moves;
}

}  // namespace mmasc::identify
