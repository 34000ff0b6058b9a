// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/npy.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/arith/matrix.h"
#include "mmasc/matrix_files/dict.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kVersionSize = 2;
constexpr std::uint64_t kLongestNpyHeader = 65535;  // NumPy itself takes 10,000 without being asked

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// The dict as text; `end` is the offset of what follows it.
std::string read_dict(const InputFile& file, std::uint64_t& end) {
  const std::uint64_t start = kMagic.size() + kVersionSize;
  const auto cut = [&] { return error_in(file, "cut short in its header; copy the file again"); };
  if (file.size() < start) throw cut();
  const std::string version = file.text(kMagic.size(), kVersionSize);
  if (version[0] < 1 || version[0] > 3 || version[1] != 0)
    throw error_in(file, fmt::format("version {}.{} of the .npy format; 1.0, 2.0 and 3.0 are read",
                                     static_cast<unsigned char>(version[0]),
                                     static_cast<unsigned char>(version[1])));
  const std::uint64_t length_size = version[0] == 1 ? 2 : 4;
  if (file.size() - start < length_size) throw cut();
  const std::uint64_t length = little_endian(file.text(start, length_size));
  if (length > kLongestNpyHeader)
    throw error_in(
        file, fmt::format("header of {} bytes; at most {} are read", length, kLongestNpyHeader));
  if (file.size() - start - length_size < length) throw cut();
  end = start + length_size + length;
  return file.text(start + length_size, length);
}

const ElementType& type_named(const InputFile& file, const std::string& descr) {
  const auto found = std::ranges::find(kNpyTypes, descr, &ElementType::name);
  if (found != kNpyTypes.end()) return *found;
  if (descr.starts_with('>'))
    throw error_in(file, fmt::format("big-endian elements, {0}; save it as little-endian: "
                                     "x.astype('<{1}')",
                                     descr, descr.substr(1)));
  throw error_in(file, fmt::format("elements of type {}; save raw bits, as x.view(np.uint8), or "
                                   "float16, float32, float64",
                                   descr));
}

}  // namespace

bool is_npy(const InputFile& file) {
  return file.size() >= kMagic.size() && file.text(0, kMagic.size()) == kMagic;
}

ArrayHeader read_npy_header(const InputFile& file) {
  if (!is_npy(file)) {
    const bool zip = file.size() >= 2 && file.text(0, 2) == "PK";
    throw error_in(file, zip ? "is an archive (.npz?); unpack it and give the .npy in it"
                             : "is neither .npy nor .safetensors; save it with np.save");
  }
  ArrayHeader header;
  const std::string text = read_dict(file, header.offset);
  NpyDict dict;
  try {
    dict = parse_npy_dict(text);
  } catch (const InputError& error) {
    throw error_in(file, fmt::format("header: {}", error.what()));
  }
  header.type = type_named(file, dict.descr);
  header.column_major = dict.fortran_order;
  header.shape = std::move(dict.shape);
  const auto bytes = bytes_of(header.shape, header.type.bytes);
  if (!bytes) throw error_in(file, fmt::format("shape {}: too large", to_text(header.shape)));
  const std::uint64_t there = file.size() - header.offset;
  if (there < *bytes)
    throw error_in(file, fmt::format("cut short: {} of the {} bytes of {} {}; copy the file again",
                                     there, *bytes, to_text(header.shape), header.type.name));
  if (there > *bytes)
    throw error_in(file, fmt::format("{} bytes behind the last element of {} {}; save one array a "
                                     "file",
                                     there - *bytes, to_text(header.shape), header.type.name));
  return header;
}

std::string npy_header(const Format& format, std::int64_t rows, std::int64_t columns) {
  const auto fits = [&](const ElementType& type) { return type.format == format.name; };
  const auto raw = [&](const ElementType& type) {
    return type.bytes == element_bytes(format);  // the unsigned integers come first
  };
  auto type = std::ranges::find_if(kNpyTypes, fits);
  if (type == kNpyTypes.end()) type = std::ranges::find_if(kNpyTypes, raw);
  std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                                 type->name, rows, columns);
  constexpr std::size_t kAlignment = 64, kBefore = 10;  // the elements begin at a multiple
  dict.append(kAlignment - 1 - (kBefore + dict.size()) % kAlignment, ' ');
  dict += '\n';
  std::string header(kMagic);
  header += {'\1', '\0', static_cast<char>(dict.size() & 255), static_cast<char>(dict.size() >> 8)};
  return header + dict;
}

}  // namespace mmasc
