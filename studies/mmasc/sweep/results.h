// SPDX-License-Identifier: Apache-2.0
// The results of a sweep, point by point: how they stand in files, and reading all ranks' files as
// one.
//
// A result folder holds
//
//     study.toml             a copy of the study
//     study-folder.txt       the folder that the study was in, which its files are relative to
//     layers.txt             where operands are of layers: their names, a line each
//     results-RANK.jsonl     one line a point, in the order in which they were done; sorted at the
//                            end; RANK counts from 0
//
// and a line is (without the line breaks)
//
//     {"point": "0f3a...",                        what makes the point, hashed
//      "index": 17,                               its place in the study, from 0
//      "axes": {"dot.fraction_bits": 13, "k": 1024},    the variant first, where there are some
//      "unit": "hopper/wgmma...", "m": 64, "n": 64, "k": 1024,
//      "operands": "97c1...",                     what makes the operands, hashed: points alike in
//                                                 it are of one exact product
//      "measures": {NAME: {"value": 1e-3, "samples": 4096, "interval": [9e-4, 1.1e-3]},
//                   "snr": {..., "left_out": 3},  of elements of D that are NaN or infinite
//                   "ulps": {..., "histogram": [[0, 0, 4000], [1, 1, 96]]}},
//      "widths": {"register_bits": 1571, ...},    of the plan
//      "slices": {"slice_bits": 9, "slices_a": 6, ...},    of dgemm alone
//      "cycles": {"latency": 6, "steps": 32, "chain": 192, "sourced": {...} or null,
//                 "platform": {"cycles": 5120.5, "kind": "structural"}},    where there is one
//      "cost": {"kind": "estimate", "library": "osu018_stdcells.lib", "tool": "Yosys 0.23",
//               NAME: NUMBER, ...} or null}
//
// A value that does not exist (an error where nothing is left to average) is null. Lines that a
// kill cut short are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mmasc/measures/measures.h"
#include "mmasc/sweep/study.h"

namespace mmasc {

using NamedNumbers = std::vector<std::pair<std::string, double>>;

// Cycles of the hardware as the plan has it (structural), and those that a source states of the
// instruction on a GPU; the two are never mixed.
struct PointCycles {
  std::int64_t latency = 0;  // of one fused step, in cycles
  std::int64_t steps = 0;    // that K takes for one element of D, each waiting for the one before
  std::int64_t chain = 0;    // latency * steps, and of a late c; of dgemm for all its products
  struct Sourced {
    double interval = 0;  // from issue to issue of the instruction as it is shipped
    std::string source, confidence;
  };
  std::optional<Sourced> sourced{};
  struct OnPlatform {
    double cycles = 0;
    bool is_structural = false;
  };
  std::optional<OnPlatform> platform{};  // of the whole GEMM, where the study has a platform
};

// As mmasc cost has it (mmasc/cost/cost.h): "area" um2, "gates" NAND2 equivalents, "flip_flops",
// "delay" ps, "fo4"; "additions_area", what is of the additions behind the unit in "area", where
// there are some. An estimate has its errors too, as shares: "area_rms", "area_worst", "delay_rms",
// "delay_worst", or "extrapolated" (1) where they are not known; a synthesis has "cells" and, with
// the library and recipe of estimates, the estimate beside it: "estimated_area", "estimated_delay".
struct PointCost {
  std::string kind;     // "estimate" or "synthesis"
  std::string library;  // of standard cells
  std::string tool;     // that synthesised, "Yosys 0.23"; of an estimate what it is fitted to
  NamedNumbers numbers{};
};

struct PointResult {
  std::string point;
  std::int64_t index = 0;
  std::vector<std::pair<std::string, AxisValue>> axes;
  std::string unit;
  std::int64_t m = 0, n = 0, k = 0;
  std::string operands{};  // empty: of a version that did not say
  std::vector<MeasureResult> measures;
  NamedNumbers widths;
  NamedNumbers slices{};  // of dgemm, in the first repetition; else none
  PointCycles cycles;
  std::optional<PointCost> cost;

  const MeasureResult* measure(std::string_view name) const;  // null: it was not measured
};

// One line, with its line break; the same bytes for the same result, on every machine.
std::string to_line(const PointResult& result);
// Nullopt where the line is cut short. Throws InputError, its text without file and line, where it
// is no result.
std::optional<PointResult> parse_line(std::string_view line);

struct Results {
  Study study;
  std::vector<PointResult> points;  // those that are done, by index
  std::int64_t planned = 0;         // of the whole study

  bool complete() const { return static_cast<std::int64_t>(points.size()) == planned; }
};

// All files of a folder. Throws InputError where it holds no study or results of another study,
// EnvironmentError where it cannot be read.
Results read_results(const std::string& folder);

// "DIR/results-2.jsonl", "DIR/study.toml".
std::string results_path(const std::string& folder, int rank);
std::string study_path(const std::string& folder);
std::string study_folder_path(const std::string& folder);
std::string layers_path(const std::string& folder);
// As the file has them; empty where there is none.
std::vector<std::string> kept_layers(const std::string& folder);

// The complete lines of one file, and how many bytes they have; nothing where there is no file.
struct ResultFile {
  std::vector<PointResult> points;
  std::uint64_t bytes = 0;
};
ResultFile read_result_file(const std::string& path);

}  // namespace mmasc
