// SPDX-License-Identifier: Apache-2.0
// How the matrix files' fuzz input is laid out: a byte that chooses the format, a byte of flags,
// two bytes of a size (0 x 0: no packed rows), then the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "mmasc/unit/formats.h"

namespace mmasc::fuzz {

struct FileInput {
  const Format* format = nullptr;
  bool is_npy = false, converts = false, transposes = false;
  std::string packed;  // "3x4"; empty: no packed rows
  std::string_view bytes;
};

constexpr std::size_t kFileHeader = 4;

// `data` holds the header at least.
inline FileInput file_input(std::span<const std::uint8_t> data) {
  const auto bytes = data.subspan(kFileHeader);
  const bool is_packed = data[2] != 0 || data[3] != 0;
  return {&shipped_formats()[data[0] % shipped_formats().size()],
          (data[1] & 1) == 0,
          (data[1] & 2) != 0,
          (data[1] & 4) != 0,
          is_packed ? std::to_string(data[2]) + "x" + std::to_string(data[3]) : "",
          {reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
}

inline std::string file_bytes(std::size_t format, int flags, int rows, int columns,
                              std::string_view bytes) {
  std::string input;
  for (const int byte : {static_cast<int>(format), flags, rows, columns})
    input += static_cast<char>(byte);
  return input.append(bytes);
}

}  // namespace mmasc::fuzz
