// SPDX-License-Identifier: Apache-2.0
// A sparse A: what metadata selects, and how it is compressed.
#include "mmasc/arith/sparsity.h"

#include <gtest/gtest.h>

#include "agreement/unit_lines.h"
#include "arith/operands.h"
#include "mmasc/arith/engine.h"
#include "mmasc/unit/formats.h"
#include "random/operation_batch.h"

namespace mmasc {
namespace {

using Bits = std::vector<std::uint64_t>;

TEST(Sparsity, BitsAboveAnElementOfMetadataAreIgnored) {
  OperationBatch batch(unit_of_line(
      "rows.toml:my/sparse --set 'instruction.sparsity={ keep = 1, of = 2 }' --set lanes=1 --set "
      "instruction.shape.k=2"));
  for (const std::uint64_t metadata : {0xfffe, 0xffff})
    batch.add(case_of({1}, {5, 7}, 0, {{Operand::metadata, {metadata}}}));
  EXPECT_EQ(batch.run(*make_reference_engine(batch.unit())), (Bits{5, 7}));
}

TEST(Compress, KeepsWhatIsNotZeroWithItsPlace) {
  const Format& f16 = format_named("f16");
  Bits kept, metadata;
  // -0 is a zero; where fewer are not zero, the first zeros fill up.
  EXPECT_EQ(compress({2, 4}, f16, Bits{0, 0x3c00, 0x8000, 0x4000, 0, 0, 0, 0x4200}, kept, metadata),
            std::nullopt);
  EXPECT_EQ(kept, (Bits{0x3c00, 0x4000, 0, 0x4200}));
  EXPECT_EQ(metadata, (Bits{1, 3, 0, 3}));
}

TEST(Compress, NamesTheGroupThatHasTooMany) {
  Bits kept, metadata;
  const Bits a{0, 0, 1, 2, 1, 0, 1, 1};
  EXPECT_EQ(compress({2, 4}, format_named("s8"), a, kept, metadata), 4u);
  EXPECT_EQ(kept, (Bits{1, 2}));
  kept.clear();
  EXPECT_EQ(compress({1, 2, 2}, format_named("s8"), Bits{0, 0, 1, 0, 0, 3, 0, 0}, kept, metadata),
            std::nullopt);
  EXPECT_EQ(kept, (Bits{1, 0, 0, 3}));
}

}  // namespace
}  // namespace mmasc
