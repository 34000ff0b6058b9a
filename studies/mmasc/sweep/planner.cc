// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mmasc/inputs/draw.h"
#include "mmasc/inputs/layers.h"
#include "mmasc/inputs/quantised_numbers.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/measures/measures.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {
namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 28;  // of an operand
constexpr std::int64_t kMostOutputs = std::int64_t{1} << 20;   // of D
constexpr std::int64_t kMostDepthOfAPoint = std::int64_t{1} << 22;
constexpr std::int64_t kMostSize = 1 << 10;  // as kMostOutputs has it

}  // namespace

std::string row_text(const AxisValue& value) {
  constexpr std::string_view kStochastic = "stochastic:";
  const std::string text = to_text(value);
  if (!text.starts_with(kStochastic)) return text;
  return fmt::format("{{ mode = \"stochastic\", random_bits = {} }}",
                     text.substr(kStochastic.size()));
}

class Planner::Work {
 public:
  Work(const Study& study, std::function<void()> tick) : study_(study), tick_(std::move(tick)) {}

  // The settings in the order in which they are made.
  Point point(std::int64_t index, std::span<const Setting* const> settings) {
    Point point;
    point.index = index;
    point.inputs = study_.inputs;
    point.inputs.folder = study_.folder;
    point.shape = {study_.m, study_.n, study_.k};
    point.workload.kind = study_.workload;
    settings_.assign(settings.begin(), settings.end());
    std::vector<const Setting*> fields, of_workload;
    const auto set = [&](const Setting* setting) {
      if (is_workload_field(setting->field))
        of_workload.push_back(setting);
      else if (!set_special(point, *setting))
        fields.push_back(setting);
    };
    std::ranges::for_each(settings, set);
    const Setting* const unit = setting_of(kUnitAxis);
    base_unit(name_of(unit), unit);  // what is wrong with it is told first
    set_size(point);
    take_file_shapes(point);
    for (const Tie& tie : study_.ties)
      if (const Setting* const setting = tied(tie, point, unit, fields)) {
        settings_.push_back(setting);
        set(setting);
      }
    point.unit = planned_unit(unit, fields);
    check_size(point);
    check_phi(point);
    set_workload(point, of_workload, unit);
    set_promotion(point);
    check_point(point);
    set_platform(point);
    return point;
  }
  // Whether a source has the cycles of every unit on the platform so far.
  bool all_sourced() const { return all_sourced_; }

 private:
  [[noreturn]] void refuse(const Setting& setting, std::string_view reason) const {
    study_.refuse(setting.line, setting.key, fmt::format("{}: {}", to_text(setting.value), reason));
  }
  // The one that counts of the point that is being made; null: there is none.
  const Setting* setting_of(std::string_view field) const {
    const Setting* found = nullptr;
    for (const Setting* const setting : settings_)
      if (setting->field == field) found = setting;
    return found;
  }
  std::int64_t whole(const Setting& setting, std::int64_t least, std::int64_t most) const {
    const auto* number = std::get_if<std::int64_t>(&setting.value);
    if (!number || *number < least || *number > most)
      refuse(setting, fmt::format("write a whole number, {}..{}", least, most));
    return *number;
  }
  template <Enumerated E>
  E named(const Setting& setting) const {
    const std::string name = to_text(setting.value);
    if (const auto found = find_enum<E>(name)) return *found;
    Names legal;
    for (const auto& [value, one] : kNames<E>) legal.push_back(one);
    refuse(setting, mend_name(name, legal));
  }

  // What a tie makes of the point so far. Alike ones are one, as changed_unit() wants them.
  const Setting* tied(const Tie& tie, const Point& point, const Setting* unit,
                      const std::vector<const Setting*>& fields) {
    AxisValue of_name;
    if (const Setting* const named = setting_of(tie.name))
      of_name = named->value;
    else if (tie.name == kDepthAxis)
      of_name = point.shape.k;
    else if (tie.name == kLanesField)
      of_name = std::int64_t{changed_unit(name_of(unit), unit, fields).lanes()};
    else  // a field of other variants
      return nullptr;
    try {
      AxisValue value = tie.value(of_name);
      auto& made = tied_[{&tie, to_text(value)}];
      if (!made)
        made = std::make_unique<Setting>(
            Setting{tie.field, std::move(value), tie.line, join("tied", tie.field)});
      return made.get();
    } catch (const InputError& error) {
      study_.refuse(tie.line, join("tied", tie.field), error.what());
    }
  }

