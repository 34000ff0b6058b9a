// SPDX-License-Identifier: Apache-2.0
// The functions that mmasc_dpi_pkg.sv imports: units by number, on top of libmmasc.so. Plain C
// types only, so that no simulator's svdpi.h is needed.
#include <mmasc.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// An operand's elements, all of one format.
struct Field {
  const char* name;
  std::size_t lanes;  // 0: the unit has no such operand
  std::size_t lane_bits;
  std::string format;
  std::size_t bits() const { return lanes * lane_bits; }
};

constexpr int kFields = MMASC_RANDOM;  // the inputs before it: a bench gives no random bits

struct Predictor {
  std::string unit;
  mmasc_engine* engine;
  std::vector<Field> fields;         // by mmasc_operand
  std::vector<std::uint64_t> words;  // the operands, a in the low bits
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
  Field field = {mmasc_operand_name(operand), 0, 0, ""};
  check(mmasc_unit_elements(unit, operand, &field.lanes, nullptr));
  if (field.lanes == 0) return field;
  mmasc_format format;
  check(mmasc_unit_format(unit, operand, &format));
  field.lane_bits = static_cast<std::size_t>(format.storage_bits);
  field.format = format.name;
  return field;
}

/** `parameter` is the one of the bench that gives the width of an operand not every unit has. */
void check_width(int bits, const Field& field, const char* parameter = "") {
  if (bits >= 0 && static_cast<std::size_t>(bits) == field.bits()) return;
  const std::string port = std::string(field.name) + " has " + std::to_string(bits) + " bits; ";
  if (field.lanes == 0)
    throw std::runtime_error(port + "the unit has none; leave " + parameter + " at 0");
  throw std::runtime_error(port + std::to_string(field.lanes) + " of " + field.format + " have " +
                           std::to_string(field.bits()));
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
    for (std::size_t lane = 0; lane < field.lanes; ++lane, first += field.lane_bits)
      operands.back().push_back(slice(predictor.words, first, field.lane_bits));
  }
  return operands;
}

/** What a bench says of an operand's port: its bits, and the parameter that gives them. */
struct Width {
  mmasc_operand operand;
  int bits;
  const char* parameter;
};

Predictor make_predictor(const char* name, const mmasc_unit* unit,
                         const std::vector<Width>& widths) {
  Predictor made{name, nullptr, {}, {}};
  for (int i = 0; i < kFields; ++i)
    made.fields.push_back(field_of(unit, static_cast<mmasc_operand>(i)));
  for (const Width& width : widths)
    check_width(width.bits, field_of(unit, width.operand), width.parameter);
  std::size_t bits = 0;
  for (const Field& field : made.fields) bits += field.bits();
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

int mmasc_dpi_open(const char* name, int a_bits, int b_bits, int c_bits, int scale_bits, int d_bits,
                   int metadata_bits) {
  mmasc_unit* unit = nullptr;
  const int number = guarded([&] {
    unit = find_unit(name);
    const Predictor made = make_predictor(name, unit,
                                          {{MMASC_A, a_bits, "A_BITS"},
                                           {MMASC_B, b_bits, "B_BITS"},
                                           {MMASC_C, c_bits, "C_BITS"},
                                           {MMASC_D, d_bits, "D_BITS"},
                                           {MMASC_SA, scale_bits, "SCALE_BITS"},
                                           {MMASC_SB, scale_bits, "SCALE_BITS"},
                                           {MMASC_METADATA, metadata_bits, "METADATA_BITS"}});
    const std::lock_guard<std::mutex> lock(predictors_mutex);
    predictors.push_back(made);
    return static_cast<int>(predictors.size()) - 1;
  });
  mmasc_unit_free(unit);
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
    const Predictor& predictor = predictor_of(number);
    const auto elements = elements_of(predictor);
    std::uint64_t result = 0;
    mmasc_dot_args args = {};
    args.struct_size = sizeof args;
    args.d = {&result, 1};
    for (std::size_t i = 0; i < elements.size(); ++i)
      args.operands[i] = {elements[i].data(), elements[i].size()};
    check(mmasc_dot(predictor.engine, &args));
    *d = static_cast<std::int64_t>(result);
    return 0;
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
      if (field.lanes > 0) last_replay += std::string(" --") + field.name + " ";
      for (const std::uint64_t element : elements[i])
        for (std::size_t digit = (field.lane_bits + 3) / 4; digit-- > 0;)
          last_replay += "0123456789abcdef"[element >> 4 * digit & 15];
    }
    return 0;
  });
  return last_replay.c_str();
}

const char* mmasc_dpi_error() { return last_error.c_str(); }

}  // extern "C"
