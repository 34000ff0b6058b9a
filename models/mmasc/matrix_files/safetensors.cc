// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/safetensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/matrix_files/safetensors_header.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kLengthSize = 8;
constexpr std::uint64_t kLongestHeader = 100'000'000;  // the format's own bound
constexpr std::size_t kNamesShown = 5;

std::uint64_t header_length(const InputFile& file) {
  if (file.size() < kLengthSize) throw error_in(file, "cut short; copy the file again");
  std::uint64_t length = 0;
  const std::string bytes = file.text(0, kLengthSize);
  for (std::size_t i = bytes.size(); i-- > 0;)
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  if (length > kLongestHeader)
    throw error_in(file, fmt::format("header of {} bytes, of at most {}; is this a .safetensors "
                                     "file?",
                                     length, kLongestHeader));
  if (length > file.size() - kLengthSize)
    throw error_in(file, fmt::format("cut short: {} of the {} bytes of the header; copy the file "
                                     "again",
                                     file.size() - kLengthSize, length));
  return length;
}

// Tensor after tensor from the header's end to the file's.
void check_places(const InputFile& file, std::vector<Tensor> tensors, std::uint64_t size) {
  std::ranges::sort(tensors, {}, [](const Tensor& t) { return std::pair(t.begin, t.end); });
  std::uint64_t end = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.end > size)
      throw error_in(file, fmt::format("cut short: \"{}\" ends at byte {} of {}; copy the file "
                                       "again",
                                       tensor.name, tensor.end, size));
    if (tensor.begin != end)
      throw error_in(file, fmt::format("\"{}\" begins at byte {}, and what is before it ends at {}",
                                       tensor.name, tensor.begin, end));
    end = tensor.end;
  }
  if (end != size) throw error_in(file, fmt::format("{} bytes behind the last tensor", size - end));
}

const Tensor& find_tensor(const InputFile& file, const std::vector<Tensor>& tensors,
                          std::string_view name) {
  if (tensors.empty()) throw error_in(file, "has no tensors");
  if (name.empty() && tensors.size() == 1) return tensors.front();
  const auto found = std::ranges::find(tensors, name, &Tensor::name);
  if (found != tensors.end()) return *found;
  Names names;
  for (const Tensor& tensor : tensors) names.push_back(tensor.name);
  if (name.empty()) {
    const bool more = names.size() > kNamesShown;
    names.resize(std::min(names.size(), kNamesShown));
    throw error_in(file,
                   fmt::format("{} tensors; name one as {}:{}: {}{}", tensors.size(), file.name(),
                               names.front(), quoted_list(names), more ? ", ..." : ""));
  }
  throw error_in(file, fmt::format("no tensor \"{}\"; the nearest of {}: {}", name, tensors.size(),
                                   quoted_list(nearest(name, names, kNamesShown))));
}

// The types of numbers, or those of raw bits.
std::string type_names(bool are_raw) {
  std::vector<std::string_view> names;
  for (const ElementType& type : kSafetensorsTypes)
    if (type.format.empty() == are_raw) names.push_back(type.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<Tensor> read_tensors(const InputFile& file, std::uint64_t length) {
  try {
    return parse_safetensors_header(file.text(kLengthSize, length));
  } catch (const InputError& error) {
    throw error_in(file, fmt::format("header: {}", error.what()));
  }
}

}  // namespace

std::vector<std::string> safetensors_names(const InputFile& file) {
  std::vector<std::string> names;
  for (Tensor& tensor : read_tensors(file, header_length(file)))
    names.push_back(std::move(tensor.name));
  return names;
}

ArrayHeader read_safetensors_header(const InputFile& file, std::string_view name) {
  const std::uint64_t length = header_length(file);
  const std::vector<Tensor> tensors = read_tensors(file, length);
  check_places(file, tensors, file.size() - kLengthSize - length);
  const Tensor& tensor = find_tensor(file, tensors, name);
  const auto type = std::ranges::find(kSafetensorsTypes, tensor.dtype, &ElementType::name);
  if (type == kSafetensorsTypes.end())
    throw error_in(file,
                   fmt::format("\"{}\" has elements of type {}; save it as {}, or its bits as {}",
                               tensor.name, tensor.dtype, type_names(false), type_names(true)));
  ArrayHeader header{*type, false, tensor.shape, kLengthSize + length + tensor.begin};
  const auto elements = bytes_of(header.shape, 1);
  const auto bits = static_cast<std::uint64_t>(type->bits());
  if (elements && type->is_packed && *elements * bits % 8 != 0)
    throw error_in(file, fmt::format("\"{}\" is {} {}, which are no whole bytes", tensor.name,
                                     to_text(header.shape), type->name));
  if (!elements || *elements * bits != 8 * (tensor.end - tensor.begin))
    throw error_in(file, fmt::format("\"{}\" is {} {} and has {} bytes", tensor.name,
                                     to_text(header.shape), type->name, tensor.end - tensor.begin));
  return header;
}

}  // namespace mmasc
