// SPDX-License-Identifier: Apache-2.0
// GEMMs that do not fit the unit are refused with the reason, and d stays.
#include <functional>
#include <set>

#include "batch/gemm_case.h"
#include "mmasc/arith/check_matrix.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

struct Problem {
  GemmProblem problem;
  GemmOptions options;
};

// The text of the error, the same on both engines.
std::string refusal(const char* id, const std::function<void(Problem&)>& spoil) {
  const Unit& unit = find_row(id);
  GemmOperands operands(unit, sized(4, 5, 32));
  const auto before = operands.d().bytes();
  Problem wrong{operands.problem(), {}};
  spoil(wrong);
  const auto error = [&](const Engine& engine) {
    return error_of<InputError>([&] { engine.gemm(wrong.problem, wrong.options); });
  };
  const std::string text = error(*make_batch_engine(unit));
  EXPECT_EQ(text, error(*make_reference_engine(unit)));
  EXPECT_TRUE(operands.d().bytes() == before);
  return text;
}

TEST(Refused, Shapes) {
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem[Operand::b]->rows = 31; }),
            "A is 4 x 32 and B 31 x 5: A's columns and B's rows must be as many");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem.c()->rows = 3; }), "C is 3 x 5, not 4 x 5");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem.d.columns = 6; }), "D is 4 x 6, not 4 x 5");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem[Operand::a]->rows = -1; }),
            "A has a negative size, -1 x 32");
}

TEST(Refused, Memory) {
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem[Operand::a]->element_bits = 8; }),
            "A has elements of 8 bits; f16 has 16");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem.d.element_bits = 16; }),
            "D has elements of 16 bits; f32 has 32");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem[Operand::b]->data = nullptr; }),
            "B has no data");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem.d.data = nullptr; }), "D has no data");
  EXPECT_EQ(
      refusal(kF16, [](Problem& x) { x.problem[Operand::a]->row_stride = std::int64_t{1} << 61; }),
      "A reaches beyond all memory; look at its strides");
  EXPECT_EQ(refusal(kF16,
                    [](Problem& x) {
                      x.problem[Operand::b]->column_stride =
                          std::numeric_limits<std::int64_t>::min();
                    }),
            "B reaches beyond all memory; look at its strides");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem.d.row_stride += 4; }),
            "D has elements that do not begin at a byte");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem.d.row_stride = 0; }),
            "D's elements overlap; look at its strides");
  // Rows that begin within the row before, as if by other strides.
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem.d.row_stride = x.problem.d.column_stride; }),
            "D's elements overlap; look at its strides");
}

// By looking at every byte.
TEST(ElementsOverlap, WhereTwoShareAByte) {
  int overlap = 0, all = 0;
  for (const int bits : {8, 12, 32})
    for (std::int64_t rows = 0; rows < 5; ++rows)
      for (std::int64_t columns = 0; columns < 5; ++columns)
        for (std::int64_t by_row = -9; by_row < 10; ++by_row)
          for (std::int64_t by_column = -9; by_column < 10; ++by_column) {
            std::set<std::int64_t> bytes;
            bool shares = false;
            for (std::int64_t i = 0; i < rows; ++i)
              for (std::int64_t j = 0; j < columns; ++j)
                for (std::int64_t k = 0; k < (bits + 7) / 8; ++k)
                  shares |= !bytes.insert(i * by_row + j * by_column + k).second;
            const MutableMatrix matrix{nullptr, rows, columns, 8 * by_row, 8 * by_column, bits};
            ASSERT_EQ(elements_overlap(matrix), shares)
                << rows << " x " << columns << ": " << by_row << ", " << by_column;
            overlap += shares;
            ++all;
          }
  EXPECT_GT(overlap, all / 4);
  EXPECT_LT(overlap, all);
}

TEST(Refused, Scales) {
  EXPECT_EQ(refusal(kScaled, [](Problem& x) { x.problem[Operand::sb].reset(); }),
            "the matrix of the scales of B: missing; this unit needs it");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem[Operand::b].reset(); }), "B: missing");
  EXPECT_EQ(refusal(kF16, [](Problem& x) { x.problem[Operand::sa] = x.problem.a(); }),
            "the matrix of the scales of A: this unit has no block scales");
  EXPECT_EQ(refusal(kScaled, [](Problem& x) { x.problem[Operand::sa]->columns = 2; }),
            "the matrix of the scales of A is 4 x 2, not 4 x 1");
  EXPECT_EQ(refusal(kScaled, [](Problem& x) { x.problem[Operand::sb]->element_bits = 4; }),
            "the matrix of the scales of B has elements of 4 bits; ue8m0 has 8");
}

TEST(Refused, Promotion) {
  EXPECT_EQ(refusal(kF16,
                    [](Problem& x) {
                      x.options.promotion = Promotion{0, {}};
                    }),
            "the promotion interval must be at least 1 instruction");
  EXPECT_EQ(refusal("hopper/mma.m16n8k16.f16.f16.f16.f16",
                    [](Problem& x) { x.options.promotion = Promotion{}; }),
            "C has elements of 16 bits; f32 has 32");
}

}  // namespace
}  // namespace mmasc
