// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/operand_constraint_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

using Op = OperandConstraint::Op;
using Node = OperandConstraint::Node;

constexpr std::size_t kMostLetters = 4096;
constexpr int kMostDepth = 100;

struct Infix {
  std::string_view text;
  int precedence;
  Op op;
  bool exchanges = false, negates = false;  // its operands; what comes out
};
constexpr int kComparison = 3;
// Longer ones before those that they begin with.
constexpr std::array kInfixes{
    Infix{"||", 1, Op::either},
    Infix{"&&", 2, Op::both},
    Infix{"<=", kComparison, Op::less_equal},
    Infix{">=", kComparison, Op::less_equal, true},
    Infix{"==", kComparison, Op::equal},
    Infix{"!=", kComparison, Op::equal, false, true},
    Infix{"<", kComparison, Op::less},
    Infix{">", kComparison, Op::less, true},
    Infix{"+", 4, Op::add},
    Infix{"-", 4, Op::subtract},
    Infix{"*", 5, Op::multiply},
};

struct Aggregate {
  std::string_view name;
  Op op;
};
constexpr std::array kAggregates{
    Aggregate{"any", Op::any},   Aggregate{"all", Op::all},      Aggregate{"count", Op::count},
    Aggregate{"min", Op::least}, Aggregate{"max", Op::greatest},
};

bool is_letter(char x) { return std::isalpha(static_cast<unsigned char>(x)) != 0 || x == '_'; }
bool is_digit(char x) { return x >= '0' && x <= '9'; }

template <class Rows>
std::string names_of(const Rows& rows) {
  std::string names;
  for (const auto& row : rows) names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
  return names;
}

class Parser {
 public:
  Parser(std::string_view text, const OperandLayout& layout) : text_(text), layout_(layout) {
    if (text.size() > kMostLetters)
      throw InputError(
          fmt::format("--where: has {} letters; give at most {}", text.size(), kMostLetters));
  }

  ParsedConstraint run() && {
    infix(0);
    if (at_ < text_.size()) fail(at_, fmt::format("{} is not expected", quoted(text_[at_])));
    return std::move(parsed_);
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& what) const {
    throw InputError(fmt::format("--where: column {} of \"{}\": {}", at + 1, text_, what));
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token, std::string_view before) {
    if (!take(token)) fail(at_, fmt::format("a {} is missing {}", token, before));
  }
  std::string_view take_word() {
    skip_spaces();
    const std::size_t first = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return text_.substr(first, at_ - first);
  }

  int add(Node node) {
    const auto is_each = [&](int kid) {
      return kid >= 0 && parsed_.nodes[static_cast<std::size_t>(kid)].is_each;
    };
    const bool binds = std::ranges::find(kAggregates, node.op, &Aggregate::op) != kAggregates.end();
    node.is_each |= !binds && (is_each(node.left) || is_each(node.right));
    parsed_.nodes.push_back(std::move(node));
    return static_cast<int>(parsed_.nodes.size()) - 1;
  }
  int add(Op op, int left, int right = -1) {
    Node node;
    node.op = op;
    node.left = left;
    node.right = right;
    return add(std::move(node));
  }

  const Infix* take_infix(int least) {
    skip_spaces();
    for (const Infix& infix : kInfixes)
      if (text_.substr(at_).starts_with(infix.text)) {
        if (infix.precedence < least) return nullptr;
        at_ += infix.text.size();
        return &infix;
      }
    return nullptr;
  }

  // An expression of operators that bind as tightly as `least` or more so.
  int infix(int least) {
    int left = prefix();
    bool compared = false;
    for (;;) {
      skip_spaces();
      const std::size_t before = at_;
      const Infix* const found = take_infix(least);
      if (found == nullptr) return left;
      if (compared && found->precedence == kComparison)
        fail(before, "comparisons do not chain; join them by &&");
      compared = found->precedence == kComparison;
      const int right = infix(found->precedence + 1);
      left = found->exchanges ? add(found->op, right, left) : add(found->op, left, right);
      if (found->negates) left = add(Op::no, left);
    }
  }

  int prefix() {
    skip_spaces();
    const std::size_t first = at_;
    if (++depth_ > kMostDepth) fail(first, "is nested too deeply");
    const int node = prefix_at(first);
    --depth_;
    return node;
  }

