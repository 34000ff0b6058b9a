// SPDX-License-Identifier: Apache-2.0
#include "prove_all.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

#ifdef MMASC_HAS_RTL
#include "mmasc/arith/sequence.h"
#include "mmasc/cost/side_by_side.h"
#include "mmasc/proof/prove.h"
#include "mmasc/verilated/stop_event.h"
#endif

namespace mmasc {

#ifdef MMASC_HAS_RTL
namespace {

using proof::Outcome, proof::Theorem;

// A plan with the RTL of it, and the instructions whose step, or late addition, it is.
struct Distinct {
  Plan plan;
  Rtl rtl;
  proof::UnitProof proof;
  std::string trouble;  // where there is no proof
};

struct Units {
  std::vector<Distinct> distinct;
  std::map<std::string, std::size_t> known;                          // by the RTL's text
  std::vector<std::pair<std::string, std::vector<std::size_t>>> of;  // an instruction's

  std::size_t add(const Plan& plan) {
    Rtl rtl = emit_rtl(plan, "unit");
    std::string text;
    for (const RtlFile& file : rtl.files) text += file.text;
    const auto [place, is_new] = known.try_emplace(std::move(text), distinct.size());
    if (is_new) distinct.push_back({plan, std::move(rtl), {}, {}});
    return place->second;
  }
};

Units all_units() {
  Units all;
  for (const Unit& unit : catalog().units()) {
    stop_if_interrupted();
    const Sequence sequence(unit);
    auto& [id, of] = all.of.emplace_back(unit.instruction.id, std::vector<std::size_t>{});
    of.push_back(all.add(sequence.plan()));
    if (const Plan* const late_c = sequence.late_c_plan()) of.push_back(all.add(*late_c));
  }
  return all;
}

// "by stages", or the first theorem that is not proved.
std::string told(const Distinct& one_unit) {
  if (!one_unit.trouble.empty()) return one_unit.trouble;
  if (one_unit.proof.theorems.empty()) return "not run";
  for (const Theorem& theorem : one_unit.proof.theorems)
    if (theorem.outcome != Outcome::proved)
      return fmt::format("{} {} {}{}{}", theorem.stage, theorem.claim,
                         theorem.outcome == Outcome::refuted ? "refuted" : "open",
                         theorem.at.empty() ? "" : " at ", theorem.at);
  return "by stages";
}
bool is_proved(const Distinct& one_unit) {
  return one_unit.trouble.empty() && one_unit.proof.outcome == Outcome::proved;
}

// Proved says what is known so far, by a line for each instruction.
struct Proved {
  std::string lines = "instruction,proved,how,seconds\n";
  std::size_t count = 0;

  explicit Proved(const Units& all) {
    for (const auto& [id, of] : all.of) {
      const auto first =
          std::ranges::find_if(of, [&](std::size_t i) { return !is_proved(all.distinct[i]); });
      double seconds = 0;
      for (const std::size_t i : of) seconds += all.distinct[i].proof.seconds;
      const bool is_whole = first == of.end();
      count += is_whole ? 1 : 0;
      lines += fmt::format("{},{},{},{:.1f}\n", id, is_whole ? "yes" : "no",
                           told(all.distinct[is_whole ? of.front() : *first]), seconds);
    }
  }
};

// The narrowest first, for they take the least time. `save` is called as each is known: what is
// proved stays so, however this ends.
void prove_each(Units& all, std::uint64_t seconds, const std::function<void()>& save) {
  const auto proved = std::make_shared<proof::ProvedClaims>();
  std::vector<Distinct*> by_width;
  for (Distinct& one_unit : all.distinct) by_width.push_back(&one_unit);
  std::ranges::stable_sort(by_width, {}, [](const Distinct* x) { return x->plan.word_bits; });
  std::mutex mutex;
  std::size_t done = 0;
  ProgressLine progress;
  StopEvent stop;
  const int processes = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  side_by_side(by_width.size(), processes, stop, [&](std::size_t i) {
    Distinct& one_unit = *by_width[i];
    proof::UnitProof proof;
    std::string trouble;
    try {
      proof = proof::prove_rtl(
          one_unit.plan, one_unit.rtl,
          {.limits = {.seconds = seconds, .stop = stop.descriptor()}, .proved = proved});
    } catch (const InputError& error) {
      trouble = error.what();
      std::ranges::replace(trouble, ',', ';');  // of a CSV
    }
    const std::lock_guard lock(mutex);
    one_unit.proof = std::move(proof);
    one_unit.trouble = std::move(trouble);
    save();
    progress.show(fmt::format("{} of {} units", ++done, all.distinct.size()));
  });
}

}  // namespace

int prove_all(std::uint64_t seconds, const std::string& csv) {
  Units all = all_units();
  const auto save = [&] {
    if (!csv.empty()) write_file(csv, Proved(all).lines);
  };
  save();  // a file that cannot be written is told before anything is proved
  prove_each(all, seconds, save);
  stop_if_interrupted();
  const Proved proved(all);
  for (const Distinct& one_unit : all.distinct)
    if (!is_proved(one_unit)) {
      const auto row_of_it = std::ranges::find_if(all.of, [&](const auto& row) {
        return std::ranges::any_of(row.second,
                                   [&](std::size_t i) { return &all.distinct[i] == &one_unit; });
      });
      fmt::print("{}: {}\n", row_of_it->first, told(one_unit));
    }
  fmt::print("{} of {} instructions proved, {} units\n", proved.count, all.of.size(),
             all.distinct.size());
  return proved.count == all.of.size() ? kGood : kMismatch;
}
#else
int prove_all(std::uint64_t, const std::string&) {
  throw EnvironmentError("this mmasc was built without RTL; configure with MMASC_RTL=ON");
}
#endif

}  // namespace mmasc
