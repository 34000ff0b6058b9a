// SPDX-License-Identifier: Apache-2.0
#include "mmasc/inputs/input_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/elements/element.h"
#include "mmasc/inputs/side.h"
#include "mmasc/inputs/study_hash.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/matrix_files/safetensors.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

OwnedMatrix empty_matrix(const Side& side) try {
  return {side.format, side.outer, side.k, side.name};
} catch (const std::bad_alloc&) {
  throw EnvironmentError(
      fmt::format("{}, {} x {}: not enough memory", side.name, side.outer, side.k));
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
  const bool is_raw = side.is_raw(quantise);
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
  const auto side = [&](Operand operand) {
    return side_of(operand, row, formats, shape, seed, repetition);
  };
  Scaled a = make_operand(row, side(Operand::a), formats, tick);
  Scaled b = make_operand(row, side(Operand::b), formats, tick);
  const Side c = side(Operand::c);
  InputSet inputs;
  inputs.set(Operand::a, std::move(a.elements));
  inputs.set(Operand::b, std::move(b.elements));
  inputs.set(Operand::c, c.is_raw(Quantise::none)
                             ? raw_elements(c, tick)
                             : quantised_elements(row, c, Quantise::none, tick));
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
