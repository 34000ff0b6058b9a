// SPDX-License-Identifier: Apache-2.0
// Random word graphs as code of one lane: the low bits that are asked for are those of the graph's
// value.
#include "mmasc/compiled/lane_code.h"

#include <gtest/gtest.h>

#include <array>

#include "mmasc/compiled/llvm.h"
#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

using namespace compiled;
using Operation = WordGraph::Operation;
using N = Numbers128;

constexpr int kInputs = 4, kNodes = 60, kMostBits = 110;

// A graph whose words keep to what a number system may be asked for: nothing negative is shifted
// right, and every width holds its value.
class RandomGraph {
 public:
  explicit RandomGraph(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < kInputs; ++i) {
      bits_.push_back(random_.chance(40) ? random_.pick({31, 32, 62}) : random_.between(1, 30));
      words_.push_back(graph_.input(bits_.back()));
    }
    while (static_cast<int>(graph_.nodes().size()) < kNodes) add();
  }

  RangedGraph ranged() const { return {graph_, ranges(graph_, PlannedWidth::holds)}; }
  const std::vector<int>& input_bits() const { return bits_; }
  int root() const { return words_.back(); }

 private:
  std::vector<WordRange> ranges(const WordGraph& graph, PlannedWidth width) const {
    std::vector<WordRange> inputs;
    for (const int bits : bits_) inputs.push_back(all_of(bits, false));
    return ranges_of(graph, inputs, {}, width);
  }
  int some(const std::vector<int>& nodes) {
    return nodes[static_cast<std::size_t>(random_.below(static_cast<int>(nodes.size())))];
  }
  static int width_of(const WordRange& range) {
    return bit_length(std::max(range.high, ~range.low)) + 1;
  }

  // Records a word in the width that its bounds ask for; none where that is too much.
  void word(Operation operation, std::int64_t parameter, std::array<int, 3> operands) {
    WordGraph tried = graph_;
    const int node = tried.record({operation, kWidestRange, parameter, operands});
    const WordRange range = ranges(tried, PlannedWidth::wraps)[static_cast<std::size_t>(node)];
    if (width_of(range) > kMostBits) return;
    words_.push_back(graph_.record({operation, width_of(range), parameter, operands}));
  }
  void condition(Operation operation, std::array<int, 3> operands) {
    conditions_.push_back(graph_.record({operation, WordGraph::kBitWidth, 0, operands}));
  }

  // A full lane of bits with a number that may be negative.
  void compare_with_negative() {
    const int natural = graph_.record({Operation::field, 33, 0, {words_.front(), kNone, kNone}});
    const int small = graph_.record({Operation::field, 6, 0, {words_[1], kNone, kNone}});
    const int negative = graph_.record(
        {Operation::sub, 8, 0, {small, graph_.constant(random_.between(0, 40), 8), kNone}});
    const bool is_first = random_.chance(50);
    condition(random_.chance(50) ? Operation::less : Operation::equal,
              {is_first ? natural : negative, is_first ? negative : natural, kNone});
  }

  void add() {
    const std::vector<WordRange> bounds = ranges(graph_, PlannedWidth::holds);
    const auto of = [&](int node) { return bounds[static_cast<std::size_t>(node)]; };
    const int x = some(words_), y = some(words_);
    const bool x_is_natural = of(x).low >= 0;
    const int length = std::max(1, bit_length(of(x).high));
    switch (random_.below(15)) {
      case 0:
        return word(Operation::add, 0, {x, y, kNone});
      case 1:
        return word(Operation::sub, 0, {x, y, kNone});
      case 2:
        if (width_of(of(x)) + width_of(of(y)) <= 64 || (x_is_natural && of(y).low >= 0))
          word(Operation::mul, 0, {x, y, kNone});
        return;
      case 3:
        return word(Operation::shift_left, random_.between(1, 40), {x, kNone, kNone});
      case 4:
        if (x_is_natural) word(Operation::shift_right, random_.between(1, 40), {x, kNone, kNone});
        return;
      case 5: {
        if (!x_is_natural) return;
        const int low = random_.below(length);
        const int end = random_.pick({32, 33, 64, 65, low + 5});  // at the ends of lanes
        const int count = end > low ? std::min(end - low, 40) : 3;
        words_.push_back(graph_.record({Operation::field, count + 1, low, {x, kNone, kNone}}));
        return;
      }
      case 6:
      case 7: {  // by an amount, cut about where all is gone
        if (!x_is_natural) return;
        const int field = graph_.record({Operation::field, 8, 0, {some(words_), kNone, kNone}});
        if (of(graph_.node(field).operand[0]).low < 0) return;
        const int cut = graph_.constant(length + random_.between(-1, 1), 10);
        const int less =
            graph_.record({Operation::less, WordGraph::kBitWidth, 0, {cut, field, kNone}});
        const int amount = graph_.record({Operation::select, 10, 0, {less, cut, field}});
        return word(Operation::shift_right_by, 0, {x, amount, kNone});
      }
      case 8: {
        if (!x_is_natural || length > 60) return;
        const int zeros =
            graph_.record({Operation::count_leading_zeros, 8, length, {x, kNone, kNone}});
        words_.push_back(zeros);
        return word(Operation::shift_left_by, 0, {x, zeros, kNone});
      }
      case 9:
        if (random_.chance(40)) return compare_with_negative();
        return condition(random_.chance(70) ? Operation::less : Operation::equal, {x, y, kNone});
      case 10:
        if (conditions_.empty()) return;
        return condition(random_.pick({Operation::both, Operation::either, Operation::differ}),
                         {some(conditions_), some(conditions_), kNone});
      default:
        if (!conditions_.empty()) word(Operation::select, 0, {some(conditions_), x, y});
    }
  }

  Random random_;
  WordGraph graph_;
  std::vector<int> bits_, words_, conditions_;
};

