// SPDX-License-Identifier: Apache-2.0
// The commands that pages show in fenced blocks as on a terminal, "$ mmasc ...", and what they
// print.
#pragma once

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli_fixture.h"

namespace mmasc {

struct ShownCommand {
  int line = 0;         // of the page
  std::string command;  // as a shell takes it
  std::string output;   // both streams; "..." stands for what is left out
};

// A fenced block: its commands, and the TOML text that the page shows before it.
struct ShownBlock {
  std::vector<ShownCommand> commands;
  std::string toml;
};

inline std::vector<ShownBlock> blocks_of(const std::string& page) {
  std::vector<ShownBlock> blocks;
  std::istringstream lines(page);
  std::string toml;
  bool is_inside = false, is_toml = false, goes_on = false;
  int number = 0;
  ShownBlock block;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) {
      if (is_inside && !block.commands.empty()) blocks.push_back(block);
      is_inside = !is_inside;
      is_toml = is_inside && line == "```toml";
      if (is_toml) toml.clear();
      block = {{}, toml};
      continue;
    }
    if (is_toml) toml += line + "\n";
    if (!is_inside) continue;
    if (goes_on)
      block.commands.back().command += "\n" + line;
    else if (line.starts_with("$ "))
      block.commands.push_back({number, line.substr(2), ""});
    else if (!block.commands.empty())
      block.commands.back().output += line + "\n";
    goes_on =
        !block.commands.empty() && (goes_on || line.starts_with("$ ")) && line.ends_with("\\");
  }
  return blocks;
}

// Whether the text is what a page shows of it.
inline bool is_shown(std::string_view shown, std::string_view text) {
  constexpr std::string_view kLeftOut = "...";
  const auto at = shown.find(kLeftOut);
  if (at == shown.npos) return shown == text;
  if (text.substr(0, at) != shown.substr(0, at)) return false;
  std::string_view rest = shown.substr(at + kLeftOut.size());
  text.remove_prefix(at);
  // A line of dots may stand for none.
  if ((at == 0 || shown[at - 1] == '\n') && rest.starts_with('\n') &&
      is_shown(rest.substr(1), text))
    return true;
  for (std::size_t skipped = 0; skipped <= text.size(); ++skipped)
    if (is_shown(rest, text.substr(skipped))) return true;
  return false;
}

// When the commands of a block are run.
enum class Tier { by_default, by_long, elsewhere };

// The blocks that are not run with the default tests: of these pages, with a command that has this
// in it.
struct TierOfBlock {
  std::string_view page, part;
  Tier tier;
  std::string_view why;
};
inline constexpr TierOfBlock kTiersOfBlocks[] = {
    {"assertions", "verilator", Tier::elsewhere, "rtl_flow runs it with a bench"},
    {"batch", "tail -n 1", Tier::elsewhere, "tells the vector lanes of the machine"},
    {"black_box", "exec:ssh fpga", Tier::elsewhere, "boxes that a reader has"},
    {"black_box", "vec:recorded.vec", Tier::elsewhere, "files that a reader has"},
    {"black_box", "on_a_gpu.py", Tier::elsewhere, "a program that a reader has"},
    {"black_box", "--answer", Tier::elsewhere, "asks the processor, and a GPU"},
    {"capture", "--compare", Tier::elsewhere, "asks the processor"},
    {"cost", "mmasc cost", Tier::by_long, "synthesises"},
    {"emit_c", "cbmc", Tier::elsewhere, "c_source runs it where it is"},
    {"foreign", "exs_f16_rdn.vec", Tier::elsewhere, "outputs of others, which foreign tests have"},
    {"gemm", "obj_dir/libdut.so", Tier::elsewhere, "the library is of another page"},
    {"hardware", "g++", Tier::elsewhere, "consumers builds it with an installed library"},
    {"identify", "--answer", Tier::elsewhere, "asks the processor"},
    {"ozaki", "a.npy", Tier::elsewhere, "what is printed depends on a reader's matrices"},
    {"probes", "--all", Tier::by_long, "looks at every row"},
    {"prove", "mmasc prove", Tier::elsewhere, "tells seconds"},
    {"studies", "fraction_bits.toml", Tier::by_long, "takes half a minute"},
    {"studies", "fp8_accumulator.toml", Tier::by_long, "takes minutes"},
    {"studies", "--energy normal", Tier::by_long, "synthesises"},
    {"vectors", "xvbf16ger2pp_qemu.vec", Tier::elsewhere, "a recording that is not shipped"},
    {"vectors", "other.vec", Tier::elsewhere, "vectors of a reader"},
};

