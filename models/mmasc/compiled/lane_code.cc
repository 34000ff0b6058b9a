// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/lane_code.h"

#include <algorithm>
#include <cassert>

namespace mmasc::compiled {
namespace {

using Operation = WordGraph::Operation;
constexpr int kLimb = 64, kMaskBits = 32;

int128 power(int exponent) { return int128{1} << exponent; }

int limbs_of(int bits) { return bits < kLimb ? 1 : bits / kLimb; }
int limb_bits(int bits) { return std::min(bits, kLimb); }

}  // namespace

int lane_bits(const RangedGraph& of, int node) {
  const WordRange& range = of.range(node);
  const int width = of.node(node).width;
  for (const int bits : {32, 64})
    if ((range.low >= -power(bits - 1) && range.high < power(bits - 1)) ||
        (range.low >= 0 && range.high < power(bits)))
      if (width <= kWidestRange || width <= bits) return bits;
  const int signed_bits =
      width > kWidestRange
          ? width
          : std::min(width, 1 + std::max(bit_length(range.high), bit_length(~range.low)));
  return (signed_bits + kLimb - 1) / kLimb * kLimb;
}

LaneCode::LaneCode(const LaneBuilder& build, const RangedGraph& of, std::span<const int> roots,
                   int needed, const std::set<int>& given)
    : b_(build), of_(of), given_(given), is_live_(of.graph.nodes().size()) {
  need(roots, needed);
}

// Of a sum, product or choice no operand has more bits that matter than are asked of the result;
// what is compared, counted or shifted right by a variable amount matters whole. What a given node
// depends on is not there at all.
void LaneCode::need(std::span<const int> roots, int needed) {
  constexpr int kAll = 1 << 20;
  std::vector<int> bits(is_live_.size());
  for (const int root : roots) {
    bits[static_cast<std::size_t>(root)] = needed;
    is_live_[static_cast<std::size_t>(root)] = true;
  }
  for (int i = static_cast<int>(bits.size()); i-- > 0;) {
    const auto at = static_cast<std::size_t>(i);
    if (!is_live_[at] || given_.contains(i)) continue;
    const Node& node = of_.node(i);
    const int parameter = static_cast<int>(node.parameter);
    for (std::size_t j = 0; j < node.operand.size(); ++j) {
      if (node.operand[j] == kNone) continue;
      int of_operand = kAll;
      switch (node.operation) {
        case Operation::add:
        case Operation::sub:
        case Operation::mul:
        case Operation::shift_left:
          of_operand = bits[at];
          break;
        case Operation::shift_left_by:
          if (j == 0) of_operand = bits[at];
          break;
        case Operation::select:
          if (j > 0) of_operand = bits[at];
          break;
        case Operation::shift_right:
          of_operand = std::min(kAll, bits[at] + parameter);
          break;
        case Operation::field:
          of_operand = parameter + node.width - 1;
          break;
        case Operation::bit_at:
          of_operand = parameter + 1;
          break;
        default:
          break;
      }
      const auto operand = static_cast<std::size_t>(node.operand[j]);
      is_live_[operand] = true;
      bits[operand] = std::max(bits[operand], of_operand);
    }
  }
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const int whole = lane_bits(of_, static_cast<int>(i));
    const int least = bits[i] <= 32 ? 32 : (std::min(bits[i], whole) + kLimb - 1) / kLimb * kLimb;
    bits_of_.push_back(std::min(whole, least));
  }
}

void LaneCode::set(int node, Limbs value, int bits) {
  if (is_condition(of_.graph, node))
    masks_[node] = value.front();
  else
    words_[{node, bits_of(node)}] =
        resized(std::move(value), bits, bits_of(node), of_.range(node).low < 0);
}

void LaneCode::make() {
  for (int i = 0; i < static_cast<int>(is_live_.size()); ++i) {
    if (!is_live_[static_cast<std::size_t>(i)] || conditions_.contains(i) || masks_.contains(i) ||
        words_.contains({i, bits_of(i)}))
      continue;
    const Node& node = of_.node(i);
    if (node.operation == Operation::constant) continue;  // where it is asked for
    if (is_condition(of_.graph, i)) {
      if (const llvm::Value mask = made_mask(node))
        masks_[i] = mask;
      else
        conditions_[i] = made_bit(node);
    } else {
      words_[{i, bits_of(i)}] = made(node, bits_of(i));
    }
  }
}

