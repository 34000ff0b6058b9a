// SPDX-License-Identifier: Apache-2.0
#include "mmasc/inputs/side.h"

#include <fmt/format.h>

#include <limits>

#include "mmasc/arith/convert.h"
#include "mmasc/elements/element.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {

bool Side::is_raw(Quantise quantise) const {
  return text == enum_name(Distribution::bits) ||
         (quantise == Quantise::none && names_matrix_file(text));
}

Side side_of(Operand operand, const InputRow& row, const InputFormats& formats,
             const InputShape& shape, std::uint64_t seed, int repetition) {
  const auto text = [&](const std::string& name) {
    return names_matrix_file(name) ? in_folder(row.folder, name) : name;
  };
  const auto key = [&](std::uint32_t of) {
    return DrawKey{seed, of, static_cast<std::uint32_t>(repetition)};
  };
  if (operand == Operand::a) return {"A", text(row.a), *formats.a, shape.m, shape.k, false, key(0)};
  if (operand == Operand::b) return {"B", text(row.b), *formats.b, shape.n, shape.k, true, key(1)};
  return {"C", text(row.c), *formats.c, shape.m, shape.n, false, key(2)};
}

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

}  // namespace mmasc
