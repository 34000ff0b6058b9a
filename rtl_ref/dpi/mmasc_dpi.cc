// SPDX-License-Identifier: Apache-2.0
// The functions that mmasc_dpi_pkg.sv imports: units by number, on top of libmmasc.so. Plain C
// types only, so that no simulator's svdpi.h is needed.
#include <mmasc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <fstream>
#include <mutex>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// An operand's elements, the first in the least significant bits.
struct Field {
  const char* name;
  std::vector<int> widths;  // of each element; none: the unit has no such operand
  std::size_t bits() const { return std::accumulate(widths.begin(), widths.end(), std::size_t{0}); }
};

struct Predictor {
  std::string unit;
  mmasc_unit* row;
  mmasc_engine* engine;
  bool raises_flags;
  std::vector<Field> fields;         // of the inputs, by mmasc_operand
  std::vector<std::uint64_t> words;  // the operands, a in the low bits
  mmasc_shrinker* shrinker;          // null: none was started
};

std::deque<Predictor> predictors;  // to the end of the simulation; elements stay where they are
std::mutex predictors_mutex;
thread_local std::string last_error, last_replay;

void check(mmasc_status status) {
  if (status != MMASC_OK) throw std::runtime_error(mmasc_last_error());
}

/** Runs `body`, which returns at least 0; -1 and a message where it throws. */
template <class Body>
int guarded(Body body) {
  try {
    return body();
  } catch (const std::exception& error) {
    last_error = error.what();
    return -1;
  }
}

Predictor& predictor_of(int number) {
  const std::lock_guard<std::mutex> lock(predictors_mutex);
  if (number < 0 || static_cast<std::size_t>(number) >= predictors.size())
    throw std::runtime_error("predictor " + std::to_string(number) + " was never opened");
  return predictors[static_cast<std::size_t>(number)];
}

mmasc_unit* find_unit(const std::string& name) {
  mmasc_unit* unit = nullptr;
  const std::size_t dot = name.rfind(".toml");
  const std::size_t end = dot == std::string::npos ? dot : dot + std::strlen(".toml");
  if (end == std::string::npos || (end != name.size() && name[end] != ':')) {
    check(mmasc_unit_find(name.c_str(), &unit));
    return unit;
  }
  const std::string path = name.substr(0, end);
  const std::string row = end == name.size() ? "" : name.substr(end + 1);
  std::ifstream file(path);
  std::stringstream text;
  if (!file || !(text << file.rdbuf())) throw std::runtime_error(path + ": cannot be read");
  check(mmasc_unit_parse(text.str().c_str(), row.empty() ? nullptr : row.c_str(), &unit));
  return unit;
}

Field field_of(const mmasc_unit* unit, mmasc_operand operand) {
  Field field = {mmasc_operand_row_of(operand)->name, {}};
  std::size_t count = 0;
  check(mmasc_unit_elements(unit, operand, &count, nullptr));
  field.widths.resize(count);
  check(mmasc_unit_elements(unit, operand, &count, field.widths.data()));
  return field;
}

bool is(int bits, std::size_t needed) {
  return bits >= 0 && static_cast<std::size_t>(bits) == needed;
}

/** An operand that every unit has, and a port of its own. */
void check_width(const mmasc_unit* unit, mmasc_operand operand, int bits) {
  const Field field = field_of(unit, operand);
  if (is(bits, field.bits())) return;
  mmasc_format format;
  check(mmasc_unit_format(unit, operand, &format));
  throw std::runtime_error(std::string(field.name) + " has " + std::to_string(bits) + " bits; " +
                           std::to_string(field.widths.size()) + " of " + format.name + " have " +
                           std::to_string(field.bits()));
}

