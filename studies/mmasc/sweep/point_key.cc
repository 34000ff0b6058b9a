// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/point_key.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "mmasc/cost/cells.h"
#include "mmasc/inputs/study_hash.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/random_elements.h"

namespace mmasc {
namespace {

std::string text_of(const InputRow& row) {
  // Results of before there was phi stay valid.
  const std::string phi = row.phi == InputRow{}.phi ? "" : fmt::format(";{}", row.phi);
  return fmt::format("{};{};{};{};{};{};{}{}", row.a, row.b, row.c, row.sigma,
                     enum_name(row.quantise), enum_name(row.scale), row.block, phi);
}

std::string text_of(const Format& format) {
  std::string text;  // of a million points, three times each
  for (const int number :
       {format.exponent_bits, format.fraction_bits, format.bias, static_cast<int>(format.specials),
        static_cast<int>(format.sign), format.ignored_low_bits + (format.has_subnormals ? 1000 : 0),
        format.integer_bits})
    text += (text.empty() ? "" : "/") + std::to_string(number);
  return text;
}

std::string text_of(const QuantiseScheme& scheme) {
  return fmt::format("{} {}x{} {} {} {} {} {}", text_of(*scheme.format), scheme.block.rows,
                     scheme.block.columns, enum_name(scheme.scale), text_of(*scheme.scale_format),
                     scheme.has_tensor_scale, enum_name(scheme.quotient), scheme.least_greatest);
}

// The contents of the library and the recipe; empty of OSU018's, the default one, and of area.
std::string text_of_synthesis(const Study& study) {
  const auto& [liberty, recipe] = study.synthesis;
  std::string text;
  if (recipe != SynthesisRecipe::area) text += fmt::format("recipe {}\n", enum_name(recipe));
  if (liberty.empty()) {
    if (study.cost != CostSource::synthesis || !default_liberty().empty()) return text;
    return text + fmt::format("liberty {:016x}\n", StudyHash::of(own_cells()));
  }
  const std::string path = in_folder(study.folder, liberty);
  std::error_code error;
  std::ifstream file;
  if (std::filesystem::is_regular_file(path, error)) file.open(path, std::ios::binary);
  if (!file.is_open())
    throw InputError(fmt::format("{}: cost.liberty: {}: no such file, or none that can be read",
                                 study.origin, path));
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  return text + fmt::format("liberty {:016x}\n", StudyHash::of(content));
}

// The platform's text; empty where there is none.
std::string text_of_platform(const Study& study) {
  if (study.platform.empty()) return {};
  for (const EmbeddedFile& file : platform_files())
    if (file.name == study.platform + ".toml")
      return fmt::format("platform {:016x}\n", StudyHash::of(file.text));
  std::ifstream file(file_of(study, study.platform), std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  return fmt::format("platform {:016x}\n", StudyHash::of(content));
}

// All that decides the result beside the point's own fields.
std::string text_of(const Study& study, const std::string& beside, const Point& point) {
  std::string text = fmt::format("{:016x}\n{}\n", point.unit->fingerprint, point.input_key());
  if (point.workload.kind != Workload::gemm)
    text += fmt::format("{}\n{}", enum_name(point.workload.kind), point.workload_text);
  text += fmt::format("{} {} {}\n", study.seed, study.repetitions, static_cast<int>(study.cost));
  text += beside;
  if (point.promotion)
    text += fmt::format("promotion {} {}\n", point.promotion->interval,
                        enum_name(point.promotion->rounding));
  // Results of before additions had a cost are others.
  if (study.cost != CostSource::none && !point.whole_unit().additions().empty())
    text += "additions are costed\n";
  // Results of before the promotions of fp8gemm had a cost are others.
  if (study.cost != CostSource::none && point.workload.kind == Workload::fp8gemm &&
      point.promotions() != Promotions{})
    text += "promotions are costed\n";
  if (study.cost != CostSource::none && !random_widths(point.unit->unit).empty())
    text += "random bits are costed\n";
  if (study.energy) text += "energy\n";
  for (const std::string& measure : study.measures) text += measure + " ";
  for (const auto& [name, value] : point.axes) text += fmt::format("\n{}={}", name, to_text(value));
  return text;
}

}  // namespace

std::string text_beside_points(const Study& study) {
  return text_of_synthesis(study) + text_of_platform(study);
}

std::string hash_of(const Study& study, const std::string& beside, const Point& point) {
  return fmt::format("{:016x}", StudyHash::of(text_of(study, beside, point)));
}

std::string Point::input_key() const { return key_of_operands(text_of(*formats().c)); }

std::string Point::operands_key() const {
  return key_of_operands(inputs.c == enum_name(Distribution::zero) ? "" : text_of(*formats().c));
}

std::string Point::key_of_operands(const std::string& c) const {
  const InputFormats f = formats();
  std::string key = fmt::format(
      "{:08}x{}x{} {} {} {} {}/{} {}", shape.k, shape.m, shape.n, text_of(*f.a), text_of(*f.b), c,
      f.scale != nullptr ? text_of(*f.scale) : "none", f.scale_block, text_of(inputs));
  for (const OperandFile& file : files) {
    const Format& format = file.operand == "A" ? *f.a : file.operand == "B" ? *f.b : *f.c;
    // Results of before the low bits of files were rounded are others.
    key += fmt::format(" {}={:016x}{}", file.operand, file.content,
                       format.ignored_low_bits > 0 ? " rounded" : "");
  }
  if (workload.kind == Workload::fp8gemm &&
      (workload.against == Against::quantised || workload.judges_quantising)) {
    const OperandSchemes schemes = operand_schemes(unit->unit, workload.fp8gemm);
    key += fmt::format(" {} {}", text_of(schemes.a), text_of(schemes.b));
  }
  return key;
}

}  // namespace mmasc
