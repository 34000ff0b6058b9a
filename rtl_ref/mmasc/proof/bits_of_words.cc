// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/bits_of_words.h"

#include <algorithm>
#include <cassert>

namespace mmasc::proof {

Literals resized(const Literals& word, int width) {
  Literals bits = word;
  bits.resize(static_cast<std::size_t>(width), word.empty() ? kFalse : word.back());
  return bits;
}

Literals constant_word(int128 value, int width) {
  Literals bits;
  for (int i = 0; i < width; ++i)
    bits.push_back((value >> std::min(i, 127) & 1) != 0 ? kTrue : kFalse);
  return bits;
}

Literals chosen(AndGraph& gates, Literal condition, const Literals& x, const Literals& y) {
  Literals bits;
  for (std::size_t i = 0; i < x.size(); ++i) bits.push_back(gates.choose(condition, x[i], y[i]));
  return bits;
}

Literals sum(AndGraph& gates, const Literals& x, const Literals& y, Literal carry) {
  Literals bits;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Literal half = gates.differ(x[i], y[i]);
    bits.push_back(gates.differ(half, carry));
    carry = gates.either(gates.both(x[i], y[i]), gates.both(half, carry));
  }
  return bits;
}

namespace {

class Words {
 public:
  explicit Words(AndGraph& gates) : gates_(gates) {}

  // x + y, or x + ~y + 1.
  Literals sum(const Literals& x, Literals y, int width, bool subtract) {
    y = resized(y, width);
    if (subtract)
      for (Literal& bit : y) bit = invert(bit);
    return proof::sum(gates_, resized(x, width), y, subtract ? kTrue : kFalse);
  }

  // Row by row: the multiplicand where a bit of the multiplier is set. The sign's row is negative.
  Literals product(const Literals& x, const Literals& y, int width) {
    Literals total = constant_word(0, width);
    for (std::size_t row = 0; row < y.size() && row < total.size(); ++row) {
      Literals partial = constant_word(0, static_cast<int>(row));
      for (const Literal bit : resized(x, width - static_cast<int>(row)))
        partial.push_back(gates_.both(bit, y[row]));
      total = sum(total, partial, width, row + 1 == y.size());
    }
    return total;
  }

  Literal less(const Literals& x, const Literals& y) {
    const int width = static_cast<int>(std::max(x.size(), y.size())) + 1;
    return sum(x, y, width, true).back();
  }

  Literal equal(const Literals& x, const Literals& y) {
    const int width = static_cast<int>(std::max(x.size(), y.size()));
    const Literals left = resized(x, width), right = resized(y, width);
    Literal same = kTrue;
    for (std::size_t i = 0; i < left.size(); ++i)
      same = gates_.both(same, invert(gates_.differ(left[i], right[i])));
    return same;
  }

  Literals choose(Literal p, const Literals& x, const Literals& y, int width) {
    return chosen(gates_, p, resized(x, width), resized(y, width));
  }

  // By `amount` bits to the left; negative: to the right, where zeros come in.
  Literals shifted(const Literals& x, std::int64_t amount, int width) const {
    Literals bits;
    for (std::int64_t i = 0; i < width; ++i) {
      const std::int64_t from = i - amount;
      const auto size = static_cast<std::int64_t>(x.size());
      if (from < 0 || (amount < 0 && from >= size))
        bits.push_back(kFalse);
      else
        bits.push_back(x[static_cast<std::size_t>(std::min(from, size - 1))]);
    }
    return bits;
  }

  Literals shifted_by(const Literals& x, const Literals& amount, int width, bool left) {
    Literals bits = resized(x, std::max(width, static_cast<int>(x.size())));
    const int size = static_cast<int>(bits.size());
    for (std::size_t i = 0; i + 1 < amount.size(); ++i) {  // the last one is the sign
      const std::int64_t step = i < 20 ? std::min(std::int64_t{1} << i, std::int64_t{size}) : size;
      bits = choose(amount[i], shifted(bits, left ? step : -step, size), bits, size);
    }
    return resized(bits, width);
  }

