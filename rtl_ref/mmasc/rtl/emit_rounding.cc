// SPDX-License-Identifier: Apache-2.0
// Normalizers.
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/rtl/descriptor.h"
#include "mmasc/rtl/emitter.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/stage_name.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {
namespace {

// Terms of one width, one after the other, that are rounded alike.
struct Run {
  int first = 0, count = 0;
  const RoundPlan* round = nullptr;
};

std::vector<Run> runs_of(const Plan& plan, const StagePlan& stage,
                         const std::vector<TermWires>& slots) {
  std::vector<Run> runs;
  const auto width_of = [&](int term) {
    return slots[static_cast<std::size_t>(term)].significand.width;
  };
  const auto zeros_of = [&](int term) {
    return slots[static_cast<std::size_t>(term)].leading_zeros.width;
  };
  const auto add = [&](int term, const RoundPlan& round) {
    const bool continues = !runs.empty() && runs.back().first + runs.back().count == term &&
                           width_of(runs.back().first) == width_of(term) &&
                           zeros_of(runs.back().first) == zeros_of(term) &&
                           describe_rounding(*runs.back().round, plan.absent_exponent) ==
                               describe_rounding(round, plan.absent_exponent);
    if (continues)
      ++runs.back().count;
    else
      runs.push_back({term, 1, &round});
  };
  if (stage.level < 0) {
    for (int k = 0; k < plan.lanes(); ++k) add(k, plan.multiplier.round);
    return runs;
  }
  const LevelPlan& level = plan.levels[stage.level];
  for (int s = 0; s < level.sum_count; ++s)
    if (const SumPlan& sum = plan.sums[level.first_sum + s]; sum.rounds) add(s, sum.round);
  return runs;
}

void set_leading_zeros(Instance& instance, const TermWires& term) {
  if (term.leading_zeros.width > 0) instance.parameter("ZEROS_BITS", term.leading_zeros.width);
}

}  // namespace

// The first instance has the handshake, and the terms that are not rounded pass it by.
Emitter::Fields Emitter::append_normalizer(const StagePlan& stage) {
  const std::vector<Run> runs = runs_of(plan_, stage, slots_);
  const std::string name = stage_name(stage);
  std::vector<bool> rounded(slots_.size());
  for (const Run& run : runs) std::fill_n(rounded.begin() + run.first, run.count, true);
  BypassTerms bypass;
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (!rounded[i]) bypass.add(slots_[i]);

  std::vector<Slice> drawn;
  for (const Run& run : runs)
    drawn.push_back(take_random(next_random_ + run.count * run.round->random_count()));
  bypass.set_random(random_);

  std::vector<TermWires> out = slots_;
  const std::vector<TermWires> passed = bypass.taken_from(name + "_bypass");
  for (std::size_t i = 0, p = 0; i < slots_.size(); ++i)
    if (!rounded[i]) out[i] = passed[p++];
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const Run& run = runs[r];
    const bool first = r == 0;
    const std::string own = first ? name : fmt::format("{}_{}", name, r);
    const std::string round = module_.declare(upper(own) + "_ROUND",
                                              describe_rounding(*run.round, plan_.absent_exponent));
    const auto begin = slots_.begin() + run.first;
    const std::vector<TermWires> terms(begin, begin + run.count);
    const int bits_out = run.round->output().magnitude_bits;
    const BypassTerms here = first ? bypass : BypassTerms{};
    Instance instance = stage_instance("mmasc_normalizer", stage, own, first);
    instance.parameter("BYPASS_BITS", here.bits())
        .parameter("TERMS", run.count)
        .parameter("ROUND", round)
        .parameter("EXPONENT_BITS", plan_.exponent_bits)
        .parameter("BITS_IN", terms[0].significand.width)
        .parameter("BITS_OUT", bits_out);
    if (drawn[r].width > 0) instance.parameter("RANDOM_BITS", drawn[r].width / run.count);
    set_leading_zeros(instance, terms[0]);
    const auto made =
        wire_terms(module_, own, std::vector<int>(terms.size(), bits_out), plan_.exponent_bits);
    std::ranges::copy(made, out.begin() + run.first);
    connect_handshake(instance, stage, own, first);
    connect_bypass(instance, own, here, here.joined(module_));
    connect_terms_in(instance, module_, terms, drawn[r]);
    connect_terms_out(instance, own);
    module_.add(instance);
  }
  slots_ = out;
  random_ = bypass.random_from(name + "_bypass");
  return slot_fields();
}

Emitter::Fields Emitter::append_result(const StagePlan& stage) {
  const std::string name = stage_name(stage);
  const std::string round =
      module_.declare("RESULT_ROUND", describe_rounding(plan_.result, plan_.absent_exponent));
  const std::string d = module_.declare("D_FORMAT", describe_format(plan_.d));
  Instance instance = stage_instance("mmasc_result_normalizer", stage, name);
  instance.parameter("ROUND", round)
      .parameter("D_FORMAT", d)
      .parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("BITS_IN", slots_[0].significand.width)
      .parameter("ROUNDED_BITS", plan_.result.output().magnitude_bits)
      .parameter("D_BITS", plan_.d.storage_bits())
      .parameter("NAN", fmt::format("{}'h{:x}", plan_.d.storage_bits(), plan_.nan));
  if (plan_.tells_nans_apart()) instance.parameter("TELLS_NANS_APART", 1);
  const Slice drawn = take_random(plan_.random_bits.size());
  if (drawn.width > 0) instance.parameter("RANDOM_BITS", drawn.width);
  set_leading_zeros(instance, slots_[0]);
  connect_handshake(instance, stage, name);
  connect_terms_in(instance, module_, {slots_[0]}, drawn);
  instance.port("nan_word_i", plan_.tells_nans_apart()
                                  ? module_.join({nan_word()})
                                  : fmt::format("{}'d0", plan_.d.storage_bits()));
  instance.port("d_o", "d_o");
  module_.add(instance);
  Fields fields{{"d", {"d_o", 0, plan_.d.storage_bits()}}};
  if (plan_.raises_flags) fields["flags"] = append_status_flags(stage, round);
  return fields;
}

Slice Emitter::append_status_flags(const StagePlan& stage, const std::string& round) {
  const std::string own = stage_name(stage) + "_flags";
  Instance instance = stage_instance("mmasc_status_flags", stage, own, false);
  instance.parameter("ROUND", round)
      .parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("BITS_IN", slots_[0].significand.width);
  set_leading_zeros(instance, slots_[0]);
  connect_handshake(instance, stage, own, false);
  connect_terms_in(instance, module_, {slots_[0]}, {});
  instance.port("quiet_nan_i", module_.join({quiet_nan()}));
  instance.port(kFlagsPort, kFlagsPort);
  module_.add(instance);
  return {kFlagsPort, 0, kStatusFlagBits};
}

}  // namespace mmasc
