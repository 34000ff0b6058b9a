// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/marks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mmasc {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMarkColour = "#c98a00";   // seen on light and dark, and no choice's
constexpr const char* kBoundColour = "#8b949e";  // as the front's

// Those of vega, but for the diamond, which the catalogue's units have, and paths in a square from
// -1 to 1; holes are wound the other way.
constexpr const char* kPointShapes[] = {
    "circle", "square", "cross", "M-1,0L-0.5,-0.87L0.5,-0.87L1,0L0.5,0.87L-0.5,0.87Z",
    "triangle-up", "triangle-down", "triangle-right", "triangle-left",
    // star, saltire
    "M0,-1L0.22,-0.31L0.95,-0.31L0.36,0.12L0.59,0.81L0,0.38L-0.59,0.81L-0.36,0.12L-0.95,-0.31L-0."
    "22,"
    "-0.31Z",
    "M-1,-0.6L-0.6,-1L0,-0.4L0.6,-1L1,-0.6L0.4,0L1,0.6L0.6,1L0,0.4L-0.6,1L-1,0.6L-0.4,0Z",
    // ring, frames
    "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0ZM-0.55,0A0.55,0.55,0,1,0,0.55,0A0.55,0.55,0,1,0,-0.55,0Z",
    "M-0.9,-0.9L0.9,-0.9L0.9,0.9L-0.9,0.9ZM-0.45,-0.45L-0.45,0.45L0.45,0.45L0.45,-0.45Z",
    "M0,-1.1L1.1,0L0,1.1L-1.1,0ZM0,-0.55L-0.55,0L0,0.55L0.55,0Z",
    "M0,-1L1.1,0.9L-1.1,0.9ZM0,-0.2L-0.5,0.55L0.5,0.55Z",
    "M0,1L1.1,-0.9L-1.1,-0.9ZM0,0.2L-0.5,-0.55L0.5,-0.55Z",
    // hourglass, bow tie, halves of a circle
    "M-0.9,-0.9L0.9,-0.9L-0.9,0.9L0.9,0.9Z", "M-0.9,-0.9L0.9,0.9L0.9,-0.9L-0.9,0.9Z",
    "M-1,0.5A1,1,0,0,1,1,0.5Z", "M-1,-0.5A1,1,0,0,0,1,-0.5Z",
    // bars, T and its mirror, two bars, half a square
    "M-1.1,-0.35L1.1,-0.35L1.1,0.35L-1.1,0.35Z", "M-0.35,-1.1L0.35,-1.1L0.35,1.1L-0.35,1.1Z",
    "M-1,-0.9L1,-0.9L1,-0.3L0.3,-0.3L0.3,1L-0.3,1L-0.3,-0.3L-1,-0.3Z",
    "M-1,0.9L1,0.9L1,0.3L0.3,0.3L0.3,-1L-0.3,-1L-0.3,0.3L-1,0.3Z",
    "M-1,-0.8L1,-0.8L1,-0.25L-1,-0.25ZM-1,0.25L1,0.25L1,0.8L-1,0.8Z",
    "M-0.9,-0.9L-0.9,0.9L0.9,0.9Z"};
static_assert(std::size(kPointShapes) == kShapes);

// On which axis the plot has the constraint's left side; empty: on none. Of what is on the other
// axis a bound that differs from point to point is no rule.
std::string axis_of_bound(const Constraint& constraint, const MarkedPlot& plot) {
  const bool is_of_measure = constraint.quantity == plot.measure->name;
  if (is_of_measure) return plot.measure_is_x ? "x" : "y";
  if (constraint.quantity == plot.other && constraint.other.empty())
    return plot.measure_is_x ? "y" : "x";
  return "";
}

// Points that are told by their indices.
Json of_points(const std::vector<std::int64_t>& indices) {
  return {{"filter", {{"field", "i"}, {"oneOf", indices}}}};
}

