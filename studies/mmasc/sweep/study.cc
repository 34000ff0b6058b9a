// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>

#include "mmasc/inputs/draw.h"
#include "mmasc/inputs/layers.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/measures/measures.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/toml.h"
#include "mmasc/unit/toml_file.h"
#include "mmasc/unit/toml_reader.h"

namespace mmasc {

namespace {

using toml_reader::Fields;
using toml_reader::refuse_value;
using toml_reader::to_enum;
using toml_reader::to_line;
using toml_reader::to_list;
using toml_reader::to_whole;

constexpr int kMostRows = 4096, kMostDepth = 1 << 22, kMostRepetitions = 1000;

// "10..26" or "8..256:8"; nullopt: not of this form.
std::optional<Axis::Range> parse_range(std::string_view text) {
  Axis::Range range;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](std::int64_t& value) {
    const auto [after, error] = std::from_chars(at, end, value);
    if (error != std::errc{}) return false;
    at = after;
    return true;
  };
  const auto skip = [&](std::string_view word) {
    if (!std::string_view(at, end).starts_with(word)) return false;
    at += word.size();
    return true;
  };
  if (!number(range.first) || !skip("..") || !number(range.last)) return std::nullopt;
  if (at != end && (!skip(":") || !number(range.step))) return std::nullopt;
  return at == end ? std::optional(range) : std::nullopt;
}

bool to_truth(const Value& value, const std::string& path) {
  const auto* const truth = value.as<bool>();
  if (truth == nullptr)
    refuse_value(value, path, fmt::format("{} cannot be used; write true or false", value.kind()));
  return *truth;
}

AxisValue to_axis_value(const Value& value, const std::string& path) {
  if (const auto* number = value.as<std::int64_t>()) return *number;
  if (value.as<std::string>()) return to_line(value, path);
  if (const auto* other = value.as<Value::Other>()) {
    if (!other->fraction)
      refuse_value(value, path,
                   fmt::format("{} cannot be used; write a number or a text", other->kind));
    return fmt::format("{}", *other->fraction);
  }
  return to_text(value);
}

// Calls f(field, value, path) for each field of a table; a.b = 1 and "a.b" = 1 are one field.
template <class F>
void for_each_field(const Value& table, const std::string& path, const std::string& prefix, F&& f) {
  const auto* fields = table.as<Value::Table>();
  if (!fields)
    refuse_value(table, path, fmt::format("{} cannot be used; write a table", table.kind()));
  for (const Entry& entry : *fields) {
    const std::string field = prefix.empty() ? entry.key : prefix + "." + entry.key;
    const std::string at = join(path, entry.key);
    if (std::holds_alternative<Value::Table>(entry.value.data))
      for_each_field(entry.value, at, field, f);
    else
      f(field, entry.value, at);
  }
}

Axis read_axis(const std::string& field, const Value& value, const std::string& path) {
  Axis axis{field, value.line, {}};
  if (const auto* text = value.as<std::string>())
    if (const auto range = parse_range(*text)) {
      if (range->step < 1 || range->last < range->first)
        refuse_value(
            value, path,
            fmt::format("\"{}\" is an empty range; write FIRST..LAST or FIRST..LAST:STEP", *text));
      if (range->last > kMostDepth * std::int64_t{1024} || range->first < -kMostDepth)
        refuse_value(value, path, fmt::format("\"{}\" is out of range", *text));
      axis.given = *range;
      return axis;
    }
  const auto* array = value.as<Value::Array>();
  if (array && array->empty())
    refuse_value(value, path, "is empty, and so is the product of the axes; write a value or more");
  std::vector<AxisValue> values = to_list(value, path, to_axis_value);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::find(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(i), values[i]) !=
        values.begin() + static_cast<std::ptrdiff_t>(i))
      refuse_value(value, path, fmt::format("{} stands twice; leave one out", to_text(values[i])));
  axis.given = std::move(values);
  return axis;
}

void read_axes(const Value& table, Study& study) {
  for_each_field(table, "axes", "",
                 [&](const std::string& field, const Value& value, const std::string& path) {
                   study.axes.push_back(read_axis(field, value, path));
                 });
}

