// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/rtl_logic.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "mmasc/proof/blif.h"
#include "mmasc/proof/flatten.h"
#include "mmasc/proof/maps.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/cache.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"
#include "mmasc/verilated/yosys.h"

namespace mmasc::proof {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeconds = 3600;   // of Yosys
constexpr std::string_view kReader = "1";  // another where Yosys's netlist is read otherwise
constexpr std::string_view kLargestExponent = "e_max";  // in mmasc_align_sum

std::string script(const Rtl& rtl) {
  std::string files;
  for (const RtlFile& file : rtl.files) files += " " + file.name;
  return fmt::format(
      "read_verilog -sv -defer{0}\n"
      "hierarchy -check -top {1}\n"
      "proc -noopt\n"  // which passes over black boxes, in newer Yosys
      "setattr -mod -set blackbox 1 *mmasc_elastic*\n"
      "write_blif -icells -blackbox drivers.blif\n"
      "opt_expr\n"
      "opt_clean\n"
      "techmap -map {2}\n"
      "techmap -map {2} -map +/techmap.v\n"
      "opt_expr\n"
      "opt_clean\n"
      "check -assert\n"
      "aigmap\n"
      "write_blif -icells -cname -blackbox unit.blif\n",  // each module once
      files, rtl.top, proof_maps().front().name);
}

std::string first_error_of(const std::string& output) {
  const std::size_t at = output.find("ERROR: ");
  return at == std::string::npos ? "it ended without a word"
                                 : output.substr(at, output.find('\n', at) - at);
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Yosys does not tell of a disk that is full.
std::string netlist_of(const fs::path& path) {
  std::string text = text_of(path);
  const std::size_t last = text.find_last_not_of('\n');
  if (last == std::string::npos || !std::string_view(text).substr(0, last + 1).ends_with(".end"))
    throw EnvironmentError(fmt::format("{}: Yosys wrote only a part; is there room in {}?",
                                       path.filename().string(), path.parent_path().string()));
  return text;
}

}  // namespace

std::string largest_exponent(int level, int sum) {
  return fmt::format("u_aligner_{}.g_sum[{}].u_align_sum.{}", level, sum, kLargestExponent);
}

AigerFile rtl_logic(const Rtl& rtl, int stop, const fs::path& cache_folder) {
  const Cache cache(cache_folder.empty() ? default_cache_folder() / "proof" : cache_folder);
  const std::string commands = script(rtl);
  ContentHash hash;
  hash.add(run_tool(kYosys, {"-V"}).output).add(commands).add(kReader);
  for (const EmbeddedFile& map : proof_maps()) hash.add(map.text);
  for (const RtlFile& file : rtl.files) hash.add(file.name).add(file.text);
  const auto entry = cache.get(hash.hex(), [&](const fs::path& file, const fs::path& kept_log) {
    const fs::path folder = file.parent_path();
    for (const RtlFile& source : rtl.files) write_text(folder / source.name, source.text);
    for (const EmbeddedFile& map : proof_maps()) write_text(folder / map.name, map.text);
    write_text(folder / "script.ys", commands);
    const ToolRun run =
        run_tool(kYosys, {"-q", "script.ys"}, folder, {.seconds = kSeconds, .stop = stop});
    if (run.out_of_time)
      throw EnvironmentError(
          fmt::format("{}: Yosys takes more than {} minutes", rtl.top, kSeconds / 60));
    if (!run.succeeded) {
      write_text(kept_log, run.output);
      if (run.output.find("conflicting") != std::string::npos)  // Yosys 0.52's check
        throw InputError(
            fmt::format("{}: a net has several drivers; see {}", rtl.top, kept_log.string()));
      throw InputError(fmt::format("{}: Yosys does not take the RTL: {}; see {}", rtl.top,
                                   first_error_of(run.output), kept_log.string()));
    }
    check_drivers(netlist_of(folder / "drivers.blif"), rtl.top);
    const FlatLogic logic =
        flatten(parse_blif(netlist_of(folder / "unit.blif"), rtl.top), rtl.top, kLargestExponent);
    write_text(file, aiger_of(logic.gates, logic.inputs, logic.outputs));
  });
  return parse_aiger(text_of(entry.file), rtl.top);
}

}  // namespace mmasc::proof
