// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

#include "mmasc/batch/engine.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/inputs/layers.h"
#include "mmasc/sweep/evaluate_point.h"
#include "mmasc/sweep/result_writer.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/toml_file.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

// A worker's end because another one failed.
struct Stopped {};

// Operands and exact results, made once, for as long as a point needs them.
class InputCache {
 public:
  struct Entry {
    const std::string* key = nullptr;
    std::mutex mutex{};
    int users = 0;
    std::unique_ptr<SharedInputs> shared{};
  };
  struct Todo {
    const Point* point;
    Entry* inputs;
  };

  InputCache(const Study& study, int threads) : study_(study), threads_(threads) {}

  Todo add(const Point& point) {
    const auto place = entries_.try_emplace(point.input_key()).first;
    place->second.key = &place->first;
    ++place->second.users;
    return {&point, &place->second};
  }

  const SharedInputs& get(const Todo& todo, const std::function<void()>& tick) {
    Entry& entry = *todo.inputs;
    const std::lock_guard lock(entry.mutex);
    if (!entry.shared)
      entry.shared =
          std::make_unique<SharedInputs>(make_shared_inputs(study_, *todo.point, threads_, tick));
    return *entry.shared;
  }

  static void leave(const Todo& todo) {
    const std::lock_guard lock(todo.inputs->mutex);
    if (--todo.inputs->users == 0) todo.inputs->shared.reset();
  }

 private:
  const Study& study_;
  const int threads_;
  std::unordered_map<std::string, Entry> entries_;
};
using Todo = InputCache::Todo;

// Guesses of points' times, to tell what is left. The kernel counts most, and takes longest to
// tell: of a study of many units so many are looked at, and the others are taken for their mean.
class WorkGuess {
 public:
  double of(const Study& study, const Point& point) {
    constexpr double kSlices = 50;
    const auto [m, n, k] = point.shape;
    double products =
        static_cast<double>(m * n * k) * static_cast<double>(point.repetitions(study));
    if (point.workload.kind == Workload::dgemm) products *= kSlices;
    return products * slowness(*point.unit);
  }

 private:
  double slowness(const PlannedUnit& unit) {
    constexpr std::size_t kMostLookedAt = 1000;
    constexpr double kOfTheReference = 40;
    if (const auto known = known_.find(unit.fingerprint); known != known_.end())
      return known->second;
    if (known_.size() == kMostLookedAt) return sum_ / kMostLookedAt;
    const double slow = batch_kernel(unit.unit).name == "reference" ? kOfTheReference : 1;
    sum_ += slow;
    return known_[unit.fingerprint] = slow;
  }

  std::unordered_map<std::uint64_t, double> known_;
  double sum_ = 0;
};

void keep_layers(const Study& study, const std::string& folder) {
  if (!has_layers(study.inputs)) return;
  const auto axis = std::ranges::find(study.axes, kLayerAxis, &Axis::name);
  std::vector<std::string> layers;
  for (std::int64_t i = 0; i < axis->size(); ++i) layers.push_back(to_text(axis->value(i)));
  const std::vector<std::string> kept = kept_layers(folder);
  if (!kept.empty() && kept != layers)
    throw InputError(fmt::format(
        "{}: holds results of other layers, which {} lists; name another folder for the results, "
        "or restore the operands",
        folder, layers_path(folder)));
  std::string text;
  for (const std::string& layer : layers) text += layer + "\n";
  write_file(layers_path(folder), text);
}

void keep_study(const Study& study, const std::string& folder) {
  make_folder(folder);
  const std::string path = study_path(folder);
  std::error_code none;
  if (!fs::exists(path, none))
    write_file(path, study.text);
  else if (read_toml_file(path) != study.text)
    throw InputError(fmt::format(
        "{}: holds the results of another study, {}; name another folder, or remove this one",
        folder, path));
  write_file(study_folder_path(folder), study.folder + "\n");  // it may have moved
  keep_layers(study, folder);
}

// Before any work: a line a point, and as much again to sort them.
void check_space(const std::string& folder, std::size_t points) {
  constexpr std::uintmax_t kBytesOfALine = 4096;
  std::error_code error;
  const auto space = fs::space(folder, error);
  if (!error && space.available < kBytesOfALine * points)
    throw EnvironmentError(
        fmt::format("{}: {} bytes are free, and the results of {} points take up to {}; make room",
                    folder, space.available, points, kBytesOfALine * points));
}

