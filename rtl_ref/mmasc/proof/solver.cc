// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/solver.h"

#include <fmt/format.h>

#include <cassert>

#include "mmasc/proof/work_folder.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/text_file.h"
#include "mmasc/verilated/tool.h"

namespace mmasc::proof {
namespace {

constexpr int kSimulations = 64;  // of 64 assignments each

std::uint64_t next_random(std::uint64_t& state) {  // splitmix64
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

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
  std::uint64_t state = 1;
  for (int run = 0; run < kSimulations; ++run) {
    std::vector<std::uint64_t> values(inputs.size());
    for (std::uint64_t& value : values) value = next_random(state);
    const std::uint64_t hits = value_of(simulate(gates, inputs, values), bit);
    if (hits == 0) continue;
    Answer answer{Outcome::refuted, {}};
    const int at = __builtin_ctzll(hits);
    for (const std::uint64_t value : values) answer.example.push_back((value >> at & 1) != 0);
    return answer;
  }
  const WorkFolder folder;
  write_text(folder.path() / "claim.aig", aiger_of(gates, inputs, {{"never", bit}}));
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
  if (says("UNDECIDED") || run.out_of_time) return {Outcome::open, {}};
  if (!says("NOT EQUIVALENT"))
    throw EnvironmentError(fmt::format("berkeley-abc gives no verdict: {}", run.output));
  Answer answer{Outcome::refuted, {}};
  for (const char letter : folder.text_of("example.txt"))
    if (letter == '0' || letter == '1') answer.example.push_back(letter == '1');
  return answer;
}

}  // namespace mmasc::proof
