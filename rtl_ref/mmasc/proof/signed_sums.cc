// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/signed_sums.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "mmasc/unit/addend_bits.h"

namespace mmasc::proof {
namespace {

using Operation = WordGraph::Operation;

int ceil_log2(int x) { return static_cast<int>(std::bit_width(static_cast<unsigned>(x - 1))); }

// A claim by itself, of free words.
class Claim {
 public:
  Literals word(const char* name, int bits) {
    Literals found;
    for (int i = 0; i < bits; ++i) {
      found.push_back(gates.input());
      inputs_.push_back({bit_name(name, i), found.back()});
    }
    return found;
  }
  // The word is not the least of its width, which has no negative, nor further from 0 than this.
  void within(const Literals& x, int128 most) {
    given_ = gates.both(given_, invert(is_least(gates, x)));
    if (x.size() <= kWidestRange) given_ = gates.both(given_, is_in(gates, x, {-most, most}));
  }
  bool holds(const IsNever& is_never, Literal wrong) {
    return is_never(gates, inputs_, gates.both(given_, wrong));
  }

  AndGraph gates;

 private:
  std::vector<NamedLiteral> inputs_;
  Literal given_ = kTrue;
};

// Of one sum, or of the neighbours that a node of its tree adds.
struct Addend {
  KeptNumber number;
  int128 most = 0;  // of its magnitude, up to 128 times 2^119; of wide ones it is not known
};

Literals inverted_if(AndGraph& gates, Literal condition, Literals x) {
  for (Literal& bit : x) bit = gates.differ(bit, condition);
  return x;
}

class SignedSum {
 public:
  SignedSum(AndGraph& gates, const IsNever& is_never) : gates_(gates), is_never_(is_never) {}

  // As mmasc_halves and the adder behind it.
  std::optional<Addend> of(std::span<const Addend> addends, AddendBits bits, int sum_bits) const {
    if (sum_bits < bits.last) return {};  // which no RTL has
    if (addends.size() == 1) {
      Addend one = addends.front();
      one.number.bits = resized(one.number.bits, sum_bits);
      return one;
    }
    const auto count = static_cast<int>(addends.size()), half = count / 2, rest = count - half;
    const int widest = rest > 1 ? bits.most() : bits.last;
    const int low_bits = std::min(sum_bits, bits.each + (half > 1 ? ceil_log2(half) : 0));
    const int high_bits = std::min(sum_bits, widest + ceil_log2(rest));
    const auto low =
        of(addends.first(static_cast<std::size_t>(half)), {bits.each, bits.each}, low_bits);
    const auto high = of(addends.subspan(static_cast<std::size_t>(half)), bits, high_bits);
    if (!low || !high || !adds(*low, *high, sum_bits)) return {};
    const Literal differ = gates_.differ(low->number.minus, high->number.minus);
    return Addend{
        {added(gates_, low->number.bits, high->number.bits, differ, sum_bits), low->number.minus},
        low->most + high->most};
  }

  // The sum's sign, that it is nothing, and its magnitude, of two's complement or of (-1)^s n.
  struct Parts {
    Literal is_negative = kFalse, is_nothing = kFalse;
    Literals magnitude;
  };
  static Parts parts_of(AndGraph& gates, const KeptNumber& sum) {
    const Literal top = sum.bits.back(), nothing = invert(differs(gates, sum.bits, {kFalse}));
    return {gates.both(gates.differ(top, sum.minus), invert(nothing)), nothing,
            negated_if(gates, top, sum.bits)};
  }
  bool has_parts(const Addend& sum) const {
    Claim claim;
    const auto width = static_cast<int>(sum.number.bits.size());
    const KeptNumber number{claim.word("n", width), claim.word("s", 1).front()};
    claim.within(number.bits, sum.most);
    const Parts own = parts_of(claim.gates, number);
    const Parts model = parts_of(claim.gates, {number_of(claim.gates, number), kFalse});
    Literal wrong = differs(claim.gates, own.magnitude, model.magnitude);
    wrong = claim.gates.either(wrong, claim.gates.differ(own.is_negative, model.is_negative));
    wrong = claim.gates.either(wrong, claim.gates.differ(own.is_nothing, model.is_nothing));
    return claim.holds(is_never_, wrong);
  }

 private:
  static Literals added(AndGraph& gates, const Literals& low, const Literals& high, Literal differ,
                        int width) {
    return sum(gates, resized(low, width), inverted_if(gates, differ, resized(high, width)),
               differ);
  }

  bool adds(const Addend& low, const Addend& high, int sum_bits) const {
    Claim claim;
    const Literals n = claim.word("n", static_cast<int>(low.number.bits.size()));
    const Literals m = claim.word("m", static_cast<int>(high.number.bits.size()));
    const Literal t = claim.word("t", 1).front();
    claim.within(n, low.most);
    claim.within(m, high.most);
    // In two more bits nothing is lost, and n + ~m + 1 is n - m.
    const Literals w = added(claim.gates, n, m, t, sum_bits);
    const Literals is = added(claim.gates, n, m, t, sum_bits + 2);
    const Literal wrong = claim.gates.either(differs(claim.gates, resized(w, sum_bits + 2), is),
                                             is_least(claim.gates, w));
    return claim.holds(is_never_, wrong);
  }

  AndGraph& gates_;
  const IsNever& is_never_;
};

// What is made of a stage's addends, in its graph.
class SumNodes {
 public:
  explicit SumNodes(const WordGraph& graph) : graph_(graph) {}

  // The node that adds these numbers, each no further from 0 than `most`, and loses no bit that it
  // has itself; kNone where there is none.
  int sum_of(const std::map<int, int128>& most) const {
    if (most.size() == 1) return most.begin()->first;
    for (int node = 0; node < static_cast<int>(graph_.nodes().size()); ++node) {
      std::set<int> added;
      if (adds_up(node, graph_.node(node).width, most, added) && added.size() == most.size())
        return node;
    }
    return WordGraph::kNone;
  }

