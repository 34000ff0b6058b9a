// SPDX-License-Identifier: Apache-2.0
// Code of a unit's own keeps to its panels: it runs on memory that ends, or begins, at pages that
// nobody may touch.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "mmasc/arith/sparsity.h"
#include "mmasc/compiled/llvm.h"
#include "mmasc/compiled/unit_code.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

using namespace compiled;

// Memory between two guard pages.
class Guarded {
 public:
  enum class At { begin, end };

  Guarded(std::int64_t bytes, At at) : bytes_(static_cast<std::size_t>(bytes)) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    inner_ = (bytes_ + page - 1) / page * page;
    all_ = inner_ + 2 * page;
    base_ = static_cast<std::byte*>(
        ::mmap(nullptr, all_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_EQ(::mprotect(base_ + page, inner_, PROT_READ | PROT_WRITE), 0);
    data_ = base_ + page + (at == At::end ? inner_ - bytes_ : 0);
  }
  ~Guarded() { ::munmap(base_, all_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  std::byte* data() { return data_; }
  template <class Word>
  void fill(Random& random, std::uint64_t mask) {
    Word* const words = reinterpret_cast<Word*>(data_);
    for (std::size_t i = 0; i < bytes_ / sizeof(Word); ++i)
      words[i] = static_cast<Word>(random.next() & mask);
  }

 private:
  std::size_t bytes_, inner_ = 0, all_ = 0;
  std::byte *base_ = nullptr, *data_ = nullptr;
};

constexpr std::int64_t kRows = 3;

std::uint64_t mask_of(int bits) { return ~std::uint64_t{0} >> (64 - bits); }

// Raw elements of an operand, as many as are packed at once, in guarded memory of their own.
void pack(const PackedOperand& operand, const OperandElements& elements, std::int64_t count,
          std::byte* to, Guarded::At at, Random& random) {
  Guarded raw(count * operand.raw_bits / 8, at);
  const std::uint64_t mask = mask_of(elements.bits_of(0));
  if (operand.raw_bits == 32)
    raw.fill<std::uint32_t>(random, mask);
  else
    raw.fill<std::uint64_t>(random, mask);
  void* planes[kMostPlanes];
  for (std::size_t i = 0; i < operand.planes.size(); ++i) planes[i] = to + operand.planes[i].offset;
  operand.pack(raw.data(), count, planes);
}

std::vector<std::byte> tile_after(const UnitCode& code, const OperandLayout& layout, Guarded::At at,
                                  bool usual) {
  const PanelLayout& panel = code.layout();
  Random random(3);
  Guarded rows(kRows * panel.row_bytes, at), lanes(panel.panel_bytes, at),
      tile(kRows * panel.tile_row_bytes(), at), drawn(kRows * panel.random_row_bytes(), at),
      places(kRows * panel.places_of_row() * kPlaceBytes, at);
  const auto whole = [&](std::int64_t count) {
    return (count + panel.lanes - 1) / panel.lanes * panel.lanes;
  };
  for (const PackedOperand& each : panel.rows)
    for (std::int64_t row = 0; row < kRows; ++row)
      pack(each, layout[each.operand], whole(std::int64_t{each.count} * panel.depth),
           rows.data() + row * panel.row_bytes, at, random);
  for (const PackedOperand& each : panel.columns)
    pack(each, layout[each.operand], std::int64_t{each.count} * panel.depth * panel.lanes,
         lanes.data(), at, random);
  drawn.fill<std::uint32_t>(random, 1);
  const StretchOperands in{rows.data(), lanes.data(), tile.data(), drawn.data(),
                           reinterpret_cast<const std::uint16_t*>(places.data())};
  usual ? code.run_usual(in, kRows, 0, panel.depth) : code.run(in, kRows, 0, panel.depth);
  return {tile.data(), tile.data() + kRows * panel.tile_row_bytes()};
}

class Panels : public ::testing::TestWithParam<const char*> {};

TEST_P(Panels, AreAllThatIsTouched) {
  if (llvm::functions() == nullptr) GTEST_SKIP() << llvm::why_none();
  const Unit& unit = catalog().find(GetParam());
  const Unit dense = dense_unit(unit);
  const OperandLayout layout = layout_of(dense);
  for (const Pairing pairing : {Pairing::in_order, Pairing::selected, Pairing::separate}) {
    if ((pairing == Pairing::selected) != unit.instruction.sparsity.has_value()) continue;
    const auto made =
        UnitCode::make(plan_sequence(dense), layout, pairing,
                       pairing == Pairing::selected ? unit.instruction.shape.k : layout.k);
    ASSERT_TRUE(std::holds_alternative<std::shared_ptr<const UnitCode>>(made));
    const UnitCode& code = *std::get<std::shared_ptr<const UnitCode>>(made);
    const auto tile = tile_after(code, layout, Guarded::At::begin, false);
    EXPECT_TRUE(std::ranges::any_of(tile, [](std::byte each) { return each != std::byte{0}; }));
    EXPECT_EQ(tile_after(code, layout, Guarded::At::end, false), tile);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Panels,
    ::testing::Values("hopper/mma.m16n8k16.f32.f16.f16.f32", "x86/tdpbf16ps", "x86/vdpphps",
                      "hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "ada/mma.m8n8k4.f64.f64.f64.f64",
                      "rtx_blackwell/mma.m16n8k32.mxf8f6f4.f32.e2m1.e3m2.f32.1X.ue8m0"),
    [](const ::testing::TestParamInfo<const char*>& info) {
      std::string name = info.param;
      std::ranges::replace_if(
          name, [](unsigned char c) { return !std::isalnum(c); }, '_');
      return name;
    });

// What runs the whole graph gives what the code for usual elements does, also where a c is special.
TEST(UsualCode, GivesWhatTheWholeGraphGives) {
  if (llvm::functions() == nullptr) GTEST_SKIP() << llvm::why_none();
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  const OperandLayout layout = layout_of(unit);
  const auto made = UnitCode::make(plan_sequence(unit), layout, Pairing::in_order, layout.k);
  const UnitCode& code = *std::get<std::shared_ptr<const UnitCode>>(made);
  const PanelLayout& panel = code.layout();
  std::vector<std::uint32_t> a(static_cast<std::size_t>(layout.k * panel.depth)),
      b(a.size() * static_cast<std::size_t>(panel.lanes));
  Random random(7);
  for (auto* elements : {&a, &b})
    for (auto& bits : *elements) bits = static_cast<std::uint32_t>(random.next() & 0xbbff);
  Guarded rows(kRows * panel.row_bytes, Guarded::At::end),
      lanes(panel.panel_bytes, Guarded::At::end);
  const auto pack_all = [&](const PackedOperand& operand, const std::vector<std::uint32_t>& raw,
                            std::byte* to) {
    void* planes[kMostPlanes];
    for (std::size_t i = 0; i < operand.planes.size(); ++i)
      planes[i] = to + operand.planes[i].offset;
    return operand.pack(raw.data(), static_cast<std::int64_t>(raw.size()), planes);
  };
  for (std::int64_t row = 0; row < kRows; ++row)
    EXPECT_FALSE(pack_all(panel.operand(Operand::a), a, rows.data() + row * panel.row_bytes));
  EXPECT_FALSE(pack_all(panel.operand(Operand::b), b, lanes.data()));
  a[5] = 0x7c00;  // infinity
  std::vector<std::byte> scratch(static_cast<std::size_t>(panel.row_bytes));
  EXPECT_TRUE(pack_all(panel.operand(Operand::a), a, scratch.data()));

  std::vector<std::uint32_t> c(static_cast<std::size_t>(kRows * panel.lanes));
  for (auto& bits : c) bits = static_cast<std::uint32_t>(random.next() & 0xbfffffff);
  c[static_cast<std::size_t>(panel.lanes) + 3] = 0x7f800000;
  c[static_cast<std::size_t>(2 * panel.lanes) + 9] = 0x7fc00001;
  std::vector<std::uint32_t> usual = c, whole = c;
  code.run_usual({rows.data(), lanes.data(), usual.data()}, kRows, 0, panel.depth);
  code.run({rows.data(), lanes.data(), whole.data()}, kRows, 0, panel.depth);
  EXPECT_EQ(usual, whole);
  EXPECT_NE(usual, c);
}

}  // namespace
}  // namespace mmasc
