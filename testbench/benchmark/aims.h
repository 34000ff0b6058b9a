// SPDX-License-Identifier: Apache-2.0
// The aims, printed beside each figure (docs/performance.md), and what others reach.
#pragma once

#include <benchmark/benchmark.h>

namespace mmasc {

struct Aim {
  double floor = 0, goal = 0;  // per second; 0: none
};

inline constexpr Aim kReferenceDots{10e6, 20e6};
inline constexpr Aim kPipelineCycles{2e6, 4e6};
inline constexpr Aim kArrayCycles{150e3, 0};  // of 128 units

// GEMMs in fused multiply-adds, one core.
inline constexpr Aim kF16Avx2{5e9, 8e9};
inline constexpr Aim kF16Avx512{8e9, 13e9};
inline constexpr Aim kE4m3{6e9, 12e9};
inline constexpr Aim kEachFamily{0.5e9, 5e9};
// One m16n8k16 from raw bits: in 1 us, in 300 ns.
inline constexpr Aim kOneTile{1e6, 1 / 300e-9};

// The accelerator in TLM-2.0, m16n8k16 on one core: loosely and approximately timed.
inline constexpr Aim kLooselyTimedMmas{1e6, 4e6};
inline constexpr Aim kApproximatelyTimedMmas{200e3, 0};

// Others' figures, one core of a 3.65 GHz AMD Zen 4 guest if not said otherwise, g++ 12: prototypes
// written to find the aims, and a public simulator's third-party Rust port. Not run here.
struct Peer {
  const char* who;
  double rate;
  const char* unit;
};
inline constexpr Peer kPeers[] = {
    {"scalar int64 prototype, f16 L16 F25", 14.5e6, "dots"},
    {"auto-vectorised prototype, f16 GEMM, AVX2", 8.7e9, "FMAs"},
    {"auto-vectorised prototype, f16 GEMM, AVX-512", 9.9e9, "FMAs"},
    {"AVX-512 intrinsics prototype, f16 GEMM", 14.4e9, "FMAs"},
    {"AVX-512 intrinsics prototype, e4m3 GEMM", 14.0e9, "FMAs"},
    {"AVX-512 intrinsics prototype, m16n8k16 from raw bits", 4.5e6, "tiles"},
    {"Rust/SIMD port, Hopper m16n8k16 as 2 x L8, 16 Apple cores", 8.2e9, "FMAs"},
};

// Adds the rate, the aims and how much of the floor is reached as columns.
inline void report(benchmark::State& state, const char* what, double count, Aim aim) {
  using benchmark::Counter;
  state.counters[what] = Counter(count, Counter::kIsRate);
  if (aim.floor == 0) return;
  state.counters["floor"] = Counter(aim.floor);
  state.counters["goal"] = Counter(aim.goal);
  state.counters["of_floor"] = Counter(count / aim.floor, Counter::kIsRate);
}

}  // namespace mmasc
