// SPDX-License-Identifier: Apache-2.0
// Word by word, an image gets the elements that an operand map puts there one by one.
#include "mmasc/capture/gather.h"

#include <gtest/gtest.h>

#include "capture/captured.h"
#include "mmasc/capture/compare.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

TEST(Gather, FillsTheImageThatTheMapDescribes) {
  for (const Unit& unit : catalog().units()) {
    if (!testing::can_be_captured(unit.instruction)) continue;
    const Comparison comparison(unit, 3, true);
    const TileDims& dims = comparison.stream.dims;
    for (const OperandRow& input : kInputs) {
      const Operand operand = input.operand;
      ASSERT_EQ(comparison.stream.has(operand), comparison.maps.has(operand));
      if (!comparison.maps.has(operand)) continue;
      const OperandMap& map = comparison.maps[operand];
      ASSERT_EQ(dims.elements(operand), map.rows() * map.columns() * map.blocks());
      std::vector<std::uint64_t> elements;
      std::vector<std::uint32_t> put(static_cast<std::size_t>(map.words()));
      for (int i = 0; i < dims.elements(operand); ++i) {
        elements.push_back(element_bits(comparison.stream, 7, operand, i));  // random bits
        map.set(put, coordinate_of(dims, operand, i), elements.back());
      }
      const Gather gather = gather_of(dims, operand, map);
      for (int word = 0; word < map.words(); ++word)
        ASSERT_EQ(gathered_word(gather.view(), elements.data(), word),
                  put[static_cast<std::size_t>(word)])
            << unit.instruction.id << " operand " << static_cast<int>(operand) << " word " << word;
    }
  }
}

TEST(Gather, ElementsOfADotProductAreNeighbours) {
  const TileDims dims{.blocks = 2,
                      .m = 3,
                      .n = 5,
                      .inputs = {{Operand::a, {.length = 4, .along = Along::row}},
                                 {Operand::b, {.length = 4, .along = Along::column}},
                                 {Operand::c, {.length = 1, .along = Along::element}},
                                 {Operand::sb, {.length = 2, .along = Along::column}}}};
  EXPECT_EQ(dims.dots(), 30);
  const Dot dot = dims.dot(15 + 7);
  EXPECT_EQ(dot.block, 1);
  EXPECT_EQ(dot.row, 1);
  EXPECT_EQ(dot.column, 2);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(coordinate_of(dims, Operand::a, dims.first_element(Operand::a, dot) + i),
              (Coordinate{1, i, 1}));
    EXPECT_EQ(coordinate_of(dims, Operand::b, dims.first_element(Operand::b, dot) + i),
              (Coordinate{i, 2, 1}));
  }
  EXPECT_EQ(coordinate_of(dims, Operand::sb, dims.first_element(Operand::sb, dot) + 1),
            (Coordinate{1, 2, 1}));
  EXPECT_EQ(dims.first_element(Operand::c, dot), 22);
  EXPECT_EQ(coordinate_of(dims, Operand::c, 22), (Coordinate{1, 2, 1}));
}

}  // namespace
}  // namespace mmasc
