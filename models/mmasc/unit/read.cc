// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/taken.h"

namespace mmasc {
namespace {

[[noreturn]] void refuse(const Value& value, const std::string& path, const std::string& reason) {
  throw ValueError(value.line, path, reason);
}

template <class T>
const T& expect(const Value& value, const std::string& path, std::string_view wanted) {
  if (const T* found = value.as<T>()) return *found;
  refuse(value, path, fmt::format("{} cannot be used; write {}", value.kind(), wanted));
}

// The whole text as a number.
template <class Int>
bool parse_number(std::string_view text, Int& number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return !text.empty() && error == std::errc{} && end == text.data() + text.size();
}

constexpr std::string_view kDrawn = "stochastic:";  // and the number of random bits

// A rounding by its name: "down", "stochastic:8".
std::optional<Rounding> rounding_of(std::string_view text) {
  Rounding drawn = Rounding::stochastic(0);
  if (!text.starts_with(kDrawn)) return find_enum<Rounding>(text);
  const bool is_number = parse_number(text.substr(kDrawn.size()), drawn.random_bits);
  const bool is_legal = is_number && drawn.random_bits >= 1 && drawn.random_bits <= kMaxRandomBits;
  return is_legal ? std::optional(drawn) : std::nullopt;
}

void refuse_unknown_keys(const Value& value, const std::string& path, const Names& legal) {
  for (const auto& [key, member] : *value.as<Value::Table>())
    if (std::find(legal.begin(), legal.end(), key) == legal.end())
      refuse(member, join(path, key), "unknown field; " + mend_name(key, legal));
}

// One overload a type; members of a class, so that each may call all.
struct Reader {
  const Formats& own_formats;
  const std::string& whole_path;
  const Names& more_keys;  // of the whole row, which were taken before

  void read(const Value& value, const std::string& path, int& field, Range range) {
    const auto number = expect<std::int64_t>(
        value, path, fmt::format("a whole number, {}..{}", range.min, range.max));
    if (number < range.min || number > range.max)
      refuse(value, path,
             fmt::format("{} is out of range; use {}..{}", number, range.min, range.max));
    field = static_cast<int>(number);
  }

  void read(const Value& value, const std::string& path, std::string& field) {
    field = expect<std::string>(value, path, "text in quotes");
    if (std::any_of(field.begin(), field.end(),
                    [](unsigned char letter) { return letter < ' ' || letter == 0x7f; }))
      refuse(value, path, "a control character cannot be used; write one line of text");
    if (field.size() > kMaxFieldText)
      refuse(value, path, fmt::format("is longer than {} characters; write less", kMaxFieldText));
  }

  void read(const Value& value, const std::string& path, bool& field) {
    field = expect<bool>(value, path, "true or false");
  }

  // One of the names, for what `found` makes of it.
  auto chosen(const Value& value, const std::string& path, const Names& legal, auto found) {
    const auto& name = expect<std::string>(value, path, "one of " + quoted_list(legal));
    const auto choice = found(name);
    if (!choice)
      refuse(value, path, fmt::format("unknown value \"{}\"; {}", name, mend_name(name, legal)));
    return *choice;
  }

  // `takes`: whether the field takes a value, where it stands.
  template <Enumerated E>
  void choose(const Value& value, const std::string& path, E& field, const auto& takes) {
    Names legal;
    for (const auto& [named, name] : kNames<E>)
      if (takes(named)) legal.push_back(name);
    field = chosen(value, path, legal, find_enum<E>);
  }

  void choose(const Value& value, const std::string& path, const Format*& field,
              const auto& takes) {
    const auto& name = expect<std::string>(value, path, "a format's name in quotes, as \"f32\"");
    try {
      field = &format_named(name, own_formats, [&](const Format& each) { return takes(&each); });
    } catch (const InputError& error) {
      refuse(value, path, error.what());
    }
  }

  void read(const Value& value, const std::string& path, std::uint64_t& field, Hex) {
    const auto& text = expect<std::string>(value, path, "hexadecimal digits in quotes");
    if (!parse_number(text, field, 16))
      refuse(value, path,
             fmt::format("\"{}\" is not hexadecimal; write up to 16 digits, no 0x", text));
  }

