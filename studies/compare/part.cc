// SPDX-License-Identifier: Apache-2.0
#include "compare/part.h"

#include <algorithm>
#include <map>

#include "arith/same_bits.h"
#include "compare/labelled_step.h"

namespace mmasc::compare {
namespace {

using Kind = PartValue::Kind;

bool is_nothing(const PartValue& value) {
  return value.kind == Kind::absent || (value.kind == Kind::number && value.value.integer == 0);
}

// Zeros differ by their sign, but a zero is not told from an absent term.
bool same(const PartValue& x, const PartValue& y) {
  if (x.kind == Kind::absent || y.kind == Kind::absent) return is_nothing(x) && is_nothing(y);
  if (x.kind != y.kind) return false;
  if (x.kind == Kind::nan) return true;
  if (x.kind == Kind::text) return x.text == y.text;
  return x.negative == y.negative && (x.kind == Kind::infinite || x.value == y.value);
}

// Terms by what they are called in both units.
using Values = std::vector<std::pair<std::string, PartValue>>;

class StepComparer {
 public:
  StepComparer(int step, const LabelledStep& x, const LabelledStep& y)
      : step_(step), x_(x), y_(y) {}

  std::optional<Parting> first() {
    stage("multiplier", "", &LabelledStep::products);
    stage("normalizer", " rounded", &LabelledStep::rounded_products);
    const std::size_t levels = std::min(x_.levels.size(), y_.levels.size());
    for (std::size_t i = 0; i < levels; ++i) level(x_.levels[i], y_.levels[i]);
    if (x_.levels.size() != y_.levels.size()) {
      const auto rest = [&](const LabelledStep& step) {
        return step.levels.size() > levels ? text(step.levels[levels].shape()) : PartValue{};
      };
      note("aligner", "the sums", rest(x_), rest(y_));
    }
    note("normalizer", "d", x_.result, y_.result);
    return parting_;
  }

 private:
  static PartValue text(std::string text) {
    PartValue value;
    value.kind = Kind::text;
    value.text = std::move(text);
    return value;
  }

  void note(std::string_view stage, std::string what, const PartValue& x, const PartValue& y) {
    if (parting_ || same(x, y)) return;
    parting_ = Parting{step_, std::string(stage), std::move(what), {x, y}};
  }

  void values(std::string_view stage, std::string_view suffix, const Values& x, const Values& y) {
    std::map<std::string_view, const PartValue*> of_y;
    for (const auto& [label, value] : y) of_y[label] = &value;
    const auto name = [&](const std::string& label) { return label + std::string(suffix); };
    for (const auto& [label, value] : x) {
      const auto found = of_y.find(label);
      note(stage, name(label), value, found == of_y.end() ? PartValue{} : *found->second);
      if (found != of_y.end()) of_y.erase(found);
    }
    for (const auto& [label, value] : y)
      if (of_y.contains(label)) note(stage, name(label), {}, value);
  }

  void stage(std::string_view stage, std::string_view suffix, Values LabelledStep::*member) {
    values(stage, suffix, x_.*member, y_.*member);
  }

  void level(const LabelledLevel& x, const LabelledLevel& y) {
    if (x.sums.size() != y.sums.size())
      note("aligner", "the sums", text(x.shape()), text(y.shape()));
    const std::size_t sums = std::min(x.sums.size(), y.sums.size());
    for (std::size_t i = 0; i < sums; ++i) {
      const std::string& name = x.sums[i].name;
      values("aligner", " aligned for " + name, x.sums[i].addends, y.sums[i].addends);
    }
    for (std::size_t i = 0; i < sums; ++i)
      note("adder_tree", x.sums[i].name, x.sums[i].sum, y.sums[i].sum);
    for (std::size_t i = 0; i < sums; ++i)
      note("normalizer", x.sums[i].name + " rounded", x.sums[i].rounded, y.sums[i].rounded);
  }

  int step_;
  const LabelledStep& x_;
  const LabelledStep& y_;
  std::optional<Parting> parting_;
};

}  // namespace

std::optional<Parting> first_parting(const Sequence& x, const Sequence& y, const Case& row) {
  auto of_x = labelled_steps(x, row), of_y = labelled_steps(y, row);
  const std::size_t steps = std::max(of_x.size(), of_y.size());
  of_x.resize(steps);
  of_y.resize(steps);
  for (std::size_t i = 0; i < steps; ++i)
    if (auto parting = StepComparer(static_cast<int>(i) + 1, of_x[i], of_y[i]).first())
      return parting;
  return std::nullopt;
}

}  // namespace mmasc::compare
