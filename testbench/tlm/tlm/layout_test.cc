// SPDX-License-Identifier: Apache-2.0
// Bursts and stage buffers against the place of each element, worked out one by one.
#include <set>

#include "tlm/tiled_problem.h"

namespace mmasc::tlm {
namespace {

struct Case {
  const char* format;
  Layout layout;
  std::int64_t lines, inner;
  std::uint64_t stride;
  Box box;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  std::mt19937_64 random(1);
  const auto below = [&](std::int64_t count) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
  };
  const std::vector<std::pair<const char*, Layout>> kinds{
      {"f32", Layout::dense},       {"f16", Layout::dense},         {"e3m2", Layout::dense},
      {"e2m1", Layout::packed},     {"e3m2", Layout::packed},       {"e2m3", Layout::bytes},
      {"e4m3", Layout::bytes},      {"e2m1", Layout::u4_align8},    {"e2m1", Layout::u4_align16},
      {"e2m3", Layout::u6_align16}, {"ue8m0", Layout::scale_blocks}};
  for (int i = 0; i < 600; ++i) {
    const auto& [format, layout] = kinds[static_cast<std::size_t>(i) % kinds.size()];
    const std::int64_t unit = row_of(layout).tile_multiple;
    Case chosen{
        format, layout, 1 + below(layout == Layout::scale_blocks ? 400 : 9), unit * (1 + below(9)),
        0,      {}};
    const Placed placed{format_named(format), layout, 0, 0, chosen.lines, chosen.inner};
    // Lines that follow each other without a gap, and others.
    chosen.stride = placed.line_bytes() + 32 * static_cast<std::uint64_t>(below(2));
    Box& box = chosen.box;
    box.first_line = below(chosen.lines);
    box.lines = 1 + below(chosen.lines - box.first_line);
    box.first = unit * below(chosen.inner / unit);
    box.inner = unit * (1 + below((chosen.inner - box.first) / unit));
    if (below(2) == 0) {
      box.first = 0;
      box.inner = chosen.inner;
    }
    all.push_back(chosen);
  }
  return all;
}

Placed placed_of(const Case& x) {
  return {format_named(x.format), x.layout, kMemoryBase, x.stride, x.lines, x.inner};
}

TEST(Layout, LoadsTheElementsOfABoxWhateverLiesBesideThem) {
  for (const Case& x : cases()) {
    const Placed placed = placed_of(x);
    const Format& format = placed.format;
    OperandFields fields;
    fields.address = kMemoryBase;
    fields.stride = x.stride;
    fields.layout = static_cast<std::uint64_t>(x.layout);
    std::mt19937_64 random(2);
    std::vector<std::uint64_t> expected;
    MemoryBytes poisoned[2];
    for (int i = 0; i < 2; ++i)
      poisoned[i].bytes.assign(placed.extent(), i == 0 ? std::byte{0} : std::byte{0xff});
    std::set<std::uint64_t> used;  // bytes that hold a bit of the box
    for (std::int64_t line = 0; line < x.box.lines; ++line)
      for (std::int64_t i = 0; i < x.box.inner; ++i) {
        expected.push_back(random() & format.storage_mask());
        const std::uint64_t bit =
            place_of(fields, format, x.box.first_line + line, x.box.first + i);
        for (MemoryBytes& memory : poisoned)
          memory.set_bits(kMemoryBase, bit, format.storage_bits(), expected.back());
        for (int j = 0; j < format.storage_bits(); ++j)
          used.insert((bit + static_cast<std::uint64_t>(j)) / 8);
      }
    for (int i = 0; i < 2; ++i) {
      std::vector<std::byte> loaded;
      std::set<std::uint64_t> touched;
      for (const Burst& burst : bursts(placed, x.box))
        for (std::uint64_t j = 0; j < burst.bytes; ++j) {
          loaded.push_back(poisoned[i].at(burst.address + j));
          EXPECT_TRUE(touched.insert(burst.address + j - kMemoryBase).second) << "read once";
        }
      EXPECT_EQ(static_cast<std::int64_t>(loaded.size()), loaded_bytes(placed, x.box));
      if (x.layout != Layout::scale_blocks) {
        EXPECT_EQ(touched, used) << x.format << " nothing else is read";
      }
      std::vector<std::byte> buffer(static_cast<std::size_t>(buffer_bytes(placed, x.box)),
                                    i == 0 ? std::byte{0xff} : std::byte{0});
      fill(placed.layout, loaded, buffer);
      std::vector<std::byte> elements(static_cast<std::size_t>(dense_bytes(placed, x.box)));
      unpack(placed, x.box, buffer, elements);
      const MatrixView matrix =
          row_major<const std::byte>(format, elements.data(), x.box.lines, x.box.inner);
      for (std::int64_t line = 0; line < x.box.lines; ++line)
        for (std::int64_t j = 0; j < x.box.inner; ++j)
          ASSERT_EQ(load_element(matrix, line, j),
                    expected[static_cast<std::size_t>(line * x.box.inner + j)])
              << x.format << ' ' << row_of(x.layout).name << ' ' << line << ' ' << j;
    }
  }
}

TEST(Layout, PaddingOfTensorCopiesIsNotWritten) {
  // 32 elements of 4 bits are two units of 8 bytes and 8 of padding; of 6 bits, of 12 and 4.
  for (const auto& [layout, used] :
       {std::pair{Layout::u4_align16, 8U}, {Layout::u6_align16, 12U}}) {
    std::vector<std::byte> loaded(2 * used), buffer(32, std::byte{0x77});
    for (std::size_t i = 0; i < loaded.size(); ++i) loaded[i] = static_cast<std::byte>(i);
    fill(layout, loaded, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i)
      EXPECT_EQ(buffer[i], i % 16 < used ? loaded[i / 16 * used + i % 16] : std::byte{0x77}) << i;
  }
}

TEST(Layout, LinesThatFollowEachOtherAreOneBurst) {
  const Placed placed{format_named("f16"), Layout::dense, 0x1000, 64, 8, 32};
  EXPECT_EQ(bursts(placed, {2, 4, 0, 32}), (std::vector<Burst>{{0x1080, 256}}));
  EXPECT_EQ(bursts(placed, {2, 2, 0, 16}), (std::vector<Burst>{{0x1080, 32}, {0x10c0, 32}}));
  EXPECT_EQ(copy_lines(placed, {2, 4, 0, 32}), 4);
  const Placed wide{format_named("f32"), Layout::dense, 0, 4096, 3, 1024};
  EXPECT_EQ(copy_lines(wide, {0, 3, 0, 33}), 6);  // of 132 bytes
  // 300 rows are three rows of blocks, 5 scales two blocks.
  const Placed scales{format_named("ue8m0"), Layout::scale_blocks, 0, 2048, 300, 16};
  EXPECT_EQ(bursts(scales, {128, 172, 3, 2}), (std::vector<Burst>{{2048, 1024}, {4096, 1024}}));
}

}  // namespace
}  // namespace mmasc::tlm
