// SPDX-License-Identifier: Apache-2.0
// A study: one question about matrix units as a TOML file. docs/studies.md explains every key to
// users.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mmasc/cost/cost.h"
#include "mmasc/inputs/input_row.h"
#include "mmasc/sweep/axis_value.h"
#include "mmasc/sweep/find_row.h"
#include "mmasc/sweep/tie.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/value.h"

namespace mmasc {

// A field that takes several values: `unit`, `workload`, `k`, an option of a workload as
// `gemm.promote_k` or `dgemm.slices`, a key of [inputs] as `inputs.a`, or
// a field of the row as --set names it. Ranges are expanded when values() is called, so that a
// count of points costs nothing.
struct Axis {
  std::string name;
  int line = 0;
  struct Range {
    std::int64_t first = 0, last = 0, step = 1;
    std::int64_t size() const { return (last - first) / step + 1; }
  };
  std::variant<std::vector<AxisValue>, Range> given;

  std::int64_t size() const;
  AxisValue value(std::int64_t i) const;
  bool is_numeric() const;  // every value is a number, whole or not
};

// Fields changed together, under a name.
struct Variant {
  std::string name;
  int line = 0;
  struct Change {
    std::string field;
    AxisValue value;
    int line = 0;
  };
  std::vector<Change> changes;
};

// The plots that a report draws first (mmasc/report/channels.h); it chooses what is not given.
struct PlotRow {
  std::string x;               // an axis of numbers or the quantity of a front (quantities.h)
  std::string series, facet;   // axes, or "variant": colours and panels
  std::vector<std::string> y;  // measures
};

// The kinds of products that D can be (workload.h).
enum class Workload { gemm, dgemm, fp8gemm };
template <>
inline constexpr auto kNames<Workload> = std::to_array<EnumName<Workload>>({
    {Workload::gemm, "gemm"},
    {Workload::dgemm, "dgemm"},
    {Workload::fp8gemm, "fp8gemm"},
});

// A point's hash has the number of its source.
enum class CostSource { estimate, none, synthesis };
template <>
inline constexpr auto kNames<CostSource> = std::to_array<EnumName<CostSource>>({
    {CostSource::estimate, "estimate"},
    {CostSource::none, "none"},
    {CostSource::synthesis, "synthesis"},
});

template <>
inline constexpr auto kNames<SynthesisRecipe> = std::to_array<EnumName<SynthesisRecipe>>({
    {SynthesisRecipe::area, "area"},
    {SynthesisRecipe::speed, "speed"},
});

// How units are synthesised (mmasc/cost/synthesis.h).
struct SynthesisRow {
  std::string liberty;  // a file, relative to the study's folder; empty: the default
  SynthesisRecipe recipe = SynthesisRecipe::area;
  friend bool operator==(const SynthesisRow&, const SynthesisRow&) = default;
};

struct Study {
  std::string text, origin;  // the file and what errors call it
  std::string folder;        // that its units' and tensors' files are looked for in; empty: where
                             // the command runs
  std::string question, unit;
  Workload workload = Workload::gemm;
  std::vector<Axis> axes;
  std::vector<Variant> variants;  // none: one without a name
  std::vector<Tie> ties;          // each may name one before it
  InputRow inputs;
  int phi_line = 0;                    // of inputs.phi; 0: it is not given
  std::int64_t m = 64, n = 64, k = 0;  // 0: by a tensor's shape
  bool m_given = false, n_given = false;
  std::uint64_t seed = 1;
  std::int64_t repetitions = 1;
  std::vector<std::string> measures;  // in the order of kMeasures
  int measures_line = 0;
  std::string platform;  // whose cycles a point's GEMM takes: shipped, or FILE.toml; empty: none
  int platform_line = 0;
  CostSource cost = CostSource::estimate;
  bool energy = false;  // of each point's steps, too; of synthesis alone
  SynthesisRow synthesis;
  PlotRow plot;
  FindRow find;

  // Throws the one-line error `origin:line: key: what is wrong; mend`.
  [[noreturn]] void refuse(int line, std::string_view key, std::string_view reason) const;
};

// Throws InputError: not TOML, unknown keys, values out of range, empty lists. Units are not yet
// looked up (points.h).
Study parse_study(std::string_view text, std::string origin);
// Throws InputError, EnvironmentError too.
Study read_study(const std::string& path);

// The axis of layers (mmasc/inputs/layers.h). Where operands have a * and the study does not list
// the layers itself, it has all that there are.
inline constexpr std::string_view kLayerAxis = "inputs.layer";
bool lists_all_layers(const Study& study);
// Adds the axis to a study that has all layers: of these, and of those that there are in the
// study's folder. The second throws InputError, EnvironmentError.
void set_layers(Study& study, const std::vector<std::string>& layers);
void find_layers(Study& study);

// The product of all axes and variants. Throws InputError beyond 2^62.
std::int64_t count_points(const Study& study);

}  // namespace mmasc
