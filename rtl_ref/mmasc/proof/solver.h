// SPDX-License-Identifier: Apache-2.0
// Whether a bit of logic is never 1: by structure, by simulation, then by Berkeley's abc.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "mmasc/proof/aiger.h"

namespace mmasc::proof {

enum class Outcome { proved, refuted, open };

struct Answer {
  Outcome outcome = Outcome::open;
  std::vector<bool> example;  // of a refuted claim: the inputs that make the bit 1, in order
};

// Limits hold for each run of a tool.
struct Limits {
  std::uint64_t seconds = 60;  // of abc's CPU time; 0: without it
  int stop = -1;               // as ToolLimits has it
};

// What abc has proved, as it was asked: the lanes of a stage, and the units of a catalogue, ask the
// same again. Threads may share it.
class ProvedClaims {
 public:
  bool contains(const std::string& claim) const;
  void add(const std::string& claim);
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> hashes_;
};

// Throws EnvironmentError where there is no abc.
void check_solver();

// `inputs` are those of the graph, in order. Throws EnvironmentError where there is
// no abc, it is stopped, or its example is none.
Answer never(const AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit,
             const Limits& limits, ProvedClaims& proved);

// The value of every gate of the graph, of 64 assignments at once.
std::vector<std::uint64_t> simulate(const AndGraph& gates, const std::vector<NamedLiteral>& inputs,
                                    const std::vector<std::uint64_t>& values);
inline std::uint64_t value_of(const std::vector<std::uint64_t>& values, Literal x) {
  return values[x / 2] ^ (x & 1 ? ~std::uint64_t{0} : 0);
}

}  // namespace mmasc::proof
