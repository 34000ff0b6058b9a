// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/quantise.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/npy_output.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/presentation/json.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "quantise_options.h"

namespace mmasc {
namespace {

struct QuantiseCommandOptions {
  std::string numbers, output, scales, to, block, scale_format;
  QuantiseArguments how;
  bool nan_blocks = false, json = false;
};

QuantiseScheme scheme_of(const QuantiseCommandOptions& options) {
  QuantiseScheme scheme = scheme_named(options.to);
  if (!options.block.empty()) scheme.block = parse_block("--block", options.block);
  if (!options.scale_format.empty())
    scheme.scale_format = &find_format_argument(options.scale_format);
  scheme.scale = options.how.scale_kind().value_or(scheme.scale);
  scheme.quotient = options.how.quotient_kind();
  scheme.least_greatest = options.how.least_greatest_number();
  check(scheme);
  return scheme;
}

// Whether both names lead to one file, which is there or will be made. A device is none: it takes
// both outputs.
bool are_one_file(const std::string& x, const std::string& y) {
  namespace fs = std::filesystem;
  std::error_code none;
  if (fs::is_other(x, none)) return false;
  const auto whole = [&](const std::string& path) {  // also of what is not there yet
    return fs::weakly_canonical(fs::absolute(links_followed(path), none), none);
  };
  return whole(x) == whole(y);
}

int quantise_matrix(const QuantiseCommandOptions& options) {
  for (const auto& [flag, path] :
       {std::pair{"--output", &options.output}, {"--scales", &options.scales}})
    if (path->empty()) throw InputError(fmt::format("{}: an empty name; name a file", flag));
  if (are_one_file(options.output, options.scales))
    throw InputError(
        fmt::format("--scales and --output name one file, {}; give two", options.output));
  const QuantiseScheme scheme = scheme_of(options);
  const Numbers numbers = load_numbers({.name = "X", .file = options.numbers},
                                       {.convert = {}, .tick = stop_if_interrupted});
  const MatrixView& x = numbers.matrix.view;
  const ScaleCount count = scale_count(scheme.block, x.rows, x.columns);
  const OwnedMatrix elements = output_matrix(*scheme.format, x.rows, x.columns);
  const OwnedMatrix scales = output_matrix(*scheme.scale_format, count.rows, count.columns);
  AtomicFile file(options.output), scales_file(options.scales);
  float tensor_scale = 1;
  {
    ProgressLine progress;
    QuantiseOptions how;
    how.name = "X";
    how.nan_blocks = options.nan_blocks;
    how.progress = progress.counting("rows");
    tensor_scale = quantise({x, numbers.format, elements.matrix(), scales.matrix()}, scheme, how);
  }
  write_uncommitted_npy(scales_file, *scheme.scale_format, scales);
  write_uncommitted_npy(file, *scheme.format, elements);
  commit_together(std::array{&scales_file, &file});
  if (options.json) {
    Json json = json_document("quantise");
    json["rows"] = x.rows;
    json["columns"] = x.columns;
    json["format"] = scheme.format->name;
    json["scale_format"] = scheme.scale_format->name;
    json["scale_rows"] = count.rows;
    json["scale_columns"] = count.columns;
    json["tensor_scale"] = double{tensor_scale};
    json["output"] = options.output;
    json["scales"] = options.scales;
    print_json(json);
  } else {
    tell(fmt::format("{} x {} {}, {} x {} scales in {}{}: {}, {}", x.rows, x.columns,
                     scheme.format->name, count.rows, count.columns, scheme.scale_format->name,
                     scheme.has_tensor_scale ? fmt::format(", times {:a}", tensor_scale) : "",
                     options.output, options.scales));
  }
  return kGood;
}

CommandRow quantise_command() {
  return make_command(
      "quantise", "a matrix as elements of a small format and scales of its blocks",
      "X is .npy or .safetensors[:TENSOR] of f32, f16 or bf16 (in .npy: 2 raw bytes).\n"
      "FORMAT is mxfp8_e4m3, mxfp8_e5m2, mxfp6_e3m2, mxfp6_e2m3, mxfp4, nvfp4, or a format of\n"
      "elements (mmasc formats, or FILE.toml:NAME) with f32 scales of blocks of 1 x 128.\n"
      "Example: mmasc quantise x.npy --to e4m3 --block 128x128 -o q.npy --scales s.npy\n"
      "         mmasc quantise x.npy --to nvfp4 -o q.npy --scales s.npy --json",
      quantise_matrix, [](QuantiseCommandOptions& x, OptionRows& rows) {
        rows.add("X", &x.numbers, "the file of the matrix").is_required = true;
        rows.add("--to", &x.to, "the format, or the scheme, to quantise to", "FORMAT").is_required =
            true;
        rows.add("-o,--output", &x.output, "where the elements go", "FILE.npy").is_required = true;
        rows.add("--scales", &x.scales, "where the scales go", "FILE.npy").is_required = true;
        rows.add("--block", &x.block,
                 "rows and columns that share a scale; 0: all (default: the scheme's)", "RxC");
        rows.add("--scale-format", &x.scale_format,
                 "the format of the scales: f32, ue8m0, ue4m3, ... (default: the scheme's)",
                 "FORMAT");
        add_quantise_options(x.how, rows);
        rows.add("--nan-blocks", &x.nan_blocks,
                 "a block with a NaN or an infinity gets a scale of NaN (default: refused)");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kQuantiseCommand(quantise_command);

}  // namespace
}  // namespace mmasc