  // Whether the setting is of the point itself, not of its unit.
  bool set_special(Point& point, const Setting& setting) {
    const std::string& field = setting.field;
    if (field == kDepthAxis)
      point.shape.k = whole(setting, 1, kMostDepthOfAPoint);
    else if (field == kWorkloadAxis)
      point.workload.kind = named<Workload>(setting);
    else if (field.starts_with("inputs.") || field.starts_with("gemm."))
      set_input(point.inputs, setting);
    else
      return field == kUnitAxis || field == kSizeAxis;
    return true;
  }

  void set_input(InputRow& row, const Setting& setting) const {
    if (setting.field == kPromoteK || setting.field == kPromoteRounding) return;
    const std::string key = setting.field.substr(setting.field.find('.') + 1);
    const std::string text = to_text(setting.value);
    const bool is_input = setting.field.starts_with("inputs.");
    if (setting.field == kLayerAxis) {
      if (!has_layers(row)) refuse(setting, "no operand has a * for the layer");
      row = of_layer(std::move(row), text);
    } else if (is_input && (key == "a" || key == "b" || key == "c")) {
      if (!names_matrix_file(text)) named<Distribution>(setting);
      if (text.find('*') != text.npos)
        refuse(setting,
               "a * stands for layers in [inputs] alone; name the file, or write it there");
      (key == "a" ? row.a : key == "b" ? row.b : row.c) = text;
    } else if (is_input && key == "quantise") {
      row.quantise = named<Quantise>(setting);
    } else if (is_input && key == "scale") {
      row.scale = named<ScaleKind>(setting);
    } else if (is_input && key == "block") {
      row.block = static_cast<int>(whole(setting, 1, kMostDepthOfAPoint));
    } else if (is_input && (key == "sigma" || key == "phi")) {
      const auto number = to_number(setting.value);
      if (!number || !(*number >= 0 && *number <= kMaxSigma))
        refuse(setting, fmt::format("write a number, 0..{}", kMaxSigma));
      (key == "phi" ? row.phi : row.sigma) = *number;
    } else {
      study_.refuse(
          setting.line, setting.key,
          "unknown field; " +
              mend_name(setting.field, {"inputs.a", "inputs.b", "inputs.c", "inputs.sigma",
                                        "inputs.phi", "inputs.quantise", "inputs.scale",
                                        "inputs.block", kPromoteK, kPromoteRounding}));
    }
  }

  std::string name_of(const Setting* unit) const {
    return unit != nullptr ? to_text(unit->value) : study_.unit;
  }

  std::shared_ptr<const PlannedUnit> planned_unit(const Setting* named,
                                                  const std::vector<const Setting*>& fields) {
    const std::string name = name_of(named);
    std::string key = name;
    for (const Setting* field : fields)
      key.append("\n").append(field->field).append("=").append(field->text);
    auto& planned = units_[key];
    if (planned) return planned;
    const Unit& unit = changed_unit(name, named, fields);
    if (unit.instruction.sparsity)
      study_.refuse(line_of_unit(named), named != nullptr ? named->key : "unit",
                    fmt::format("{} takes a sparse a, and studies draw dense ones; study the dense "
                                "instruction of k {}",
                                unit.instruction.id, unit.products()));
    const OperandLayout layout = layout_but_random(unit);
    for (const OperandRow& row : kInputs)
      if (layout.has(row.operand) && !is_drawn_for_studies(row.operand))
        study_.refuse(line_of_unit(named), named != nullptr ? named->key : "unit",
                      fmt::format("{} takes {}, which studies do not draw; study a unit without it",
                                  unit.instruction.id, row.what));
    if (unit.has_own_stages() && study_.cost != CostSource::none)
      study_.refuse(line_of_unit(named), named != nullptr ? named->key : "unit",
                    fmt::format("{} has stages of its own, whose cost no field tells; write "
                                "[cost] with area = \"none\"",
                                unit.instruction.id));
    try {
      return planned = std::make_shared<const PlannedUnit>(plan_unit(unit));
    } catch (const RowError& error) {
      if (fields.empty()) study_.refuse(line_of_unit(named), "unit", error.what());
      refuse(*fields.back(), error.what());
    }
  }

