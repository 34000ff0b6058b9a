// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/load.h"

#include "mmasc/elements/number_rows.h"
#include "mmasc/matrix_files/loader.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/matrix_files/safetensors.h"

namespace mmasc {
namespace {

constexpr std::string_view kSafetensors = ".safetensors";

// The end of the path in FILE or FILE:TENSOR; npos where it names no .safetensors file.
std::size_t end_of_path(std::string_view text) {
  if (text.ends_with(kSafetensors)) return text.size();
  const auto at = text.find(std::string(kSafetensors) + ":");
  return at == std::string_view::npos ? at : at + kSafetensors.size();
}

template <class Body>
auto with_header(const MatrixSource& source, const LoadOptions& options, const Body& body) {
  const auto path_end = end_of_path(source.file);
  const InputFile file(source.file.substr(0, path_end), options.tick);
  if (path_end == std::string::npos) return body(file, read_npy_header(file));
  const bool is_named = path_end < source.file.size();
  const std::string tensor = is_named ? source.file.substr(path_end + 1) : "";
  return body(file, read_safetensors_header(file, tensor));
}

}  // namespace

Matrix as_matrix(OwnedMatrix owned) {
  auto memory = std::make_shared<const OwnedMatrix>(std::move(owned));
  return {memory->matrix(), memory};
}

Matrix load_matrix(const MatrixSource& source, const Format& format, const LoadOptions& options) {
  return with_header(source, options, [&](const InputFile& file, const ArrayHeader& header) {
    return load_matrix(file, header, source, format, options);
  });
}

Numbers load_numbers(const MatrixSource& source, const LoadOptions& options) {
  return with_header(source, options, [&](const InputFile& file, const ArrayHeader& header) {
    const Format* format = header.format();
    if (format == nullptr && header.type.bytes == 2) format = &format_named("bf16");
    if (format == nullptr || find_number_format(format->name) == nullptr)
      throw InputError(source.name + ": " + file.name() + ": elements are " +
                       std::string(header.type.name) +
                       "; save them as float32, float16 or bfloat16: x.astype(np.float32)");
    return Numbers{load_matrix(file, header, source, *format, options), format};
  });
}

Matrix load_matrix(const InputFile& file, const ArrayHeader& header, const MatrixSource& source,
                   const Format& format, const LoadOptions& options) {
  return Loader(file, header, source, format, options).load();
}

bool names_matrix_file(std::string_view text) {
  return text.ends_with(".npy") || end_of_path(text) != std::string_view::npos;
}

}  // namespace mmasc
