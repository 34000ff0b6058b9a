// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "mmasc/report/channels.h"
#include "mmasc/report/marks.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"

namespace mmasc {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "https://vega.github.io/schema/vega-lite/v5.json";
constexpr const char* kIsPicked = "indexof(picked, datum.i) >= 0";
constexpr const char* kIsShown = "length(picked) == 0 || indexof(picked, datum.i) >= 0";
constexpr std::size_t kMostPlottedMeasures = 3;

class Plotter {
 public:
  Plotter(const Results& results, const ReportShape& shape, const Answer& answer,
          const std::vector<GpuPoint>& gpus)
      : results_(results), shape_(shape), answer_(answer) {
    int gpu_count = 0;
    for (const std::string& label : labels_of(gpus)) {
      gpu_note_ += fmt::format("{} {}: {}", gpu_count == 0 ? "" : ";", gpu_count + 1, label);
      ++gpu_count;
    }
    if (gpu_count > 0)
      gpu_note_ = fmt::format(
          " Diamonds are the catalogue's units of the same formats, on the same operands, {} "
          "alike:{}.",
          cost_word(results_.study), gpu_note_);
    if (std::ranges::any_of(gpus, [](const GpuPoint& gpu) { return !gpu.promotions.empty(); }))
      gpu_note_ += " Each has a diamond for each of the designs' promotions.";
    for (const PointResult& point : results.points) {
      add_once(series_, series_of(shape, point));
      add_once(conditions_, condition_of(shape, point));
      if (const auto x = x_of(shape, point)) add_once(xs_, *x);
    }
    std::ranges::sort(xs_);
  }

  std::vector<ReportPlot> plots() && {
    std::size_t count = 0;
    for (const MeasureRow* const plotted : shape_.measures) {
      const MeasureRow& measure = *plotted;
      if (count++ == kMostPlottedMeasures) break;
      if (shape_.x) add_against_x(measure);
      for (const std::string& axis : shape_.across) add_across(measure, axis);
      if (!shape_.x && shape_.across.empty()) add_by_series(measure);
    }
    if (!shape_.measures.empty())
      for (const FrontRow& row : kFrontRows) add_front(*shape_.measures.front(), row);
    add_histogram();
    std::ranges::stable_partition(plots_, [&](const ReportPlot& plot) {
      return !plot.x.empty() && plot.x == results_.study.plot.x;
    });
    return std::move(plots_);
  }

 private:
  template <class T>
  static void add_once(std::vector<T>& all, T value) {
    if (std::ranges::find(all, value) == all.end()) all.push_back(std::move(value));
  }

  static Json base() {
    return {{"$schema", kSchema},
            {"data", {{"name", "points"}}},
            {"params", Json::array({{{"name", "picked"}, {"value", Json::array()}}})}};
  }
  static void add_select(Json& spec, const std::string& name, const std::string& label,
                         const Json& options, const Json& value) {
    if (options.size() < 2) return;
    spec["params"].push_back(
        {{"name", name},
         {"value", value},
         {"bind", {{"input", "select"}, {"options", options}, {"name", label + " "}}}});
  }

  // Where designs have an x, the reader sets it; the answer's at first.
  void choose_x(Json& spec, Json& transform) const {
    if (!shape_.x || xs_.empty()) return;
    const std::int64_t at = answer_.x.value_or(xs_[xs_.size() / 2]);
    add_select(spec, "at", *shape_.x, xs_, at);
    transform.push_back(
        {{"filter", xs_.size() < 2 ? fmt::format("datum.x == {}", at) : "datum.x == at"}});
  }
  void choose_condition(Json& spec, Json& transform) const {
    if (conditions_.size() < 2) return;
    add_select(spec, "under", "operands", conditions_, conditions_.back());
    transform.push_back({{"filter", "datum.c == under"}});
  }
  static void drop_missing(const MeasureRow& measure, Json& transform) {
    transform.push_back(
        {{"filter", measure.is_logarithmic() ? fmt::format("datum['{}'] > 0", measure.name)
                                             : fmt::format("isValid(datum['{}'])", measure.name)}});
  }