// As code: inputs of 64 bits each, and as many limbs of the root as hold what is needed.
std::variant<MachineCode, std::string> compiled_code(const RangedGraph& of, int root, int needed) {
  const ModuleText module(*llvm::functions());
  const LaneBuilder b(module, 1);
  const llvm::Type pointer = b.pointer(b.integer(8));
  const llvm::Value function = module.add_function("graph", b.integer(64), {pointer, pointer});
  b.begin(b.block(function));
  const int roots[] = {root};
  LaneCode code(b, of, roots, needed, {});
  int input = 0;
  for (std::size_t i = 0; i < of.graph.nodes().size(); ++i)
    if (WordGraph::is_input(of.graph.nodes()[i]))
      code.set(static_cast<int>(i),
               {b.load(b.integer(64),
                       b.address(b.call.LLVMGetParam(function, 0), b.number(8 * input++)), 8)},
               64);
  code.make();
  const Limbs limbs = code.word(root, needed <= 64 ? 64 : 128);
  for (std::size_t i = 0; i < limbs.size(); ++i)
    b.store(limbs[i],
            b.address(b.call.LLVMGetParam(function, 1), b.number(8 * static_cast<std::int64_t>(i))),
            8);
  b.call.LLVMBuildRet(b.builder, b.number(0));
  return module.compile({"graph"});
}

TEST(LaneCode, GivesTheLowBitsOfRandomGraphs) {
  if (llvm::functions() == nullptr) GTEST_SKIP() << llvm::why_none();
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const RandomGraph drawn(seed);
    const RangedGraph of = drawn.ranged();
    Random random(seed, 1);
    const int needed = random.pick({8, 31, 32, 33, 64, 100});
    const auto made = compiled_code(of, drawn.root(), needed);
    ASSERT_TRUE(std::holds_alternative<MachineCode>(made)) << std::get<std::string>(made);
    const auto run = reinterpret_cast<std::int64_t (*)(const std::uint64_t*, std::uint64_t*)>(
        std::get<MachineCode>(made).find("graph"));
    for (int turn = 0; turn < 60; ++turn) {
      std::array<std::uint64_t, kInputs> in;
      std::vector<N::word> words;
      for (std::size_t i = 0; i < in.size(); ++i) {
        const int bits = drawn.input_bits()[i];
        in[i] = random.chance(15) ? ~std::uint64_t{0} : random.next() >> random.below(64);
        in[i] &= ~std::uint64_t{0} >> (64 - bits);
        words.push_back(static_cast<N::word>(in[i]));
      }
      std::array<std::uint64_t, 2> out{};
      run(in.data(), out.data());
      const N::word value = evaluate<N>(of.graph, words)[static_cast<std::size_t>(drawn.root())];
      const auto given =
          static_cast<N::word>(out[0]) | (needed > 64 ? static_cast<N::word>(out[1]) << 64 : 0);
      const N::word mask = (N::word{1} << needed) - 1;
      ASSERT_EQ(given & mask, value & mask) << "seed " << seed << ", " << needed << " bits";
    }
  }
}

}  // namespace
}  // namespace mmasc
