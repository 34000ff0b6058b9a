// SPDX-License-Identifier: Apache-2.0
// The batch engine on every datapath of the catalogue, with each of its operands' formats: GEMMs in
// fused multiply-adds a second on one core, of a sparse A those of what is stored. Prints the ten
// slowest to standard error.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "aims.h"
#include "gemm_stimulus.h"
#include "mmasc/batch/engine.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

struct Figure {
  double rate;
  std::string name;
};
std::vector<Figure> figures;

// Rows with the same key have the same kernel and the same cost.
std::string key_of(const Unit& unit) {
  const Instruction& row = unit.instruction;
  std::string key = unit.datapath.name + "/" + std::string(row.a->name) + "." +
                    std::string(row.b->name) + "." + std::string(row.c->name);
  if (row.scale)
    key += "." + std::string(row.scale->format->name) + "x" + std::to_string(row.scale->block);
  if (row.late_c) key += ".late_c";
  if (row.sparsity)
    key += ".sp" + std::to_string(row.sparsity->keep) + "of" + std::to_string(row.sparsity->of);
  return key;
}

void run(benchmark::State& state, const std::string& name, const Unit& unit, std::int64_t side) {
  const auto engine = make_batch_engine(unit, {{}, 1});
  const bool chains = unit.c() == unit.d();  // else D cannot be the next instruction's C
  const std::int64_t depth = chains ? side : unit.instruction.shape.k;
  const GemmStimulus stimulus(unit, side, side, depth, Inputs::clean);
  const double products = stored_products(unit, side, side, depth);
  const auto start = std::clock();
  for (auto _ : state) engine->gemm(stimulus.problem());
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const double count = static_cast<double>(state.iterations()) * products;
  report(state, "FMAs", count, kEachFamily);
  figures.push_back({count / seconds, name});
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  using namespace mmasc;
  benchmark::Initialize(&argc, argv);
  std::map<std::string, const Unit*> rows;
  for (const Unit& unit : catalog().units()) rows.emplace(key_of(unit), &unit);
  for (const auto& [key, unit] : rows) {
    const BatchKernel kernel = batch_kernel(*unit);
    const std::string name = "datapaths/" + key + "/" + kernel.name;
    const std::int64_t side = kernel.name == "reference" ? 32 : 256;
    benchmark::RegisterBenchmark(name.c_str(), [=, unit = unit](benchmark::State& state) {
      run(state, name, *unit, side);
    })->MinTime(0.05);
  }
  benchmark::RunSpecifiedBenchmarks();
  // The last run of a name is the one that counts.
  std::map<std::string, double> last;
  for (const Figure& figure : figures) last[figure.name] = figure.rate;
  std::vector<Figure> sorted;
  for (const auto& [name, rate] : last) sorted.push_back({rate, name});
  std::ranges::sort(sorted, {}, &Figure::rate);
  constexpr std::size_t kSlowest = 10;
  std::fprintf(stderr, "the slowest, in 10^9 FMAs a second:\n");
  for (std::size_t i = 0; i < std::min(kSlowest, sorted.size()); ++i)
    std::fprintf(stderr, "%8.3f  %s\n", sorted[i].rate * 1e-9, sorted[i].name.c_str());
}
