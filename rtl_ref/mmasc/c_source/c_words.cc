// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/c_source/c_names.h"

namespace mmasc {
namespace {

constexpr std::size_t kLongest = 72;  // text that goes into the statement of its one user

int bits_of(CKind kind) { return kind == CKind::w64 ? 64 : 32; }

std::string number(int128 value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return bits < 65536 ? fmt::format("{}", bits) : fmt::format("0x{:x}", bits);
}
// The word has so many bits, all set.
std::string mask(int bits) {
  if (bits == 64) return "UINT64_C(0xffffffffffffffff)";
  const std::uint64_t value = (std::uint64_t{1} << bits) - 1;
  return bits > 32 ? fmt::format("UINT64_C(0x{:x})", value) : fmt::format("0x{:x}u", value);
}

std::vector<WordRange> bounds_of(const std::vector<CPlace>& inputs) {
  std::vector<WordRange> bounds;
  for (const CPlace& input : inputs) bounds.push_back(all_of(input.width, input.is_signed));
  return bounds;
}

}  // namespace

CWords::CWords(const WordGraph& graph, const std::vector<CPlace>& inputs, CHelpers& helpers)
    : graph_(graph),
      inputs_(inputs),
      helpers_(helpers),
      ranges_(ranges_of(graph, bounds_of(inputs))),
      uses_(graph.nodes().size()),
      texts_(graph.nodes().size()) {
  for (int i = 0; i < static_cast<int>(graph.nodes().size()); ++i) kinds_.push_back(kind_of(i));
}

bool CWords::is_known(int i) const {
  return is_bounded(i) && range(i).low == range(i).high && fits(i, CKind::w64);
}

// Whether the type has all the values, and tells by its bits whether one is negative.
bool CWords::fits(int i, CKind kind) const {
  if (!is_bounded(i)) return kind == CKind::wide;
  const auto& [low, high] = range(i);
  const int bits = bits_of(kind);
  if (low >= 0) return high < int128{1} << bits;
  return low >= -(int128{1} << (bits - 1)) && high < int128{1} << (bits - 1);
}

CKind CWords::kind_of(int i) const {
  using enum WordGraph::Operation;
  if (static_cast<std::size_t>(i) < kinds_.size()) return kinds_[static_cast<std::size_t>(i)];
  const WordGraph::Node& n = node(i);
  switch (n.operation) {
    case bit_at:
    case less:
    case equal:
    case both:
    case either:
    case differ:
    case invert:
      return CKind::bit;
    case input:
      if (inputs_[static_cast<std::size_t>(n.parameter)].width == 1) return CKind::bit;
      break;
    case select: {
      const auto is_bit = [&](int j) {
        return kind_of(j) == CKind::bit ||
               (is_known(j) && (range(j).low == 0 || range(j).low == 1) &&
                node(j).width == WordGraph::kBitWidth);
      };
      if (is_bit(n.operand[1]) && is_bit(n.operand[2]) &&
          !(is_known(n.operand[1]) && is_known(n.operand[2])))
        return CKind::bit;
      break;
    }
    default:
      break;
  }
  if (fits(i, CKind::w32)) return CKind::w32;
  return fits(i, CKind::w64) ? CKind::w64 : CKind::wide;
}

// One type whose bits tell both values apart.
CKind CWords::common_kind(int i, int j) const {
  for (const CKind kind : {CKind::w32, CKind::w64}) {
    if (!fits(i, kind) || !fits(j, kind)) continue;
    const bool has_negative = is_negative(i) || is_negative(j);
    const int128 half = int128{1} << (bits_of(kind) - 1);
    if (!has_negative || (range(i).high < half && range(j).high < half)) return kind;
  }
  return CKind::wide;
}

std::string CWords::type_of(CKind kind) {
  switch (kind) {
    case CKind::bit:
      return "int";
    case CKind::w32:
      return "uint32_t";
    case CKind::w64:
      return "uint64_t";
    case CKind::wide:
      break;
  }
  return helpers_.wide_type(0);
}

// The operands that a node's text names: of a choice that is known, the one that is taken.
std::vector<int> CWords::needed(int i) const {
  const auto [x, y, z] = node(i).operand;
  if (WordGraph::is_input(node(i))) return {};
  if (node(i).operation == WordGraph::Operation::select && is_known(x)) return {taken(i)};
  std::vector<int> all;
  for (const int operand : {x, y, z})
    if (operand != WordGraph::kNone) all.push_back(operand);
  return all;
}

void CWords::count_uses(const std::vector<CPlace>& outputs) {
  using enum WordGraph::Operation;
  for (const CPlace& out : outputs) ++uses_[static_cast<std::size_t>(out.node)];
  for (int i = static_cast<int>(uses_.size()) - 1; i >= 0; --i) {
    if (uses_[static_cast<std::size_t>(i)] == 0 || is_known(i) || WordGraph::is_input(node(i)))
      continue;
    const WordGraph::Node& n = node(i);
    for (const int operand : needed(i)) ++uses_[static_cast<std::size_t>(operand)];
    // A shift that may go beyond its type names the amount twice.
    if (n.operation == shift_left_by || n.operation == shift_right_by)
      ++uses_[static_cast<std::size_t>(n.operand[1])];
  }
}

// The statements that an output needs stand before it, so that those of a lane stay together.
std::string CWords::statements(const std::vector<CPlace>& outputs) {
  count_uses(outputs);
  std::string all;
  for (const CPlace& out : outputs) {
    declare(out.node, all);
    all += fmt::format("  {} = {};\n", out.text, stored(out).text);
  }
  return all;
}

// Gives a node its text, and all those before it that it needs; adds the statements that this
// takes.
void CWords::declare(int i, std::string& all) {
  const auto at = static_cast<std::size_t>(i);
  if (is_known(i) || !texts_[at].text.empty()) return;
  for (const int operand : needed(i)) declare(operand, all);
  const CKind kind = kind_of(i);
  if (kind == CKind::wide) helpers_.wide_type(node(i).width);
  Text text = WordGraph::is_input(node(i)) ? load(i) : value(i);
  if (uses_[at] > 1 ? text.text.find_first_of(" (") != std::string::npos
                    : text.text.size() > kLongest) {
    const std::string type = type_of(kind), cast = fmt::format("({})in->", type);
    if (text.is_atom && text.text.starts_with(cast)) text.text.erase(0, type.size() + 2);
    all += fmt::format("  const {} t{} = {};\n", type, i, text.text);
    text = {fmt::format("t{}", i)};
  }
  texts_[at] = text;
}

CWords::Text CWords::load(int i) {
  const CPlace& place = inputs_[static_cast<std::size_t>(node(i).parameter)];
  const CKind kind = kind_of(i);
  if (place.width > 64) {
    helpers_.wide_type(place.width + 1);
    if (!place.is_signed) return {place.text};
    return {fmt::format("{}({}, {})", helpers_.use("wide_extended"), place.text, place.width)};
  }
  const bool is_whole = place.width == c_type_bits(place.width);
  if (kind == CKind::bit) {
    if (place.is_masked) return {place.text};
    return {place.text + " & 1", false};
  }
  std::string text = place.text;
  const bool needs_cast = c_type_bits(place.width) < bits_of(kind);
  if (needs_cast) text = fmt::format("({}){}", type_of(kind), text);
  if (!place.is_masked && !is_whole) text = fmt::format("{} & {}", text, mask(place.width));
  if (!place.is_signed || place.width == bits_of(kind)) return {text, place.is_masked || is_whole};
  const std::string sign = kind == CKind::w64
                               ? fmt::format("UINT64_C({})", std::uint64_t{1} << (place.width - 1))
                               : fmt::format("{}u", std::uint32_t{1} << (place.width - 1));
  return {fmt::format("({} ^ {}) - {}", text, sign, sign), false};
}

CWords::Text CWords::literal(int128 value, CKind kind) {
  if (kind == CKind::bit) return {value == 0 ? "0" : "1"};
  if (kind == CKind::wide) {
    const bool is_negative = value < 0;
    return {fmt::format("{}({})", helpers_.use(is_negative ? "wide_of_signed" : "wide_of"),
                        fmt::format("UINT64_C({})", number(value)))};
  }
  if (value >= 0 && kind == CKind::w64) return {fmt::format("UINT64_C({})", number(value))};
  if (value >= 0) return {number(value) + "u"};
  if (value >= -(int128{1} << 31))
    return {fmt::format("({})0 - {}u", type_of(kind), number(-value)), false};
  return {fmt::format("UINT64_C({})", number(value))};
}

// A node's value in another type that holds it, or in as many of its bits as the type has.
CWords::Text CWords::as(int i, CKind kind) {
  if (is_known(i)) return literal(range(i).low, kind);
  const Text& text = texts_[static_cast<std::size_t>(i)];
  const CKind from = kind_of(i);
  if (from == kind) return text;
  const std::string atom = text.is_atom ? text.text : "(" + text.text + ")";
  if (kind == CKind::wide) {
    const bool is_signed = is_negative(i);
    return {fmt::format("{}({})", helpers_.use(is_signed ? "wide_of_signed" : "wide_of"),
                        as(i, CKind::w64).text)};
  }
  if (from == CKind::wide) {
    const std::string low = fmt::format("{}({})", helpers_.use("wide_low"), text.text);
    if (kind == CKind::w64) return {low};
    return {kind == CKind::w32 ? fmt::format("{}({})", helpers_.use("low"), low)
                               : fmt::format("({}){}", type_of(kind), low)};
  }
  if (from == CKind::w32 && kind == CKind::w64 && is_negative(i))
    return {fmt::format("{}({})", helpers_.use("extended"), text.text)};
  if (from == CKind::w64 && kind == CKind::w32 &&
      (is_negative(i) || range(i).high >= int128{1} << 32))
    return {fmt::format("{}({})", helpers_.use("low"), text.text)};
  return {fmt::format("({}){}", type_of(kind), atom)};
}

std::string CWords::operand(int i, CKind kind) {
  const Text text = as(i, kind);
  return text.is_atom ? text.text : "(" + text.text + ")";
}

CWords::Text CWords::value(int i) {
  using enum WordGraph::Operation;
  const WordGraph::Node& n = node(i);
  const auto [x, y, z] = n.operand;
  const auto join = [&](const char* sign) {
    return Text{fmt::format("{} {} {}", operand(x, CKind::bit), sign, operand(y, CKind::bit)),
                false};
  };
  switch (n.operation) {
    case less:
    case equal:
      return compared(i, true);
    case both:
      return join("&");
    case either:
      return join("|");
    case differ:
      if (is_known(y) && range(y).low == 0) return as(x, CKind::bit);
      return join("^");
    case invert:
      return inverted(x);
    case select: {
      const CKind kind = kind_of(i);
      if (is_known(x)) return as(taken(i), kind);
      return {
          fmt::format("{} ? {} : {}", operand(x, CKind::bit), operand(y, kind), operand(z, kind)),
          false};
    }
    case bit_at:
    case field:
      return cut(i, kind_of(i));
    case count_leading_zeros: {
      if (kind_of(x) == CKind::wide)
        return {fmt::format("{}u - {}({})", n.parameter, helpers_.use("wide_length"),
                            as(x, CKind::wide).text),
                false};
      return {
          fmt::format("{}u - {}({})", n.parameter, helpers_.use("length"), as(x, kind_of(x)).text),
          false};
    }
    case shift_right:
    case shift_right_by:
      return shifted(i, kind_of(x) == CKind::bit ? CKind::w32 : kind_of(x), false);
    case shift_left:
    case shift_left_by:
      return shifted(i, kind_of(i), true);
    default:
      return kind_of(i) == CKind::wide ? wide(i) : narrow(i, kind_of(i));
  }
}

// A comparison, or what is the case where it does not hold.
CWords::Text CWords::compared(int i, bool holds) {
  const WordGraph::Node& n = node(i);
  const bool is_less = n.operation == WordGraph::Operation::less;
  const int x = n.operand[0], y = n.operand[1];
  const CKind kind = common_kind(x, y);
  const bool is_of_bits = kind != CKind::wide && (!is_less || (!is_negative(x) && !is_negative(y)));
  if (is_of_bits) {
    const char* const sign = is_less ? (holds ? "<" : ">=") : (holds ? "==" : "!=");
    return {fmt::format("{} {} {}", operand(x, kind), sign, operand(y, kind)), false};
  }
  const char* const helper = kind == CKind::wide  ? (is_less ? "wide_less" : "wide_equal")
                             : kind == CKind::w64 ? "less64"
                                                  : "less";
  return {fmt::format("{}{}({}, {})", holds ? "" : "!", helpers_.use(helper), as(x, kind).text,
                      as(y, kind).text),
          holds};
}

CWords::Text CWords::inverted(int x) {
  using enum WordGraph::Operation;
  const Text text = as(x, CKind::bit);
  if (text.is_atom) return {"!" + text.text, false};
  if (node(x).operation == less || node(x).operation == equal) return compared(x, false);
  return {fmt::format("({}) == 0", text.text), false};
}

CWords::Text CWords::narrow(int i, CKind kind) {
  using enum WordGraph::Operation;
  const WordGraph::Node& n = node(i);
  const auto [x, y, z] = n.operand;
  const auto is_zero = [&](int j) { return is_known(j) && range(j).low == 0; };
  if (n.operation != mul && is_zero(y)) return as(x, kind);
  if (n.operation == add && is_zero(x)) return as(y, kind);
  if (n.operation == mul)
    return {fmt::format("{} * {}", operand(x, kind), operand(y, kind)), false};
  const bool is_of_negative = is_known(y) && range(y).low < 0;
  const std::string by = is_of_negative ? literal(-range(y).low, kind).text : operand(y, kind);
  const char* const sign = (n.operation == add) != is_of_negative ? "+" : "-";
  return {fmt::format("{} {} {}", operand(x, kind), sign, by), false};
}

CWords::Text CWords::wide(int i) {
  using enum WordGraph::Operation;
  const WordGraph::Node& n = node(i);
  const auto [x, y, z] = n.operand;
  if (n.operation == mul && fits(x, CKind::w64) && fits(y, CKind::w64) && !is_negative(x) &&
      !is_negative(y))
    return {fmt::format("{}({}, {})", helpers_.use("wide_product"), as(x, CKind::w64).text,
                        as(y, CKind::w64).text)};
  const char* const name = n.operation == add   ? "wide_add"
                           : n.operation == sub ? "wide_sub"
                                                : "wide_mul";
  return {fmt::format("{}({}, {})", helpers_.use(name), as(x, CKind::wide).text,
                      as(y, CKind::wide).text)};
}

// A literal that is shifted must be as wide as its type says, whatever `int` has.
CWords::Text CWords::as_base(int i, CKind kind) {
  if (is_known(i) && kind == CKind::w32 && range(i).low >= 0)
    return {fmt::format("UINT32_C({})", number(range(i).low))};
  return as(i, kind);
}

// `kind`: in which the shift is done, the result's of one to the left, the operand's of one to the
// right.
CWords::Text CWords::shifted(int i, CKind kind, bool left) {
  const WordGraph::Node& n = node(i);
  const int x = n.operand[0], by = n.operand[1];
  const bool is_by_wires = by == WordGraph::kNone;
  const char* const sign = left ? "<<" : ">>";
  const int128 most = is_by_wires ? int128{n.parameter} : range(by).high;
  const bool may_exceed = most >= bits_of(kind);
  Text text;
  if (kind == CKind::wide) {
    const std::string places =
        is_by_wires ? fmt::format("{}", n.parameter) : as(by, CKind::w32).text;
    text = {fmt::format("{}({}, {})", helpers_.use(left ? "wide_left" : "wide_right"),
                        as(x, kind).text, places)};
  } else {
    const Text base = as_base(x, kind);
    const std::string atom = base.is_atom ? base.text : "(" + base.text + ")";
    if (is_by_wires || is_known(by)) {
      const std::string places = is_by_wires ? number(n.parameter) : number(range(by).low);
      text = {may_exceed ? "0u" : fmt::format("{} {} {}", atom, sign, places), may_exceed};
    } else {
      std::string places = amount(by);
      // No amount is beyond its bounds, but for fields that no operands lead to.
      if (!may_exceed) places = fmt::format("({} & {}u)", places, bits_of(kind) - 1);
      text = {fmt::format("{} {} {}", atom, sign, places), false};
      if (may_exceed)
        text.text = fmt::format("{} < {}u ? {} : 0u", places, bits_of(kind), text.text);
    }
  }
  return left ? text : moved_to(text, kind, kind_of(i));
}

// A value that is not negative in another type that holds it.
CWords::Text CWords::moved_to(const Text& text, CKind from, CKind to) {
  if (from == to) return text;
  if (from == CKind::wide)
    return moved_to({fmt::format("{}({})", helpers_.use("wide_low"), text.text)}, CKind::w64, to);
  const std::string atom = text.is_atom ? text.text : "(" + text.text + ")";
  if (to == CKind::wide)
    return {fmt::format("{}({})", helpers_.use("wide_of"),
                        from == CKind::w64 ? text.text : "(uint64_t)" + atom)};
  return {fmt::format("({}){}", type_of(to), atom)};
}

// Bits of a word that is not negative, or one of them.
CWords::Text CWords::cut(int i, CKind to) {
  using enum WordGraph::Operation;
  const WordGraph::Node& n = node(i);
  const int x = n.operand[0], low = static_cast<int>(n.parameter);
  const int count = n.operation == bit_at ? 1 : n.width - 1;
  const CKind from = kind_of(x) == CKind::bit ? CKind::w32 : kind_of(x);
  if (to == CKind::wide && from == CKind::wide)
    return {
        fmt::format("{}({}, {}, {})", helpers_.use("wide_field"), as(x, from).text, low, count)};
  CKind in = from;
  Text text = as(x, from);
  if (from == CKind::wide) {
    in = CKind::w64;
    text = {fmt::format("{}({}, {})", helpers_.use("wide_bits"), as(x, from).text, low)};
    if (count < 64) text = {fmt::format("{} & {}", text.text, mask(count)), false};
  } else {
    if (low >= bits_of(from)) return {"0"};
    const std::string atom = text.is_atom ? text.text : "(" + text.text + ")";
    if (low > 0) text = {fmt::format("{} >> {}", atom, low), false};
    const bool is_all = count + low >= bits_of(from) ||
                        (!is_negative(x) && range(x).high >> low < int128{1} << count);
    if (!is_all)
      text = {low > 0 ? fmt::format("({}) & {}", text.text, mask(count))
                      : fmt::format("{} & {}", atom, mask(count)),
              false};
  }
  return moved_to(text, in, to);
}

// The node is known to be a number of so many bits without a sign. Bounds have 127 bits and a sign.
bool CWords::is_within(int i, int bits) const {
  return is_bounded(i) && range(i).low >= 0 && (bits >= 127 || range(i).high >> bits == 0);
}

// As the field of a struct has it: no bits above its width.
CWords::Text CWords::stored(const CPlace& out) {
  const int i = out.node;
  if (out.width > 64) {
    helpers_.wide_type(out.width + 1);
    const Text text = as(i, CKind::wide);
    if (is_within(i, out.width)) return text;
    return {fmt::format("{}({}, 0, {})", helpers_.use("wide_field"), text.text, out.width)};
  }
  const int bits = c_type_bits(out.width);
  const std::string type = c_type(out.width);
  if (is_known(i)) {
    const std::uint64_t kept =
        static_cast<std::uint64_t>(range(i).low) &
        (out.width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << out.width) - 1);
    return {bits == 64 ? fmt::format("UINT64_C({})", kept) : fmt::format("{}u", kept)};
  }
  const CKind kind = bits == 64 ? CKind::w64 : kind_of(i) == CKind::wide ? CKind::w64 : kind_of(i);
  Text text = as(i, kind);
  if (!is_within(i, out.width) && out.width < bits_of(kind))
    text = {fmt::format("{} & {}", operand(i, kind), mask(out.width)), false};
  if ((kind == CKind::w64 && bits == 64) || (kind == CKind::w32 && bits == 32)) return text;
  return {fmt::format("({}){}", type, text.is_atom ? text.text : "(" + text.text + ")")};
}

}  // namespace mmasc
