// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/solver.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include "mmasc/proof/cone.h"
#include "mmasc/proof/work_folder.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"
#include "mmasc/verilated/yosys.h"

namespace mmasc::proof {
namespace {

constexpr int kSimulations = 16;  // of 64 assignments each

// An example of a cone's inputs as one of all that are named: the others are 0.
std::vector<bool> of_all(const std::vector<NamedLiteral>& inputs, const Cone& cone,
                         const std::vector<bool>& example) {
  std::map<std::uint32_t, bool> bits;
  for (std::size_t i = 0; i < cone.inputs.size() && i < example.size(); ++i)
    bits[cone.inputs[i]] = example[i];
  std::vector<bool> all(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (const auto bit = bits.find(inputs[i].literal / 2); bit != bits.end()) all[i] = bit->second;
  return all;
}

std::vector<NamedLiteral> named_inputs(const Cone& cone) {
  std::vector<NamedLiteral> inputs;
  for (std::uint32_t i = 0; i < cone.gates.size(); ++i)
    if (cone.gates.is_input(i)) inputs.push_back({fmt::format("i{}", inputs.size()), 2 * i});
  return inputs;
}

// Drawn inputs of a cone that make its bit 1, where some do.
std::optional<std::vector<bool>> simulated(const Cone& cone,
                                           const std::vector<NamedLiteral>& inputs) {
  std::mt19937_64 random;
  for (int run = 0; run < kSimulations; ++run) {
    std::vector<std::uint64_t> drawn;
    for (std::size_t i = 0; i < inputs.size(); ++i) drawn.push_back(random());
    const std::uint64_t hits = value_of(simulate(cone.gates, inputs, drawn), cone.bit);
    if (hits == 0) continue;
    std::vector<bool> example;
    for (const std::uint64_t bits : drawn)
      example.push_back((bits >> std::countr_zero(hits) & 1) != 0);
    return example;
  }
  return std::nullopt;
}

struct Attempt {
  std::string command;
  std::uint64_t seconds;
  std::string_view proved, refuted;  // abc's words
};

// Search decides most claims in a moment, and finds the one example among many millions.
// Equivalence checking, which takes half a second to begin, proves what no search does. Both have
// little time first, so that neither waits long for the other.
std::vector<Attempt> attempts(std::uint64_t seconds) {
  std::vector<Attempt> all;
  const auto add = [&](std::uint64_t limit) {
    all.push_back({"dsat -C 1000000", limit, "UNSATISFIABLE", "\nSATISFIABLE"});
    all.push_back({fmt::format("&get; &cec -m -C 1000000 -T {}", limit), limit,
                   "Networks are equivalent", "NOT EQUIVALENT"});
  };
  for (std::uint64_t limit = 1; limit < seconds; limit *= 8) add(limit);
  if (seconds > 0) add(seconds);
  return all;
}

Answer asked_of_abc(const WorkFolder& folder, const Attempt& attempt, std::size_t inputs,
                    int stop) {
  const ToolRun run = run_tool(
      kAbc, {"-c", fmt::format("read_aiger claim.aig; {}; write_cex example.txt", attempt.command)},
      folder.path(), {.seconds = attempt.seconds, .stop = stop});
  const auto says = [&](std::string_view text) {
    return !text.empty() && run.output.find(text) != std::string::npos;
  };
  if (says(attempt.proved)) return {Outcome::proved, {}};
  // Out of time, out of memory or anything else: it has proved nothing.
  if (!says(attempt.refuted)) return {Outcome::open, {}};
  Answer answer{Outcome::refuted, {}};
  for (const char letter : folder.text_of("example.txt"))
    if (letter == '0' || letter == '1') answer.example.push_back(letter == '1');
  // It may have been ended while it wrote.
  return answer.example.size() == inputs ? answer : Answer{Outcome::open, {}};
}

std::string hash_of(const std::string& claim) { return ContentHash().add(claim).hex(); }

}  // namespace

std::vector<std::uint64_t> simulate(const AndGraph& gates, const std::vector<NamedLiteral>& inputs,
                                    const std::vector<std::uint64_t>& values) {
  std::vector<std::uint64_t> value(gates.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) value[inputs[i].literal / 2] = values[i];
  for (std::uint32_t i = 1; i < gates.size(); ++i)
    if (!gates.is_input(i))
      value[i] = value_of(value, gates.gate(i).x) & value_of(value, gates.gate(i).y);
  return value;
}

bool ProvedClaims::contains(const std::string& claim) const {
  const std::lock_guard lock(mutex_);
  return hashes_.contains(hash_of(claim));
}
void ProvedClaims::add(const std::string& claim) {
  const std::lock_guard lock(mutex_);
  hashes_.insert(hash_of(claim));
}

std::size_t ProvedClaims::size() const {
  const std::lock_guard lock(mutex_);
  return hashes_.size();
}

void check_solver() {
  const WorkFolder folder;
  run_tool(kAbc, {"-c", "version"}, folder.path());
}

Answer never(const AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit,
             const Limits& limits, ProvedClaims& proved) {
  if (bit == kFalse) return {Outcome::proved, {}};
  const Cone cone = cone_of(gates, inputs, bit);
  if (cone.bit == kFalse) return {Outcome::proved, {}};
  const std::vector<NamedLiteral> asked = named_inputs(cone);
  const std::string claim = aiger_of(cone.gates, asked, {{"never", cone.bit}});
  if (proved.contains(claim)) return {Outcome::proved, {}};
  if (const auto example = simulated(cone, asked))
    return {Outcome::refuted, of_all(inputs, cone, *example)};
  const WorkFolder folder;
  write_text(folder.path() / "claim.aig", claim);
  Answer answer;
  for (const Attempt& attempt : attempts(limits.seconds)) {
    answer = asked_of_abc(folder, attempt, asked.size(), limits.stop);
    if (answer.outcome != Outcome::open) break;
  }
  if (answer.outcome == Outcome::proved) proved.add(claim);
  if (answer.outcome != Outcome::refuted) return answer;
  std::vector<bool> all = of_all(inputs, cone, answer.example);
  const std::vector<std::uint64_t> values(all.begin(), all.end());
  if ((value_of(simulate(gates, inputs, values), bit) & 1) == 0)
    throw EnvironmentError("abc gives an example that is none");
  return {Outcome::refuted, std::move(all)};
}

}  // namespace mmasc::proof