llvm::Value LaneCode::any_of(std::span<const int> conditions) {
  llvm::Value any = b_.constant(0, 1);
  for (const int node : conditions) any = b_.call.LLVMBuildOr(b_.builder, any, bit(node), "");
  return any;
}

llvm::Value LaneCode::bit(int node) {
  if (const auto known = conditions_.find(node); known != conditions_.end()) return known->second;
  if (const auto mask = masks_.find(node); mask != masks_.end())
    return conditions_[node] =
               b_.compare(llvm::kSignedLess, mask->second, b_.constant(0, kMaskBits));
  const Node& of = of_.node(node);
  if (of.operation == Operation::constant) return b_.constant(of.parameter != 0 ? 1 : 0, 1);
  const Limbs value = word(node, bits_of(node));
  const int bits = limb_bits(bits_of(node));
  llvm::Value any = value.front();
  for (std::size_t i = 1; i < value.size(); ++i)
    any = b_.call.LLVMBuildOr(b_.builder, any, value[i], "");
  return conditions_[node] =
             b_.call.LLVMBuildICmp(b_.builder, llvm::kNotEqual, any, b_.constant(0, bits), "");
}

Limbs LaneCode::constant(std::int64_t value, int bits) {
  Limbs limbs{b_.constant(static_cast<std::uint64_t>(value), limb_bits(bits))};
  while (static_cast<int>(limbs.size()) < limbs_of(bits))
    limbs.push_back(b_.constant(value < 0 ? ~std::uint64_t{0} : 0, kLimb));
  return limbs;
}

Limbs LaneCode::word(int node, int bits) {
  const Node& of = of_.node(node);
  if (of.operation == Operation::constant) return constant(of.parameter, bits);
  if (const auto known = words_.find({node, bits}); known != words_.end()) return known->second;
  if (is_condition(of_.graph, node))
    return words_[{node, bits}] = resized(
               {b_.call.LLVMBuildZExt(b_.builder, bit(node), b_.vector(32), "")}, 32, bits, false);
  const int native = bits_of(node);
  return words_[{node, bits}] =
             resized(words_.at({node, native}), native, bits, of_.range(node).low < 0);
}

Limbs LaneCode::resized(Limbs x, int from, int bits, bool is_signed) {
  if (from == bits) return x;
  if (bits == 32) return {b_.call.LLVMBuildTrunc(b_.builder, x.front(), b_.vector(32), "")};
  if (from == 32)
    x.front() = is_signed ? b_.call.LLVMBuildSExt(b_.builder, x.front(), b_.vector(kLimb), "")
                          : b_.call.LLVMBuildZExt(b_.builder, x.front(), b_.vector(kLimb), "");
  while (static_cast<int>(x.size()) > limbs_of(bits)) x.pop_back();
  if (static_cast<int>(x.size()) == limbs_of(bits)) return x;
  const llvm::Value sign =
      is_signed ? b_.call.LLVMBuildAShr(b_.builder, x.back(), b_.constant(kLimb - 1, kLimb), "")
                : b_.constant(0, kLimb);
  while (static_cast<int>(x.size()) < limbs_of(bits)) x.push_back(sign);
  return x;
}

Limbs LaneCode::chosen(llvm::Value condition, const Limbs& x, const Limbs& y) {
  Limbs out;
  for (std::size_t i = 0; i < x.size(); ++i)
    out.push_back(b_.call.LLVMBuildSelect(b_.builder, condition, x[i], y[i], ""));
  return out;
}