/** The other operands, which stand side by side in one port. */
void check_others(const std::vector<Field>& inputs, int bits) {
  std::size_t needed = 0;
  std::string names, widths;  // the last first, as a concatenation has them
  for (std::size_t i = inputs.size(); --i > MMASC_C;) {
    const Field& field = inputs[i];
    if (field.widths.empty()) continue;
    needed += field.bits();
    names += (names.empty() ? "" : ", ") + std::string(field.name);
    widths += (widths.empty() ? "" : ", ") + std::string(field.name) + " has " +
              std::to_string(field.bits());
  }
  if (is(bits, needed)) return;
  const std::string given = "OTHER_BITS is " + std::to_string(bits) + "; the unit takes ";
  if (needed == 0) throw std::runtime_error(given + "a, b and c alone");
  throw std::runtime_error(given + "{" + names + "}, " + std::to_string(needed) +
                           " bits: " + widths);
}

/** Bits `first` to `first + bits - 1` of the words, bits at most 64. */
std::uint64_t slice(const std::vector<std::uint64_t>& words, std::size_t first, std::size_t bits) {
  const std::size_t word = first / 64, low = first % 64;
  std::uint64_t value = words[word] >> low;
  if (low + bits > 64) value |= words[word + 1] << (64 - low);
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

/** The elements of each operand. */
std::vector<std::vector<std::uint64_t>> elements_of(const Predictor& predictor) {
  std::vector<std::vector<std::uint64_t>> operands;
  std::size_t first = 0;
  for (const Field& field : predictor.fields) {
    operands.emplace_back();
    for (const int width : field.widths) {
      const auto bits = static_cast<std::size_t>(width);
      operands.back().push_back(slice(predictor.words, first, bits));
      first += bits;
    }
  }
  return operands;
}

/** Puts `bits` bits of a value at bit `first` of the words, which are 0 there. */
void put_slice(std::vector<std::uint64_t>& words, std::size_t first, std::size_t bits,
               std::uint64_t value) {
  const std::size_t word = first / 64, low = first % 64;
  words[word] |= value << low;
  if (low + bits > 64) words[word + 1] |= value >> (64 - low);
}

/** The operands that the shrinker asks about become those that were put. */
void put_asked(Predictor& predictor) {
  std::fill(predictor.words.begin(), predictor.words.end(), 0);
  std::size_t first = 0;
  for (std::size_t i = 0; i < predictor.fields.size(); ++i) {
    const Field& field = predictor.fields[i];
    std::vector<std::uint64_t> elements(field.widths.size());
    const mmasc_mutable_bits out = {elements.data(), elements.size()};
    check(mmasc_shrinker_operand(predictor.shrinker, static_cast<mmasc_operand>(i), &out));
    for (std::size_t j = 0; j < elements.size(); ++j) {
      const auto bits = static_cast<std::size_t>(field.widths[j]);
      put_slice(predictor.words, first, bits, elements[j]);
      first += bits;
    }
  }
}

/** d of the operands that were put; its flags too, unless they are null. */
std::uint64_t dot(const Predictor& predictor, std::uint64_t* flags) {
  const auto elements = elements_of(predictor);
  std::uint64_t result = 0;
  mmasc_dot_args args = {};
  args.struct_size = sizeof args;
  args.d = {&result, 1};
  for (std::size_t i = 0; i < elements.size(); ++i)
    args.operands[i] = {elements[i].data(), elements[i].size()};
  const mmasc_mutable_bits raised = {flags, 1};
  check(flags == nullptr ? mmasc_dot(predictor.engine, &args)
                         : mmasc_dot_with_flags(predictor.engine, &args, &raised));
  return result;
}

Predictor make_predictor(const char* name, mmasc_unit* unit, int other_bits) {
  int flags = 0;
  check(mmasc_unit_flags(unit, &flags));
  Predictor made{name, unit, nullptr, flags != 0, {}, {}, nullptr};
  std::size_t bits = 0;
  for (int i = 0; i < MMASC_INPUTS; ++i) {
    made.fields.push_back(field_of(unit, static_cast<mmasc_operand>(i)));
    bits += made.fields.back().bits();
  }
  check_others(made.fields, other_bits);
  made.words.resize((bits + 63) / 64);
  check(mmasc_engine_create(unit, "reference", nullptr, &made.engine));
  return made;
}

/** A word as a shell takes it. */
std::string quoted(const std::string& word) {
  const char* const plain =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_./:=+,-@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? "'\\''" : std::string(1, letter);
  return text + "'";
}

}  // namespace

