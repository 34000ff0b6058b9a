// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/disclosure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/disclosure/facts.h"
#include "mmasc/disclosure/fields.h"
#include "mmasc/disclosure/program.h"
#include "mmasc/disclosure/telling.h"
#include "mmasc/inputs/study_hash.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/text/number.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/names.h"

namespace mmasc {
namespace {

struct KindMeaning {
  EvidenceKind kind;
  std::string_view words;
};
constexpr KindMeaning kKinds[] = {
    {EvidenceKind::recorded, "silicon was recorded; the row gives the same bits"},
    {EvidenceKind::implied, "what silicon printed implies the bits; the row gives the same"},
    {EvidenceKind::stated, "the authors report equal bits on silicon"},
    {EvidenceKind::listed, "in the source's list, not tested there"},
    {EvidenceKind::derived, "computed from a document, or by an emulator, not by silicon"},
    {EvidenceKind::extrapolated, "parameters taken by analogy"},
};

std::string_view meaning_of_kind(EvidenceKind kind) {
  for (const KindMeaning& meaning : kKinds)
    if (meaning.kind == kind) return meaning.words;
  return {};
}

class DisclosureWriter {
 public:
  DisclosureWriter(const Unit& unit, const DisclosureOrigin& origin)
      : unit_(unit), origin_(origin), plan_(make_plan(unit)), layout_(layout_of(unit)) {
    page_.title = fmt::format("{}: its reduction", unit.instruction.id);
  }

  Page write(std::size_t telling) && {
    write_computation();
    write_parameters();
    page_.heading("Reduction");
    page_.items(PageBlock::Kind::steps, reduction_steps(unit_, plan_));
    write_roundings();
    write_special_values();
    write_program();
    write_telling(telling);
    write_evidence();
    write_row();
    return std::move(page_);
  }

 private:
  void write_computation() {
    const Instruction& row = unit_.instruction;
    page_.heading("What it computes");
    page_.paragraph(fmt::format("`{}`", formula_text(unit_, plan_)));
    if (negates(plan_))
      page_.paragraph("Where it says +-, the reduction below says which sign it is.");
    auto& facts = page_.table({"fact", "value"});
    const auto fact = [&](std::string name, std::string value) {
      if (!value.empty()) facts.push_back({std::move(name), std::move(value)});
    };
    fact("instruction", row.mnemonic.empty() ? "" : "`" + row.mnemonic + "`");
    fact("machine instruction", row.sass.empty() ? "" : "`" + row.sass + "`");
    fact("shape", shape_text(row.shape));
    fact("formats", formats_text(unit_));
    fact("note", row.note);
    auto& formats = page_.table(
        {"operand", "elements", "format", "bits", "exponent bits", "bias", "fraction bits"});
    for (const OperandRow& operand : kOperands) {
      const Format* const format = layout_.format[operand.operand];
      const OperandElements elements = layout_[operand.operand];
      if (elements.count == 0) continue;
      std::vector<std::string> cells{"`" + std::string(operand.name) + "`",
                                     std::to_string(elements.count)};
      for (const std::string& cell : format_cells(format, elements)) cells.push_back(cell);
      formats.push_back(std::move(cells));
    }
    page_.paragraph(fmt::format(
        "Made by {} from the row at the end of this page, of which every number here is taken "
        "(fingerprint {:016x}).",
        origin_.version, StudyHash::of(to_toml_of_numbers(unit_))));
  }

  // The bits of an element as its format says; metadata and random bits have none.
  std::vector<std::string> format_cells(const Format* format,
                                        const OperandElements& elements) const {
    if (format == nullptr) return {"bits", std::to_string(elements.bits_of(0)), "", "", ""};
    const std::string bits = std::to_string(format->storage_bits());
    if (format->is_integer()) return {std::string(format->name), bits, "", "", ""};
    return {std::string(format->name), bits, std::to_string(format->exponent_bits),
            std::to_string(format->bias), std::to_string(format->fraction_bits)};
  }

  void write_parameters() {
    page_.heading("Parameters");
    auto& rows = page_.table({"parameter", "value", "meaning"});
    for (const auto& [path, value] : field_values(unit_))
      rows.push_back({"`" + path + "`", value, std::string(field_meaning(path))});
  }

  void write_roundings() {
    page_.heading("Roundings");
    const TableRows all = roundings_of(unit_, plan_);
    if (all.empty()) return page_.paragraph("None: the sum is exact, and d is an integer.");
    auto& rows = page_.table({"where", "kept", "mode", "meaning"});
    rows.insert(rows.end(), all.begin(), all.end());
    page_.paragraph("A rounding that loses no bit changes nothing.");
    if (layout_.has(Operand::random))
      page_.paragraph(
          fmt::format("The operand `random` has {} for these roundings, drawn whether bits are "
                      "lost or not; the "
                      "program below says which rounding takes which.",
                      counted(layout_[Operand::random].count, "element")));
  }

  void write_special_values() {
    page_.heading("Special values");
    auto& rows = page_.table({"case", "result"});
    const TableRows all = special_values_of(unit_);
    rows.insert(rows.end(), all.begin(), all.end());
  }

  void write_program() {
    page_.heading("Pseudo-code");
    page_.paragraph(
        "The same as a program. It is Python (3.11 or newer) and runs as it is, with exact "
        "numbers; `dot` gives d. First comes the row with its formats, as data; what follows is "
        "the same for every unit.");
    page_.code(reduction_program(unit_), "python");
  }