Json ring(const std::vector<std::int64_t>& indices, const MarkedPlot& plot, bool is_dashed) {
  Json mark{{"type", "point"},      {"shape", "circle"},  {"filled", false}, {"size", 260},
            {"color", kMarkColour}, {"strokeWidth", 2.5}, {"opacity", 1},    {"tooltip", nullptr}};
  if (is_dashed) mark["strokeDash"] = {3, 2};
  return {{"mark", mark},
          {"transform", Json::array({of_points(indices)})},
          {"encoding", {{"x", plot.x}, {"y", plot.y}}}};
}

// From one end of the interval to the other.
Json interval(const std::vector<std::int64_t>& indices, const MarkedPlot& plot) {
  const std::string name(plot.measure->name), axis = plot.measure_is_x ? "x" : "y";
  Json encoding{{"x", plot.x}, {"y", plot.y}};
  encoding[axis]["field"] = name + "_low";
  encoding[axis + "2"] = {{"field", name + "_high"}};
  const std::string drawn = plot.measure->is_logarithmic()
                                ? fmt::format("datum.{}_low > 0", name)
                                : fmt::format("isValid(datum.{}_low)", name);
  return {{"mark", {{"type", "rule"}, {"color", kMarkColour}, {"strokeWidth", 2}}},
          {"transform", Json::array({of_points(indices), {{"filter", drawn}}})},
          {"encoding", encoding}};
}

}  // namespace

Json point_shapes() { return kPointShapes; }

std::string bound_field(std::size_t constraint) { return fmt::format("bound_{}", constraint); }

Json bound_layers(const FindRow& find, const MarkedPlot& plot) {
  Json layers = Json::array();
  for (std::size_t i = 0; i < find.where.size(); ++i) {
    const std::string axis = axis_of_bound(find.where[i], plot), field = bound_field(i);
    if (axis.empty()) continue;
    Json on_axis = axis == "x" ? plot.x : plot.y;
    on_axis["field"] = field;
    const bool is_logarithmic =
        (axis == "x") == plot.measure_is_x && plot.measure->is_logarithmic();
    const std::string drawn =
        fmt::format(fmt::runtime(is_logarithmic ? "datum.{} > 0" : "isValid(datum.{})"), field);
    // One rule for each bound that there is in a panel.
    layers.push_back(
        {{"mark",
          {{"type", "rule"},
           {"color", kBoundColour},
           {"strokeWidth", 1.5},
           {"strokeDash", {10, 4}},
           {"tooltip", find.where[i].text}}},
         {"transform",
          Json::array({{{"filter", drawn}},
                       {{"aggregate", Json::array({{{"op", "count"}, {"as", "points"}}})},
                        {"groupby", {field, "panel"}}}})},
         {"encoding", {{axis, on_axis}}}});
  }
  return layers;
}

Json choice_layers(const Answer& answer, const MarkedPlot& plot) {
  Json layers = Json::array();
  for (const auto* const indices : {&answer.chosen, &answer.undecided})
    if (!indices->empty()) {
      layers.push_back(interval(*indices, plot));
      layers.push_back(ring(*indices, plot, indices == &answer.undecided));
    }
  return layers;
}

Json level_of_choice(const Answer& answer, const MarkedPlot& plot) {
  return {
      {"mark", {{"type", "rule"}, {"color", kMarkColour}, {"strokeWidth", 5}, {"opacity", 0.5}}},
      {"transform", Json::array({{{"filter", "datum.x == 0"}}, of_points(answer.chosen)})},
      {"encoding", {{"y", plot.y}}}};
}

std::string note_of_marks(const FindRow& find, const Answer& answer, const MarkedPlot& plot) {
  std::vector<std::string> bounds;
  for (const Constraint& constraint : find.where)
    if (!axis_of_bound(constraint, plot).empty()) bounds.push_back(constraint.text);
  std::string note;
  if (!bounds.empty())
    note += fmt::format(" Long dashes are the bound{} {}.", bounds.size() > 1 ? "s" : "",
                        fmt::join(bounds, " and "));
  if (!answer.chosen.empty())
    note += " A ring is what the answer chooses, with its interval of 95 %.";
  if (!answer.undecided.empty()) note += " Dashed rings are undecided.";
  return note;
}

}  // namespace mmasc
