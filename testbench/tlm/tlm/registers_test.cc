// SPDX-License-Identifier: Apache-2.0
// Every access to every offset against the table, by rules written anew.
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <vector>

#include "mmasc/accelerator_core/field.h"
#include "mmasc/accelerator_core/register_file.h"

namespace mmasc::tlm {
namespace {

constexpr int kQueues = 2;
constexpr std::uint64_t kEnd = kQueueBlock * (1 + kQueues);

// The register whose first byte is at an offset, for each offset that has one.
const std::map<std::uint64_t, std::size_t>& starts() {
  static std::map<std::uint64_t, std::size_t> all;
  if (!all.empty()) return all;
  for (std::size_t i = 0; i < kRegisters.size(); ++i)
    for (std::uint64_t block = i < 8 ? 0 : 1; block <= (i < 8 ? 0 : kQueues); ++block)
      EXPECT_TRUE(all.emplace(0x100 * block + kRegisters[i].offset, i).second) << "one a place";
  return all;
}

AccessStatus expected_status(std::uint64_t offset, std::size_t size,
                             const std::vector<std::uint8_t>& enables, bool is_write) {
  if (size != 4 && size != 8) return AccessStatus::size;
  if (offset % size != 0) return AccessStatus::alignment;
  for (const auto& [start, index] : starts()) {
    const RegisterRow& row = kRegisters[index];
    const std::uint64_t end = start + static_cast<std::uint64_t>(row.bits / 8);
    if (offset < start || offset >= end) continue;
    if (offset + size > end) return AccessStatus::size;
    for (std::size_t i = 0; i < size && !enables.empty(); ++i)
      if (enables[i % enables.size()] == 0) return AccessStatus::byte_enables;
    if (is_write && row.access == Access::read_only) return AccessStatus::read_only;
    if (!is_write && row.access == Access::write_only) return AccessStatus::write_only;
    return AccessStatus::ok;
  }
  return AccessStatus::no_register;
}

std::vector<std::byte> all_bytes(const RegisterFile& file) {
  std::vector<std::byte> bytes(kEnd);
  EXPECT_EQ(file.debug_read(0, bytes), kEnd);
  return bytes;
}

TEST(Registers, EveryAccessIsAsTheTableSays) {
  std::size_t taken = 0, refused = 0;
  const auto before = all_bytes(RegisterFile(kQueues));
  for (std::uint64_t offset = 0; offset < kEnd + 16; ++offset) {
    RegisterFile refusing(kQueues);
    for (const std::size_t size : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16})
      for (const std::size_t pattern : {0, 1, 2, 4, 8})
        for (std::uint64_t mask = 0; mask < (pattern == 0 ? 1U : 1U << pattern); ++mask) {
          if (pattern == 8 && mask % 5 != 0 && mask != 0xff) continue;
          std::vector<std::uint8_t> enables;
          for (std::size_t i = 0; i < pattern; ++i)
            enables.push_back((mask >> i & 1) != 0 ? 0xff : 0);
          for (const bool is_write : {false, true}) {
            const AccessStatus expected = expected_status(offset, size, enables, is_write);
            RegisterFile fresh(kQueues);
            RegisterFile& file = expected == AccessStatus::ok ? fresh : refusing;
            std::vector<std::byte> data(size, std::byte{0xa5});
            const AccessResult result =
                is_write ? file.write(offset, data, enables) : file.read(offset, data, enables);
            ASSERT_EQ(result.status, expected) << offset << ' ' << size << ' ' << mask << is_write;
            if (expected == AccessStatus::ok) {
              ++taken;
              const auto at = std::span(before).subspan(offset, size);
              ASSERT_TRUE(is_write || std::ranges::equal(data, at)) << offset;
              continue;
            }
            ++refused;
            ASSERT_EQ(data, std::vector<std::byte>(size, std::byte{0xa5}));
            ASSERT_EQ(result.event.kind, RegisterEvent::Kind::none);
          }
        }
    ASSERT_EQ(all_bytes(refusing), before) << offset;
  }
  EXPECT_GT(taken, 100U);
  EXPECT_GT(refused, 10'000U);
}

TEST(Registers, WritesReachTheBitsOfTheTable) {
  for (const auto& [start, index] : starts()) {
    const RegisterRow& row = kRegisters[index];
    if (row.access == Access::read_only) continue;
    for (std::size_t size = 4; size <= static_cast<std::size_t>(row.bits / 8); size += 4)
      for (std::size_t at = 0; at < static_cast<std::size_t>(row.bits / 8); at += size) {
        RegisterFile file(kQueues);
        const int queue = static_cast<int>(start / 0x100) - 1;
        const std::uint64_t old = row.writable & 0x5555'5555'5555'5555;
        file.set(row.which, old, std::max(queue, 0));
        std::vector<std::byte> data(size);
        const std::uint64_t word = 0xf0f0'f0f0'f0f0'f0f0 & ~std::uint64_t{0} >> (64 - 8 * size);
        write_little_endian(word, data);
        ASSERT_EQ(file.write(start + at, data).status, AccessStatus::ok);
        std::uint64_t expected = 0;
        for (std::size_t bit = 0; bit < 64; ++bit) {
          const bool was = old >> bit & 1, reaches = bit >= 8 * at && bit < 8 * (at + size);
          const bool given = reaches && (word >> (bit - 8 * at) & 1) != 0;
          bool is = was;
          if (row.access == Access::write_1_to_clear)
            is = was && !given;
          else if (reaches)
            is = given && (row.writable >> bit & 1) != 0;
          expected |= std::uint64_t{is} << bit;
        }
        EXPECT_EQ(file.get(row.which, std::max(queue, 0)), expected) << row.name << ' ' << at;
      }
  }
}

TEST(Registers, WritesSetOffTheirEvents) {
  using Kind = RegisterEvent::Kind;
  RegisterFile file(kQueues);
  const auto write = [&](Register which, std::uint64_t value, int queue = 0) {
    std::array<std::byte, 4> data{};
    write_little_endian(value, data);
    return file.write(offset_of(which, queue), data).event;
  };
  EXPECT_EQ(write(Register::tail, 3, 1).kind, Kind::doorbell);
  EXPECT_EQ(write(Register::tail, 3, 1).queue, 1);
  EXPECT_EQ(file.get(Register::tail, 1), 3U);
  EXPECT_EQ(file.get(Register::tail, 0), 0U);
  EXPECT_EQ(write(Register::queue_control, 2, 1).kind, Kind::clear_fault);
  EXPECT_EQ(write(Register::queue_control, 1, 1).kind, Kind::queue_enable);
  EXPECT_EQ(write(Register::control, 1).kind, Kind::enable);
  EXPECT_EQ(write(Register::watchdog, 100).kind, Kind::none);
  file.raise(5);
  EXPECT_FALSE(file.interrupt());
  EXPECT_EQ(write(Register::interrupt_enable, 4).kind, Kind::interrupts);
  EXPECT_TRUE(file.interrupt());
  EXPECT_EQ(write(Register::interrupt_status, 4).kind, Kind::interrupts);
  EXPECT_FALSE(file.interrupt());
  EXPECT_EQ(file.get(Register::interrupt_status), 1U);
  EXPECT_EQ(write(Register::control, 3).kind, Kind::reset);
  EXPECT_EQ(file.get(Register::tail, 1), 0U);
  EXPECT_EQ(file.get(Register::interrupt_enable), 0U);
  EXPECT_EQ(file.get(Register::control), 0U);
  EXPECT_EQ(file.get(Register::watchdog), 100U);
  EXPECT_EQ(file.get(Register::version), 1U | kQueues << 8);
}

TEST(Registers, DebugAccessesTakeAnyBytesAndSetOffNothing) {
  RegisterFile file(kQueues);
  file.raise(0xff);
  const auto before = all_bytes(file);
  EXPECT_EQ(all_bytes(file), before);
  for (std::uint64_t offset = 0; offset < kEnd; ++offset) {
    const std::byte value{static_cast<unsigned char>(offset | 1)};
    EXPECT_EQ(file.debug_write(offset, std::span(&value, 1)), 1U);
  }
  const auto after = all_bytes(file);
  const auto& all = starts();
  for (std::uint64_t offset = 0; offset < kEnd; ++offset) {
    const auto next = all.upper_bound(offset);
    const auto& [start, index] = *std::prev(next == all.begin() ? std::next(next) : next);
    const bool has_register =
        offset >= start && offset < start + static_cast<std::uint64_t>(kRegisters[index].bits / 8);
    EXPECT_EQ(after[offset],
              has_register ? std::byte{static_cast<unsigned char>(offset | 1)} : std::byte{})
        << offset;
  }
  std::array<std::byte, 8> data{};
  EXPECT_EQ(file.debug_read(kEnd - 3, data), 3U);
  EXPECT_EQ(file.debug_write(kEnd, data), 0U);
}

}  // namespace
}  // namespace mmasc::tlm
