// SPDX-License-Identifier: Apache-2.0
// A .npy or .safetensors file: refused with an InputError, or a matrix of as many elements as its
// header says, each of which can be loaded; and written as .npy it is read back bit for bit.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "file_input.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/matrix_files/safetensors.h"
#include "mmasc/unit/error.h"
#include "require.h"

namespace mmasc::fuzz {
namespace {

std::string written(const Format& format, const MatrixView& matrix) {
  std::string text = npy_header(format, matrix.rows, matrix.columns);
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column) {
      const std::uint64_t bits = load_element(matrix, row, column);
      require((bits & ~format.storage_mask()) == 0, "an element has the bits of its format alone");
      for (int byte = 0; byte < element_bytes(format); ++byte)
        text += static_cast<char>(bits >> (8 * byte));
    }
  return text;
}

void require_same(const Format& format, const MatrixView& matrix) {
  constexpr std::int64_t kMostRows = 1 << 16;  // of no columns there may be 2^48
  if (matrix.rows > kMostRows || matrix.columns > kMostRows) return;
  const std::string text = written(format, matrix);
  const InputFile file("again", text);
  const ArrayHeader header = read_npy_header(file);
  const Matrix again = load_matrix(file, header, {"A", "", "", false}, format, {});
  require(again.view.rows == matrix.rows && again.view.columns == matrix.columns,
          "what was written has the same shape");
  require(written(format, again.view) == text, "what was written is read back bit for bit");
}

// As many bytes as elements, counted without overflow.
bool has_bytes_of_shape(const ArrayHeader& header) {
  std::uint64_t bytes = header.bytes();
  if (header.type.is_packed) return bytes <= bytes_of(header.shape, 1);
  if (std::ranges::find(header.shape, 0) != header.shape.end()) return bytes == 0;
  for (const std::int64_t size : header.shape) {
    if (size < 0 || bytes % static_cast<std::uint64_t>(size) != 0) return false;
    bytes /= static_cast<std::uint64_t>(size);
  }
  return bytes == static_cast<std::uint64_t>(header.type.bytes);
}

void try_loading(const FileInput& input, const InputFile& file, const ArrayHeader& header) {
  require(header.offset <= file.size() && header.bytes() <= file.size() - header.offset,
          "the elements lie within the file");
  require(has_bytes_of_shape(header), "the bytes are those of the shape");
  LoadOptions options;
  if (input.converts) options.convert = Conversion{};
  Matrix matrix;
  try {
    matrix = load_matrix(file, header, {"A", "", std::string(input.packed), input.transposes},
                         *input.format, options);
  } catch (const InputError&) {
    return;
  }
  require_same(*input.format, matrix.view);
}

void try_file(const FileInput& input) {
  const InputFile file("input", input.bytes);
  ArrayHeader header;
  try {
    header = input.is_npy ? read_npy_header(file) : read_safetensors_header(file, "");
  } catch (const InputError&) {
    return;
  }
  try_loading(input, file, header);
}

}  // namespace
}  // namespace mmasc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mmasc::fuzz;
  if (size >= kFileHeader) try_file(file_input({data, size}));
  return 0;
}