  // The last axes change from point to point: what the first fields make of a unit is kept.
  const Unit& changed_unit(const std::string& name, const Setting* named,
                           const std::vector<const Setting*>& fields) {
    if (changed_.empty() || name != changed_name_) {
      changed_ = {{nullptr, base_unit(name, named)}};
      changed_name_ = name;
    }
    std::size_t same = 0;
    while (same < fields.size() && same + 1 < changed_.size() &&
           changed_[same + 1].setting == fields[same])
      ++same;
    changed_.erase(changed_.begin() + static_cast<std::ptrdiff_t>(same) + 1, changed_.end());
    for (std::size_t i = same; i < fields.size(); ++i) try {
        changed_.push_back(
            {fields[i], changed_.back().unit.with(fields[i]->field, text_of(*fields[i]))});
      } catch (const RowError& error) {
        refuse_field(*fields[i], error);
      }
    return changed_.back().unit;
  }

  std::string text_of(const Setting& setting) const {
    return setting.field == kStagesField ? in_folder(study_.folder, setting.text) : setting.text;
  }

  [[noreturn]] void refuse_field(const Setting& setting, const RowError& error) const {
    if (error.key == setting.field && error.reason.starts_with("unknown field"))
      study_.refuse(setting.line, setting.key,
                    error.reason +
                        "; an axis may also be \"unit\", \"workload\", \"k\", \"size\", "
                        "\"gemm.promote_k\", \"gemm.promote_rounding\" or one of inputs, dgemm or "
                        "fp8gemm");
    refuse(setting, error.what());
  }

  int line_of_unit(const Setting* named) const {
    if (named != nullptr) return named->line;
    // The key is required, at the beginning of a line.
    int line = 1;
    std::string_view text = study_.text;
    for (; !text.starts_with("unit") && text.find('\n') != text.npos; ++line)
      text.remove_prefix(text.find('\n') + 1);
    return line;
  }

  const Unit& base_unit(const std::string& name, const Setting* named) {
    auto& unit = bases_[name];
    if (!unit) try {
        unit = find_unit(unit_name(study_, name));
      } catch (const InputError& error) {
        study_.refuse(line_of_unit(named), named != nullptr ? named->key : "unit", error.what());
      }
    return *unit;
  }

  // The facts of a file that is an operand of the point.
  const FileFacts& facts_of(const char* operand, const std::string& file, Point& point) {
    auto& facts = files_[file];
    if (!facts) facts = file_facts(operand, in_folder(study_.folder, file), tick_);
    point.files.push_back({operand, file, facts->content});
    return *facts;
  }

  // Sizes that the study does not give are a tensor's; those that it gives must agree.
  void take_file_shapes(Point& point) {
    const bool has_size = setting_of(kSizeAxis) != nullptr;
    bool m_known = study_.m_given || has_size, n_known = study_.n_given || has_size;
    const auto agree = [&](const std::string& file, const char* operand, const char* name,
                           std::int64_t& size, bool& known, std::int64_t of_file) {
      if (!known) {
        size = of_file;
        known = true;
      }
      if (size != of_file)
        throw InputError(fmt::format("{}: {}: {} has {} = {}, and the study {}; change one of them",
                                     study_.origin, operand, file, name, of_file, size));
    };
    bool k_known = point.shape.k != 0;
    const InputRow& row = point.inputs;
    if (names_matrix_file(row.a)) {
      const FileFacts& shape = facts_of("A", row.a, point);
      agree(row.a, "A", "m", point.shape.m, m_known, shape.rows);
      agree(row.a, "A", "k", point.shape.k, k_known, shape.columns);
    }
    if (names_matrix_file(row.b)) {
      const FileFacts& shape = facts_of("B", row.b, point);
      agree(row.b, "B", "k", point.shape.k, k_known, shape.rows);
      agree(row.b, "B", "n", point.shape.n, n_known, shape.columns);
    }
    if (names_matrix_file(row.c)) {
      const FileFacts& shape = facts_of("C", row.c, point);
      agree(row.c, "C", "m", point.shape.m, m_known, shape.rows);
      agree(row.c, "C", "n", point.shape.n, n_known, shape.columns);
    }
  }

