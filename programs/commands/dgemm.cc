// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/dgemm.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "mmasc/arith/elements_of_k.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/npy_output.h"
#include "mmasc/command/product_json.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

struct DgemmCommandOptions {
  std::string a, b, output;
  UnitArgument unit;
  std::string slices = "estimated";
  std::string d_format = "f64";
  std::uint64_t slice_bits = 0, block_k = 0;
  bool full = false, correct = false;
  bool transpose_a = false, transpose_b = false;
  EngineArgument engine{"batch"};
  bool list = false;
  bool json = false;
};

int slices_of(const std::string& typed) {
  if (typed == "estimated") return DgemmOptions::kEstimated;
  if (typed == "all") return DgemmOptions::kAll;
  int slices = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), slices);
  if (error == std::errc::result_out_of_range)
    throw InputError(fmt::format("--slices: {} is too large", typed));
  if (error != std::errc{} || end != typed.data() + typed.size() || slices < 1)
    throw InputError(fmt::format(
        "--slices: {} is no number of slices; give 1 or more, estimated or all", typed));
  return slices;
}

DgemmOptions dgemm_options(const DgemmCommandOptions& options, const Unit& unit) {
  DgemmOptions how;
  how.slices = slices_of(options.slices);
  if (options.full) how.products = SliceProducts::full;
  if (options.correct) how.summation = SliceSummation::correct;
  if (options.slice_bits > 64)
    throw InputError(fmt::format("--slice-bits: {} is too large", options.slice_bits));
  how.slice_bits = static_cast<int>(options.slice_bits);
  how.block = whole_elements(options.block_k);
  check_elements_of_k(unit, "--block-k", how.block);
  return how;
}

Matrix read_doubles(const char* name, const std::string& file, bool transposed) {
  LoadOptions how;
  how.tick = stop_if_interrupted;
  how.convert = Conversion{};
  how.is_exact = true;
  return load_matrix({.name = name, .file = file, .transposed = transposed}, format_named("f64"),
                     how);
}

// Units that differ in no slice, under the first of them.
struct ListedUnit {
  std::string id, formats;
  std::vector<ExactSlices> slices;
  int alike = 1;
};

std::vector<ListedUnit> listed_units() {
  std::vector<ListedUnit> all;
  std::map<std::string, std::size_t> known;
  for (const Unit& unit : catalog().units()) {
    if (unit.instruction.sparsity) continue;
    const std::string formats = formats_text(unit);
    const auto architecture = unit.instruction.id.substr(0, unit.instruction.id.find('/'));
    const std::vector<ExactSlices> slices = exact_slices(unit);
    std::string key = architecture + formats;
    for (const ExactSlices& width : slices)
      key += fmt::format(" {} {} {}", width.bits, width.chain, width.call);
    const auto [at, is_new] = known.emplace(key, all.size());
    if (is_new)
      all.push_back({unit.instruction.id, formats, slices});
    else
      ++all[at->second].alike;
  }
  return all;
}

// The widest slices that are added up exactly along k products.
int widest(const ListedUnit& unit, std::int64_t ExactSlices::*length, std::int64_t k) {
  int bits = 0;
  for (const ExactSlices& slices : unit.slices)
    if (slices.*length >= k) bits = slices.bits;
  return bits;
}

Json json_row(const std::string& id, const std::string& formats,
              const std::vector<ExactSlices>& slices, const std::vector<std::string>& changes) {
  Json row{{"unit", id}, {"set", changes}, {"formats", formats}, {"slices", Json::array()}};
  for (const ExactSlices& width : slices)
    row["slices"].push_back({{"bits", width.bits}, {"chain", width.chain}, {"call", width.call}});
  return row;
}

// Lists every width of slices on one unit, and why the next one is not exact.
int list_widths(const DgemmCommandOptions& options) {
  const Unit unit = find_unit(options.unit);
  const std::vector<ExactSlices> slices = exact_slices(unit);
  const int next = slices.empty() ? 1 : slices.back().bits + 1;
  const std::string reason = why_inexact(unit, next, 1).value_or("");
  if (options.json) {
    Json json = json_document("dgemm.list");
    json["units"].push_back(
        json_row(options.unit.name, formats_text(unit), slices, options.unit.changes));
    json["units"].back()["ends"] = reason;
    print_json(json);
    return kGood;
  }
  using enum Table::Align;
  Table table({right, right, right});
  table.add({"bits", "chain", "promoted"});
  for (const ExactSlices& width : slices)
    table.add({fmt::format("{}", width.bits), fmt::format("{}", width.chain),
               fmt::format("{}", width.call)});
  fmt::print("{}{} bit{}: {}\n", slices.empty() ? "" : table.text(), next, next == 1 ? "" : "s",
             reason);
  return kGood;
}

int list_units_of_dgemm(const DgemmCommandOptions& options) {
  if (!options.unit.name.empty()) return list_widths(options);
  const auto units = listed_units();
  if (options.json) {
    Json json = json_document("dgemm.list");
    for (const ListedUnit& unit : units) {
      Json row = json_row(unit.id, unit.formats, unit.slices, {});
      row["units_alike"] = unit.alike;
      json["units"].push_back(std::move(row));
    }
    print_json(json);
    return kGood;
  }
  constexpr std::int64_t kLengths[] = {16, 64, 256, 1024, 4096};
  using enum Table::Align;
  Table table({left, left, right, right, right, right, right, right});
  std::vector<std::string> head{"unit", "formats"};
  for (const std::int64_t k : kLengths) head.push_back(fmt::format("K={}", k));
  head.push_back("alike");
  table.add(head);
  for (const ListedUnit& unit : units) {
    std::vector<std::string> cells{unit.id, unit.formats};
    for (const std::int64_t k : kLengths) {
      const int chained = widest(unit, &ExactSlices::chain, k);
      const int promoted = widest(unit, &ExactSlices::call, k);
      cells.push_back(chained == promoted ? fmt::format("{}", chained)
                                          : fmt::format("{} ({})", chained, promoted));
    }
    cells.push_back(fmt::format("{}", unit.alike));
    table.add(cells);
  }
  fmt::print(
      "Bits of the widest slices whose products the unit adds up exactly along K; in brackets\n"
      "those with partial sums promoted to f32.\n\n{}",
      table.text());
  return kGood;
}