  int prefix_at(std::size_t first) {
    if (at_ == text_.size()) fail(at_, "ends where a value is missing");
    if (take("(")) {
      const int inner = infix(0);
      expect(")", fmt::format("for the ( of column {}", first + 1));
      return inner;
    }
    if (take("-")) return add(Op::negative, prefix());
    if (take("!")) return add(Op::no, prefix());
    if (is_digit(text_[at_])) {
      Node node;
      node.literal = number();
      return add(std::move(node));
    }
    const std::string_view word = take_word();
    if (word.empty()) fail(first, fmt::format("{} is not expected", quoted(text_[first])));
    for (const Aggregate& one : kAggregates)
      if (one.name == word) return aggregate(one, first);
    for (const PropertyRow& row : kProperties)
      if (row.name == word) return property(row);
    if (find_operand(word))
      fail(first,
           fmt::format("{} is no number; ask for one of {} of it", word, names_of(kProperties)));
    fail(first, fmt::format("{} is unknown; there are {} and {}", word, names_of(kProperties),
                            names_of(kAggregates)));
  }

  std::uint64_t number() {
    skip_spaces();
    const std::size_t first = at_;
    const bool hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
    const std::string_view word = take_word();
    const std::string_view digits = hex ? word.substr(2) : word;
    std::uint64_t value = 0;
    const auto end =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    if (end.ec == std::errc::result_out_of_range)
      fail(first, fmt::format("{} is 2^64 or more", word));
    if (end.ec != std::errc() || end.ptr != digits.data() + digits.size())
      fail(first, fmt::format("{} is no whole number, decimal or 0x and hex digits",
                              word.empty() ? "what stands here" : word));
    parsed_.literals.push_back(value);
    return value;
  }

  int aggregate(const Aggregate& one, std::size_t first) {
    if (aggregated_)
      fail(first, fmt::format("{} stands inside another of {}", one.name, names_of(kAggregates)));
    expect("(", fmt::format("behind {}", one.name));
    aggregated_ = true;
    const int inner = infix(0);
    aggregated_ = false;
    expect(")", fmt::format("behind what {} is of", one.name));
    if (!parsed_.nodes[static_cast<std::size_t>(inner)].is_each)
      fail(first, fmt::format("{} of what has no operand without an index", one.name));
    return add(one.op, inner);
  }

  int property(const PropertyRow& row) {
    Node node;
    node.op = Op::property;
    node.property = &row;
    expect("(", fmt::format("behind {}", row.name));
    do {
      skip_spaces();
      const std::size_t first = at_;
      node.factors.push_back(element(row));
      if (row.of_one && node.factors.size() > 1)
        fail(first, fmt::format("{} is of one element, not of a product", row.name));
      node.is_each |= node.factors.back().index < 0;
    } while (take("*"));
    expect(")", fmt::format("behind the elements of {}", row.name));
    return add(std::move(node));
  }

  ElementReference element(const PropertyRow& row) {
    const std::size_t first = at_;
    const std::string_view name = take_word();
    const auto operand = find_operand(name);
    if (!operand || *operand == Operand::d) {
      std::string known;
      for (const OperandRow& input : kInputs)
        if (layout_.has(input.operand))
          known += fmt::format("{}{}", known.empty() ? "" : ", ", input.name);
      fail(first, fmt::format("{} is no operand; there are {}",
                              name.empty() ? "what stands here" : name, known));
    }
    const OperandRow& input = row_of(*operand);
    if (!layout_.has(*operand)) fail(first, fmt::format("the unit has no {}", name));
    if (row.of != nullptr && input.format.empty())
      fail(first, fmt::format("{} is no number; ask for bits({}[0])", name, name));
    const bool is_single = input.along == Along::element || input.along == Along::whole;
    ElementReference one{*operand, is_single ? 0 : -1};
    if (take("[")) {
      skip_spaces();
      const std::size_t at = at_;
      const std::uint64_t index = number();
      parsed_.literals.pop_back();
      const auto count = static_cast<std::uint64_t>(layout_[*operand].count);
      if (index >= count) fail(at, fmt::format("{} has elements 0 to {}", name, count - 1));
      one.index = static_cast<int>(index);
      expect("]", "behind the index");
    } else if (one.index < 0 && *operand == Operand::random) {
      fail(first, "random needs an index; its elements belong to no product");
    }
    return one;
  }

  std::string_view text_;
  const OperandLayout& layout_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool aggregated_ = false;
  ParsedConstraint parsed_;
};

}  // namespace

ParsedConstraint parse_constraint(std::string_view text, const OperandLayout& layout) {
  return Parser(text, layout).run();
}

}  // namespace mmasc