  void set_size(Point& point) const {
    const Setting* const size = setting_of(kSizeAxis);
    if (size == nullptr) return;
    const std::int64_t side = whole(*size, 1, kMostSize);
    if (setting_of(kDepthAxis) != nullptr || study_.k != 0 || study_.m_given || study_.n_given)
      study_.refuse(size->line, size->key, "is m, n and k; leave these out");
    point.shape = {side, side, side};
  }

  void set_workload(Point& point, const std::vector<const Setting*>& settings,
                    const Setting* unit) const {
    const Setting* last = nullptr;
    for (const Setting* setting : settings) try {
        set_workload_field(point.workload, setting->field, setting->value);
        point.workload_text += fmt::format("{}={}\n", setting->field, to_text(setting->value));
        last = setting;
      } catch (const InputError& error) {
        study_.refuse(setting->line, setting->key, error.what());
      }
    if (study_.energy && point.workload.kind != Workload::gemm)
      throw InputError(study_.origin + ": cost.energy: is of workload \"gemm\"; leave it out");
    point.workload.judges_quantising = measures(kQuantisationError);
    check_measures(point);
    if (point.workload.kind == Workload::gemm) return;
    check_gemm_alone(point);
    try {
      check(point.unit->unit, point.workload, point.shape.k);
    } catch (const InputError& error) {
      if (last != nullptr) refuse(*last, error.what());
      study_.refuse(line_of_unit(unit), "unit", error.what());
    }
  }

  bool measures(std::string_view name) const {
    return std::ranges::count(study_.measures, name) > 0;
  }

  void check_measures(const Point& point) const {
    const std::string_view name = enum_name(point.workload.kind);
    for (const MeasureRow& measure : kMeasures)
      if (!measure.is_of(name) && measures(measure.name)) {
        const auto& [one, other] = measure.workloads;
        study_.refuse(
            study_.measures_line, "measures.list",
            fmt::format("\"{}\" is of workload \"{}\"{}, and this point's is \"{}\"", measure.name,
                        one, other.empty() ? "" : fmt::format(" or \"{}\"", other), name));
      }
    if (point.workload.kind == Workload::gemm && point.workload.judges_quantising) try {
        check_quantised_numbers(point.inputs, point.formats());
      } catch (const InputError& error) {
        study_.refuse(study_.measures_line, "measures.list", error.what());
      }
  }

  // Refuses what only the workload gemm takes.
  void check_gemm_alone(const Point& point) const {
    const std::string_view name = enum_name(point.workload.kind);
    const std::string reason =
        fmt::format("is of workload \"gemm\", and this point's is \"{}\"", name);
    for (const std::string_view field : {kPromoteK, kPromoteRounding})
      if (const Setting* const setting = setting_of(field))
        study_.refuse(setting->line, setting->key, reason);
    const InputRow& inputs = point.inputs;
    if (inputs.c != enum_name(Distribution::zero) || inputs.quantise != Quantise::by_format)
      throw InputError(fmt::format(
          "{}: workload \"{}\" has no c and quantises by its own fields; leave out inputs.{}",
          study_.origin, name, inputs.quantise == Quantise::by_format ? "c" : "quantise"));
  }

  void check_phi(const Point& point) const {
    const InputRow& row = point.inputs;
    const auto name = enum_name(Distribution::phi);
    if (row.a == name || row.b == name || row.c == name) return;
    const char* const reason = "is of the distribution \"phi\", and no operand has it";
    if (const Setting* const phi = setting_of("inputs.phi"))
      study_.refuse(phi->line, phi->key, reason);
    if (study_.phi_line != 0) study_.refuse(study_.phi_line, "inputs.phi", reason);
  }

  void set_promotion(Point& point) const {
    const Setting *const of_interval = setting_of(kPromoteK), *const of_rounding =
                                                                  setting_of(kPromoteRounding);
    const Rounding rounding =
        of_rounding == nullptr ? Rounding::nearest_even : named<Rounding>(*of_rounding);
    if (of_interval == nullptr) return;
    const std::int64_t interval = whole(*of_interval, 0, kMostDepthOfAPoint);
    const int k = point.unit->unit.instruction.shape.k;
    if (interval == 0) return;
    if (interval % k != 0)
      refuse(*of_interval,
             fmt::format("counts elements of K; write a multiple of {}, the instruction's k", k));
    point.promotion = Promotion{static_cast<int>(interval / k), rounding};
  }

