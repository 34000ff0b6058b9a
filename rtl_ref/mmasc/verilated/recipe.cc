// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/recipe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/embedded.h"
#include "mmasc/verilated/text_file.h"
#include "mmasc/verilated/toolchain.h"

namespace mmasc {
namespace {

// As units refer to it, wherever it was loaded from.
constexpr const char* kRuntime = "mmasc_verilator_runtime.so";
constexpr const char* kProduct = "product.so";

std::vector<RtlFile> texts(std::span<const EmbeddedFile> files) {
  std::vector<RtlFile> copies;
  for (const EmbeddedFile& file : files)
    copies.push_back({std::string(file.name), std::string(file.text)});
  return copies;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

// Verilator writes blocks of thousands of statements. Replacing temporaries in them makes
// expressions over which GCC's instruction combiner then spends three quarters of the time, and no
// faster code. -O1 takes twice as long as -Og, for code that runs as fast in lock step.
std::vector<std::string> compile(const std::string& source_and_flags) {
  auto arguments =
      words(fmt::format("-std=c++17 -Og -fno-tree-ter -fPIC -shared -pthread -w -o {} {}", kProduct,
                        source_and_flags));
  arguments.push_back("-I" + toolchain().include.string());
  arguments.push_back("-I" + (toolchain().include / "vltstd").string());
  arguments.push_back("-DVL_PRINTF(...)=fprintf(stderr,__VA_ARGS__)");  // standard output is data
  return arguments;
}

// Verilator chooses the names of its sources. Those called slow run once: they are compiled fast.
void list_sources(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(folder))
    if (each.path().extension() == ".cpp") names.insert(each.path().filename().string());
  std::string list;
  for (const std::string& name : names) {
    const std::string include = fmt::format("#include \"{}\"\n", name);
    const bool slow = name.find("__Slow") != std::string::npos;
    list += slow ? "#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n" + include +
                       "#pragma GCC pop_options\n"
                 : include;
  }
  write_text(folder / "verilated_sources.h", list);
}

// Lists the ports that the wrapper sets: C++ cannot loop over those that Verilator names.
RtlFile list_inputs(const Rtl& rtl) {
  std::string text = "#define MMASC_UNIT_INPUTS(DO)";
  for (const Operand operand : rtl.operands)
    text += fmt::format(" DO({}, {})", index_of(operand), port_name(row_of(operand)));
  return {"unit_inputs.h", text + "\n"};
}

// The line that says what is wrong; the linker's does not say error.
std::string first_error(const std::string& output) {
  std::string first;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string line = output.substr(begin, end - begin);
    if (line.find("rror") != std::string::npos || line.find("failed") != std::string::npos)
      return line;
    if (first.empty()) first = line;
    begin = end + 1;
  }
  return first;
}

}  // namespace

Recipe Recipe::runtime() {
  return {"Verilator's runtime",
          texts(runtime_wrapper_files()),
          {{&toolchain().compiler,
            compile(fmt::format("runtime_wrapper.cc -Wl,-soname,{}", kRuntime))}}};
}

Recipe Recipe::unit(const Rtl& rtl, const std::string& name) {
  // In wide units, operations of more than 4 words stay calls: word by word, one of 17 words took 6
  // GB. Narrow units run twice as fast without calls.
  constexpr int kWideBits = 256;
  auto verilate = words(
      fmt::format("--cc -O3 {} --assert --x-assign unique --x-initial unique -Wno-fatal "
                  "-Werror-WIDTH -Werror-PINMISSING -GID_BITS=32 --prefix Vmmasc_unit --Mdir . "
                  "visible.vlt --top-module {}",
                  rtl.word_bits > kWideBits ? "--expand-limit 4" : "", rtl.top));
  for (const RtlFile& file : rtl.files) verilate.push_back(file.name);
  std::vector<RtlFile> sources = texts(unit_wrapper_files());
  sources.push_back(list_inputs(rtl));
  sources.insert(sources.end(), rtl.files.begin(), rtl.files.end());
  return {name,
          std::move(sources),
          {{&toolchain().verilator, std::move(verilate)},
           {&toolchain().compiler,
            compile(fmt::format("unit_wrapper.cc {} -fvisibility=hidden -DMMASC_TOP=\"{}\"",
                                kRuntime, rtl.top))}}};
}

Recipe::Recipe(std::string name, std::vector<RtlFile> sources, std::vector<Command> commands)
    : name_(std::move(name)), sources_(std::move(sources)), commands_(std::move(commands)) {
  ContentHash hash;
  hash.add(toolchain().versions);
  for (const RtlFile& source : sources_) hash.add(source.name).add(source.text);
  for (const Command& command : commands_) {
    hash.add(command.tool->program);
    for (const std::string& argument : command.arguments) hash.add(argument);
  }
  key_ = hash.hex();
}

void Recipe::make(const std::filesystem::path& file, const std::filesystem::path& log,
                  const std::filesystem::path& runtime) const {
  const std::filesystem::path folder = file.parent_path();
  for (const RtlFile& source : sources_) write_text(folder / source.name, source.text);
  if (!runtime.empty()) std::filesystem::create_symlink(runtime, folder / kRuntime);
  for (const Command& command : commands_) {
    list_sources(folder);
    const ToolRun run = run_tool(*command.tool, command.arguments, folder);
    if (run.succeeded) continue;
    write_text(log, fmt::format("{} {}\n{}", command.tool->program,
                                fmt::join(command.arguments, " "), run.output));
    if (run.output.find("bad_alloc") != std::string::npos ||
        run.output.find("out of memory") != std::string::npos)
      throw EnvironmentError(fmt::format(
          "{}: {} needs more memory than half of this machine's, {} MB; use --engine pipeline",
          name_, command.tool->program, tool_memory() / 1'000'000));
    throw EnvironmentError(fmt::format("{}: {} failed: {}; see {}", name_, command.tool->program,
                                       first_error(run.output), log.string()));
  }
  std::filesystem::rename(folder / kProduct, file);
}

}  // namespace mmasc