  void read(const Value& value, const std::string& path, FractionBits& field, ExactOr kind) {
    const auto* text = value.as<std::string>();
    if (text && *text == "exact") {
      field.reset();
      return;
    }
    if (text)
      refuse(value, path,
             fmt::format("unknown value \"{}\"; use \"exact\" or {}..{}", *text, kind.bits.min,
                         kind.bits.max));
    read(value, path, field.emplace(), kind.bits);
  }

  void read(const Value& value, const std::string& path, ZeroExponent& field, Range range) {
    if (const auto* text = value.as<std::string>()) {
      if (*text == "own")
        field = {};
      else if (*text == "ignored")
        field = {ZeroExponent::Kind::ignored, 0};
      else
        refuse(value, path,
               fmt::format("unknown value \"{}\"; use \"own\", \"ignored\" or {}..{}", *text,
                           range.min, range.max));
      return;
    }
    field.kind = ZeroExponent::Kind::fixed;
    read(value, path, field.value, range);
  }

  void read(const Value& value, const std::string& path, Extent& field, Range range) {
    if (!value.as<std::string>()) {
      read(value, path, field.min, range);
      field.max = field.min;
      return;
    }
    const std::string_view text = *value.as<std::string>();
    const auto comma = std::min(text.find(','), text.size());
    read_range(value, path, text.substr(0, comma), field, range);
    if (comma == text.size()) return;
    Extent wide;
    read_range(value, path, text.substr(comma + 1), wide, range);
    if (wide.min - field.max != wide.step || wide.step <= field.step)
      refuse(value, path,
             fmt::format("\"{}\" is not one range with a wider step behind it; let the second "
                         "have a greater STEP and begin one such STEP after the end of the first",
                         text));
    field.narrow_max = field.max;
    field.max = wide.max;
    field.wide_step = wide.step;
  }

  // MIN..MAX:STEP
  void read_range(const Value& value, const std::string& path, std::string_view text, Extent& field,
                  Range range) {
    const auto dots = text.find(".."), colon = text.find(':');
    if (dots == text.npos || colon == text.npos || colon < dots ||
        !parse_number(text.substr(0, dots), field.min) ||
        !parse_number(text.substr(dots + 2, colon - dots - 2), field.max) ||
        !parse_number(text.substr(colon + 1), field.step))
      refuse(value, path,
             fmt::format("\"{}\" is not a range; write a number or \"MIN..MAX:STEP\"", text));
    if (field.min < range.min || field.max > range.max || field.min >= field.max ||
        field.step < 1 || (field.max - field.min) % field.step != 0)
      refuse(
          value, path,
          fmt::format("\"{}\" is an empty or uneven range; let MIN < MAX within {}..{}, a multiple "
                      "of STEP apart",
                      text, range.min, range.max));
  }

  // "products", "products.even", "products[0:8]"
  void read(const Value& value, const std::string& path, TermRow& field, TermName) {
    const auto& text = expect<std::string>(value, path, "a term's name in quotes");
    const auto cut = std::min(text.find_first_of(".["), text.size());
    const std::string_view selection = std::string_view(text).substr(cut);
    const auto colon = selection.find(':');
    auto& chosen = field.selection;
    field.from = text.substr(0, cut);
    if (selection.empty()) {
      chosen = {};
    } else if (selection == ".even") {
      chosen = {Selection::Kind::even, 0, 0};
    } else if (selection == ".odd") {
      chosen = {Selection::Kind::odd, 0, 0};
    } else if (selection.front() == '[' && selection.back() == ']' && colon != selection.npos &&
               parse_number(selection.substr(1, colon - 1), chosen.first) &&
               parse_number(selection.substr(colon + 1, selection.size() - colon - 2),
                            chosen.last)) {
      chosen.kind = Selection::Kind::range;
    } else {
      refuse(value, path,
             fmt::format("\"{}\" is not a term; write NAME, NAME.even, NAME.odd or NAME[FIRST:END]",
                         text));
    }
  }

  template <class Row>
  class FieldReader {
   public:
    FieldReader(Reader& reader, const Value& table, const std::string& path, Row& row)
        : reader_(reader), table_(table), path_(path), row_(row) {}

    template <class... Kind>
    void required(std::string_view key, auto member, Kind... kind) {
      if (!find(entries_, key))
        refuse(table_, path_.empty() ? std::string(key) : path_,
               fmt::format("\"{}\" is missing; add it", key));
      optional(key, member, kind...);
    }