Limbs LaneCode::added(const Limbs& x, const Limbs& y, bool subtracts) {
  const auto& call = b_.call;
  const auto build = subtracts ? call.LLVMBuildSub : call.LLVMBuildAdd;
  Limbs out;
  llvm::Value carry = nullptr;  // 0 or all ones
  for (std::size_t i = 0; i < x.size(); ++i) {
    const llvm::Value first = build(b_.builder, x[i], y[i], "");
    llvm::Value sum = first;
    if (carry != nullptr)  // + 1 is - all ones
      sum = subtracts ? call.LLVMBuildAdd(b_.builder, first, carry, "")
                      : call.LLVMBuildSub(b_.builder, first, carry, "");
    if (i + 1 < x.size()) {
      llvm::Value leaves =
          subtracts ? call.LLVMBuildICmp(b_.builder, llvm::kUnsignedLess, x[i], y[i], "")
                    : call.LLVMBuildICmp(b_.builder, llvm::kUnsignedLess, first, x[i], "");
      if (carry != nullptr) {
        const llvm::Value again =
            subtracts ? call.LLVMBuildICmp(b_.builder, llvm::kUnsignedLess, first, sum, "")
                      : call.LLVMBuildICmp(b_.builder, llvm::kUnsignedLess, sum, first, "");
        leaves = call.LLVMBuildOr(b_.builder, leaves, again, "");
      }
      carry = call.LLVMBuildSExt(b_.builder, leaves, b_.vector(kLimb), "");
    }
    out.push_back(sum);
  }
  return out;
}

// Products beyond one limb are those of factors that are not negative, digit by digit.
Limbs LaneCode::multiplied(const Node& node, int bits) {
  const auto& call = b_.call;
  if (bits <= kLimb)
    return {call.LLVMBuildMul(b_.builder, word(node.operand[0], bits).front(),
                              word(node.operand[1], bits).front(), "")};
  constexpr int kDigit = 32;
  const llvm::Value low_digit = b_.constant((std::uint64_t{1} << kDigit) - 1, kLimb);
  const auto digits = [&](int operand) {
    const WordRange& range = of_.range(operand);
    assert(range.low >= 0);
    const Limbs limbs = word(operand, std::max(kLimb, bits_of(operand)));
    const int length = of_.node(operand).width > kWidestRange ? of_.node(operand).width - 1
                                                              : bit_length(range.high);
    Limbs all;
    for (int i = 0; i < std::max(1, (length + kDigit - 1) / kDigit); ++i) {
      const llvm::Value limb = limbs[static_cast<std::size_t>(i / 2)];
      all.push_back(i % 2 == 0
                        ? call.LLVMBuildAnd(b_.builder, limb, low_digit, "")
                        : call.LLVMBuildLShr(b_.builder, limb, b_.constant(kDigit, kLimb), ""));
    }
    return all;
  };
  const Limbs x = digits(node.operand[0]), y = digits(node.operand[1]);
  Limbs total = constant(0, bits);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) {
      const int amount = static_cast<int>(i + j) * kDigit;
      if (amount >= bits) continue;
      const Limbs product{call.LLVMBuildMul(b_.builder, x[i], y[j], "")};
      total = added(total, shifted_left(resized(product, kLimb, bits, false), amount, bits), false);
    }
  return total;
}

Limbs LaneCode::shifted_left(const Limbs& x, int amount, int bits) {
  const auto& call = b_.call;
  if (amount == 0) return x;
  if (bits <= kLimb) {
    if (amount >= bits) return constant(0, bits);
    const llvm::Value by = b_.constant(static_cast<std::uint64_t>(amount), bits);
    return {call.LLVMBuildShl(b_.builder, x.front(), by, "")};
  }
  Limbs out;
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    out.push_back(funnel(limb(x, i - amount / kLimb), limb(x, i - amount / kLimb - 1),
                         b_.constant(static_cast<std::uint64_t>(amount % kLimb), kLimb), true));
  return out;
}

Limbs LaneCode::shifted_right(const Limbs& x, int amount, int bits) {
  const auto& call = b_.call;
  if (amount == 0) return x;
  if (bits <= kLimb) {
    if (amount >= bits) return constant(0, bits);
    const llvm::Value by = b_.constant(static_cast<std::uint64_t>(amount), bits);
    return {call.LLVMBuildLShr(b_.builder, x.front(), by, "")};
  }
  Limbs out;
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    out.push_back(funnel(limb(x, i + amount / kLimb + 1), limb(x, i + amount / kLimb),
                         b_.constant(static_cast<std::uint64_t>(amount % kLimb), kLimb), false));
  return out;
}

