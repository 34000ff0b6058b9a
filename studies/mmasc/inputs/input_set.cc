// SPDX-License-Identifier: Apache-2.0
#include "mmasc/inputs/input_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "mmasc/arith/convert.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/inputs/draw.h"
#include "mmasc/inputs/study_hash.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/matrix_files/safetensors.h"
#include "mmasc/quantise/element.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

using Tick = std::function<void()>;

// An operand: `outer` rows of A or columns of B, each of k elements; C's are rows of n.
struct Side {
  const char* name;
  std::string text;  // of the study; a file's whole path
  const Format& format;
  std::int64_t outer, k;
  bool transposed;  // in files
  DrawKey key;
};

Quantise quantise_of(const InputRow& row, const InputFormats& formats, const Format& format) {
  constexpr int kNarrow = 8;
  if (row.quantise != Quantise::by_format) return row.quantise;
  if (formats.scale != nullptr) return Quantise::block;
  return format.storage_bits() <= kNarrow ? Quantise::tensor : Quantise::none;
}

void tick_now_and_then(const Tick& tick, std::int64_t row) {
  constexpr std::int64_t kRows = 16;
  if (tick && row % kRows == 0) tick();
}

template <class F>
void for_each_place(const Side& side, const Tick& tick, F&& f) {
  for (std::int64_t outer = 0; outer < side.outer; ++outer) {
    tick_now_and_then(tick, outer);
    for (std::int64_t k = 0; k < side.k; ++k) f(outer, k);
  }
}

// Rounded to the format where the file has another; `is_exact`: an integer never is.
Matrix load_file(const Side& side, const Format& format, bool is_exact, const Tick& tick) {
  LoadOptions options;
  options.convert = {Rounding::nearest_even, Overflow::saturate};
  options.is_exact = is_exact;
  options.are_finite = true;
  options.tick = tick;
  const MatrixSource source{.name = side.name, .file = side.text, .transposed = side.transposed};
  Matrix matrix = load_matrix(source, format, options);
  if (matrix.view.rows != side.outer || matrix.view.columns != side.k) {
    const auto [rows, columns] =
        side.transposed ? std::pair(side.k, side.outer) : std::pair(side.outer, side.k);
    const auto [has_rows, has_columns] = side.transposed
                                             ? std::pair(matrix.view.columns, matrix.view.rows)
                                             : std::pair(matrix.view.rows, matrix.view.columns);
    throw InputError(
        fmt::format("{}: {} is {} x {}, and the study's {} is {} x {}; change m, n or k", side.name,
                    side.text, has_rows, has_columns, side.name, rows, columns));
  }
  return matrix;
}

OwnedMatrix empty_matrix(const Side& side) try {
  return {side.format, side.outer, side.k, side.name};
} catch (const std::bad_alloc&) {
  throw EnvironmentError(
      fmt::format("{}, {} x {}: not enough memory", side.name, side.outer, side.k));
}

// The numbers before quantising.
std::vector<double> numbers_of(const InputRow& row, const Side& side, const Tick& tick) {
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(side.outer * side.k));
  if (names_matrix_file(side.text)) {
    const Format& f64 = format_named("f64");
    const Matrix file = load_file(side, f64, true, tick);
    for_each_place(side, tick, [&](std::int64_t outer, std::int64_t k) {
      numbers.push_back(value_of(f64, load_element(file.view, outer, k)));
    });
    return numbers;
  }
  const Distribution distribution = *find_enum<Distribution>(side.text);
  const double spread = distribution == Distribution::phi ? row.phi : row.sigma;
  for_each_place(side, tick, [&](std::int64_t outer, std::int64_t k) {
    numbers.push_back(draw(distribution, spread, side.key, outer, k));
  });
  return numbers;
}

// Elements as they are, without a scale: of files in the format itself, and random bits.
OwnedMatrix raw_elements(const Side& side, const Tick& tick) {
  OwnedMatrix matrix = empty_matrix(side);
  const bool is_file = names_matrix_file(side.text);
  const Matrix file = is_file ? load_file(side, side.format, false, tick) : Matrix{};
  for_each_place(side, tick, [&](std::int64_t outer, std::int64_t k) {
    const std::uint64_t bits =
        is_file ? load_element(file.view, outer, k) : draw_bits(side.format, side.key, outer, k);
    store_element(matrix.matrix(), outer, k, bits);
  });
  return matrix;
}

// The rows and columns that share a scale.
struct Patch {
  std::int64_t rows, columns;
};
Patch patch_of(Quantise quantise, int block) {
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  switch (quantise) {
    case Quantise::row:
      return {1, kAll};
    case Quantise::tile:
      return {block, block};
    case Quantise::block:
      return {1, block};
    case Quantise::tensor:
    case Quantise::none:
    case Quantise::by_format:
      break;
  }
  return {kAll, kAll};
}

