// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/gate_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::size_t kMostOperands = 64;

}  // namespace

class FunctionReader {
 public:
  using Operation = GateFunction::Operation;

  FunctionReader(std::string_view text, std::span<const std::string> pins)
      : text_(text), pins_(pins) {}

  std::vector<GateFunction::Step> read() {
    either();
    if (skip(); at_ != text_.size()) refuse();
    return std::move(steps_);
  }

 private:
  [[noreturn]] void refuse() const {
    throw InputError(fmt::format("\"{}\" is no function of liberty", text_));
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view letters) {
    skip();
    if (at_ >= text_.size() || letters.find(text_[at_]) == letters.npos) return false;
    ++at_;
    return true;
  }
  void push(Operation operation, std::size_t input = 0) {
    const bool is_value = operation <= Operation::one;
    const bool joins = operation >= Operation::both;
    depth_ = depth_ + (is_value ? 1 : 0) - (joins ? 1 : 0);
    if (depth_ > kMostOperands) refuse();
    steps_.push_back({operation, static_cast<std::uint16_t>(input)});
  }

  void either() {
    both();
    while (take("|+")) {
      both();
      push(Operation::either);
    }
  }
  void both() {
    differ();
    for (;;) {
      if (!take("&*")) {
        skip();
        const bool goes_on =
            at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                   text_[at_] == '(' || text_[at_] == '!' || text_[at_] == '_');
        if (!goes_on) return;
      }
      differ();
      push(Operation::both);
    }
  }
  void differ() {
    inverted();
    while (take("^")) {
      inverted();
      push(Operation::differ);
    }
  }
  void inverted() {
    bool is_inverted = false;
    while (take("!")) is_inverted = !is_inverted;
    atom();
    while (take("'")) is_inverted = !is_inverted;
    if (is_inverted) push(Operation::invert);
  }
  void atom() {
    if (take("(")) {
      if (++brackets_ > kMostOperands) refuse();
      either();
      if (!take(")")) refuse();
      --brackets_;
      return;
    }
    skip();
    const std::size_t first = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '_' || text_[at_] == '[' || text_[at_] == ']'))
      ++at_;
    const std::string_view name = text_.substr(first, at_ - first);
    if (name == "0" || name == "1") return push(name == "0" ? Operation::zero : Operation::one);
    const auto pin = std::ranges::find(pins_, name);
    if (pin == pins_.end()) refuse();
    push(Operation::input, static_cast<std::size_t>(pin - pins_.begin()));
  }

  std::string_view text_;
  std::span<const std::string> pins_;
  std::size_t at_ = 0, depth_ = 0, brackets_ = 0;
  std::vector<GateFunction::Step> steps_;
};

GateFunction::GateFunction(std::string_view text, std::span<const std::string> pins)
    : steps_(FunctionReader(text, pins).read()) {}

std::uint64_t GateFunction::operator()(std::span<const std::uint64_t> inputs) const {
  std::array<std::uint64_t, kMostOperands> stack;
  std::size_t top = 0;  // one above the last
  for (const auto& [operation, input] : steps_) switch (operation) {
      case Operation::input:
        stack[top++] = inputs[input];
        break;
      case Operation::zero:
        stack[top++] = 0;
        break;
      case Operation::one:
        stack[top++] = ~std::uint64_t{0};
        break;
      case Operation::invert:
        stack[top - 1] = ~stack[top - 1];
        break;
      case Operation::both:
        --top;
        stack[top - 1] &= stack[top];
        break;
      case Operation::either:
        --top;
        stack[top - 1] |= stack[top];
        break;
      case Operation::differ:
        --top;
        stack[top - 1] ^= stack[top];
        break;
    }
  return stack[0];
}

}  // namespace mmasc