  Literals leading_zeros(const Literals& x, int of, int width) {
    Literals count = constant_word(of, width);
    const Literals word = shifted(x, 0, of);
    for (int i = 0; i < of; ++i)
      count =
          choose(word[static_cast<std::size_t>(i)], constant_word(of - 1 - i, width), count, width);
    return count;
  }

  static Literals truth(Literal bit) { return {bit, kFalse}; }

 private:
  AndGraph& gates_;
};

}  // namespace

Literal is_less(AndGraph& gates, const Literals& x, const Literals& y) {
  return Words(gates).less(x, y);
}

Literal differs(AndGraph& gates, const Literals& x, const Literals& y) {
  return proof::invert(Words(gates).equal(x, y));
}

Literal is_least(AndGraph& gates, const Literals& x) {
  Literal found = x.back();
  for (std::size_t i = 0; i + 1 < x.size(); ++i) found = gates.both(found, proof::invert(x[i]));
  return found;
}

Literal is_in(AndGraph& gates, const Literals& word, const WordRange& range) {
  Words on(gates);
  const int bits = kWidestRange + 2;
  return proof::invert(gates.either(on.less(word, constant_word(range.low, bits)),
                                    on.less(constant_word(range.high, bits), word)));
}

Literals negated_if(AndGraph& gates, Literal condition, const Literals& x) {
  Words on(gates);
  const auto width = static_cast<int>(x.size());
  return on.choose(condition, on.sum(constant_word(0, width), x, width, true), x, width);
}

std::vector<Literals> bits_of_words(AndGraph& gates, const WordGraph& words,
                                    const GivenBits& given) {
  using enum WordGraph::Operation;
  Words on(gates);
  std::vector<Literals> bits;
  bits.reserve(words.nodes().size());
  for (const WordGraph::Node& node : words.nodes()) {
    if (const auto is = given.find(static_cast<int>(bits.size())); is != given.end()) {
      bits.push_back(resized(is->second, node.width));
      continue;
    }
    const auto operand = [&](std::size_t i) -> const Literals& {
      return bits[static_cast<std::size_t>(node.operand[i])];
    };
    const auto bit = [&](std::size_t i) { return operand(i)[0]; };
    const int parameter = static_cast<int>(node.parameter);
    switch (node.operation) {
      case input:
      case signed_input:
        assert(false);
        break;
      case WordGraph::Operation::constant:
        bits.push_back(constant_word(node.parameter, node.width));
        break;
      case add:
      case sub:
        bits.push_back(on.sum(operand(0), operand(1), node.width, node.operation == sub));
        break;
      case mul:
        bits.push_back(on.product(operand(0), operand(1), node.width));
        break;
      case shift_left:
        bits.push_back(on.shifted(operand(0), parameter, node.width));
        break;
      case shift_right:
        bits.push_back(on.shifted(operand(0), -parameter, node.width));
        break;
      case shift_left_by:
        bits.push_back(on.shifted_by(operand(0), operand(1), node.width, true));
        break;
      case shift_right_by:
        bits.push_back(on.shifted_by(operand(0), operand(1), node.width, false));
        break;
      case field: {
        Literals cut = on.shifted(operand(0), -parameter, node.width - 1);
        cut.push_back(kFalse);
        bits.push_back(std::move(cut));
        break;
      }
      case bit_at:
        bits.push_back(Words::truth(on.shifted(operand(0), -parameter, 1)[0]));
        break;
      case count_leading_zeros:
        bits.push_back(on.leading_zeros(operand(0), parameter, node.width));
        break;
      case less:
        bits.push_back(Words::truth(on.less(operand(0), operand(1))));
        break;
      case equal:
        bits.push_back(Words::truth(on.equal(operand(0), operand(1))));
        break;
      case select:
        bits.push_back(on.choose(bit(0), operand(1), operand(2), node.width));
        break;
      case WordGraph::Operation::both:
        bits.push_back(Words::truth(gates.both(bit(0), bit(1))));
        break;
      case either:
        bits.push_back(Words::truth(gates.either(bit(0), bit(1))));
        break;
      case differ:
        bits.push_back(Words::truth(gates.differ(bit(0), bit(1))));
        break;
      case WordGraph::Operation::invert:
        bits.push_back(Words::truth(proof::invert(bit(0))));
        break;
    }
  }
  return bits;
}

}  // namespace mmasc::proof