void read_variants(const Value& table, Study& study) {
  const auto* variants = table.as<Value::Table>();
  if (!variants) refuse_value(table, "variant", "cannot be used; write [variant.NAME]");
  for (const auto& [name, value] : *variants) {
    Variant variant{name, value.line, {}};
    for_each_field(value, join("variant", name), "",
                   [&](const std::string& field, const Value& one, const std::string& path) {
                     variant.changes.push_back({field, to_axis_value(one, path), one.line});
                   });
    study.variants.push_back(std::move(variant));
  }
}

// What a tie may be of: anything that the K and the operands of a point do not depend on.
bool may_follow(std::string_view field) {
  const std::initializer_list<std::string_view> others{kUnitAxis,  kWorkloadAxis, kDepthAxis,
                                                       kSizeAxis,  kLayerAxis,    "inputs.a",
                                                       "inputs.b", "inputs.c"};
  return std::ranges::find(others, field) == others.end();
}

// After axes, variants and inputs, whose fields it names.
void read_ties(const Value& table, Study& study) {
  std::set<std::string, std::less<>> set;
  for (const Axis& axis : study.axes) set.insert(axis.name);
  for (const Variant& variant : study.variants)
    for (const Variant::Change& change : variant.changes) set.insert(change.field);
  for_each_field(
      table, "tied", "",
      [&](const std::string& field, const Value& value, const std::string& path) {
        if (!may_follow(field)) refuse_value(value, path, "cannot follow another field");
        if (set.contains(field))
          refuse_value(value, path, "is an axis, of a variant or tied before; leave one out");
        try {
          study.ties.push_back(parse_tie(field, to_line(value, path), value.line));
        } catch (const InputError& error) {
          refuse_value(value, path, error.what());
        }
        const std::string& name = study.ties.back().name;
        Names legal(set.begin(), set.end());
        legal.insert(legal.end(), {kDepthAxis, kLanesField});
        if (std::ranges::find(legal, name) == legal.end())
          refuse_value(value, path,
                       fmt::format("no axis, no field of a variant and no tie before has the "
                                   "name \"{}\"; {}",
                                   name, mend_name(name, legal)));
        set.insert(field);
      });
}

std::string read_operand(const Value& value, const std::string& path) {
  const std::string& text = to_line(value, path);
  if (names_matrix_file(text) || find_enum<Distribution>(text)) return text;
  Names legal;
  for (const auto& [distribution, name] : kNames<Distribution>) legal.push_back(name);
  refuse_value(value, path,
               fmt::format("unknown operands \"{}\"; {}, or name a .npy or .safetensors file", text,
                           mend_name(text, legal)));
}

void read_inputs(const Value& value, Study& study) {
  const Fields fields(value, "inputs",
                      {"a", "b", "c", "sigma", "phi", "quantise", "scale", "block", "m", "n", "k",
                       "seed", "repetitions"});
  InputRow& row = study.inputs;
  const auto operand = [&](std::string_view key, std::string& to) {
    if (const Value* found = fields.get(key)) to = read_operand(*found, fields.path(key));
  };
  const auto whole = [&](std::string_view key, auto& to, int least, int most) {
    const Value* found = fields.get(key);
    if (found) to = to_whole(*found, fields.path(key), least, most);
    return found != nullptr;
  };
  operand("a", row.a);
  operand("b", row.b);
  operand("c", row.c);
  if (const Value* sigma = fields.get("sigma"))
    row.sigma = toml_reader::to_number(*sigma, fields.path("sigma"), 0, kMaxSigma);
  if (const Value* phi = fields.get("phi")) {
    row.phi = toml_reader::to_number(*phi, fields.path("phi"), 0, kMaxSigma);
    study.phi_line = phi->line;
  }
  if (const Value* quantise = fields.get("quantise"))
    row.quantise = to_enum<Quantise>(*quantise, fields.path("quantise"));
  if (const Value* scale = fields.get("scale"))
    row.scale = to_enum<ScaleKind>(*scale, fields.path("scale"));
  whole("block", row.block, 1, kMostDepth);
  study.m_given = whole("m", study.m, 1, kMostRows);
  study.n_given = whole("n", study.n, 1, kMostRows);
  whole("k", study.k, 1, kMostDepth);
  whole("seed", study.seed, 0, std::numeric_limits<int>::max());
  whole("repetitions", study.repetitions, 1, kMostRepetitions);
}