llvm::Value LaneCode::limb(const Limbs& x, int i) {
  return i < 0 || i >= static_cast<int>(x.size()) ? b_.constant(0, kLimb)
                                                  : x[static_cast<std::size_t>(i)];
}

// The upper limb of both shifted to the left, or the lower one of both shifted to the right.
llvm::Value LaneCode::funnel(llvm::Value high, llvm::Value low, llvm::Value amount, bool is_left) {
  return b_.intrinsic(is_left ? "llvm.fshl" : "llvm.fshr", b_.vector(kLimb), {high, low, amount});
}

// By an amount of lanes of the word's limbs. Shifts by the width and more give 0.
Limbs LaneCode::shifted_by(const Limbs& x, llvm::Value amount, int128 greatest, int bits,
                           bool is_left) {
  const auto& call = b_.call;
  const int lane = std::min(bits, kLimb);
  Limbs out;
  if (bits <= kLimb) {
    const auto build = is_left ? call.LLVMBuildShl : call.LLVMBuildLShr;
    out = {build(b_.builder, x.front(), amount, "")};
  } else {
    out = x;
    for (int step = kLimb; step < bits && step <= greatest; step *= 2) {
      const llvm::Value tested = call.LLVMBuildAnd(
          b_.builder, amount, b_.constant(static_cast<std::uint64_t>(step), lane), "");
      const llvm::Value moves =
          call.LLVMBuildICmp(b_.builder, llvm::kNotEqual, tested, b_.constant(0, lane), "");
      out = chosen(moves, is_left ? shifted_left(out, step, bits) : shifted_right(out, step, bits),
                   out);
    }
    const Limbs moved = out;
    for (int i = 0; i < static_cast<int>(out.size()); ++i)
      out[static_cast<std::size_t>(i)] =
          is_left ? funnel(limb(moved, i), limb(moved, i - 1), amount, true)
                  : funnel(limb(moved, i + 1), limb(moved, i), amount, false);
  }
  if (greatest < bits) return out;
  const llvm::Value within =
      call.LLVMBuildICmp(b_.builder, llvm::kUnsignedLess, amount,
                         b_.constant(static_cast<std::uint64_t>(bits), lane), "");
  return chosen(within, out, constant(0, bits));
}

Limbs LaneCode::shifted_by(const Node& node, int bits, bool is_left) {
  const int x = node.operand[0];
  int amount = node.operand[1];
  const int of = is_left ? bits : std::max(bits, bits_of(x));
  int128 greatest = of_.range(amount).high;
  // An amount that is cut to where the word is gone anyway need not be cut.
  if (const Node& least = of_.node(amount);
      !is_left && least.operation == Operation::select && !given_.contains(amount)) {
    const Node& less = of_.node(least.operand[0]);
    const WordRange& cut = of_.range(least.operand[1]);
    if (less.operation == Operation::less && less.operand[0] == least.operand[1] &&
        less.operand[1] == least.operand[2] && cut.low == cut.high &&
        of_.node(x).width <= kWidestRange && of_.range(x).low >= 0 &&
        bit_length(of_.range(x).high) <= cut.high) {
      amount = least.operand[2];
      greatest = of_.range(amount).high;
    }
  }
  const int lane = std::min(of, kLimb);
  const llvm::Value by = amount_in(amount, lane);
  const Limbs shifted = shifted_by(word(x, of), by, greatest, of, is_left);
  return is_left ? shifted : resized(shifted, of, bits, false);
}

// An amount is not negative, whatever its bounds say.
llvm::Value LaneCode::amount_in(int node, int lane) {
  const int native = bits_of(node);
  if (of_.node(node).operation == Operation::constant || native >= lane)
    return word(node, lane).front();
  return b_.call.LLVMBuildZExt(b_.builder, word(node, native).front(), b_.vector(lane), "");
}

