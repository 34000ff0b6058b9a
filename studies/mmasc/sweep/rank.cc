// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/rank.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr int kMostRanks = 1 << 20;

// Whether a process may run alone: an index without a count then says nothing, and else is an
// error.
enum class Alone { never, without_count };

struct Launcher {
  const char *name, *index, *count;
  Alone alone = Alone::never;
  const char* tasks = nullptr;  // of the job, which a process without a rank has, too
};
constexpr Launcher kLaunchers[] = {
    {.name = "Open MPI", .index = "OMPI_COMM_WORLD_RANK", .count = "OMPI_COMM_WORLD_SIZE"},
    {.name = "PMI", .index = "PMI_RANK", .count = "PMI_SIZE"},
    // SLURM_NTASKS is the job's: a script without srun has it too, and runs alone.
    {.name = "Slurm",
     .index = "SLURM_PROCID",
     .count = "SLURM_STEP_NUM_TASKS",
     .alone = Alone::without_count,
     .tasks = "SLURM_NTASKS"},
    {.name = "Kubernetes", .index = "JOB_COMPLETION_INDEX", .count = "JOB_COMPLETIONS"},
};

std::optional<int> number(std::string_view text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && after == end ? std::optional(value) : std::nullopt;
}

}  // namespace

bool Rank::takes(std::string_view point_hash) const {
  std::uint64_t hash = 0;
  std::from_chars(point_hash.data(), point_hash.data() + point_hash.size(), hash, 16);
  return hash % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(index);
}

Rank parse_shard(std::string_view text) {
  const auto slash = text.find('/');
  const auto index = number(text.substr(0, slash));
  const auto count =
      slash == std::string_view::npos ? std::nullopt : number(text.substr(slash + 1));
  if (!index || !count || *count < 1 || *count > kMostRanks || *index < 1 || *index > *count)
    throw InputError(fmt::format("--shard {}: write I/N, I from 1 to N, as 2/8", text));
  return {*index - 1, *count, "--shard"};
}

Rank rank_of_environment() {
  for (const auto& [name, index_variable, count_variable, alone, tasks] : kLaunchers) {
    const char* const index_text = std::getenv(index_variable);
    const char* const count_text = std::getenv(count_variable);
    if (index_text == nullptr) continue;
    if (count_text == nullptr && alone == Alone::without_count) continue;
    if (count_text == nullptr)
      throw InputError(fmt::format("{} is set and {} is not; set it, or give --shard I/N",
                                   index_variable, count_variable));
    const auto index = number(index_text), count = number(count_text);
    if (!index || !count || *count < 1 || *count > kMostRanks || *index < 0 || *index >= *count)
      throw InputError(
          fmt::format("{}={} and {}={} are no rank and number of ranks; give --shard "
                      "I/N",
                      index_variable, index_text, count_variable, count_text));
    return {*index, *count, name};
  }
  return {};
}

std::string tasks_without_ranks() {
  for (const Launcher& launcher : kLaunchers) {
    const char* const text = launcher.tasks == nullptr ? nullptr : std::getenv(launcher.tasks);
    if (text == nullptr || std::getenv(launcher.count) != nullptr) continue;
    if (const auto tasks = number(text); tasks && *tasks > 1)
      return fmt::format("{}={}, but this process has no rank: it computes all points alone",
                         launcher.tasks, *tasks);
  }
  return "";
}

}  // namespace mmasc
