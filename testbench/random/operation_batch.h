// SPDX-License-Identifier: Apache-2.0
// Operations of one unit, of a test's own or random, as an engine takes them.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "arith/engine.h"
#include "random/random_operands.h"
#include "spec/catalog.h"

namespace mmasc {

class OperationBatch {
 public:
  explicit OperationBatch(const Unit& unit) : unit_(unit) {}

  void add(const OperandBits& x) {
    append(a_, x.a);
    append(b_, x.b);
    append(sa_, x.sa);
    append(sb_, x.sb);
    append(random_, x.random);
    append(metadata_, x.metadata);
    c_.push_back(x.c);
    operations_.push_back(x);
  }

  const std::vector<OperandBits>& operations() const { return operations_; }

  std::vector<std::uint64_t> run(const Engine& engine) const {
    std::vector<std::uint64_t> d(c_.size());
    engine.dot({a_, b_, c_, sa_, sb_, d, random_, metadata_});
    return d;
  }

  // The operands of operation i, to do it again.
  std::string describe(std::size_t i) const {
    const OperandBits& x = operations_[i];
    std::ostringstream text;
    text << std::hex;
    const auto line = [&text](const char* name, const std::vector<std::uint64_t>& elements) {
      text << name;
      for (const std::uint64_t bits : elements) text << ' ' << bits;
      text << '\n';
    };
    line("a", x.a);
    line("b", x.b);
    line("c", {x.c});
    line("sa", x.sa);
    line("sb", x.sb);
    if (!x.metadata.empty()) line("metadata", x.metadata);
    if (!x.random.empty()) line("random", x.random);
    text << to_toml(unit_);
    return text.str();
  }

 private:
  static void append(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  Unit unit_;
  std::vector<OperandBits> operations_;
  std::vector<std::uint64_t> a_, b_, c_, sa_, sb_, random_, metadata_;
};

inline void add_random(OperationBatch& batch, const Unit& unit, int count, std::uint64_t seed) {
  for (int i = 0; i < count; ++i)
    batch.add(random_operands(unit, seed * 1000 + static_cast<std::uint64_t>(i)));
}

inline OperationBatch random_batch(const Unit& unit, int count, std::uint64_t seed) {
  OperationBatch batch(unit);
  add_random(batch, unit, count, seed);
  return batch;
}

}  // namespace mmasc