Limbs LaneCode::masked(Limbs x, int count, int bits) {
  const int lane = std::min(bits, kLimb);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int rest = count - static_cast<int>(i) * kLimb;
    if (rest >= lane) continue;
    const std::uint64_t mask = rest <= 0 ? 0 : (std::uint64_t{1} << rest) - 1;
    x[i] = b_.call.LLVMBuildAnd(b_.builder, x[i], b_.constant(mask, lane), "");
  }
  return x;
}

Limbs LaneCode::leading_zeros(const Node& node, int bits) {
  const auto& call = b_.call;
  const int x = node.operand[0], of = bits_of(x), lane = std::min(of, kLimb);
  const Limbs limbs = word(x, of);
  const llvm::Value defined_at_zero = call.LLVMConstInt(b_.integer(1), 0, 0);
  llvm::Value zeros = nullptr;
  for (const llvm::Value each : limbs) {
    const llvm::Value here = b_.intrinsic("llvm.ctlz", b_.vector(lane), {each, defined_at_zero});
    if (zeros == nullptr) {
      zeros = here;
      continue;
    }
    const llvm::Value is_there =
        call.LLVMBuildICmp(b_.builder, llvm::kNotEqual, each, b_.constant(0, lane), "");
    const llvm::Value below = call.LLVMBuildAdd(b_.builder, zeros, b_.constant(kLimb, lane), "");
    zeros = call.LLVMBuildSelect(b_.builder, is_there, here, below, "");
  }
  const auto beyond = static_cast<std::uint64_t>(node.parameter - of);
  zeros = call.LLVMBuildAdd(b_.builder, zeros, b_.constant(beyond, lane), "");
  return resized({zeros}, lane, bits, false);
}

bool LaneCode::fits(int node, int bits, bool is_signed) const {
  const WordRange& range = of_.range(node);
  if (of_.node(node).width > kWidestRange) return is_signed && of_.node(node).width <= bits;
  if (bits > kWidestRange) return is_signed;
  return is_signed ? range.low >= -power(bits - 1) && range.high < power(bits - 1)
                   : range.low >= 0 && range.high < power(bits);
}

llvm::Value LaneCode::compared(const Node& node, bool is_less) {
  const auto& call = b_.call;
  const int x = node.operand[0], y = node.operand[1];
  int bits = std::max(bits_of(x), bits_of(y));
  const auto both_fit = [&](bool is_signed) {
    return fits(x, bits, is_signed) && fits(y, bits, is_signed);
  };
  while (!both_fit(true) && !both_fit(false)) bits = bits < kLimb ? kLimb : bits + kLimb;
  const int top = both_fit(true) ? llvm::kSignedLess : llvm::kUnsignedLess;
  const Limbs u = word(x, bits), v = word(y, bits);
  llvm::Value result = nullptr;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const llvm::Value equal = call.LLVMBuildICmp(b_.builder, llvm::kEqual, u[i], v[i], "");
    if (!is_less) {
      result = result == nullptr ? equal : call.LLVMBuildAnd(b_.builder, result, equal, "");
      continue;
    }
    const llvm::Value less = call.LLVMBuildICmp(
        b_.builder, i + 1 == u.size() ? top : llvm::kUnsignedLess, u[i], v[i], "");
    result = result == nullptr
                 ? less
                 : call.LLVMBuildOr(b_.builder, less,
                                    call.LLVMBuildAnd(b_.builder, equal, result, ""), "");
  }
  return result;
}

// Of conditions that stand as masks; null where one of them does not.
llvm::Value LaneCode::made_mask(const Node& node) {
  const auto mask_of = [&](int operand) -> llvm::Value {
    if (operand == kNone) return nullptr;
    const auto mask = masks_.find(operand);
    return mask == masks_.end() ? nullptr : mask->second;
  };
  const llvm::Value x = mask_of(node.operand[0]), y = mask_of(node.operand[1]);
  if (x == nullptr) return nullptr;
  if (node.operation == Operation::invert)
    return b_.call.LLVMBuildXor(b_.builder, x, b_.constant(~std::uint64_t{0}, kMaskBits), "");
  if (y == nullptr) return nullptr;
  switch (node.operation) {
    case Operation::both:
      return b_.call.LLVMBuildAnd(b_.builder, x, y, "");
    case Operation::either:
      return b_.call.LLVMBuildOr(b_.builder, x, y, "");
    case Operation::differ:
      return b_.call.LLVMBuildXor(b_.builder, x, y, "");
    default:
      return nullptr;
  }
}

