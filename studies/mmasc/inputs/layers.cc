// SPDX-License-Identifier: Apache-2.0
#include "mmasc/inputs/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "mmasc/inputs/input_set.h"
#include "mmasc/matrix_files/safetensors.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

constexpr char kAny = '*';
constexpr std::string_view kTensors = ".safetensors:";

constexpr std::array kOperandsOfLayers{&InputRow::a, &InputRow::b, &InputRow::c};

bool is_of_layer(const std::string& operand) { return operand.find(kAny) != operand.npos; }

// Adds what the * of a pattern stands for in a name, and nothing where the name is not of the
// pattern.
void add_match(std::string_view pattern, std::string_view name, std::vector<std::string>& found) {
  const auto star = pattern.find(kAny);
  const std::string_view before = pattern.substr(0, star), after = pattern.substr(star + 1);
  if (name.size() > before.size() + after.size() && name.starts_with(before) &&
      name.ends_with(after))
    found.emplace_back(name.substr(before.size(), name.size() - before.size() - after.size()));
}

std::vector<std::string> names_in_folder(const fs::path& folder, const std::string& pattern) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator each(folder.empty() ? "." : folder, error), end; each != end;
       each.increment(error)) {
    if (error) break;
    names.push_back(each->path().filename().string());
  }
  if (error) throw InputError(fmt::format("{}: {}: {}", pattern, folder.string(), error.message()));
  return names;
}

std::vector<std::string> layers_of(const std::string& folder, const std::string& operand) {
  if (std::ranges::count(operand, kAny) > 1)
    throw InputError(fmt::format("{}: has more than one *; one stands for the layer", operand));
  std::string pattern;
  std::vector<std::string> names;
  const auto tensor = operand.find(kTensors);
  if (tensor != operand.npos) {
    const auto file = tensor + kTensors.size() - 1;
    pattern = operand.substr(file + 1);
    if (is_of_layer(pattern))
      names = safetensors_names(InputFile(in_folder(folder, operand.substr(0, file))));
  } else {
    const fs::path path(in_folder(folder, operand));
    pattern = path.filename().string();
    if (is_of_layer(pattern)) names = names_in_folder(path.parent_path(), operand);
  }
  if (!is_of_layer(pattern))
    throw InputError(fmt::format(
        "{}: a * stands in the name of a .npy file, or of a tensor behind {}", operand, kTensors));
  std::vector<std::string> layers;
  for (const std::string& name : names) add_match(pattern, name, layers);
  std::ranges::sort(layers);
  if (layers.empty()) throw InputError(fmt::format("{}: there is no such file or tensor", operand));
  return layers;
}

}  // namespace

bool has_layers(const InputRow& row) {
  return std::ranges::any_of(kOperandsOfLayers,
                             [&](auto operand) { return is_of_layer(row.*operand); });
}

std::vector<std::string> layers_of(const InputRow& row) {
  std::vector<std::string> all;
  bool is_first = true;
  std::string patterns;
  for (const auto operand : kOperandsOfLayers) {
    if (!is_of_layer(row.*operand)) continue;
    const std::vector<std::string> layers = layers_of(row.folder, row.*operand);
    std::vector<std::string> both;
    std::ranges::set_intersection(is_first ? layers : all, layers, std::back_inserter(both));
    all = std::move(both);
    patterns += (is_first ? "" : " and ") + row.*operand;
    is_first = false;
  }
  if (all.empty()) throw InputError(fmt::format("{}: no layer has all of them", patterns));
  return all;
}

InputRow of_layer(InputRow row, std::string_view layer) {
  for (const auto operand : kOperandsOfLayers)
    if (const auto star = (row.*operand).find(kAny); star != std::string::npos)
      (row.*operand).replace(star, 1, layer);
  return row;
}

}  // namespace mmasc