  Json y_of(const MeasureRow& measure) const {
    Json y{{"field", measure.name}, {"type", "quantitative"}, {"title", measure.title()}};
    if (measure.is_logarithmic())
      y["scale"] = {{"type", "log"}};
    else
      y["scale"] = {{"zero", false}};
    if (measure.is_logarithmic())
      y["axis"] = {{"format", ".0e"}, {"tickCount", 6}, {"labelSeparation", 8}};
    return y;
  }
  // The labels that the channels draw by, of every row.
  static void add_labels(const PlotChannels& channels, Json& transform) {
    const auto calculate = [&](const char* field, const std::vector<std::string>& axes,
                               bool with_names) {
      transform.push_back({{"calculate", label_expression(axes, with_names)}, {"as", field}});
    };
    calculate("colour", channels.colours, false);
    calculate("dash", channels.dashes, false);
    calculate("panel", channels.panels, true);
    if (!channels.chosen.empty()) calculate("chosen", channels.chosen, true);
  }
  void choose_conditions(const PlotChannels& channels, Json& spec, Json& transform) const {
    const auto labels = labels_of(results_, channels.chosen, true);
    if (labels.size() < 2) return;
    add_select(spec, "under", "operands", labels, labels.back());
    transform.push_back({{"filter", "datum.chosen == under"}});
  }
  // As many columns as a plot is wide for.
  static Json legend(const std::vector<std::string>& labels) {
    constexpr std::size_t kLetters = 104, kOfSymbol = 4, kMostColumns = 4;
    std::size_t longest = 0;
    for (const std::string& label : labels) longest = std::max(longest, label.size());
    return {{"orient", "top"},
            {"columns", std::clamp<std::size_t>(kLetters / (longest + kOfSymbol), 1, kMostColumns)},
            {"labelLimit", 0},
            {"symbolSize", 70}};
  }
  // In a grey that is seen on light and dark.
  static Json legend_of_dashes(const std::vector<std::string>& labels) {
    Json below = legend(labels);
    below["orient"] = "bottom";
    for (const char* colour : {"symbolStrokeColor", "symbolFillColor"}) below[colour] = "#8b949e";
    return below;
  }
  // Channels of one domain have one legend; vega-lite takes a sorted one for another in each
  // channel.
  Json color(const PlotChannels& channels) const {
    const auto labels = labels_of(results_, channels.colours, false);
    return {{"field", "colour"},
            {"type", "nominal"},
            {"title", nullptr},
            {"scale", {{"domain", labels}}},
            {"legend", channels.colours.empty() ? Json(nullptr) : legend(labels)}};
  }
  // The further choices, as the shape of points and the dashes of lines; the legend has the shapes.
  Json further(const PlotChannels& channels) const {
    const auto labels = labels_of(results_, channels.dashes, false);
    return {{"field", "dash"},
            {"type", "nominal"},
            {"title", nullptr},
            {"scale", {{"domain", labels}}},
            {"legend", legend_of_dashes(labels)}};
  }
  // Without further choices the shape goes with the colour, and is in its legend.
  Json shape(const PlotChannels& channels) const {
    Json shape = channels.dashes.empty() ? color(channels) : further(channels);
    shape["scale"]["range"] = point_shapes();
    return shape;
  }
  std::string note_of(const PlotChannels& channels) const {
    if (labels_of(results_, channels.dashes, false).size() <= kShapes) return "";
    return fmt::format(" Shapes repeat after {} choices: point at a mark for its own.", kShapes);
  }
  // The bounds and the choice, over a plot's points.
  void add_marks(const MarkedPlot& plot, Json& layers) const {
    for (Json& layer : bound_layers(results_.study.find, plot)) layers.push_back(std::move(layer));
    for (Json& layer : choice_layers(answer_, plot)) layers.push_back(std::move(layer));
  }
  std::string marks_note(const MarkedPlot& plot) const {
    return note_of_marks(results_.study.find, answer_, plot);
  }
  Json tooltip() const {
    Json rows = Json::array({{{"field", "s"}, {"title", "choice"}}});
    if (shape_.x) rows.push_back({{"field", "x"}, {"title", *shape_.x}});
    if (!shape_.conditions.empty()) rows.push_back({{"field", "c"}, {"title", "operands"}});
    for (const MeasureRow* const measure : shape_.measures)
      rows.push_back({{"field", measure->name},
                      {"type", "quantitative"},
                      {"format", ".4g"},
                      {"title", measure->title()}});
    for (const auto& [field, title] : {std::pair{"area", "area, um2"},
                                       {"gates", "gates"},
                                       {"delay", "longest path, ps"},
                                       {"chain", "cycles of K (structural)"}})
      rows.push_back(
          {{"field", field}, {"type", "quantitative"}, {"format", ",.0f"}, {"title", title}});
    return rows;
  }
  Json points_layer(const Json& x, const Json& y, const PlotChannels& channels) const {
    return {{"mark", {{"type", "point"}, {"filled", true}, {"cursor", "pointer"}}},
            {"encoding",
             {{"x", x},
              {"y", y},
              {"color", color(channels)},
              {"shape", shape(channels)},
              {"size", {{"condition", {{"test", kIsPicked}, {"value", 180}}}, {"value", 45}}},
              {"opacity", {{"condition", {{"test", kIsShown}, {"value", 1}}}, {"value", 0.25}}},
              {"tooltip", tooltip()}}}};
  }
  // A line for each choice and, of conditions that nothing else shows, for each of these.
  Json lines_layer(const Json& x, const Json& y, const PlotChannels& channels) const {
    Json layer{{"mark", {{"type", "line"}, {"strokeWidth", 1.5}}},
               {"encoding",
                {{"x", x}, {"y", y}, {"color", color(channels)}, {"detail", {{"field", "line"}}}}}};
    if (!channels.dashes.empty()) {
      // Without a legend, whose dashes would blur the shapes; of a domain of its own, or it would
      // take the shapes' legend with it.
      layer["encoding"]["strokeDash"] = {{"field", "dash"},
                                         {"type", "nominal"},
                                         {"sort", labels_of(results_, channels.dashes, false)},
                                         {"legend", nullptr}};
    }
    return layer;
  }
  void draw(const PlotChannels& channels, const Json& layers, Json& spec) const {
    const auto panels = labels_of(results_, channels.panels, true);
    if (panels.size() > 1) {
      spec["facet"] = {
          {"field", "panel"}, {"type", "nominal"}, {"title", nullptr}, {"sort", panels}};
      spec["columns"] = panels.size() == 4 ? 2 : 3;
      spec["spacing"] = {{"row", 20}, {"column", 44}};  // for labels at the ends of two axes
      spec["spec"] = {{"width", 270}, {"height", 240}, {"layer", layers}};
    } else {
      spec["width"] = 600;
      spec["height"] = 300;
      spec["layer"] = layers;
    }
  }

