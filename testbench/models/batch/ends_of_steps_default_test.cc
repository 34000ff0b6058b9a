// SPDX-License-Identifier: Apache-2.0
// c of every exponent beside products of like size. A tile of such operations ends in f32 lanes, or
// none of it does; random ones hardly ever do.
#include <random>

#include "batch/agreement.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/catalog.h"
#include "printed_name.h"

namespace mmasc {
namespace {

constexpr int kTile = 64;

// Magnitudes of all products, from the least to those whose sum leaves an int32.
enum class Products { zeros, least, ones, greatest, any };
constexpr Products kProducts[] = {Products::zeros, Products::least, Products::ones,
                                  Products::greatest, Products::any};

std::uint64_t greatest(const Format& format) {
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
  const auto field = static_cast<std::uint64_t>(format.greatest_exponent() + format.bias);
  return field << format.exponent_low() | (format.greatest_significand() - hidden)
                                              << format.fraction_low();
}

class Tile {
 public:
  Tile(const Unit& unit, Products products, int c_field)
      : unit_(unit), products_(products), c_field_(c_field), random_(c_field) {}

  OperationBatch operations() {
    OperationBatch batch(unit_);
    for (int i = 0; i < kTile; ++i) batch.add(operation());
    return batch;
  }

 private:
  Case operation() {
    Case x;
    // All of one sign, or of both.
    const std::uint64_t signs = random_() % 2 == 0 ? random_() : random_() % 2 == 0 ? 0 : ~0ull;
    for (int k = 0; k < unit_.instruction.shape.k; ++k) {
      x[Operand::a].push_back(element(unit_.a(), signs >> k & 1));
      x[Operand::b].push_back(element(unit_.b(), 0));
    }
    const Format& c = unit_.c();
    x.c() = signed_element(c,
                           static_cast<std::uint64_t>(c_field_) << c.exponent_low() |
                               (random_() % 3 == 0   ? 0
                                : random_() % 3 == 0 ? 1
                                                     : random_()) %
                                   (std::uint64_t{1} << c.fraction_bits),
                           random_() & 1);
    return x;
  }
  std::uint64_t element(const Format& format, std::uint64_t negative) {
    return signed_element(format, magnitude(format), negative);
  }
  static std::uint64_t signed_element(const Format& format, std::uint64_t magnitude,
                                      std::uint64_t negative) {
    return magnitude | negative << format.sign_low();
  }
  std::uint64_t magnitude(const Format& format) {
    switch (products_) {
      case Products::zeros:
        return 0;
      case Products::least:
        return 1;
      case Products::ones:
        return one(format);
      case Products::greatest:
        return greatest(format);
      case Products::any:
        break;
    }
    return random_() % (greatest(format) + 1);
  }

  const Unit& unit_;
  Products products_;
  int c_field_;
  std::mt19937_64 random_;
};

struct Row {
  const char* id;
  const char* field = nullptr;
  const char* value = nullptr;

  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    out << row.id;
    return row.field == nullptr ? out : out << ", " << row.field << " = " << row.value;
  }
};

class EndsOfSteps : public ::testing::TestWithParam<Row> {};

TEST_P(EndsOfSteps, Agree) {
  const Row& row = GetParam();
  Unit unit = catalog().find(row.id);
  if (row.field != nullptr) unit = unit.with(row.field, row.value);
  for (const Products products : kProducts)
    for (int field = 0; field < unit.c().top_exponent_field(); ++field) {
      SCOPED_TRACE(::testing::Message() << row << ", c's exponent field " << field);
      expect_agreement(unit, Tile(unit, products, field).operations());
      if (HasFatalFailure()) return;
    }
}

constexpr const char* kF16 = "hopper/mma.m16n8k16.f32.f16.f16.f32";
constexpr const char* kE4m3 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
constexpr const char* kF16OfF16 = "hopper/mma.m16n8k16.f16.f16.f16.f16";
INSTANTIATE_TEST_SUITE_P(
    Rows, EndsOfSteps,
    ::testing::Values(
        Row{kF16}, Row{kE4m3}, Row{kF16OfF16}, Row{"blackwell/mma.m16n8k32.f32.e4m3.e4m3.f32"},
        Row{"hopper/wgmma.m64nNk32.f32.e5m2.e5m2"}, Row{kF16, "dot.fraction_bits", "2"},
        Row{kF16, "dot.fraction_bits", "23"}, Row{kE4m3, "dot.fraction_bits", "27"},
        Row{kF16, "dot.zero_exponent", "-50"}, Row{kF16, "dot.zero_exponent", "-110"},
        Row{kF16, "dot.exponent_floor", "-50"}, Row{kF16, "dot.exponent_floor", "120"},
        Row{kF16, "dot.exponent_floor", "450"}, Row{kF16, "dot.fraction_bits", "1"},
        Row{kF16, "result.significand_fraction", "10"}),
    PrintedName());

}  // namespace
}  // namespace mmasc
