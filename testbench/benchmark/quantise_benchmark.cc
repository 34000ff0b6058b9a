// SPDX-License-Identifier: Apache-2.0
// How fast matrices are quantised, on one thread, beside copying their bytes.
#include <benchmark/benchmark.h>

#include <cstring>
#include <random>
#include <vector>

#include "mmasc/quantise/quantise.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

constexpr std::int64_t kRows = 2048, kColumns = 4096;

std::vector<float> random_numbers() {
  std::mt19937 engine(1);
  std::normal_distribution<float> normal;
  std::vector<float> numbers(static_cast<std::size_t>(kRows * kColumns));
  for (float& x : numbers) x = normal(engine);
  return numbers;
}

void report(benchmark::State& state, double bytes_each) {
  const auto elements = static_cast<double>(state.iterations()) * kRows * kColumns;
  state.counters["elements"] = benchmark::Counter(elements, benchmark::Counter::kIsRate);
  state.counters["bytes"] = benchmark::Counter(elements * bytes_each, benchmark::Counter::kIsRate);
}

void quantise_numbers(benchmark::State& state, const QuantiseScheme& scheme, const char* from) {
  const Format& format = format_named(from);
  static const std::vector<float> numbers = random_numbers();
  std::vector<std::uint16_t> narrow;
  const std::byte* data = reinterpret_cast<const std::byte*>(numbers.data());
  if (format.storage_bits() == 16) {
    const bool is_bf16 = format.name == "bf16";
    for (const float x : numbers)
      narrow.push_back(static_cast<std::uint16_t>(is_bf16 ? std::bit_cast<std::uint32_t>(x) >> 16
                                                          : quantised(double{x}, 1, format)));
    data = reinterpret_cast<const std::byte*>(narrow.data());
  }
  const ScaleCount count = scale_count(scheme.block, kRows, kColumns);
  const OwnedMatrix elements(*scheme.format, kRows, kColumns, "elements");
  const OwnedMatrix scales(*scheme.scale_format, count.rows, count.columns, "scales");
  QuantiseOptions options;
  options.threads = 1;
  for (auto _ : state)
    quantise(
        {row_major(format, data, kRows, kColumns), &format, elements.matrix(), scales.matrix()},
        scheme, options);
  report(state, element_bytes(format) + element_bytes(*scheme.format));
}

void copy_bytes(benchmark::State& state) {
  const std::vector<float> numbers = random_numbers();
  std::vector<float> to(numbers.size());
  for (auto _ : state) {
    std::memcpy(to.data(), numbers.data(), numbers.size() * sizeof(float));
    benchmark::ClobberMemory();
  }
  report(state, 8);
}
BENCHMARK(copy_bytes);

QuantiseScheme e4m3_scheme(BlockShape block) { return block_scheme(format_named("e4m3"), block); }
QuantiseScheme with(QuantiseScheme scheme, Quotient quotient) {
  scheme.quotient = quotient;
  return scheme;
}

BENCHMARK_CAPTURE(quantise_numbers, e4m3_1x128, e4m3_scheme({1, 128}), "f32");
BENCHMARK_CAPTURE(quantise_numbers, e4m3_1x128_f32, with(e4m3_scheme({1, 128}), Quotient::f32),
                  "f32");
BENCHMARK_CAPTURE(quantise_numbers, e4m3_1x128_bf16, e4m3_scheme({1, 128}), "bf16");
BENCHMARK_CAPTURE(quantise_numbers, e4m3_1x128_f16, e4m3_scheme({1, 128}), "f16");
BENCHMARK_CAPTURE(quantise_numbers, e4m3_128x128, e4m3_scheme({128, 128}), "f32");
BENCHMARK_CAPTURE(quantise_numbers, e4m3_128x1, e4m3_scheme({128, 1}), "f32");
BENCHMARK_CAPTURE(quantise_numbers, e4m3_tensor, e4m3_scheme({0, 0}), "f32");
BENCHMARK_CAPTURE(quantise_numbers, mxfp8, mx_scheme(format_named("e4m3")), "f32");
BENCHMARK_CAPTURE(quantise_numbers, mxfp4, mx_scheme(format_named("e2m1")), "f32");
BENCHMARK_CAPTURE(quantise_numbers, nvfp4, nvfp4_scheme(), "f32");
BENCHMARK_CAPTURE(quantise_numbers, e5m6_1x128, block_scheme(format_named("e5m6"), {1, 128}),
                  "f32");

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