  bool compares_with_zero(int node, Operation how, int number) const {
    const WordGraph::Node& is = graph_.node(node);
    return is.operation == how && is.operand[0] == number && is_zero(is.operand[1]);
  }
  // "number < 0 ? 0 - number : number"
  bool is_magnitude(int node, int number) const {
    const WordGraph::Node& choice = graph_.node(node);
    if (choice.operation != Operation::select || choice.operand[2] != number) return false;
    const WordGraph::Node& negative = graph_.node(choice.operand[1]);
    return compares_with_zero(choice.operand[0], Operation::less, number) &&
           negative.operation == Operation::sub && is_zero(negative.operand[0]) &&
           negative.operand[1] == number;
  }

 private:
  bool is_zero(int node) const {
    return graph_.node(node).operation == Operation::constant && graph_.node(node).parameter == 0;
  }
  // Whether a node is a sum of some of these, each once, in at least so many bits or in as many as
  // it may have.
  bool adds_up(int node, int width, const std::map<int, int128>& most, std::set<int>& added) const {
    if (most.contains(node)) return added.insert(node).second;
    const WordGraph::Node& is = graph_.node(node);
    if (is.operation != Operation::add) return false;
    std::set<int> own;
    if (!adds_up(is.operand[0], width, most, own) || !adds_up(is.operand[1], width, most, own))
      return false;
    int128 reach = 0;
    for (const int number : own) {
      if (!added.insert(number).second) return false;
      reach += most.at(number);
    }
    return is.width >= width || (is.width <= kWidestRange && reach >> (is.width - 1) == 0);
  }

  const WordGraph& graph_;
};

// The addends of one sum that meet in a node of its tree.
struct Meeting {
  std::vector<Addend> addends;
  std::map<int, int128> most;  // of their nodes
  AddendBits bits;
  int sum_bits = 0;
  bool may_be_least = false;  // one of them
};

std::vector<Meeting> meetings_of(const Plan& plan, const UnitLogic& unit, std::size_t at,
                                 const Invariants& entering) {
  const SymbolicStage& stage = unit.stages()[at];
  const StagePlan& tree = plan.stages[static_cast<int>(at)];
  const UnitLogic::KeptByField& kept = unit.kept_by(at);
  const auto field_of = [&](int addend) {
    const auto field =
        std::ranges::find(stage.in, "addend_" + std::to_string(addend), &SymbolicField::name);
    return static_cast<std::size_t>(field - stage.in.begin());
  };
  std::vector<Meeting> meetings;
  for (const auto& [index, first, count] :
       addends_behind(plan, plan.stages[static_cast<int>(at) - 1])) {
    if (!kept.contains(field_of(first))) continue;
    const SumPlan& sum = plan.sums[index];
    const AddendBits bits = addend_bits(plan, sum, tree.tree_level);
    const AddendBits sum_bits = addend_bits_behind(plan, sum, tree);
    const int span = tree.last_tree_level ? count : plan.adder_radix;
    for (int begin = 0; begin < count; begin += span) {
      const bool is_last = begin + span >= count;
      Meeting& meeting = meetings.emplace_back();
      meeting.bits = {bits.each, is_last ? bits.last : bits.each};
      meeting.sum_bits = is_last ? sum_bits.last : sum_bits.each;
      for (int i = begin; i < std::min(count, begin + span); ++i) {
        const std::size_t field = field_of(first + i);
        const int128 most = std::max(-entering.ranges[field].low, entering.ranges[field].high);
        meeting.addends.push_back({kept.at(field), most});
        const Literals& number = kept.at(field).bits;
        meeting.may_be_least |= number.back() != kFalse && !entering.not_least.contains(field) &&
                                (number.size() > kWidestRange || most >> (number.size() - 1) != 0);
        meeting.most[stage.in[field].node] = most;
      }
    }
  }
  return meetings;
}

}  // namespace

SignedSums signed_sums(const Plan& plan, UnitLogic& unit, std::size_t at,
                       const Invariants& entering, const IsNever& is_never) {
  SignedSums sums;
  if (unit.kept_by(at).empty()) return sums;
  const WordGraph& graph = unit.stages()[at].graph;
  const SignedSum signed_sum(unit.gates(), is_never);
  const SumNodes nodes(graph);
  for (const Meeting& meeting : meetings_of(plan, unit, at, entering)) {
    const int node = nodes.sum_of(meeting.most);
    if (node == WordGraph::kNone || meeting.may_be_least) continue;
    if (graph.node(node).width < meeting.sum_bits) continue;  // what it has would not be all
    const auto total = signed_sum.of(meeting.addends, meeting.bits, meeting.sum_bits);
    if (!total) continue;
    sums.not_least.insert(node);
    sums.numbers[node] = number_of(unit.gates(), total->number);
    if (!plan.stages[static_cast<int>(at)].last_tree_level || !signed_sum.has_parts(*total))
      continue;
    const SignedSum::Parts parts = SignedSum::parts_of(unit.gates(), total->number);
    for (int other = 0; other < static_cast<int>(graph.nodes().size()); ++other) {
      if (nodes.compares_with_zero(other, Operation::less, node))
        sums.numbers[other] = {parts.is_negative, kFalse};
      if (nodes.compares_with_zero(other, Operation::equal, node))
        sums.numbers[other] = {parts.is_nothing, kFalse};
      if (nodes.is_magnitude(other, node)) sums.numbers[other] = parts.magnitude;
    }
  }
  return sums;
}

}  // namespace mmasc::proof
