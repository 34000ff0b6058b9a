// SPDX-License-Identifier: Apache-2.0
#include "agreement/unit_sources.h"

#include <bit>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "mmasc/stimulus/generator.h"
#include "random/coarse_unit.h"
#include "random/flagged_units.h"
#include "random/fused_unit.h"
#include "random/grouped_unit.h"
#include "random/integer_unit.h"
#include "random/product_unit.h"
#include "random/rounded_units.h"
#include "vectors/bundled_files.h"

namespace mmasc {
namespace {

template <auto make>
Varied unit_alone(std::uint64_t seed) {
  return {make(seed), {}};
}

Varied coarse_factors(std::uint64_t seed) {
  Varied drawn{coarse_unit(seed), {}};
  if (!drawn.unit.datapath.product.exponent_grid) return drawn;  // of fixed-point products
  drawn.without.push_back(drawn.unit);
  drawn.without[0].datapath.product.exponent_grid.reset();
  return drawn;
}

Varied moved_products(std::uint64_t seed) {
  const Unit unit = product_unit(seed);
  Varied drawn{unit, {unit, unit}};
  drawn.without[0].datapath.product.zero_factor_exponent.reset();
  drawn.without[1].datapath.product.infinity_yields = false;
  return drawn;
}

const std::vector<Unit>& all_flagged() {
  static const std::vector<Unit> units = flagged_units();
  return units;
}
Varied flagged(std::uint64_t seed) { return {all_flagged().at(seed), {}}; }
Varied row_of_catalogue(std::uint64_t seed) { return {catalog().units()[seed], {}}; }
Varied varied(std::uint64_t seed) { return varied_units().at(seed); }
Varied written(std::uint64_t seed) { return {written_rows().at(seed), {}}; }

template <auto& all>
std::size_t count_of() {
  return all().size();
}
std::size_t rows_of_catalogue() { return catalog().units().size(); }

const std::vector<VectorFile>& all_bundled() {
  static const std::vector<VectorFile> files = bundled_files();
  return files;
}
Varied bundled(std::uint64_t seed) { return {catalog().find(all_bundled()[seed].instruction), {}}; }
OperationBatch bundled_vectors(const Unit& unit, int count, std::uint64_t seed) {
  OperationBatch batch(unit);
  for (const Case& row : all_bundled()[seed].cases)
    if (count-- > 0) batch.add(row);
  return batch;
}

OperationBatch of_integers(const Unit& unit, int count, std::uint64_t seed) {
  OperationBatch batch(unit);
  for (int i = 0; i < count; ++i)
    batch.add(integer_operands(unit, 100 * seed + static_cast<std::uint64_t>(i)));
  return batch;
}

// A third of them random.
OperationBatch of_ladders(const Unit& unit, int count, std::uint64_t seed) {
  OperationBatch batch = random_batch(unit, count / 3, seed);
  for (int i = count / 3; i < count; ++i)
    batch.add(ladder_operands(unit, seed * 1000 + static_cast<std::uint64_t>(i)));
  return batch;
}

// The second product is minus the first, or nearly.
Case cancelling(const Unit& unit, Case x, bool wholly) {
  Case::Elements &a = x[Operand::a], &b = x[Operand::b];
  if (a.size() < 2 || !unit.instruction.a->is_signed()) return x;
  a[1] = a[0] ^ (std::uint64_t{1} << unit.instruction.a->sign_low()) ^ (wholly ? 0 : 1);
  b[1] = b[0];
  return x;
}

// Half of them of every class of vectors in turn; of the others two thirds cancel.
OperationBatch of_classes(const Unit& unit, int count, std::uint64_t seed) {
  constexpr int kClasses = static_cast<int>(std::size(kVectorClasses));
  OperationBatch batch(unit);
  const Generator generator(unit, seed);
  for (int i = 0; i < count / 2; ++i)
    batch.add(generator.make(kVectorClasses[static_cast<std::size_t>(i % kClasses)].value,
                             static_cast<std::uint64_t>(i / kClasses)));
  const OperationBatch random = random_batch(unit, count - count / 2, seed);
  for (std::size_t i = 0; i < random.operations().size(); ++i)
    batch.add(i % 3 == 0 ? random.operations()[i]
                         : cancelling(unit, random.operations()[i], i % 3 == 1));
  return batch;
}

// c alone, in eighths of the last bit about the least normal number of d, of both signs.
OperationBatch about_the_least(const Unit& unit, int, std::uint64_t) {
  OperationBatch batch(unit);
  const int bits = unit.d().fraction_bits + 3;
  for (int eighths = -8; eighths <= 40; ++eighths)
    for (const float sign : {1.0f, -1.0f}) {
      const float c = std::ldexp(sign * static_cast<float>((1 << bits) - eighths),
                                 unit.d().least_exponent() - bits);
      batch.add(case_of({0}, {0}, std::bit_cast<std::uint32_t>(c)));
    }
  return batch;
}

// Flushed by what a result would be without a least exponent.
Varied tiny(std::uint64_t seed) {
  constexpr const char* kFlush[] = {"keep_sign", "to_plus_zero"};
  constexpr const char* kResults[] = {
      "{ format = \"e4m3\" }", "{ format = \"e5m2\", rounding = \"away\" }",
      "{ format = \"e5m2\", rounding = \"up\", underflow = \"to_plus_zero\" }",
      "{ format = \"e4m3\", prerounding = { significand_fraction = 5, rounding = "
      "\"nearest_away\" } }"};
  const Unit bounded = unit_of_line("rows.toml:my/fma")
                           .with("flush.results", kFlush[seed % 2])
                           .with("result", kResults[seed / 2]);
  return {bounded.with("flush.tininess", "unbounded"), {bounded}};
}

constexpr UnitSource kSources[] = {
    {.name = "random", .draw = unit_alone<random_unit>},
    {.name = "fused", .draw = unit_alone<random_fused_unit>},
    {.name = "exact", .draw = unit_alone<random_exact_unit>, .operations = of_ladders},
    {.name = "ieee", .draw = unit_alone<random_ieee_unit>, .operations = of_ladders},
    {.name = "grouped", .draw = unit_alone<random_grouped_unit>, .operations = of_ladders},
    {.name = "stochastic", .draw = unit_alone<stochastic_unit>},
    {.name = "sparse", .draw = unit_alone<sparse_unit>},
    {.name = "tensor_scaled", .draw = unit_alone<tensor_scaled_unit>},
    {.name = "integer", .draw = unit_alone<integer_unit>, .operations = of_integers},
    {.name = "coarse_factors", .draw = coarse_factors, .told = 50},
    {.name = "moved_products", .draw = moved_products, .told = 2},
    {.name = "flagged", .draw = flagged, .count = count_of<all_flagged>, .operations = of_classes},
    {.name = "catalogue", .draw = row_of_catalogue, .count = rows_of_catalogue},
    {.name = "bundled",
     .draw = bundled,
     .count = count_of<all_bundled>,
     .operations = bundled_vectors},
    {.name = "varied",
     .draw = varied,
     .count = count_of<varied_units>,
     .operations = of_classes,
     .each_is_told = true},
    {.name = "written", .draw = written, .count = count_of<written_rows>, .operations = of_classes},
    {.name = "tiny", .draw = tiny, .operations = about_the_least, .each_is_told = true},
};

}  // namespace

const UnitSource& source_named(std::string_view name) {
  for (const UnitSource& source : kSources)
    if (source.name == name) return source;
  throw std::invalid_argument(std::string(name));
}

}  // namespace mmasc
