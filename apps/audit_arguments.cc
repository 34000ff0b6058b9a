// SPDX-License-Identifier: Apache-2.0
#include "audit_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string_view>

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

void prove_arguments(std::vector<Audited>& all, std::size_t each, ArgumentProver& prover,
                     ProgressLine& progress) {
  const Kinds kinds = kinds_of(all);
  std::size_t kind = 0;
  for (const auto& [reasons, rows] : kinds) {
    ++kind;
    const std::size_t parts = each == 0 ? rows.size() : std::min(each, rows.size());
    for (std::size_t part = 0; part < parts; ++part) {
      // The first of each part that can be asked.
      for (std::size_t i = part * rows.size() / parts; i < (part + 1) * rows.size() / parts; ++i) {
        Audited& audited = all[rows[i].unit];
        progress.step(fmt::format("argument {} of {}, of kind {} of {}: {}", part + 1, parts, kind,
                                  kinds.size(), audited.unit->instruction.id));
        ArgumentProof& proof = audited.proofs[rows[i].mutant];
        proof = prover.ask(*audited.unit, audited.verdicts[rows[i].mutant].mutant);
        if (proof != ArgumentProof::not_asked) break;
      }
    }
  }
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
    for (const Argued& one : kind->second) count.add(all[one.unit].proofs[one.mutant]);
    const auto of = [&](ArgumentProof proof) { return std::to_string(count[proof]); };
    table.add({std::to_string(kind->second.size()), of(ArgumentProof::proved),
               of(ArgumentProof::refuted), of(ArgumentProof::open), of(ArgumentProof::not_asked),
               of(ArgumentProof::not_drawn), kind->first});
  }
  return table.text();
}

}  // namespace mmasc
