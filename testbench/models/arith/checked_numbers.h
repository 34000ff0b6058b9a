// SPDX-License-Identifier: Apache-2.0
// Integers that prove a plan's widths: every operation throws where its exact result does not fit
// the signed width it was told, where a shift leaves its range, or where an operand was never set.
//
// The base must have a few bits to spare above the plan's word_bits, so that a result that does not
// fit is still exact.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "arith/boost_numbers.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

class WidthError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// The widths of a whole plan, which every word and index must fit besides its own.
struct WidthLimits {
  int word_bits = kNoLimit;
  int index_bits = kNoLimit;
};

template <NumberSystem Base>
class CheckedNumbers {
 public:
  using bit = typename Base::bit;
  using raw = typename Base::raw;

  // `width`: signed; 0 of a value that was never set.
  struct word {
    typename Base::word value{};
    int width = 0;
    friend bool operator==(const word& x, const word& y) { return x.value == y.value; }
  };
  struct index {
    std::int64_t value = 0;
    int width = 0;
    friend bool operator==(const index& x, const index& y) { return x.value == y.value; }
  };

  // The limits are this thread's.
  static void set_limits(const WidthLimits& limits) { limits_ = limits; }

  static word word_of(std::int64_t value, int w) {
    return fit_word("word_of", typename Base::word(value), w);
  }
  static index index_of(std::int64_t value, int w) { return fit_index("index_of", value, w); }
  static bit bit_of(bool value) { return value; }
  static word from_raw(raw value, int w) {
    check(w >= 64 || value >> w == 0, "from_raw", value, w);
    return fit_word("from_raw", typename Base::word(value), w + 1);
  }
  static raw to_raw(const word& x) {
    check_set("to_raw", x.width);
    check(x.value >= 0 && bit_length(x.value) <= 64, "to_raw", x.value, 64);
    return Base::to_raw(x.value);
  }

  static word add(const word& x, const word& y, int w) {
    check_set("add", x.width, y.width);
    return fit_word("add", Base::add(x.value, y.value, w), w);
  }
  static word sub(const word& x, const word& y, int w) {
    check_set("sub", x.width, y.width);
    return fit_word("sub", Base::sub(x.value, y.value, w), w);
  }
  static word mul(const word& x, const word& y, int w) {
    check_set("mul", x.width, y.width);
    check(x.value == 0 || y.value == 0 ||  // before it is computed, lest the base overflow
              bit_length(x.value) + bit_length(y.value) <= w,
          "mul", x.value, w);
    return fit_word("mul", Base::mul(x.value, y.value, w), w);
  }
  static index add(index x, index y, int w) {
    check_set("add", x.width, y.width);
    return fit_index("add", x.value + y.value, w);
  }
  static index sub(index x, index y, int w) {
    check_set("sub", x.width, y.width);
    return fit_index("sub", x.value - y.value, w);
  }

  static word shift_left(const word& x, int n, int w) {
    check_set("shift_left", x.width);
    check_amount("shift_left", n);
    check(x.value == 0 || signed_width(x.value) + n <= w, "shift_left", x.value, w);
    return fit_word("shift_left", Base::shift_left(x.value, x.value == 0 ? 0 : n, w), w);
  }
  static word shift_right(const word& x, int n, int w) {
    check_set("shift_right", x.width);
    check_amount("shift_right", n);
    check(x.value >= 0, "shift_right", x.value, w);
    return fit_word("shift_right", Base::shift_right(x.value, n, w), w);
  }
  static word shift_left_by(const word& x, index n, int w) {
    check_set("shift_left_by", n.width);
    return shift_left(x, amount("shift_left_by", n), w);
  }
  static word shift_right_by(const word& x, index n, int w) {
    check_set("shift_right_by", n.width);
    return shift_right(x, amount("shift_right_by", n), w);
  }
  static word field(const word& x, int low, int count) {
    check_set("field", x.width);
    check(x.value >= 0 && low >= 0 && count >= 0 && low + count <= x.width, "field", x.value,
          x.width);
    return fit_word("field", Base::field(x.value, low, count), count + 1);
  }
  static bit bit_at(const word& x, int position) {
    check_set("bit_at", x.width);
    check(x.value >= 0 && position >= 0 && position < x.width, "bit_at", x.value, x.width);
    return Base::bit_at(x.value, position);
  }
  static index count_leading_zeros(const word& x, int w) {
    check_set("count_leading_zeros", x.width);
    check(x.value >= 0 && bit_length(x.value) <= w, "count_leading_zeros", x.value, w);
    const std::int64_t count = Base::count_leading_zeros(x.value, w);
    return fit_index("count_leading_zeros", count, signed_width(w));
  }