inline bool has(const ShownBlock& block, std::string_view part) {
  return std::ranges::any_of(block.commands, [&](const ShownCommand& shown) {
    return shown.command.find(part) != std::string::npos;
  });
}

inline Tier tier_of(std::string_view page, const ShownBlock& block) {
  if (!has(block, "mmasc ")) return Tier::elsewhere;
  for (const TierOfBlock& row : kTiersOfBlocks)
    if (row.page == page && has(block, row.part)) return row.tier;
  return Tier::by_default;
}

// "README" and the names of docs/*.md.
inline std::vector<std::string> pages() {
  std::vector<std::string> names{"README"};
  for (const auto& entry : fs::directory_iterator(MMASC_DOCS))
    if (entry.path().extension() == ".md") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}
inline std::string page_text(const std::string& name) {
  return slurp(name == "README" ? MMASC_DOCS "/../README.md" : MMASC_DOCS "/" + name + ".md");
}
inline std::vector<std::string> pages_with(Tier tier) {
  std::vector<std::string> names;
  for (const std::string& name : pages())
    if (std::ranges::any_of(blocks_of(page_text(name)),
                            [&](const ShownBlock& block) { return tier_of(name, block) == tier; }))
      names.push_back(name);
  return names;
}

// Runs a page's commands one after the other, in a folder that has the project's folders in it.
class PageCommands : public Cli, public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    Cli::SetUp();
    for (const char* name : {"studies", "gpu_golden", "rtl_ref", "verification", "models"})
      fs::create_symlink(fs::path(MMASC_DOCS).parent_path() / name, folder_ / name);
    fs::create_directory(folder_ / ".bin");
    fs::create_symlink(MMASC_BINARY, folder_ / ".bin/mmasc");
  }

  // In the order in which a terminal shows the lines of both streams.
  Ran run_shown(const std::string& command) const {
    std::ofstream(folder_ / ".command") << command << "\n";
    const std::string shell =
        "cd '" + folder_.string() + "' && PATH=\"$PWD/.bin:$PATH\" stdbuf -oL bash .command 2>&1";
    Ran ran;
    std::FILE* const pipe = popen(shell.c_str(), "r");
    EXPECT_NE(pipe, nullptr);
    std::array<char, 4096> buffer;
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
      ran.out.append(buffer.data(), size);
    const int status = pclose(pipe);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ran;
  }

  // Why this machine cannot run it; empty: it can.
  std::string what_is_missing(const ShownBlock& block) const {
    const auto runs = [&](const std::string& tool) {
      return run_shown("command -v " + tool).code == 0;
    };
    if (has(block, "verilator") && !runs("verilator")) return "no verilator";
    if ((has(block, "mmasc cosim") || has(block, "pipeline")) && !simulates()) return "no SystemC";
    if (has(block, "mmasc cosim") && !runs("verilator")) return "no verilator";
    if (has(block, "mmasc cost") && !has(block, "--estimate") &&
        (run_shown("yosys -V").out.find("Yosys 0.23") == std::string::npos ||
         !fs::exists("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")))
      return "not the tools of the page, Yosys 0.23 and qflow-tech-osu018";
    return "";
  }

  // A page that shows other lines than these is old. A command of which none are shown must end
  // well.
  void expect_page_is_right(Tier tier) {
    const std::string page = GetParam();
    int compared = 0;
    std::string missing;
    for (const ShownBlock& block : blocks_of(page_text(page))) {
      if (tier_of(page, block) != tier) continue;
      if (missing = what_is_missing(block); !missing.empty()) continue;
      if (has(block, "mine.toml") && !fs::exists(folder_ / "mine.toml"))
        write("mine.toml", block.toml);
      for (const auto& [line, command, output] : block.commands) {
        const Ran ran = run_shown(command);
        ++compared;
        if (output.empty())
          EXPECT_EQ(ran.code, 0) << page << ":" << line << ": " << command << "\n" << ran.out;
        else
          EXPECT_TRUE(is_shown(output, ran.out))
              << page << ":" << line << ": the page is old; " << command << " prints\n"
              << ran.out;
      }
    }
    if (compared == 0) GTEST_SKIP() << missing;
  }
};

inline std::string page_name(const ::testing::TestParamInfo<std::string>& info) {
  return std::regex_replace(info.param, std::regex("[^A-Za-z0-9]"), "_");
}

}  // namespace mmasc
