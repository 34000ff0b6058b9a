// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <filesystem>

#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/command/version.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/report/vega.h"
#include "mmasc/unit/error.h"
#include "synthesiser.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::string folder, output, least, most;
  std::vector<std::string> where;
  bool no_gpus = false;
};

std::string time_of(const fs::path& path) {
  std::error_code none;
  const auto written = fs::last_write_time(path, none);
  if (none) return "not known";
  const auto seconds =
      std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::file_clock::to_sys(written));
  return fmt::format("{:%Y-%m-%d %H:%M} UTC",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)));
}

// The times of the folder's files, so that the page is the same whenever it is made.
std::vector<std::pair<std::string, std::string>> times_of(const std::string& folder) {
  fs::path last;
  fs::file_time_type written = fs::file_time_type::min();
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl" || entry.last_write_time() < written) continue;
    written = entry.last_write_time();
    last = entry.path();
  }
  std::vector<std::pair<std::string, std::string>> times{
      {"sweep started", time_of(study_path(folder))}};
  if (!last.empty()) times.emplace_back("last result", time_of(last));
  return times;
}

// They are an extra: a study that none of them fits has a report all the same.
std::vector<GpuPoint> gpu_points_of(const Results& results, const PlannedResults& planned) {
  if (results.study.cost == CostSource::none || results.points.empty()) return {};
  ProgressLine line;
  line.show("the GPUs' own units on the same operands");
  try {
    return gpu_points(results, planned, stop_if_interrupted, terminal_synthesiser(0));
  } catch (const InputError& error) {
    tell(fmt::format("without the GPUs' own units: {}", error.what()));
  } catch (const EnvironmentError& error) {  // a tool that synthesises is missing
    stop_if_interrupted();
    tell(fmt::format("without the GPUs' own units: {}", error.what()));
  }
  return {};
}

// The command line's --least and --most take the place of the study's [find]; --where alone narrows
// that.
void look_for(const ReportOptions& options, Study& study) {
  if (!options.least.empty() || !options.most.empty())
    study.find = checked_find(study, options.least + options.most, options.least.empty());
  else if (!options.where.empty() && study.find.quantity.empty())
    throw InputError("--where: the study has no [find]; give --least or --most");
  for (const std::string& text : options.where)
    study.find.where.push_back(checked_constraint(study, text));
}

int report_results(const ReportOptions& options) {
  Results results = read_results(options.folder);
  look_for(options, results.study);
  const std::string output =
      options.output.empty() ? (fs::path(options.folder) / "report.html").string() : options.output;
  ReportOrigin origin;
  origin.folder = options.folder;
  origin.version = version_name();
  origin.command = "mmasc report " + shell_word(options.folder);
  if (options.no_gpus) origin.command += " --no-gpus";
  const auto repeat = [&](const char* flag, const std::string& value) {
    if (!value.empty()) origin.command += fmt::format(" {} {}", flag, shell_word(value));
  };
  repeat("--least", options.least);
  repeat("--most", options.most);
  for (const std::string& text : options.where) repeat("--where", text);
  origin.facts = times_of(options.folder);
  const PlannedResults planned = [&] {
    ProgressLine line;
    return plan_again(results, line.counting("points planned"));
  }();
  if (!planned.notice.empty()) tell(planned.notice);
  const auto gpus = options.no_gpus ? std::vector<GpuPoint>() : gpu_points_of(results, planned);
  const ReportPage report = make_report(results, planned, gpus, origin);
  write_file(output, report.html);
  fmt::print("{}\n", report.answer);
  tell(fmt::format("{}: {} of {}, {}", output, results.points.size(),
                   counted(static_cast<long long>(results.planned), "point"),
                   vega_scripts().empty() ? "no plots (see docs/report.md#without-plots)"
                                          : counted(report.plots, "plot")));
  return kGood;
}

CommandRow report_command() {
  return make_command(
      "report", "the results of a study as one HTML page",
      "DIR is a folder that mmasc sweep has filled. The page needs no network.\n"
      "--least and --most look for one design, as [find] of a study does, within the bounds of\n"
      "--where. A QUANTITY is a measure, area, array_area, gates, flip_flops, delay, fo4, "
      "latency,\n"
      "steps, chain, platform_cycles, lanes, an axis of numbers, or one of these with _per_lane\n"
      "behind it.\n"
      "Example: mmasc report results -o results.html\n"
      "Example: mmasc report results --least area --where 'relative_error_rms <= 1e-4'",
      report_results, [](ReportOptions& x, OptionRows& rows) {
        rows.add("DIR", &x.folder, "the folder of the results", "DIR").is_required = true;
        rows.add("-o,--output", &x.output, "the page (default: DIR/report.html)", "FILE.html");
        rows.add("--least", &x.least, "look for the design with the least QUANTITY", "QUANTITY")
            .excludes = "--most";
        rows.add("--most", &x.most, "look for the design with the most QUANTITY", "QUANTITY");
        rows.add(
                "--where", &x.where,
                "leave out designs that miss CONSTRAINT under any condition, or may miss it as far "
                "as samples tell; may be repeated: "
                "QUANTITY <= NUMBER or QUANTITY <= NUMBER * QUANTITY, with <=, >=, <, > or =",
                "CONSTRAINT")
            .is_one_a_flag = true;
        rows.add("--no-gpus", &x.no_gpus,
                 "leave out the units of GPUs, which are computed for the page");
      });
}
const RegisteredCommand kReportCommand(report_command);

}  // namespace
}  // namespace mmasc
