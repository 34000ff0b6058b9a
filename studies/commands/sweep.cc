// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>

#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/report/answer.h"
#include "mmasc/sweep/csv.h"
#include "mmasc/sweep/run.h"
#include "mmasc/sweep/verdict.h"
#include "mmasc/unit/error.h"
#include "synthesiser.h"

namespace mmasc {
namespace {

struct SweepCommandOptions {
  std::string study, folder, shard, csv, json_file;
  bool json = false;
  std::uint64_t threads = 0, points = kMostPoints;
};

std::string time_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

// "12 of 204 points, 3 min 20 s left"
class RemainingTime {
 public:
  std::string text(const SweepProgress& progress) {
    std::string text = fmt::format("{} of {} points", progress.done, progress.all);
    if (!start_) start_ = Clock::now();
    if (progress.work_done <= 0) return text;
    const std::chrono::duration<double> taken = Clock::now() - *start_;
    const double left = taken.count() * (progress.work / progress.work_done - 1);
    return text + fmt::format(", {} left", time_text(left));
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> start_;  // when the first point is begun
};

Json json_of_point(const Study& study, const PointResult& point) {
  Json json = Json::parse(to_line(point));
  if (!study.find.where.empty()) json["verdict"] = verdict_text(point, study.find);
  return json;
}

Json json_of_results(const Results& results) {
  Json json = json_document("sweep");
  json["question"] = results.study.question;
  json["unit"] = results.study.unit;
  json["study"] = results.study.text;
  json["answer"] = answer_of(results, shape_of(results)).sentence;
  json["points"] = Json::array();
  for (const PointResult& point : results.points)
    json["points"].push_back(json_of_point(results.study, point));
  return json;
}

void export_results(const SweepCommandOptions& options) {
  if (options.csv.empty() && options.json_file.empty() && !options.json) return;
  const Results results = read_results(options.folder);
  if (!results.complete())
    return tell(fmt::format("{}: {} of {} points are there; the rank that comes last writes {}",
                            options.folder, results.points.size(), results.planned,
                            !options.csv.empty()         ? options.csv
                            : !options.json_file.empty() ? options.json_file
                                                         : "JSON"));
  if (!options.csv.empty()) write_file(options.csv, to_csv(results));
  if (!options.json_file.empty())
    write_file(options.json_file,
               json_of_results(results).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  if (options.json) print_json(json_of_results(results));
}

int sweep_study(const SweepCommandOptions& options) {
  constexpr std::uint64_t kMostThreads = 4096;
  if (options.threads > kMostThreads)
    throw InputError(fmt::format("--threads {}: use at most {}", options.threads, kMostThreads));
  const Study study = read_study(options.study);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto points = [&] {
    ProgressLine line;
    return plan_points(study, static_cast<std::int64_t>(std::min(options.points, kMost)),
                       line.counting("points planned"));
  }();
  SweepOptions how;
  how.folder = options.folder;
  how.threads = static_cast<int>(options.threads);
  how.rank = options.shard.empty() ? rank_of_environment() : parse_shard(options.shard);
  if (how.rank.count > 1)
    tell(fmt::format("rank {} of {} ({})", how.rank.index + 1, how.rank.count, how.rank.source));
  else if (const std::string alone = tasks_without_ranks(); options.shard.empty() && !alone.empty())
    tell(alone);
  how.tick = stop_if_interrupted;
  how.synthesise = terminal_synthesiser(how.threads);
  // Before the folder is made; one that is complete is exported without tools.
  std::error_code none;
  if (study.cost == CostSource::synthesis &&
      !std::filesystem::exists(study_path(options.folder), none))
    check_synthesiser(synthesis_of(study));
  const SweepCount count = [&] {
    ProgressLine line;
    RemainingTime remaining;
    how.progress = [&](const SweepProgress& progress) { line.show(remaining.text(progress)); };
    return run_sweep(study, points, how);
  }();
  export_results(options);
  const auto all = static_cast<std::int64_t>(points.size());
  tell(fmt::format("{}: {}{}, {} computed now", options.folder, counted(all, "point"),
                   count.points < all ? fmt::format(", {} of this rank", count.points) : "",
                   count.computed));
  return kGood;
}

CommandRow sweep_command() {
  return make_command(
      "sweep", "a study: what fields of a unit do to its errors, cost and cycles",
      "STUDY.toml states the question (docs/studies.md). Results are appended to the folder point\n"
      "by point: a sweep that was stopped goes on where it was. Under mpirun, srun or another\n"
      "launcher each rank computes its share into a file of its own.\n"
      "Example: mmasc sweep studies/examples/fraction_bits.toml -o results --csv results.csv",
      sweep_study, [](SweepCommandOptions& x, OptionRows& rows) {
        rows.add("STUDY", &x.study, "the study", "STUDY.toml").is_required = true;
        rows.add("-o,--output", &x.folder, "the folder of the results", "DIR").is_required = true;
        rows.add_count("--threads", x.threads,
                       "threads that compute (default: one for each processor)");
        rows.add("--shard", &x.shard, "compute share I of N, counted from 1", "I/N");
        rows.add_count("--points", x.points, "the most points that the study may have");
        rows.add("--csv", &x.csv, "write all results as a table", "FILE.csv");
        rows.add_json(x.json);
        rows.add_json_file(x.json_file);
      });
}
const RegisteredCommand kSweepCommand(sweep_command);

}  // namespace
}  // namespace mmasc
