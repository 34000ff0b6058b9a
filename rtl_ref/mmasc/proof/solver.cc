// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <random>
#include <utility>

#include "mmasc/proof/work_folder.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/text_file.h"
#include "mmasc/verilated/tool.h"

namespace mmasc::proof {
namespace {

constexpr int kSimulations = 16;  // of 64 assignments each

// The part of the logic that a bit depends on.
class Cone {
 public:
  Cone(const AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit)
      : gates_(gates), all_(inputs), bit_(bit) {
    std::vector<bool> wanted(gates.size());
    wanted[bit / 2] = true;
    for (std::uint32_t i = bit / 2; i > 0; --i) {
      if (!wanted[i] || gates.is_input(i)) continue;
      order_.push_back(i);
      wanted[gates.gate(i).x / 2] = wanted[gates.gate(i).y / 2] = true;
    }
    std::ranges::reverse(order_);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (wanted[inputs[i].literal / 2]) {
        places_.push_back(i);
        inputs_.push_back(inputs[i]);
      }
  }

  const std::vector<NamedLiteral>& inputs() const { return inputs_; }

  // An example on the cone's inputs as one on all: the others are 0.
  std::vector<bool> of_all(const std::vector<bool>& example) const {
    std::vector<bool> all(all_.size());
    for (std::size_t i = 0; i < places_.size() && i < example.size(); ++i)
      all[places_[i]] = example[i];
    return all;
  }

  // Drawn inputs that make the bit 1, where some do.
  std::optional<std::vector<bool>> simulated() const {
    std::mt19937_64 random;
    std::vector<std::uint64_t> value(bit_ / 2 + 1), drawn(inputs_.size());
    for (const NamedLiteral& input : inputs_)
      if (input.literal / 2 >= value.size()) value.resize(input.literal / 2 + 1);
    for (int run = 0; run < kSimulations; ++run) {
      for (std::size_t i = 0; i < inputs_.size(); ++i)
        value[inputs_[i].literal / 2] = drawn[i] = random();
      for (const std::uint32_t i : order_)
        value[i] = value_of(value, gates_.gate(i).x) & value_of(value, gates_.gate(i).y);
      const std::uint64_t hits = value_of(value, bit_);
      if (hits == 0) continue;
      std::vector<bool> example;
      for (const std::uint64_t bits : drawn)
        example.push_back((bits >> std::countr_zero(hits) & 1) != 0);
      return of_all(example);
    }
    return std::nullopt;
  }

 private:
  const AndGraph& gates_;
  const std::vector<NamedLiteral>& all_;
  Literal bit_;
  std::vector<std::uint32_t> order_;  // of the gates
  std::vector<std::size_t> places_;   // of the inputs, among all
  std::vector<NamedLiteral> inputs_;
};

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

Answer never(const AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit,
             const Limits& limits) {
  if (bit == kFalse) return {Outcome::proved, {}};
  const Cone cone(gates, inputs, bit);
  if (auto example = cone.simulated()) return {Outcome::refuted, std::move(*example)};
  const WorkFolder folder;
  write_text(folder.path() / "claim.aig", aiger_of(gates, cone.inputs(), {{"never", bit}}));
  const ToolRun run =
      run_tool({"berkeley-abc", "berkeley-abc"},
               {"-c", fmt::format("read_aiger claim.aig; &get; &cec -m -C 1000000 -T {}; "
                                  "write_cex example.txt",
                                  limits.seconds)},
               folder.path(), {.seconds = limits.seconds, .stop = limits.stop});
  const auto says = [&](std::string_view text) {
    return run.output.find(text) != std::string::npos;
  };
  if (says("Networks are equivalent")) return {Outcome::proved, {}};
  // Out of time, out of memory or anything else: it has proved nothing.
  if (!says("NOT EQUIVALENT")) return {Outcome::open, {}};
  std::vector<bool> example;
  for (const char letter : folder.text_of("example.txt"))
    if (letter == '0' || letter == '1') example.push_back(letter == '1');
  std::vector<bool> all = cone.of_all(example);
  const std::vector<std::uint64_t> values(all.begin(), all.end());
  if ((value_of(simulate(gates, inputs, values), bit) & 1) == 0)
    throw EnvironmentError("berkeley-abc gives an example that is none");
  return {Outcome::refuted, std::move(all)};
}

}  // namespace mmasc::proof
