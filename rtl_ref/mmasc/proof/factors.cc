// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/factors.h"

#include <array>
#include <map>
#include <random>
#include <set>

#include "mmasc/proof/solver.h"

namespace mmasc::proof {
namespace {

constexpr int kRuns = 8;  // of 64 assignments each
using Signature = std::array<std::uint64_t, kRuns>;

// What bits are in drawn assignments. Bits and their inversions are found by one signature.
class Signatures {
 public:
  Signatures(const AndGraph& gates, const std::vector<NamedLiteral>& inputs) {
    std::mt19937_64 random;
    for (std::size_t run = 0; run < kRuns; ++run) {
      std::vector<std::uint64_t> drawn;
      for (std::size_t i = 0; i < inputs.size(); ++i) drawn.push_back(scarce_ones(random, run));
      values_[run] = simulate(gates, inputs, drawn);
    }
  }
  // A literal of an even signature, and whether x is its inversion.
  std::pair<Signature, bool> of(Literal x) const {
    const bool is_odd = (value_of(values_[0], x) & 1) != 0;
    Signature signature;
    for (std::size_t run = 0; run < kRuns; ++run)
      signature[run] = value_of(values_[run], is_odd ? invert(x) : x);
    return {signature, is_odd};
  }

 private:
  // Exponents of subnormal numbers are rare among bits that are 1 as often as 0.
  static std::uint64_t scarce_ones(std::mt19937_64& random, std::size_t halvings) {
    std::uint64_t bits = random();
    for (std::size_t i = 0; i < halvings; ++i) bits &= random();
    return bits;
  }

  std::array<std::vector<std::uint64_t>, kRuns> values_;
};

}  // namespace

void match_factors(AndGraph& gates, const std::vector<NamedLiteral>& inputs, const WordGraph& words,
                   const std::function<bool(Literal)>& is_never, GivenBits& given) {
  std::set<int> factors;
  for (const WordGraph::Node& node : words.nodes())
    if (node.operation == WordGraph::Operation::mul && node.width > kWideProduct)
      factors.insert({node.operand[0], node.operand[1]});
  if (factors.empty()) return;

  const auto others = static_cast<std::uint32_t>(gates.size());
  const std::vector<Literals> bits = bits_of_words(gates, words, given);
  const Signatures signatures(gates, inputs);
  std::map<Signature, Literal> known;
  for (std::uint32_t number = 1; number < others; ++number) {
    const auto [signature, is_odd] = signatures.of(2 * number);
    known.try_emplace(signature, 2 * number + (is_odd ? 1 : 0));
  }
  for (const int factor : factors) {
    const Literals& model = bits[static_cast<std::size_t>(factor)];
    Literals matched;
    for (const Literal bit : model) {
      const auto [signature, is_odd] = signatures.of(bit);
      const auto found = known.find(signature);
      matched.push_back(bit < 2 || found == known.end() ? bit : found->second ^ (is_odd ? 1U : 0U));
    }
    if (matched != model && is_never(differs(gates, model, matched))) given[factor] = matched;
  }
}

}  // namespace mmasc::proof