  void add(std::string id, std::string title, std::string caption, std::string x, Json spec) {
    plots_.push_back(
        {std::move(id), std::move(title), std::move(caption), std::move(x), std::move(spec)});
  }
  bool has_values(const MeasureRow& measure) const {
    return std::ranges::any_of(results_.points, [&](const PointResult& point) {
      const auto value = value_of(point, measure.name);
      return value && (!measure.is_logarithmic() || *value > 0);
    });
  }
  static std::string zero_note(const MeasureRow& measure) {
    return measure.is_logarithmic() || measure.none_is_best
               ? " Points without any error are not drawn."
               : "";
  }

  // Where 0 of x stands for something else, such points are no part of its lines, but levels across
  // the plot.
  bool has_level(const std::string& axis) const {
    return !meaning_of_zero(axis).empty() && std::ranges::count(xs_, 0) > 0;
  }
  Json level_layer(const Json& y, const PlotChannels& channels) const {
    return {{"mark", {{"type", "rule"}, {"strokeWidth", 1.5}, {"strokeDash", {2, 3}}}},
            {"transform", Json::array({{{"filter", "datum.x == 0"}}})},
            {"encoding", {{"y", y}, {"color", color(channels)}, {"tooltip", tooltip()}}}};
  }

  void add_against_x(const MeasureRow& measure) {
    if (!has_values(measure)) return;
    const PlotChannels channels = channels_of(shape_, *shape_.x, OtherConditions::panels);
    Json spec = base(), transform = Json::array();
    drop_missing(measure, transform);
    add_labels(channels, transform);
    add_line_label(*shape_.x, transform);
    choose_conditions(channels, spec, transform);
    const Json x = x_of_axis("x", *shape_.x, *shape_.x);
    spec["transform"] = transform;
    const Json y = y_of(measure);
    Json layers = Json::array({lines_layer(x, y, channels), points_layer(x, y, channels)});
    const MarkedPlot marked{.x = x, .y = y, .measure = &measure};
    add_marks(marked, layers);
    std::string note = marks_note(marked) + note_of(channels);
    if (has_level(*shape_.x)) {
      for (Json& layer : layers)
        if (layer["encoding"].contains("x")) {
          Json transform = Json::array({{{"filter", "datum.x != 0"}}});
          for (const Json& one : layer.value("transform", Json::array())) transform.push_back(one);
          layer["transform"] = transform;
        }
      if (!answer_.chosen.empty()) layers.push_back(level_of_choice(answer_, marked));
      layers.push_back(level_layer(y, channels));
      note += fmt::format(" Dotted levels are those of {} = 0, {}.", *shape_.x,
                          meaning_of_zero(*shape_.x));
    }
    draw(channels, layers, spec);
    add(fmt::format("{}-against-x", measure.name),
        fmt::format("{} against {}", measure.title(), *shape_.x),
        "Lines join the points of one choice." + note + zero_note(measure), *shape_.x,
        std::move(spec));
  }