// -x or x, by a mask.
std::optional<Limbs> LaneCode::negated_by_mask(const Node& node, int bits) {
  const auto mask = masks_.find(node.operand[0]);
  const Node& negative = of_.node(node.operand[1]);
  if (mask == masks_.end() || bits > kLimb || negative.operation != Operation::sub ||
      negative.operand[1] != node.operand[2])
    return std::nullopt;
  const WordRange& zero = of_.range(negative.operand[0]);
  if (zero.low != 0 || zero.high != 0) return std::nullopt;
  const llvm::Value all =
      bits == kMaskBits ? mask->second
                        : b_.call.LLVMBuildSExt(b_.builder, mask->second, b_.vector(bits), "");
  const llvm::Value flipped =
      b_.call.LLVMBuildXor(b_.builder, word(node.operand[2], bits).front(), all, "");
  return Limbs{b_.call.LLVMBuildSub(b_.builder, flipped, all, "")};
}

llvm::Value LaneCode::made_bit(const Node& node) {
  const auto& call = b_.call;
  const auto bit_of = [&](std::size_t i) { return bit(node.operand[i]); };
  switch (node.operation) {
    case Operation::less:
      return compared(node, true);
    case Operation::equal:
      return compared(node, false);
    case Operation::bit_at: {
      const int of = bits_of(node.operand[0]), lane = std::min(of, kLimb);
      const int position = static_cast<int>(node.parameter);
      if (position >= of) return b_.constant(0, 1);
      const llvm::Value limb = word(node.operand[0], of)[static_cast<std::size_t>(position / lane)];
      const llvm::Value tested = call.LLVMBuildAnd(
          b_.builder, limb, b_.constant(std::uint64_t{1} << position % lane, lane), "");
      return call.LLVMBuildICmp(b_.builder, llvm::kNotEqual, tested, b_.constant(0, lane), "");
    }
    case Operation::both:
      return call.LLVMBuildAnd(b_.builder, bit_of(0), bit_of(1), "");
    case Operation::either:
      return call.LLVMBuildOr(b_.builder, bit_of(0), bit_of(1), "");
    case Operation::differ:
      return call.LLVMBuildXor(b_.builder, bit_of(0), bit_of(1), "");
    case Operation::invert:
      return call.LLVMBuildXor(b_.builder, bit_of(0), b_.constant(1, 1), "");
    case Operation::select:
      return call.LLVMBuildSelect(b_.builder, bit_of(0), bit_of(1), bit_of(2), "");
    default:
      assert(false);
      return nullptr;
  }
}

Limbs LaneCode::made(const Node& node, int bits) {
  const auto operand = [&](std::size_t i) { return word(node.operand[i], bits); };
  const int parameter = static_cast<int>(node.parameter);
  const int x = node.operand[0];
  switch (node.operation) {
    case Operation::add:
      return added(operand(0), operand(1), false);
    case Operation::sub:
      return added(operand(0), operand(1), true);
    case Operation::mul:
      return multiplied(node, bits);
    case Operation::shift_left:
      return shifted_left(operand(0), parameter, bits);
    case Operation::shift_left_by:
      return shifted_by(node, bits, true);
    case Operation::shift_right_by:
      return shifted_by(node, bits, false);
    case Operation::shift_right:
    case Operation::field: {
      const int of = std::max(bits, bits_of(x));
      Limbs shifted = resized(shifted_right(word(x, of), parameter, of), of, bits, false);
      return node.operation == Operation::field ? masked(std::move(shifted), node.width - 1, bits)
                                                : shifted;
    }
    case Operation::count_leading_zeros:
      return leading_zeros(node, bits);
    case Operation::select:
      if (const auto negated = negated_by_mask(node, bits)) return *negated;
      return chosen(bit(node.operand[0]), operand(1), operand(2));
    default:
      assert(false);
      return {};
  }
}

}  // namespace mmasc::compiled