// Calls f(first_row, end_row, first_column, end_column, greatest magnitude) patch by patch.
template <class F>
void for_each_patch(const Side& side, const Patch& patch, const std::vector<double>& numbers,
                    const Tick& tick, F&& f) {
  const auto end = [](std::int64_t first, std::int64_t step, std::int64_t all) {
    return step >= all - first ? all : first + step;
  };
  for (std::int64_t row = 0, row_end = 0; row < side.outer; row = row_end) {
    row_end = end(row, patch.rows, side.outer);
    tick_now_and_then(tick, row);
    for (std::int64_t column = 0, column_end = 0; column < side.k; column = column_end) {
      column_end = end(column, patch.columns, side.k);
      double greatest = 0;
      for (std::int64_t i = row; i < row_end; ++i)
        for (std::int64_t k = column; k < column_end; ++k)
          greatest =
              std::max(greatest, std::fabs(numbers[static_cast<std::size_t>(i * side.k + k)]));
      f(row, row_end, column, column_end, greatest);
    }
  }
}

OwnedMatrix quantised_elements(const InputRow& row, const Side& side, Quantise quantise,
                               const Tick& tick) {
  OwnedMatrix matrix = empty_matrix(side);
  const auto numbers = numbers_of(row, side, tick);
  for_each_patch(side, patch_of(quantise, row.block), numbers, tick,
                 [&](std::int64_t first, std::int64_t end, std::int64_t first_k, std::int64_t end_k,
                     double greatest) {
                   const double scale =
                       quantise == Quantise::none ? 1 : scale_for(greatest, side.format, row.scale);
                   for (std::int64_t i = first; i < end; ++i)
                     for (std::int64_t k = first_k; k < end_k; ++k)
                       store_element(matrix.matrix(), i, k,
                                     quantised(numbers[static_cast<std::size_t>(i * side.k + k)],
                                               scale, side.format));
                 });
  return matrix;
}

// A hash of the elements' bytes and of what they are taken for.
std::uint64_t content_of(const InputFile& file, const ArrayHeader& header, const Tick& tick) {
  constexpr std::size_t kChunk = std::size_t{1} << 22, kWord = sizeof(std::uint64_t);
  StudyHash hash;
  for (const char letter : header.type.name) hash.add(static_cast<unsigned char>(letter));
  hash.add(header.column_major ? 1 : 0);
  for (const std::int64_t side : header.shape) hash.add(static_cast<std::uint64_t>(side));
  std::vector<std::byte> bytes;
  for (std::uint64_t at = 0, all = header.bytes(); at < all; at += bytes.size()) {
    if (tick) tick();
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, all - at)));
    file.read(header.offset + at, bytes);
    for (std::size_t i = 0; i < bytes.size(); i += kWord) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, std::min(kWord, bytes.size() - i));
      hash.add(word);
    }
  }
  return hash.value();
}

struct Scaled {
  OwnedMatrix elements;
  std::optional<OwnedMatrix> scales{};
};

Scaled block_scaled(const InputRow& row, const Side& side, const InputFormats& formats,
                    const Tick& tick) {
  const std::int64_t blocks = (side.k + formats.scale_block - 1) / formats.scale_block;
  OwnedMatrix scales(*formats.scale, side.outer, blocks, side.name);
  OwnedMatrix matrix = empty_matrix(side);
  const auto numbers = numbers_of(row, side, tick);
  for_each_patch(
      side, {1, formats.scale_block}, numbers, tick,
      [&](std::int64_t i, std::int64_t, std::int64_t first_k, std::int64_t end_k, double greatest) {
        const std::uint64_t bits = block_scale(greatest, side.format, *formats.scale);
        store_element(scales.matrix(), i, first_k / formats.scale_block, bits);
        const double scale = value_of(*formats.scale, bits);
        for (std::int64_t k = first_k; k < end_k; ++k)
          store_element(
              matrix.matrix(), i, k,
              quantised(numbers[static_cast<std::size_t>(i * side.k + k)], scale, side.format));
      });
  return {std::move(matrix), std::move(scales)};
}

Scaled make_operand(const InputRow& row, const Side& side, const InputFormats& formats,
                    const Tick& tick) {
  const Quantise quantise = quantise_of(row, formats, side.format);
  const bool is_raw = side.text == enum_name(Distribution::bits) ||
                      (quantise == Quantise::none && names_matrix_file(side.text));
  if (formats.scale != nullptr && quantise == Quantise::block && !is_raw)
    return block_scaled(row, side, formats, tick);
  Scaled made{is_raw ? raw_elements(side, tick) : quantised_elements(row, side, quantise, tick)};
  if (formats.scale == nullptr) return made;
  const std::int64_t blocks = (side.k + formats.scale_block - 1) / formats.scale_block;
  made.scales.emplace(*formats.scale, side.outer, blocks, side.name);
  for (std::int64_t i = 0; i < side.outer; ++i)
    for (std::int64_t block = 0; block < blocks; ++block)
      store_element(made.scales->matrix(), i, block, one(*formats.scale));
  return made;
}

}  // namespace