std::set<std::string> points_done(const Study& study, const std::vector<Point>& points,
                                  const std::string& folder) {
  std::set<std::string> done;
  for (const PointResult& result : read_results(folder).points) {
    const auto index = static_cast<std::size_t>(result.index);
    if (index >= points.size() || points[index].hash != result.point)
      throw InputError(fmt::format(
          "{}: holds results that are not of {} as it is now: the study, its rows or "
          "its operand files were changed since; name another folder, or remove this one",
          folder, study.origin));
    done.insert(result.point);
  }
  return done;
}

class Sweep {
 public:
  Sweep(const Study& study, const std::vector<Todo>& todo, InputCache& cache,
        SweepProgress progress, int threads, const SweepOptions& options, ResultWriter& writer)
      : study_(study),
        todo_(todo),
        options_(options),
        writer_(writer),
        threads_(threads),
        cache_(cache),
        costs_(study, points_of(todo), options.synthesise),
        progress_(progress) {
    for (const Todo& one : todo_) progress_.work += guess_.of(study_, *one.point);
  }

  void run() {
    const int workers = std::clamp(static_cast<int>(todo_.size()), 1, threads_);
    engine_threads_ = std::max(1, threads_ / workers);
    report(nullptr);
    std::vector<std::jthread> pool;
    for (int i = 1; i < workers; ++i) pool.emplace_back([this] { work(); });
    work();
    pool.clear();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() noexcept try {
    const auto tick = [this] {
      if (stopped_) throw Stopped{};
      if (options_.tick) options_.tick();
    };
    for (std::size_t i = next_++; i < todo_.size(); i = next_++) {
      tick();
      const Point& point = *todo_[i].point;
      const PointResult result =
          evaluate_point(study_, point, cache_.get(todo_[i], tick), costs_, engine_threads_, tick);
      InputCache::leave(todo_[i]);
      const std::lock_guard lock(mutex_);
      writer_.append(result);
      report(&point);
    }
  } catch (const Stopped&) {
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stopped_ = true;
  }

  static std::vector<const Point*> points_of(const std::vector<Todo>& todo) {
    std::vector<const Point*> points;
    for (const Todo& one : todo) points.push_back(one.point);
    return points;
  }

  void report(const Point* done) {
    if (done != nullptr) {
      ++progress_.done;
      progress_.work_done += guess_.of(study_, *done);
    }
    if (options_.progress) options_.progress(progress_);
  }

  const Study& study_;
  const std::vector<Todo>& todo_;
  const SweepOptions& options_;
  ResultWriter& writer_;
  const int threads_;
  InputCache& cache_;
  const PointCosts costs_;
  int engine_threads_ = 1;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;  // of what follows
  SweepProgress progress_;
  WorkGuess guess_;
  std::exception_ptr failure_;
};

}  // namespace

SweepCount run_sweep(const Study& study, const std::vector<Point>& points,
                     const SweepOptions& options) {
  keep_study(study, options.folder);
  ResultWriter writer(options.folder, options.rank.index);
  const auto done = points_done(study, points, options.folder);
  SweepProgress progress;
  const int threads = options.threads > 0
                          ? options.threads
                          : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  InputCache cache(study, threads);
  std::vector<Todo> todo;
  for (const Point& point : points) {
    if (options.tick) options.tick();
    if (!options.rank.takes(point.hash)) continue;
    ++progress.all;
    if (done.contains(point.hash))
      ++progress.done;
    else
      todo.push_back(cache.add(point));
  }
  check_space(options.folder, todo.size());
  std::ranges::stable_sort(todo, [](const Todo& x, const Todo& y) {
    return x.inputs != y.inputs && *x.inputs->key < *y.inputs->key;
  });
  const SweepCount count{progress.all, static_cast<std::int64_t>(todo.size())};
  if (!todo.empty()) Sweep(study, todo, cache, progress, threads, options, writer).run();
  writer.sort();
  return count;
}

}  // namespace mmasc
