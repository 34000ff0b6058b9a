// SPDX-License-Identifier: Apache-2.0
// Bit fields of little-endian records, as tables: reading, writing, the C header and the docs are
// made of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mmasc::tlm {

// `bits` bits (1 to 64) of a record, from bit `low` of byte `byte` on.
struct FieldPlace {
  int byte = 0;
  int low = 0;  // 0 unless the field shares its byte with others
  int bits = 0;
};

// As a member of Record.
template <class Record>
struct Field {
  std::string_view name;
  FieldPlace place;
  std::uint64_t Record::*member = nullptr;
  std::string_view text;

  constexpr std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - place.bits); }
};

constexpr std::uint64_t read_little_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

constexpr void write_little_endian(std::uint64_t value, std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(value);
    value >>= 8;
  }
}

// Bytes that a field touches.
template <class Record>
constexpr std::size_t bytes_of(const Field<Record>& field) {
  return static_cast<std::size_t>(field.place.low + field.place.bits + 7) / 8;
}

template <class Record>
constexpr void read_fields(std::span<const Field<Record>> fields, std::span<const std::byte> bytes,
                           Record& record) {
  for (const auto& field : fields) {
    const auto at = bytes.subspan(static_cast<std::size_t>(field.place.byte), bytes_of(field));
    record.*field.member = read_little_endian(at) >> field.place.low & field.mask();
  }
}

// Values are cut to their fields' widths; bits that are of no field stay as they are.
template <class Record>
constexpr void write_fields(std::span<const Field<Record>> fields, const Record& record,
                            std::span<std::byte> bytes) {
  for (const auto& field : fields) {
    const auto at = bytes.subspan(static_cast<std::size_t>(field.place.byte), bytes_of(field));
    const std::uint64_t kept = read_little_endian(at) & ~(field.mask() << field.place.low);
    write_little_endian(kept | (record.*field.member & field.mask()) << field.place.low, at);
  }
}

}  // namespace mmasc::tlm