extern "C" {

int mmasc_dpi_open(const char* name, int a_bits, int b_bits, int c_bits, int d_bits,
                   int other_bits) {
  mmasc_unit* unit = nullptr;
  const int number = guarded([&] {
    unit = find_unit(name);
    check_width(unit, MMASC_A, a_bits);
    check_width(unit, MMASC_B, b_bits);
    check_width(unit, MMASC_C, c_bits);
    check_width(unit, MMASC_D, d_bits);
    const Predictor made = make_predictor(name, unit, other_bits);
    const std::lock_guard<std::mutex> lock(predictors_mutex);
    predictors.push_back(made);
    return static_cast<int>(predictors.size()) - 1;
  });
  if (number < 0) mmasc_unit_free(unit);
  return number;
}

int mmasc_dpi_put(int number, int word, std::int64_t bits) {
  return guarded([&] {
    std::vector<std::uint64_t>& words = predictor_of(number).words;
    if (word < 0 || static_cast<std::size_t>(word) >= words.size())
      throw std::runtime_error("there is no word " + std::to_string(word) + " of " +
                               std::to_string(words.size()));
    words[static_cast<std::size_t>(word)] = static_cast<std::uint64_t>(bits);
    return 0;
  });
}

int mmasc_dpi_dot(int number, std::int64_t* d) {
  return guarded([&] {
    *d = static_cast<std::int64_t>(dot(predictor_of(number), nullptr));
    return 0;
  });
}

int mmasc_dpi_raises_flags(int number) {
  return guarded([&] { return predictor_of(number).raises_flags ? 1 : 0; });
}

int mmasc_dpi_dot_with_flags(int number, std::int64_t* d, int* flags) {
  return guarded([&] {
    std::uint64_t raised = 0;
    *d = static_cast<std::int64_t>(dot(predictor_of(number), &raised));
    *flags = static_cast<int>(raised);
    return 0;
  });
}

int mmasc_dpi_get(int number, int word, std::int64_t* bits) {
  return guarded([&] {
    const std::vector<std::uint64_t>& words = predictor_of(number).words;
    if (word < 0 || static_cast<std::size_t>(word) >= words.size())
      throw std::runtime_error("there is no word " + std::to_string(word) + " of " +
                               std::to_string(words.size()));
    *bits = static_cast<std::int64_t>(words[static_cast<std::size_t>(word)]);
    return 0;
  });
}

int mmasc_dpi_shrink(int number) {
  return guarded([&] {
    Predictor& predictor = predictor_of(number);
    const auto elements = elements_of(predictor);
    mmasc_shrink_args args = {};
    args.struct_size = sizeof args;
    for (std::size_t i = 0; i < elements.size(); ++i)
      args.operands[i] = {elements[i].data(), elements[i].size()};
    mmasc_shrinker_free(predictor.shrinker);
    predictor.shrinker = nullptr;
    check(mmasc_shrinker_create(predictor.row, &args, &predictor.shrinker));
    return 0;
  });
}

int mmasc_dpi_shrink_next(int number, int fails) {
  return guarded([&] {
    Predictor& predictor = predictor_of(number);
    if (predictor.shrinker == nullptr) throw std::runtime_error("no shrinking was started");
    int asks = 0;
    check(mmasc_shrinker_answer(predictor.shrinker, fails, &asks));
    put_asked(predictor);
    return asks;
  });
}

const char* mmasc_dpi_replay(int number) {
  last_replay.clear();
  guarded([&] {
    const Predictor& predictor = predictor_of(number);
    const auto elements = elements_of(predictor);
    last_replay = "mmasc eval " + quoted(predictor.unit);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Field& field = predictor.fields[i];
      if (!field.widths.empty()) last_replay += std::string(" --") + field.name + " ";
      for (std::size_t j = 0; j < elements[i].size(); ++j)
        for (int digit = (field.widths[j] + 3) / 4; digit-- > 0;)
          last_replay += "0123456789abcdef"[elements[i][j] >> 4 * digit & 15];
    }
    return 0;
  });
  return last_replay.c_str();
}

const char* mmasc_dpi_error() { return last_error.c_str(); }

}  // extern "C"
