// SPDX-License-Identifier: Apache-2.0
#include "audit_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string_view>

#include "mmasc/command/interrupt.h"
#include "mmasc/presentation/table.h"

namespace mmasc {
namespace {

struct Argued {
  std::size_t unit = 0, mutant = 0;
};
using Kinds = std::map<std::string, std::vector<Argued>>;

Kinds kinds_of(const std::vector<Audited>& all) {
  Kinds kinds;
  for (std::size_t u = 0; u < all.size(); ++u)
    for (std::size_t m = 0; m < all[u].arguments.size(); ++m)
      if (!all[u].arguments[m].empty())
        kinds[kind_of_argument(all[u].arguments[m])].push_back({u, m});
  return kinds;
}

// The mutants of each unit whose arguments are to be proved. They are the first that can be of each
// part of a kind.
std::vector<std::vector<std::size_t>> draw(std::vector<Audited>& all, std::size_t each,
                                           ProgressLine& progress) {
  std::vector<std::vector<std::size_t>> drawn(all.size());
  for (const auto& [reasons, argued] : kinds_of(all)) {
    progress.step(reasons);
    const std::size_t parts = each == 0 ? argued.size() : std::min(each, argued.size());
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t end = (part + 1) * argued.size() / parts;
      for (std::size_t i = part * argued.size() / parts; i < end; ++i) {
        stop_if_interrupted();
        const auto [unit, mutant] = argued[i];
        if (can_be_proved(*all[unit].unit, all[unit].verdicts[mutant].mutant)) {
          drawn[unit].push_back(mutant);
          break;
        }
        all[unit].asked[mutant].proof = ArgumentProof::not_asked;
      }
    }
  }
  return drawn;
}

}  // namespace

std::string kind_of_argument(const std::string& argument) {
  static const std::regex sum_name("^[A-Za-z][A-Za-z0-9_]*(\\[[^\\]]*\\])?: ");
  static const std::regex number("-?[0-9]+(?![0-9^])");
  constexpr std::string_view kBetween = "; ";
  std::set<std::string> reasons;
  for (std::size_t begin = 0; begin < argument.size();) {
    const std::size_t end = std::min(argument.find(kBetween, begin), argument.size());
    const std::string reason = argument.substr(begin, end - begin);
    reasons.insert(std::regex_replace(std::regex_replace(reason, sum_name, ""), number, "N"));
    begin = end + kBetween.size();
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

void prove_arguments(std::vector<Audited>& all, std::size_t each, std::uint64_t seconds,
                     DecidedClaims& known, const std::function<void()>& save,
                     ProgressLine& progress) {
  const std::vector<std::vector<std::size_t>> drawn = draw(all, each, progress);
  std::vector<Mutants> units;
  std::vector<std::size_t> place;  // in `all`
  std::size_t count = 0;
  for (std::size_t unit = 0; unit < all.size(); ++unit) {
    if (drawn[unit].empty()) continue;
    place.push_back(unit);
    Mutants& of = units.emplace_back(all[unit].unit);
    for (const std::size_t m : drawn[unit]) of.mutants.push_back(&all[unit].verdicts[m].mutant);
    count += of.mutants.size();
  }
  std::size_t decided = 0;
  const auto keep = [&](std::size_t unit, std::size_t mutant, AskedArgument asked) {
    all[place[unit]].asked[drawn[place[unit]][mutant]] = std::move(asked);
    save();
    progress.step(fmt::format("{} of {} arguments", ++decided, count));
  };
  prove_mutants(units, seconds, known, keep);
}

std::string table_of_arguments(const std::vector<Audited>& all) {
  using enum Table::Align;
  const Kinds kinds = kinds_of(all);
  std::vector<const Kinds::value_type*> order;
  for (const auto& kind : kinds) order.push_back(&kind);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [](const auto* kind) { return kind->second.size(); });
  Table table({right, right, right, right, right, right, left});
  table.add({"mutants", "proved", "refuted", "open", "not asked", "not drawn", "argument"});
  for (const auto* kind : order) {
    ProofCount count;
    for (const Argued& one : kind->second) count.add(all[one.unit].asked[one.mutant].proof);
    const auto of = [&](ArgumentProof proof) { return std::to_string(count[proof]); };
    table.add({std::to_string(kind->second.size()), of(ArgumentProof::proved),
               of(ArgumentProof::refuted), of(ArgumentProof::open), of(ArgumentProof::not_asked),
               of(ArgumentProof::not_drawn), kind->first});
  }
  return table.text();
}

}  // namespace mmasc