  // Logarithmic where the values reach over four octaves, and of sizes.
  Json x_of_axis(const char* field, const std::string& name, const std::string& title) const {
    constexpr double kWide = 16;
    constexpr std::size_t kMostTicks = 12;
    const auto axis = std::ranges::find(results_.study.axes, name, &Axis::name);
    bool is_whole = true;
    std::vector<double> values;
    for (std::int64_t i = 0; axis != results_.study.axes.end() && i < axis->size(); ++i) {
      const double value = to_number(axis->value(i)).value_or(0);
      if (value != 0 || meaning_of_zero(name).empty()) values.push_back(value);
      is_whole = is_whole && std::holds_alternative<std::int64_t>(axis->value(i));
    }
    const double least = values.empty() ? 0 : std::ranges::min(values);
    const double greatest = values.empty() ? 0 : std::ranges::max(values);
    Json x{{"field", field},
           {"type", "quantitative"},
           {"title", title},
           {"scale", {{"zero", false}, {"nice", false}, {"padding", 8}}}};
    if (is_whole) x["axis"] = {{"tickMinStep", 1}, {"format", "d"}};
    if (name != kDepthAxis && name != kSizeAxis && !(least > 0 && greatest >= kWide * least))
      return x;
    x["scale"] = {{"type", "log"}, {"base", 2}, {"nice", false}, {"padding", 8}};
    if (values.size() <= kMostTicks) x["axis"]["values"] = values;
    return x;
  }

  // Against K, or another condition of numbers.
  void add_across(const MeasureRow& measure, const std::string& axis) {
    if (!has_values(measure)) return;
    const PlotChannels channels = channels_of(shape_, axis, OtherConditions::lines);
    const bool chooses_x = shape_.x && shape_.colour != *shape_.x && shape_.facet != *shape_.x;
    const bool is_depth = axis == kDepthAxis;
    Json spec = base(), transform = Json::array();
    drop_missing(measure, transform);
    transform.push_back(
        {{"calculate", fmt::format("toNumber(datum.axes['{}'])", axis)}, {"as", "across"}});
    add_labels(channels, transform);
    add_line_label(axis, transform);
    if (chooses_x) choose_x(spec, transform);
    const std::string title = is_depth ? "K" : axis;
    const Json x = x_of_axis("across", axis, title);
    spec["transform"] = transform;
    const Json y = y_of(measure);
    const MarkedPlot marked{.x = x, .y = y, .measure = &measure};
    Json layers = Json::array({lines_layer(x, y, channels), points_layer(x, y, channels)});
    add_marks(marked, layers);
    draw(channels, layers, spec);
    add(fmt::format("{}-against-{}", measure.name, is_depth ? "k" : "condition"),
        fmt::format("{} against {}", measure.title(), title),
        (chooses_x ? fmt::format("At one {}, which can be chosen.", *shape_.x)
                   : "One line for each choice.") +
            marks_note(marked) + note_of(channels) + zero_note(measure),
        axis, std::move(spec));
  }
  // The label of a line: what its points have in common.
  void add_line_label(const std::string& x, Json& transform) const {
    std::vector<std::string> axes = shape_.conditions;
    if (shape_.x) axes.push_back(*shape_.x);
    std::erase(axes, x);
    transform.push_back(
        {{"calculate", "datum.s + '; ' + " + label_expression(axes, true)}, {"as", "line"}});
  }
  // Where all points are under one condition, and there are no panels.
  PlotChannels design_channels() const {
    ReportShape designs = shape_;
    designs.facet.clear();
    if (std::ranges::find(designs.conditions, designs.colour) != designs.conditions.end())
      designs.colour.clear();
    return channels_of(designs, "", OtherConditions::chosen);
  }

