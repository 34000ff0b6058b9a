// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/divergence.h"

#include <algorithm>
#include <map>

#include "mmasc/arith/same_bits.h"
#include "mmasc/compare/labelled_step.h"
#include "mmasc/compare/own_stages.h"

namespace mmasc::compare {
namespace {

using Kind = StageValue::Kind;

bool is_nothing(const StageValue& value) {
  return value.kind == Kind::absent || (value.kind == Kind::number && value.value.is_zero());
}

// Terms by what they are called in both units.
using Values = std::vector<std::pair<std::string, StageValue>>;

class StepComparer {
 public:
  StepComparer(const LabelledStep& x, const LabelledStep& y) : x_(x), y_(y) {}

  std::optional<Divergence> first() {
    stage("multiplier", "", &LabelledStep::products);
    stage("normalizer", " rounded", &LabelledStep::rounded_products);
    const std::size_t levels = std::min(x_.levels.size(), y_.levels.size());
    for (std::size_t i = 0; i < levels; ++i) level(x_.levels[i], y_.levels[i]);
    if (x_.levels.size() != y_.levels.size()) {
      const auto rest = [&](const LabelledStep& step) {
        return step.levels.size() > levels ? text_value(step.levels[levels].shape()) : StageValue{};
      };
      note("aligner", "the sums", rest(x_), rest(y_));
    }
    note("normalizer", "d", x_.result, y_.result);
    if (x_.flags.kind == Kind::text && y_.flags.kind == Kind::text)
      note("normalizer", "flags", x_.flags, y_.flags);
    return divergence_;
  }

 private:
  void note(std::string_view stage, std::string what, const StageValue& x, const StageValue& y) {
    if (divergence_ || same_value(x, y)) return;
    divergence_ = Divergence{{x_.number, y_.number}, std::string(stage), std::move(what), {x, y}};
  }

  void values(std::string_view stage, std::string_view suffix, const Values& x, const Values& y) {
    std::map<std::string_view, const StageValue*> of_y;
    for (const auto& [label, value] : y) of_y[label] = &value;
    const auto name = [&](const std::string& label) { return label + std::string(suffix); };
    for (const auto& [label, value] : x) {
      const auto found = of_y.find(label);
      note(stage, name(label), value, found == of_y.end() ? StageValue{} : *found->second);
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
      note("aligner", "the sums", text_value(x.shape()), text_value(y.shape()));
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

  const LabelledStep& x_;
  const LabelledStep& y_;
  std::optional<Divergence> divergence_;
};

}  // namespace

StageValue text_value(std::string text) {
  StageValue value;
  value.kind = Kind::text;
  value.text = std::move(text);
  return value;
}

bool same_value(const StageValue& x, const StageValue& y) {
  if (x.kind == Kind::absent || y.kind == Kind::absent) return is_nothing(x) && is_nothing(y);
  if (x.kind != y.kind) return false;
  if (x.kind == Kind::nan) return true;
  if (x.kind == Kind::text) return x.text == y.text;
  return x.negative == y.negative && (x.kind == Kind::infinite || x.value == y.value);
}

std::optional<Divergence> first_divergence(const Sequence& x, const Sequence& y, const Case& row) {
  if (x.stages() != nullptr || y.stages() != nullptr) return first_other_field(x, y, row);
  const auto of_x = labelled_steps(x, row), of_y = labelled_steps(y, row);
  static const LabelledStep kNone{};
  std::size_t i = 0, j = 0;
  const auto may_skip = [](const auto& steps, std::size_t at, const auto& others,
                           std::size_t other) {
    return at < steps.size() && steps[at].is_idle &&
           (other == others.size() || steps[at].first_k < others[other].first_k);
  };
  while (i < of_x.size() || j < of_y.size()) {
    if (may_skip(of_x, i, of_y, j)) {
      ++i;
    } else if (may_skip(of_y, j, of_x, i)) {
      ++j;
    } else {
      const LabelledStep& step_of_x = i < of_x.size() ? of_x[i++] : kNone;
      const LabelledStep& step_of_y = j < of_y.size() ? of_y[j++] : kNone;
      if (auto divergence = StepComparer(step_of_x, step_of_y).first()) return divergence;
    }
  }
  return std::nullopt;
}

}  // namespace mmasc::compare