InputFormats input_formats(const Unit& unit, const Format& c) {
  InputFormats formats{.a = unit.instruction.a, .b = unit.instruction.b, .c = &c};
  if (!unit.instruction.scale) return formats;
  formats.scale = unit.instruction.scale->format;
  formats.scale_block = unit.instruction.scale->block;
  return formats;
}

GemmProblem problem_of(const InputSet& inputs, const MutableMatrix& d) {
  GemmProblem problem;
  problem.d = d;
  for (const OperandRow& row : kInputs)
    if (inputs.has(row.operand)) {
      const MatrixView matrix = inputs[row.operand].matrix();
      problem[row.operand] = row.along == Along::column ? matrix.transposed() : matrix;
    }
  return problem;
}

bool is_drawn(std::string_view operand) {
  return !names_matrix_file(operand) && operand != enum_name(Distribution::zero);
}

std::string in_folder(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

InputSet make_inputs(const InputRow& row, const InputFormats& formats, const InputShape& shape,
                     std::uint64_t seed, int repetition, const Tick& tick) {
  const auto key = [&](std::uint32_t operand) {
    return DrawKey{seed, operand, static_cast<std::uint32_t>(repetition)};
  };
  const auto text = [&](const std::string& operand) {
    return names_matrix_file(operand) ? in_folder(row.folder, operand) : operand;
  };
  Scaled a = make_operand(row, {"A", text(row.a), *formats.a, shape.m, shape.k, false, key(0)},
                          formats, tick);
  Scaled b = make_operand(row, {"B", text(row.b), *formats.b, shape.n, shape.k, true, key(1)},
                          formats, tick);
  const Side c{"C", text(row.c), *formats.c, shape.m, shape.n, false, key(2)};
  const bool c_is_raw = row.c == enum_name(Distribution::bits) || names_matrix_file(row.c);
  InputSet inputs;
  inputs.set(Operand::a, std::move(a.elements));
  inputs.set(Operand::b, std::move(b.elements));
  inputs.set(Operand::c,
             c_is_raw ? raw_elements(c, tick) : quantised_elements(row, c, Quantise::none, tick));
  if (a.scales) inputs.set(Operand::sa, std::move(*a.scales));
  if (b.scales) inputs.set(Operand::sb, std::move(*b.scales));
  return inputs;
}

FileFacts file_facts(const std::string& name, const std::string& file, const Tick& tick) {
  const auto tensor = file.find(".safetensors:");
  const auto path_end =
      tensor == std::string::npos ? file.size() : tensor + std::string_view(".safetensors").size();
  std::error_code none;
  if (std::filesystem::is_fifo(file.substr(0, path_end), none))
    throw InputError(
        fmt::format("{}: {}: is a pipe, and a study reads its files more than once; "
                    "write it to a file",
                    name, file));
  const InputFile input(file.substr(0, path_end));
  const ArrayHeader header =
      file.ends_with(".npy")
          ? read_npy_header(input)
          : read_safetensors_header(input, path_end < file.size() ? file.substr(path_end + 1) : "");
  if (header.shape.size() != 2)
    throw InputError(fmt::format("{}: {}: a matrix has two dimensions, and this has {}; reshape it",
                                 name, file, header.shape.size()));
  return {header.shape[0], header.shape[1], content_of(input, header, tick)};
}

void check(const InputRow& row, const InputFormats& formats) {
  if (formats.scale != nullptr && row.quantise != Quantise::by_format &&
      row.quantise != Quantise::none && row.quantise != Quantise::block)
    throw InputError(
        fmt::format("\"{}\" does not fit a unit with scales of {} for {} elements; use "
                    "\"block\" or \"none\"",
                    enum_name(row.quantise), formats.scale->name, formats.scale_block));
  for (const auto& [text, format] : {std::pair(row.a, formats.a), std::pair(row.b, formats.b)}) {
    const auto drawn = find_enum<Distribution>(text);
    const bool may_be_negative = !drawn || has_negative_numbers(*drawn);
    if (!format->has_zero() || (!format->is_signed() && may_be_negative))
      throw InputError(fmt::format("{} has no {}; use other operands or formats", format->name,
                                   format->has_zero() ? "negative numbers" : "zero"));
  }
}

}  // namespace mmasc