Json summary_json(const DgemmCommandOptions& options, const Unit& unit, const DgemmProblem& problem,
                  const DgemmSummary& done) {
  Json json = product_json("dgemm", options.unit, unit, options.engine.name, problem.d.rows,
                           problem.d.columns, problem.a.columns);
  json["slice_bits"] = done.unit.bits;
  json["chain"] = done.unit.chain;
  json["block_k"] = done.block;
  json["slices_a"] = done.slices_a;
  json["slices_b"] = done.slices_b;
  json["slice_products"] = done.slice_products;
  json["whole"] = done.is_whole;
  json["summation"] = options.correct ? "correct" : "fp64";
  json["d"] = options.d_format;
  json["output"] = options.output;
  return json;
}

int multiply_by_slices(const DgemmCommandOptions& options) {
  if (options.list && !(options.a.empty() && options.b.empty() && options.output.empty()))
    throw InputError("--list multiplies nothing; leave out A, B and --output");
  if (options.list) return list_units_of_dgemm(options);
  if (options.a.empty() || options.b.empty() || options.output.empty() || options.unit.name.empty())
    throw InputError("give UNIT, A, B and --output, or --list; see mmasc dgemm --help");
  engine_named(options.engine);
  const Unit unit = find_unit(options.unit);
  DgemmOptions how = dgemm_options(options, unit);
  const auto engine = make_engine(options.engine, unit);
  const Format& format = format_named(options.d_format);
  const Matrix a = read_doubles("A", options.a, options.transpose_a);
  const Matrix b = read_doubles("B", options.b, options.transpose_b);
  OwnedMatrix d = output_matrix(format, a.view.rows, b.view.columns);
  const DgemmProblem problem{.a = a.view, .b = b.view, .d = d.matrix()};
  AtomicFile file(options.output);  // a folder that takes no file is told before the work
  DgemmSummary done;
  {
    ProgressLine progress;
    how.progress = progress.counting("products of slices");
    done = dgemm(*engine, problem, how);
  }
  write_npy(file, format, d);
  if (options.json)
    print_json(summary_json(options, unit, problem, done));
  else
    tell(fmt::format(
        "D is {} x {} {}, K = {}; {} and {} slices of {} bit{}, {} of their products{}: {}",
        d.matrix().rows, d.matrix().columns, format.name, a.view.columns, done.slices_a,
        done.slices_b, done.unit.bits, done.unit.bits == 1 ? "" : "s", done.slice_products,
        done.is_whole ? ", nothing left out" : "", options.output));
  return kGood;
}

// Why --d cannot be this format; empty where it can.
std::string why_no_dgemm(const std::string& format) {
  return format == "f64" || format == "f32" ? ""
                                            : fmt::format("is \"{}\"; one of f64, f32", format);
}

CommandRow dgemm_command() {
  return make_command(
      "dgemm", "D = A * B in FP64 or FP32 on a unit of small formats (Ozaki scheme)",
      kUnitHelp +
          "Files are those of mmasc gemm; elements of any format that f64 holds are taken "
          "exactly.\n"
          "A and B are split into slices that the unit multiplies without an error. The bits of a\n"
          "slice follow from the unit; mmasc dgemm --list shows them.\n"
          "Example: mmasc dgemm hopper/mma.m16n8k16.f32.f16.f16.f32 a.npy b.npy -o d.npy\n"
          "         mmasc dgemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy b.npy -o d.npy --slices "
          "all \\\n"
          "           --correct",
      multiply_by_slices, [](DgemmCommandOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, kUnitLine);
        rows.add("A", &x.a, "the file of A, M x K");
        rows.add("B", &x.b, "the file of B, K x N");
        rows.add_changes(x.unit.changes);
        rows.add("-o,--output", &x.output, "where D goes", "FILE.npy");
        rows.add(
            "--slices", &x.slices,
            "slices of each matrix: N, all, or estimated (default): as accurate as an FP64 GEMM",
            "N");
        rows.add("--full", &x.full,
                 "compute all products of slices (default: of slices p and q with p + q <= N + 1)");
        rows.add("--correct", &x.correct,
                 "add the products up exactly and round once (default: in FP64)");
        rows.add_count("--slice-bits", x.slice_bits,
                       "bits of a slice (default: 0, as many as take the least time)");
        rows.add_count(
            "--block-k", x.block_k,
            "at most N elements of K at once, a multiple of the unit's k (default: 0, as "
            "many as are exact)");
        rows.add("--d", &x.d_format, "D's format, and the accuracy: f64 (default), f32", "FORMAT")
            .complaint = why_no_dgemm;
        rows.add("--transpose-a", &x.transpose_a, "the file of A has the transpose");
        rows.add("--transpose-b", &x.transpose_b, "the file of B has the transpose");
        rows.add_engine(x.engine);
        rows.add("--list", &x.list,
                 "print which slices the units of the catalogue, or UNIT, add up exactly");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kDgemmCommand(dgemm_command);

}  // namespace
}  // namespace mmasc
