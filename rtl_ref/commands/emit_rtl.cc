// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/tell.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/onlookers/onlooker_files.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/rtl/identifier.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

struct EmitOptions {
  UnitArgument unit;
  std::vector<std::string> also;  // further units, which a select port chooses
  std::string output;             // a new folder
  std::string top;                // the module; empty: of the unit's id
  bool axi_stream = false;        // a module with two streams, too
};

// A folder that appears with all its files or not at all. Files that are there already are the
// user's: only an empty folder is taken.
class NewFolder {
 public:
  explicit NewFolder(const fs::path& path) : path_(path) {
    path_ = path_.lexically_normal();
    if (!path_.has_filename()) path_ = path_.parent_path();  // "out/"
    if (path_.empty() || path_ == "." || path_.filename() == "..")
      throw InputError(fmt::format("{}: name a new folder", path.string()));
    std::error_code error;
    const auto status = fs::symlink_status(path_, error);
    if (fs::exists(status) && !(fs::is_directory(status) && fs::is_empty(path_, error)))
      throw InputError(
          fmt::format("{}: there is something already; name a new folder", path_.string()));
    scratch_ = path_;
    scratch_ += fmt::format(".{}", ::getpid());
    fs::create_directories(scratch_, error);
    if (error)
      throw EnvironmentError(fmt::format("{}: cannot write: {}", path_.string(), error.message()));
  }
  ~NewFolder() {
    std::error_code error;
    if (!scratch_.empty()) fs::remove_all(scratch_, error);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // Throws EnvironmentError that names the folder as the user does.
  void write(const std::string& name, const std::string& text) const {
    try {
      write_file((scratch_ / name).string(), text);
    } catch (const EnvironmentError& error) {
      std::string what = error.what();
      if (const auto at = what.find(scratch_.string()); at != std::string::npos)
        what.replace(at, scratch_.string().size(), path_.string());
      throw EnvironmentError(what);
    }
  }
  void commit() {
    std::error_code error;
    fs::rename(scratch_, path_, error);
    if (error) throw EnvironmentError(fmt::format("{}: {}", path_.string(), error.message()));
    scratch_.clear();
  }

 private:
  fs::path path_, scratch_;  // an empty scratch_: committed
};

int emit_unit(const EmitOptions& options) {
  std::vector<Unit> units{find_unit(options.unit)};
  for (const std::string& name : options.also)
    units.push_back(find_unit({name, options.unit.changes}));
  const std::string top =
      options.top.empty() ? identifier_of(units[0].instruction.id) : options.top;
  const std::vector<RtlFile> files = emit_rtl_files(
      units, top, {.axi_stream = options.axi_stream, .onlookers = onlooker_files(units, top)});
  NewFolder folder(options.output);
  for (const RtlFile& file : files) {
    stop_if_interrupted();
    folder.write(file.name, file.text);
  }
  folder.commit();
  tell(fmt::format("{} files in {}; the module is {}, see README.md there", files.size(),
                   options.output, top));
  return kGood;
}

CommandRow emit_command() {
  return make_command(
      "emit-rtl", "write a unit as SystemVerilog, yours to change",
      kUnitHelp +
          "The new folder holds the stages, the unit's module and its port checker, a file list, "
          "a\n"
          "clock constraint and a README. The unit's module has parameters, wires and instances\n"
          "only. With --also the port format_i selects among UNIT and the others, which may "
          "differ\n"
          "from it in the formats of a and b only.\n"
          "Example: mmasc emit-rtl hopper/wgmma.m64nNk32.f32.e4m3.e4m3 -o rtl \\\n"
          "           --also hopper/wgmma.m64nNk32.f32.e5m2.e5m2",
      emit_unit, [](EmitOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("-o,--output", &x.output, "where the RTL goes, a new folder", "DIR").is_required =
            true;
        rows.add("--also", &x.also,
                 "a further unit of which the module has the formats, at format_i = 1, 2, ...",
                 "UNIT")
            .is_one_a_flag = true;
        rows.add("--axi-stream", &x.axi_stream,
                 "add NAME_axis, the module between two AXI-streams, with skid buffers");
        rows.add("--top", &x.top, "the module's name (default: made of the id)", "NAME");
      });
}
const RegisteredCommand kEmitCommand(emit_command);

}  // namespace
}  // namespace mmasc