void read_measures(const Value& value, Study& study) {
  const Fields fields(value, "measures", {"list"});
  const Value& list = fields.need("list");
  study.measures_line = list.line;
  const std::string path = fields.path("list");
  Names legal;
  for (const MeasureRow& measure : kMeasures) {
    if (std::ranges::find(legal, measure.group) == legal.end()) legal.push_back(measure.group);
    if (std::ranges::find(legal, measure.name) == legal.end()) legal.push_back(measure.name);
  }
  const auto names = to_list(list, path, to_line);
  for (const std::string& name : names)
    if (std::ranges::find(legal, name) == legal.end())
      refuse_value(list, path,
                   fmt::format("unknown measure \"{}\"; {}", name, mend_name(name, legal)));
  for (const MeasureRow& measure : kMeasures)
    if (std::ranges::any_of(names, [&](const std::string& name) {
          return name == measure.name || name == measure.group;
        }))
      study.measures.emplace_back(measure.name);
}

// After axes, variants and measures, whose names it takes.
void read_plot(const Value& value, Study& study) {
  const Fields fields(value, "plot", {"x", "y", "series", "facet"});
  Names numbers{"k"}, axes{"k"};
  for (const FrontRow& row : kFrontRows) numbers.push_back(row.quantity);
  if (!study.variants.empty()) axes.push_back("variant");
  if (has_layers(study.inputs)) axes.push_back(kLayerAxis);
  for (const Axis& axis : study.axes) {
    axes.push_back(axis.name);
    if (axis.is_numeric()) numbers.push_back(axis.name);
  }
  const auto check = [&](const std::string& name, std::string_view key, std::string_view what,
                         const Names& legal) {
    if (std::ranges::find(legal, name) == legal.end())
      refuse_value(fields.need(key), fields.path(key),
                   fmt::format("no {} of this study has the name \"{}\"; {}", what, name,
                               mend_name(name, legal)));
  };
  const auto line = [&](std::string_view key, std::string& to, std::string_view what,
                        const Names& legal) {
    const Value* found = fields.get(key);
    if (found == nullptr) return;
    to = to_line(*found, fields.path(key));
    check(to, key, what, legal);
  };
  line("x", study.plot.x, "axis of numbers", numbers);
  line("series", study.plot.series, "axis", axes);
  line("facet", study.plot.facet, "axis", axes);
  study.plot.y = fields.lines("y");
  for (const std::string& name : study.plot.y)
    check(name, "y", "measure", Names(study.measures.begin(), study.measures.end()));
}

// After axes, measures and costs, whose names it takes.
void read_find(const Value& value, Study& study) {
  const Fields fields(value, "find", {"least", "most", "where"});
  const auto check = [&](std::string_view key, const auto& read) {
    try {
      read();
    } catch (const InputError& error) {
      refuse_value(fields.need(key), fields.path(key), error.what());
    }
  };
  if ((fields.get("least") == nullptr) == (fields.get("most") == nullptr))
    refuse_value(value, "find", "write either least = \"QUANTITY\" or most = \"QUANTITY\"");
  const bool wants_most = fields.get("most") != nullptr;
  const std::string_view key = wants_most ? "most" : "least";
  const std::string quantity = to_line(fields.need(key), fields.path(key));
  check(key, [&] { study.find = checked_find(study, quantity, wants_most); });
  for (const std::string& text : fields.lines("where"))
    check("where", [&] { study.find.where.push_back(checked_constraint(study, text)); });
}