  void write_telling(std::size_t count) {
    if (count == 0) return;
    page_.heading("Telling operands");
    page_.paragraph(
        "Each of them shows one rule: with another rule d would be other bits. Elements that are "
        "not "
        "named are +0, scales 1; the command computes d. There elements are hex digits, element 0 "
        "first; a list by commas goes on with +0.");
    for (const auto& [row, rule, other] : telling_cases(unit_, count)) {
      page_.paragraph(fmt::format("{} From {} comes d = {}{}.", rule, values_text(row),
                                  with_bits(unit_.d(), row.d()),
                                  other.empty() ? "" : "; " + other));
      page_.code(fmt::format("mmasc eval {} {}", origin_.unit, short_flags(row)), "");
    }
  }

  // A number and its bits.
  static std::string with_bits(const Format& format, std::uint64_t bits) {
    constexpr std::size_t kShort = 16;
    return fmt::format("{} (`{}`)", element_text(format, bits, kShort), to_hex(bits, format));
  }

  // Elements of a and b that are not zero, scales that are not 1, and c: "a[0] = 1.5 (`3c`) and c =
  // 0 (`0000`)".
  std::string values_text(const Case& row) const {
    constexpr std::size_t kMost = 8;
    std::vector<std::string> values;
    for (const OperandRow& input : kInputs) {
      const Format* const format = layout_.format[input.operand];
      if (!layout_.has(input.operand) || format == nullptr || input.along == Along::element)
        continue;
      const std::uint64_t left_out = input.scales ? one(*format) : 0;
      const bool all = !input.scales && !format->has_zero();
      for (std::size_t i = 0; i < row[input.operand].size(); ++i)
        if (const std::uint64_t bits = row[input.operand][i]; all || bits != left_out)
          values.push_back(fmt::format("{}[{}] = {}", input.name, i, with_bits(*format, bits)));
    }
    const std::string c = "c = " + with_bits(*unit_.instruction.c, row.c());
    if (values.empty()) return c + " alone";
    if (values.size() > kMost)
      return fmt::format("{} elements that are not +0, and {}", values.size(), c);
    return fmt::format("{} and {}", fmt::join(values, ", "), c);
  }

  // As a command takes them; zeros at the end of a and b are left out where that is shorter.
  std::string short_flags(const Case& row) const {
    std::string flags;
    for (const OperandRow& input : kInputs) {
      if (!layout_.has(input.operand)) continue;
      const auto& elements = row[input.operand];
      const std::string all = to_hex(elements, layout_[input.operand]);
      const Format* const format = layout_.format[input.operand];
      const bool is_ab = input.operand == Operand::a || input.operand == Operand::b;
      const bool is_one = elements.size() == 1;  // whose hex digits alone could be a number's
      std::string text = all;
      if (format != nullptr && (is_one || is_ab))
        if (std::string list = list_text(elements, *format); is_one || list.size() < all.size())
          text = std::move(list);
      flags += fmt::format("{}--{} {}", flags.empty() ? "" : " ", input.name, text);
    }
    return flags;
  }

  // "0x3c,0x40", without zeros at the end.
  static std::string list_text(const Case::Elements& elements, const Format& format) {
    if (!format.has_zero()) return to_hex_list(elements, elements.size(), format);
    const auto last = std::ranges::find_if(elements.rbegin(), elements.rend(),
                                           [](std::uint64_t bits) { return bits != 0; });
    const auto used = static_cast<std::size_t>(elements.rend() - last);
    return to_hex_list(elements, std::max<std::size_t>(used, 1), format);
  }
  static std::string to_hex_list(const Case::Elements& elements, std::size_t count,
                                 const Format& format) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i)
      list += fmt::format("{}0x{}", i == 0 ? "" : ",", to_hex(elements[i], format));
    return list;
  }

  void write_evidence() {
    page_.heading("Evidence");
    if (unit_.instruction.evidence.empty()) {
      page_.paragraph("None: this row is a design, or was changed.");
    } else {
      auto& rows = page_.table({"kind", "meaning", "source", "what"});
      for (const auto& [kind, source, what] : unit_.instruction.evidence)
        rows.push_back(
            {std::string(enum_name(kind)), std::string(meaning_of_kind(kind)), source, what});
    }
    const std::vector<Undecided> questions = unit_.undecided();
    if (questions.empty()) return;
    page_.paragraph(
        "No recording settles the following; where fields express the other answer, the changes "
        "after `--set` give it:");
    std::vector<std::string> all;
    for (const Undecided& question : questions) all.push_back(undecided_text(question));
    page_.items(PageBlock::Kind::bullets, all);
  }

  void write_row() {
    page_.heading("The row");
    page_.paragraph("All of the above follows from this text; in a file it is the unit anew.");
    page_.code(to_toml(unit_), "toml");
  }

  const Unit& unit_;
  const DisclosureOrigin& origin_;
  const Plan plan_;
  const OperandLayout layout_;
  Page page_;
};

}  // namespace

Page make_disclosure(const Unit& unit, const DisclosureOrigin& origin, std::size_t telling) {
  return DisclosureWriter(unit, origin).write(telling);
}

}  // namespace mmasc