  void check_size(const Point& point) const {
    const auto [m, n, k] = point.shape;
    if (k == 0) throw InputError(study_.origin + ": k is missing; write k = 1024 in [axes]");
    if (m * k > kMostElements || n * k > kMostElements || m * n > kMostOutputs)
      throw InputError(
          fmt::format("{}: m = {}, n = {}, k = {}: operands have at most {} elements, and D {}; "
                      "make them smaller",
                      study_.origin, m, n, k, kMostElements, kMostOutputs));
  }

  // Refuses what a GEMM of these formats and shapes would be refused for.
  void check_point(const Point& point) const {
    if (point.workload.kind != Workload::gemm) return;  // set_workload() has looked at it
    const auto [m, n, k] = point.shape;
    const Unit& unit = point.unit->unit;
    const InputFormats formats = point.formats();
    const GemmOptions options = point.gemm_options();
    static std::byte nothing{};
    const auto view = [](const Format& format, std::int64_t rows, std::int64_t columns) {
      return row_major(format, &nothing, rows, columns);
    };
    GemmProblem problem({{Operand::a, view(*formats.a, m, k)},
                         {Operand::b, view(*formats.b, k, n)},
                         {Operand::c, view(*formats.c, m, n)}},
                        view(d_format(unit, options), m, n));
    if (formats.scale != nullptr) {
      const std::int64_t blocks = (k + formats.scale_block - 1) / formats.scale_block;
      problem[Operand::sa] = view(*formats.scale, m, blocks);
      problem[Operand::sb] = view(*formats.scale, blocks, n);
    }
    try {
      check(unit, problem, options);
      check(point.inputs, formats);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: k = {}: {}", study_.origin, k, error.what()));
    }
  }

  // Units that are alike share a platform of theirs.
  void set_platform(Point& point) {
    if (study_.platform.empty()) return;
    try {
      if (point.workload.kind != Workload::gemm)
        throw InputError("its cycles are those of a GEMM; leave out the other workloads");
      if (!platform_) platform_ = tlm::find_platform(file_of(study_, study_.platform));
      auto& of_unit = platforms_[point.unit.get()];
      if (!of_unit)
        of_unit = std::make_shared<const tlm::PlatformOfUnit>(*platform_, point.unit->unit);
      const auto [m, n, k] = point.shape;
      if (checked_.emplace(of_unit.get(), std::tuple(m, n, k)).second)
        all_sourced_ = of_unit->is_sourced({.m = m, .n = n, .k = k}) && all_sourced_;
      point.platform = of_unit;
    } catch (const InputError& error) {
      study_.refuse(study_.platform_line, "platform", error.what());
    }
  }

  const Study& study_;
  const std::function<void()> tick_;
  std::optional<tlm::Platform> platform_;
  bool all_sourced_ = true;
  std::map<const PlannedUnit*, std::shared_ptr<const tlm::PlatformOfUnit>> platforms_;
  std::set<
      std::pair<const tlm::PlatformOfUnit*, std::tuple<std::int64_t, std::int64_t, std::int64_t>>>
      checked_;
  std::unordered_map<std::string, std::shared_ptr<const PlannedUnit>> units_;
  std::map<std::string, std::optional<Unit>> bases_;
  struct Changed {
    const Setting* setting;
    Unit unit;  // after it
  };
  std::vector<Changed> changed_;  // the last unit's, the base first
  std::string changed_name_;
  std::map<std::string, std::optional<FileFacts>> files_;
  std::map<std::pair<const Tie*, std::string>, std::unique_ptr<const Setting>> tied_;
  std::vector<const Setting*> settings_;  // of the point that is being made
};

Planner::Planner(const Study& study, std::function<void()> tick)
    : work_(std::make_unique<Work>(study, std::move(tick))) {}
Planner::~Planner() = default;

Point Planner::point(std::int64_t index, std::span<const Setting* const> settings) {
  return work_->point(index, settings);
}

bool Planner::all_sourced() const { return work_->all_sourced(); }

}  // namespace mmasc