void read_root(const Value& root, Study& study) {
  const Fields fields(root, "",
                      {"question", "unit", "workload", "axes", "variant", "tied", "inputs",
                       "measures", "cost", "platform", "plot", "find"});
  study.question = to_line(fields.need("question"), "question");
  study.unit = to_line(fields.need("unit"), "unit");
  if (const Value* workload = fields.get("workload"))
    study.workload = to_enum<Workload>(*workload, "workload");
  if (const Value* axes = fields.get("axes")) read_axes(*axes, study);
  if (const Value* variants = fields.get("variant")) read_variants(*variants, study);
  if (const Value* ties = fields.get("tied")) read_ties(*ties, study);
  if (const Value* inputs = fields.get("inputs")) read_inputs(*inputs, study);
  if (const Value* measures = fields.get("measures"))
    read_measures(*measures, study);
  else
    for (const MeasureRow& measure : kMeasures)
      if (measure.is_default) study.measures.emplace_back(measure.name);
  if (const Value* cost = fields.get("cost")) {
    const Fields of_cost(*cost, "cost", {"area", "liberty", "recipe", "energy"});
    study.cost = to_enum<CostSource>(of_cost.need("area"), "cost.area");
    const auto of_synthesis = [&](std::string_view key) {
      const Value* const value = of_cost.get(key);
      if (value != nullptr && study.cost != CostSource::synthesis)
        refuse_value(*value, of_cost.path(key),
                     "is of a synthesis; write area = \"synthesis\", or leave it out");
      return value;
    };
    if (const Value* liberty = of_synthesis("liberty"))
      study.synthesis.liberty = to_line(*liberty, "cost.liberty");
    if (const Value* recipe = of_synthesis("recipe"))
      study.synthesis.recipe = to_enum<SynthesisRecipe>(*recipe, "cost.recipe");
    if (const Value* energy = of_synthesis("energy"))
      study.energy = to_truth(*energy, "cost.energy");
  }
  if (const Value* platform = fields.get("platform")) {
    study.platform = to_line(*platform, "platform");
    study.platform_line = platform->line;
  }
  if (const Value* plot = fields.get("plot")) read_plot(*plot, study);
  if (const Value* find = fields.get("find")) read_find(*find, study);
}

}  // namespace

std::string to_text(const AxisValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

std::int64_t Axis::size() const {
  if (const auto* range = std::get_if<Range>(&given)) return range->size();
  return static_cast<std::int64_t>(std::get<0>(given).size());
}

AxisValue Axis::value(std::int64_t i) const {
  if (const auto* range = std::get_if<Range>(&given)) return range->first + i * range->step;
  return std::get<0>(given)[static_cast<std::size_t>(i)];
}

std::optional<double> to_number(const AxisValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const std::string& text = std::get<std::string>(value);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

bool Axis::is_numeric() const {
  if (std::holds_alternative<Range>(given)) return true;
  for (std::int64_t i = 0; i < size(); ++i)
    if (!to_number(value(i))) return false;
  return true;
}

void Study::refuse(int line, std::string_view key, std::string_view reason) const {
  throw InputError(
      fmt::format("{}:{}: {}{}{}", origin, line, key, key.empty() ? "" : ": ", reason));
}

Study parse_study(std::string_view text, std::string origin) {
  Study study;
  study.text = text;
  study.origin = std::move(origin);
  try {
    read_root(parse_toml(text), study);
  } catch (const ValueError& error) {
    study.refuse(error.line, error.key, error.reason);
  }
  return study;
}

Study read_study(const std::string& path) {
  Study study = parse_study(read_toml_file(path), path);
  study.folder = std::filesystem::absolute(path).parent_path().string();
  find_layers(study);
  return study;
}

bool lists_all_layers(const Study& study) {
  return has_layers(study.inputs) &&
         std::ranges::find(study.axes, kLayerAxis, &Axis::name) == study.axes.end();
}

void set_layers(Study& study, const std::vector<std::string>& layers) {
  if (!lists_all_layers(study)) return;
  study.axes.push_back(
      {std::string(kLayerAxis), 0, std::vector<AxisValue>(layers.begin(), layers.end())});
}

void find_layers(Study& study) {
  if (!lists_all_layers(study)) return;
  InputRow inputs = study.inputs;
  inputs.folder = study.folder;
  try {
    set_layers(study, layers_of(inputs));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: inputs: {}", study.origin, error.what()));
  }
}

std::int64_t count_points(const Study& study) {
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  std::int64_t count = std::max<std::int64_t>(1, static_cast<std::int64_t>(study.variants.size()));
  for (const Axis& axis : study.axes) {
    if (axis.size() > kMost / count)
      study.refuse(axis.line, join("axes", axis.name), "makes more than 2^62 points");
    count *= axis.size();
  }
  return count;
}

}  // namespace mmasc
