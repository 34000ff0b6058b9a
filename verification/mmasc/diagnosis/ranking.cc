// SPDX-License-Identifier: Apache-2.0
#include "mmasc/diagnosis/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "mmasc/arith/same_bits.h"
#include "mmasc/mutation/explain.h"
#include "mmasc/stimulus/evenly_spread.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::diagnosis {
namespace {

constexpr std::size_t kMostVectors = 400;  // of each kind
constexpr std::size_t kMostFirst = 16;     // single changes that are combined with another
constexpr std::size_t kFew = 24;  // wrong vectors that what is tried often is tried on first
constexpr std::size_t kBest = 8;

class Ranker {
 public:
  Ranker(const Unit& unit, const VectorFile& outputs, const Differences& differences, int reach,
         const std::function<void()>& between)
      : unit_(unit), outputs_(outputs), reach_(reach), between_(between) {
    for (const Wrong& wrong : evenly_spread(differences.wrong, kMostVectors))
      wrong_.push_back(wrong.vector);
    right_ = evenly_spread(differences.right, kMostVectors);
    few_.assign(wrong_.begin(),
                wrong_.begin() + static_cast<std::ptrdiff_t>(std::min(kFew, wrong_.size())));
    ranking_.wrong = wrong_.size();
    ranking_.right = right_.size();
  }

  Ranking run() && {
    std::vector<Mutant> singles = candidates(unit_, outputs_, reach_);
    std::vector<std::pair<double, const Mutant*>> firsts;
    for (const Mutant& mutant : singles) {
      between_();
      const Explanation one = judged({mutant.text()}, evaluation(mutant));
      if (one.explained == 0) continue;
      if (is_of_fields(mutant)) firsts.emplace_back(left(one), &mutant);
      add(one);
    }
    try_lanes();
    sort();
    if (!ranking_.explains_all()) {
      std::ranges::stable_sort(firsts, {}, &std::pair<double, const Mutant*>::first);
      if (firsts.size() > kMostFirst) firsts.resize(kMostFirst);
      for (const auto& [value, first] : firsts) try_second(*first);
      sort();
    }
    if (ranking_.best.size() > kBest) ranking_.best.resize(kBest);
    return std::move(ranking_);
  }

 private:
  using Evaluation = std::function<std::uint64_t(const Case&)>;

  static bool is_of_fields(const Mutant& mutant) {
    return !mutant.sum && !mutant.lane && mutant.unseen_metadata == 0;
  }
  static Evaluation evaluation(const Mutant& mutant) {
    return [sequence = std::make_shared<const MutantSequence>(mutant)](const Case& row) {
      return sequence->evaluate(operands_of(row));
    };
  }

  bool is_theirs(const Evaluation& d_of, const Case& row) const {
    return same_bits(*outputs_.layout.format[Operand::d], d_of(row), row.d(),
                     outputs_.nan == NanMatch::any);
  }
  std::size_t count(const Evaluation& d_of, const std::vector<const Case*>& rows) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [&](const Case* row) { return is_theirs(d_of, *row); }));
  }
  double left(const Explanation& one) const { return one.left(wrong_.size(), right_.size()); }

  Explanation judged(std::vector<std::string> changes, const Evaluation& d_of) const {
    Explanation one{std::move(changes), count(d_of, wrong_), 0};
    if (one.explained > 0) one.broken = right_.size() - count(d_of, right_);
    return one;
  }
  void add(Explanation one) {
    if (one.explained > 0 && left(one) < 1) ranking_.best.push_back(std::move(one));
  }
  void sort() {
    std::ranges::stable_sort(ranking_.best, {}, [&](const Explanation& one) {
      return std::pair(left(one), one.changes.size());
    });
    std::set<std::vector<std::string>> seen;  // an exchange of a's lanes and of b's is one change
    std::erase_if(ranking_.best,
                  [&](const Explanation& one) { return !seen.insert(one.changes).second; });
  }

  // Another change on top of one that explains some.
  void try_second(const Mutant& first) {
    const std::size_t enough = std::max<std::size_t>(1, count(evaluation(first), few_));
    for (const Mutant& second : candidates(first.unit, outputs_, reach_)) {
      between_();
      if (!is_of_fields(second) || second.field == first.field) continue;
      const Evaluation both = evaluation(second);
      if (count(both, few_) <= enough && enough < few_.size()) continue;
      std::vector<std::string> changes{first.text(), second.text()};
      std::ranges::sort(changes);
      if (pairs_.insert(changes).second) add(judged(std::move(changes), both));
    }
  }

  // The unit on operands as lanes that are wired otherwise have them.
  void try_lanes() {
    const OperandLayout& layout = outputs_.layout;
    if (layout.sparsity || layout.has(Operand::sa)) return;
    const Sequence sequence(unit_);
    const auto lanes = static_cast<std::size_t>(layout[Operand::a].count);
    const auto with = [&](const std::string& text, auto&& change) {
      between_();
      const Evaluation d_of = [&](const Case& row) {
        Case other = row;
        change(other);
        return evaluate(sequence, operands_of(other));
      };
      if (count(d_of, few_) > 0) add(judged({text}, d_of));
    };
    for (std::size_t i = 0; i < lanes; ++i) {
      with(fmt::format("lane {} is dropped", i),
           [&](Case& row) { row[Operand::a][i] = row[Operand::b][i] = 0; });
      for (std::size_t j = i + 1; j < lanes; ++j)
        for (const Operand factor : {Operand::a, Operand::b})
          with(fmt::format("lanes {} and {} of one factor are exchanged", i, j),
               [&](Case& row) { std::swap(row[factor][i], row[factor][j]); });
    }
    if (lanes < 2) return;
    for (const Operand factor : {Operand::a, Operand::b})
      with("one factor's lanes are in reverse order",
           [&](Case& row) { std::ranges::reverse(row[factor]); });
    with("the lanes are in reverse order", [](Case& row) {
      std::ranges::reverse(row[Operand::a]);
      std::ranges::reverse(row[Operand::b]);
    });
  }

  const Unit& unit_;
  const VectorFile& outputs_;
  const int reach_;
  const std::function<void()>& between_;
  std::vector<const Case*> wrong_, few_, right_;
  std::set<std::vector<std::string>> pairs_;
  Ranking ranking_;
};

}  // namespace

Ranking ranked(const Unit& unit, const VectorFile& outputs, const Differences& differences,
               int reach, const std::function<void()>& between) {
  if (unit.has_own_stages() || differences.wrong.empty()) return {};
  return Ranker(unit, outputs, differences, reach, between).run();
}

}  // namespace mmasc::diagnosis