  void add_by_series(const MeasureRow& measure) {
    if (!has_values(measure)) return;
    // The study's facet has panels; other conditions are chosen.
    PlotChannels channels = channels_of(shape_, "", OtherConditions::chosen);
    channels.colours = channels.dashes = {};
    Json spec = base(), transform = Json::array();
    drop_missing(measure, transform);
    add_labels(channels, transform);
    choose_conditions(channels, spec, transform);
    const Json y{{"field", "s"},
                 {"type", "nominal"},
                 {"title", nullptr},
                 {"sort", series_},
                 {"axis", {{"labelLimit", 0}}}};
    spec["transform"] = transform;
    Json layer = points_layer(y_of(measure), y, channels);
    layer["encoding"].erase("color");
    layer["encoding"].erase("shape");
    const MarkedPlot marked{.x = y_of(measure), .y = y, .measure = &measure, .measure_is_x = true};
    Json layers = Json::array({layer});
    add_marks(marked, layers);
    draw(channels, layers, spec);
    add(fmt::format("{}-by-choice", measure.name),
        fmt::format("{} of each choice", measure.title()), marks_note(marked) + zero_note(measure),
        "", std::move(spec));
  }

  void add_front(const MeasureRow& measure, const FrontRow& row) {
    const std::string cost(row.quantity);
    const std::string title = fmt::format(fmt::runtime(row.title), cost_word(results_.study));
    if (!has_values(measure) || std::ranges::none_of(results_.points, [&](const auto& point) {
          return cost_of(point, cost).has_value();
        }))
      return;
    Json spec = base(), transform = Json::array();
    drop_missing(measure, transform);
    choose_condition(spec, transform);
    const Json x{{"field", cost},
                 {"type", "quantitative"},
                 {"title", title},
                 {"scale", {{"zero", false}}},
                 {"axis", {{"format", "~s"}}}};
    const Json y = y_of(measure);
    Json front{{"mark",
                {{"type", "line"},
                 {"interpolate", "step-after"},
                 {"strokeDash", {5, 3}},
                 {"color", "#8b949e"}}},
               {"encoding",
                {{"x", x},
                 {"y", y},
                 {"detail", {{"field", "o"}}},
                 {"order", {{"field", cost}, {"type", "quantitative"}}}}}};
    spec["width"] = kFrontSize.x;
    spec["height"] = kFrontSize.y;
    const PlotChannels channels = design_channels();
    Json points = points_layer(x, y, channels);
    points["transform"] = transform;
    add_labels(channels, points["transform"]);
    Json front_transform = transform;
    front_transform.push_back({{"filter", "datum.front_" + cost}});
    front["transform"] = front_transform;
    spec["layer"] = Json::array({front, points});
    const MarkedPlot marked{.x = x, .y = y, .measure = &measure, .other = cost};
    Json marks = Json::array();
    add_marks(marked, marks);
    for (Json& layer : marks) {
      Json of_layer = transform;
      for (const Json& one : layer["transform"]) of_layer.push_back(one);
      layer["transform"] = of_layer;
      spec["layer"].push_back(layer);
    }
    if (!gpu_note_.empty()) add_gpus(x, y, transform, spec);
    add("front-" + cost, fmt::format("{} against {}", measure.title(), row.words),
        fmt::format("The dashed line is the Pareto front: no point of the same operands is better "
                    "in both.{}{}{}{}{}",
                    has_several_operands() ? " There is one for each set of operands." : "",
                    marks_note(marked), note_of(channels), gpu_note_, zero_note(measure)),
        cost, std::move(spec));
  }

  bool has_several_operands() const {
    std::map<std::string, std::string> of_condition;
    return std::ranges::any_of(results_.points, [&](const PointResult& point) {
      const auto [condition, operands] = place_of(shape_, point);
      return of_condition.try_emplace(condition, operands).first->second != operands;
    });
  }

