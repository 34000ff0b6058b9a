// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/asked.h"

#include <algorithm>

#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::identify {

Asked::Asked(const Unit& unit, MakeBox make_box)
    : unit_(unit), make_box_(std::move(make_box)), answers_(layout_of(unit)) {}

void Asked::remember(std::span<const Case> known) {
  for (const Case& row : known) answers_.add(row);
}

// False where the box fails.
bool Asked::answer(std::span<const Case> rows) const {
  PackedCases packed(rows);
  try {
    if (!box_) box_ = make_box_();
    box_->dot(packed.batch());
  } catch (const EnvironmentError& error) {
    box_.reset();
    if (rows.size() > 1) return false;
    failures_.push_back({rows.front(), error.what()});
    failed_.insert(answers_.key_of(rows.front()));
    if (failures_.size() > kMostFailures) throw;
    return true;
  }
  queries_ += rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Case row = rows[i];
    row.d() = packed.d[i];
    row.name.clear();
    on_answer(row);
    answers_.add(std::move(row));
  }
  return true;
}

// One by one where the box fails: to find the vector takes one silence, however long that is.
void Asked::ask_box(std::span<const Case> rows) const {
  if (rows.empty() || answer(rows)) return;
  for (std::size_t i = 0; i < rows.size(); ++i) answer(rows.subspan(i, 1));
}

void Asked::ask(std::vector<Case> rows) const {
  const std::lock_guard lock(mutex_);
  if (!has_box()) return;
  std::unordered_set<std::string> seen;
  std::erase_if(rows, [&](const Case& row) {
    const std::string key = answers_.key_of(row);
    return failed_.contains(key) || answers_.find(row) != nullptr || !seen.insert(key).second;
  });
  const std::size_t left = most_queries - std::min(most_queries, queries_);
  ask_box(std::span(rows).first(std::min(left, rows.size())));
}

void Asked::dot(const DotBatch& batch) const {
  const std::lock_guard lock(mutex_);
  std::vector<Case> rows;
  for (std::size_t i = 0; i < batch.size(); ++i) rows.push_back(case_of(batch, layout(), i));
  ask(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Case* answer = find(rows[i]);
    batch.d[i] = answer ? answer->d() : 0;
  }
}

const Case* Asked::unrepeatable() const {
  constexpr std::size_t kTried = 32;
  const std::size_t tried =
      std::min({kTried, answers().size(), most_queries - std::min(most_queries, queries_)});
  if (!has_box() || tried == 0) return nullptr;
  std::vector<const Case*> known;
  for (std::size_t i = 0; i < tried; ++i)
    known.push_back(&answers()[answers().size() - 1 - i]);  // in another order than before
  std::vector<Case> again;
  for (const Case* row : known) again.push_back(*row);
  PackedCases packed(again);
  if (!box_) box_ = make_box_();
  box_->dot(packed.batch());
  queries_ += again.size();
  for (std::size_t i = 0; i < again.size(); ++i)
    if (packed.d[i] != known[i]->d()) return known[i];
  return nullptr;
}

}  // namespace mmasc::identify