  static bit less(const word& x, const word& y) {
    check_set("less", x.width, y.width);
    return x.value < y.value;
  }
  static bit less(index x, index y) {
    check_set("less", x.width, y.width);
    return x.value < y.value;
  }
  static bit equal(const word& x, const word& y) {
    check_set("equal", x.width, y.width);
    return x.value == y.value;
  }
  static bit equal(index x, index y) {
    check_set("equal", x.width, y.width);
    return x.value == y.value;
  }
  static index min(index x, index y) {
    check_set("min", x.width, y.width);
    return {std::min(x.value, y.value), std::max(x.width, y.width)};
  }
  static index max(index x, index y) {
    check_set("max", x.width, y.width);
    return {std::max(x.value, y.value), std::max(x.width, y.width)};
  }
  static word select(bit p, const word& x, const word& y) {
    check_set("select", x.width, y.width);
    return {p ? x.value : y.value, std::max(x.width, y.width)};
  }
  static index select(bit p, index x, index y) {
    check_set("select", x.width, y.width);
    return {p ? x.value : y.value, std::max(x.width, y.width)};
  }
  static bit select(bit p, bit x, bit y) { return p ? x : y; }

  static bit both(bit x, bit y) { return x && y; }
  static bit either(bit x, bit y) { return x || y; }
  static bit differ(bit x, bit y) { return x != y; }
  static bit invert(bit x) { return !x; }

  static index to_index(const word& x, int w) {
    check_set("to_index", x.width);
    check(signed_width(x.value) <= w, "to_index", x.value, w);
    return fit_index("to_index", static_cast<std::int64_t>(x.value), w);
  }
  static word to_word(index x, int w) {
    check_set("to_word", x.width);
    return fit_word("to_word", typename Base::word(x.value), w);
  }

 private:
  static int bit_length(const typename Base::word& x) {
    using Word = typename Base::word;
    return -static_cast<int>(Base::count_leading_zeros(x < 0 ? Word(-x) : x, 0));
  }
  static int signed_width(const typename Base::word& x) {
    using Word = typename Base::word;
    return 1 - static_cast<int>(Base::count_leading_zeros(x < 0 ? Word(-(x + 1)) : x, 0));
  }

  static word fit_word(const char* operation, const typename Base::word& value, int w) {
    check(signed_width(value) <= std::min(w, limits_.word_bits), operation, value, w);
    return {value, w};
  }
  static index fit_index(const char* operation, std::int64_t value, int w) {
    check(signed_width(typename Base::word(value)) <= std::min(w, limits_.index_bits), operation,
          value, w);
    return {value, w};
  }
  // As much as a machine's shift takes of words of the limit's width.
  static void check_amount(const char* operation, std::int64_t n) {
    check(n >= 0 && n < limits_.word_bits, operation, n, limits_.word_bits);
  }
  static int amount(const char* operation, index n) {
    check_amount(operation, n.value);
    return static_cast<int>(n.value);
  }
  static void check_set(const char* operation, int x_width, int y_width = 1) {
    if (x_width < 1 || y_width < 1)
      throw WidthError(std::string(operation) + " of a value that was never set");
  }
  template <class Value>
  static void check(bool holds, const char* operation, const Value& value, int w) {
    if (!holds)
      throw WidthError(std::string(operation) + " with " + WideInt<4480>(value).str() + " in " +
                       std::to_string(w) + " bits");
  }

  static inline thread_local WidthLimits limits_;
};

static_assert(NumberSystem<CheckedNumbers<Numbers128>>);

// Calls f with checked integers on a base that is wide enough, limited to the plan's widths.
template <class F>
decltype(auto) with_checked_numbers(const Plan& plan, F&& f) {
  const auto call = [&]<class Base>(Base) -> decltype(auto) {
    CheckedNumbers<Base>::set_limits({plan.word_bits, plan.exponent_bits});
    return f(CheckedNumbers<Base>{});
  };
  if (plan.word_bits <= 120) return call(Numbers128{});
  if (plan.word_bits <= 630) return call(BoostNumbers<640>{});
  return call(BoostNumbers<4608>{});
}

}  // namespace mmasc