    template <class... Kind>
    void optional(std::string_view key, auto member, Kind... kind) {
      const Value* value = find(entries_, key);
      if (!value) return;
      auto& field = std::invoke(member, row_);
      if constexpr (HasChoices<std::remove_cvref_t<decltype(field)>>)
        reader_.choose(*value, join(path_, key), field,
                       [&](const auto& choice) { return takes(row_, member, choice); });
      else
        reader_.read(*value, join(path_, key), field, kind...);
    }

   private:
    Reader& reader_;
    const Value& table_;
    const std::string& path_;
    const Value::Table& entries_ = *table_.as<Value::Table>();
    Row& row_;
  };

  template <class Row, class Describe>
  void read(const Value& value, const std::string& path, Row& row, Group<Describe> group) {
    expect<Value::Table>(value, path, "a table, as { KEY = VALUE }");
    KeyList legal;
    group.describe(legal);
    if (path == whole_path) legal.keys.insert(legal.keys.end(), more_keys.begin(), more_keys.end());
    refuse_unknown_keys(value, path, legal.keys);
    FieldReader<Row> reader(*this, value, path, row);
    group.describe(reader);
  }

  template <Described Row>
  void read(const Value& value, const std::string& path, Row& row) {
    read(value, path, row, Group{[](auto& visitor) { describe(visitor, FieldsOf<Row>{}); }});
  }

  // A mode that draws nothing is just its name; one that does says its random bits, too.
  void choose(const Value& value, const std::string& path, Rounding& field, const auto& takes) {
    field = {};
    if (const auto* table = value.as<Value::Table>()) {
      field.random_bits = find(*table, "random_bits") ? 1 : 0;  // says which modes there may be
      read(value, path, field, Group{[](auto& v) { describe(v, FieldsOf<Rounding>{}); }});
    } else {
      field = chosen_rounding(value, path, takes);
    }
    if (field.is_stochastic() && field.random_bits == 0 && takes(Rounding::stochastic(8)))
      refuse(value, path,
             fmt::format("draws random bits; write {{ mode = \"{}\", random_bits = 8 }}",
                         name_of(field)));
    if (!field.is_stochastic() && field.random_bits != 0)
      refuse(value, path,
             fmt::format("{} draws no random bits; remove random_bits", name_of(field)));
  }

  template <class T>
  void choose(const Value& value, const std::string& path, std::optional<T>& field,
              const auto& takes) {
    choose(value, path, field.emplace(), takes);
  }

  Rounding chosen_rounding(const Value& value, const std::string& path, const auto& takes) {
    static const std::string kExample = fmt::format("{}8", kDrawn);
    Names legal;
    for (const auto& [rounding, name] : kRoundings)
      if (takes(rounding)) legal.push_back(name);
    if (takes(Rounding::stochastic(8))) legal.push_back(kExample);
    return chosen(value, path, legal, rounding_of);
  }

  // A term without overrides is just its name.
  void read(const Value& value, const std::string& path, TermRow& row) {
    if (value.as<std::string>())
      read(value, path, row, TermName{});
    else
      read<TermRow>(value, path, row);
  }

  template <class T, class... Kind>
  void read(const Value& value, const std::string& path, std::optional<T>& field, Kind... kind) {
    read(value, path, field.emplace(), kind...);
  }

  template <class T, class... Kind>
  void read(const Value& value, const std::string& path, std::vector<T>& field, Kind... kind) {
    const auto& array = expect<Value::Array>(value, path, "an array, as [ ... ]");
    for (std::size_t i = 0; i < array.size(); ++i)
      read(array[i], element_path(path, array, i), field.emplace_back(), kind...);
  }
};

}  // namespace

template <class Row>
Row read_row(const Value& table, const std::string& path, const Formats& own_formats,
             const Names& more_keys) {
  Row row;
  Reader{own_formats, path, more_keys}.read(table, path, row);
  return row;
}

template FormatRow read_row(const Value&, const std::string&, const Formats&, const Names&);
template Datapath read_row(const Value&, const std::string&, const Formats&, const Names&);
template Instruction read_row(const Value&, const std::string&, const Formats&, const Names&);
template Structure read_row(const Value&, const std::string&, const Formats&, const Names&);

}  // namespace mmasc