  static void add_gpus(const Json& x, const Json& y, const Json& transform, Json& spec) {
    const Json encoding{{"x", x}, {"y", y}};
    Json mark{{"data", {{"name", "gpus"}}},
              {"transform", transform},
              {"mark",
               {{"type", "point"},
                {"shape", "diamond"},
                {"filled", true},
                {"size", 130},
                {"color", "#d1495b"}}},
              {"encoding", encoding}};
    mark["encoding"]["tooltip"] = Json::array({{{"field", "gpu"}, {"title", "unit"}},
                                               {{"field", "unit"}, {"title", "unit"}},
                                               {{"field", y["field"]},
                                                {"type", "quantitative"},
                                                {"format", ".4g"},
                                                {"title", y["title"]}},
                                               {{"field", x["field"]},
                                                {"type", "quantitative"},
                                                {"format", ",.0f"},
                                                {"title", x["title"]}}});
    spec["layer"].push_back(mark);
    Json label{{"data", {{"name", "gpus"}}},
               {"transform", transform},
               {"mark", {{"type", "text"}, {"fontWeight", "bold"}}},
               {"encoding", encoding}};
    for (const char* offset : {"dx", "dy"})
      label["mark"][offset] = {
          {"expr",
           fmt::format("datum['label_{}'].{}", x["field"].get_ref<const std::string&>(), offset)}};
    label["encoding"]["text"] = {{"field", "number"}};
    spec["layer"].push_back(label);
  }

  void add_histogram() {
    const bool any = std::ranges::any_of(results_.points, [](const PointResult& point) {
      const MeasureResult* ulps = point.measure("ulps");
      return ulps != nullptr && !ulps->histogram.empty();
    });
    if (!any) return;
    Json spec = base(), transform = Json::array();
    spec["data"] = {{"name", "histograms"}};
    choose_x(spec, transform);
    choose_condition(spec, transform);
    spec["transform"] = transform;
    spec["facet"] = {
        {"row",
         {{"field", "s"},
          {"type", "nominal"},
          {"title", nullptr},
          {"sort", series_},
          {"header", {{"labelAngle", 0}, {"labelAlign", "left"}, {"labelLimit", 0}}}}}};
    spec["spec"] = {
        {"width", 520},
        {"height", 70},
        {"mark",
         {{"type", "rect"},
          {"color", "#3b82c4"},
          {"cursor", "pointer"},
          {"stroke", "#3b82c4"},
          {"strokeWidth", 0.5}}},
        {"encoding",
         {{"x",
           {{"field", "low"},
            {"type", "quantitative"},
            {"title", "ulps from the correctly rounded result"},
            {"scale", {{"type", "symlog"}, {"constant", 4}}}}},
          {"x2", {{"field", "high"}}},
          {"y",
           {{"field", "share"},
            {"type", "quantitative"},
            {"title", "share"},
            {"scale", {{"zero", true}}},
            {"axis", {{"format", "%"}, {"tickCount", 3}}}}},
          {"y2", {{"datum", 0}}},
          {"opacity", {{"condition", {{"test", kIsShown}, {"value", 1}}}, {"value", 0.25}}},
          {"tooltip", Json::array({{{"field", "s"}, {"title", "choice"}},
                                   {{"field", "ulps"}, {"title", "ulps"}},
                                   {{"field", "n"}, {"title", "elements of D"}},
                                   {{"field", "share"},
                                    {"type", "quantitative"},
                                    {"format", ".2%"},
                                    {"title", "share"}}})}}}};
    add("histogram-ulps", "How many ulps d is off",
        "Shares of the elements of D; far bins are wider, and the axis is compressed away from 0.",
        "", std::move(spec));
  }

  const Results& results_;
  const ReportShape& shape_;
  const Answer& answer_;
  std::string gpu_note_;  // names the diamonds; empty: there are none
  std::vector<std::string> series_, conditions_;
  std::vector<std::int64_t> xs_;
  std::vector<ReportPlot> plots_;
};

}  // namespace

std::vector<ReportPlot> report_plots(const Results& results, const ReportShape& shape,
                                     const Answer& answer, const std::vector<GpuPoint>& gpus) {
  if (results.points.empty()) return {};
  return Plotter(results, shape, answer, gpus).plots();
}

}  // namespace mmasc
