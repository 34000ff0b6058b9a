// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/read.h"
#include "mmasc/unit/toml.h"
#include "mmasc/unit/validate.h"
#include "mmasc/vectors/line_reader.h"
#include "mmasc/vectors/vector_file.h"
#include "mmasc/vectors/vector_layout.h"

namespace mmasc {
namespace {

using namespace vector_layout;

// The value of the `formats` line. Every spelling but the writer's own is refused.
class FormatsParser {
 public:
  FormatsParser(std::string_view text, const Formats& own, const LineReader& lines)
      : own_(own), lines_(lines) {
    for (const std::string_view field : split(text, ' ')) {
      const auto equals = std::min(field.find('='), field.size());
      fields_[field.substr(0, equals)] = field.substr(std::min(equals + 1, field.size()));
    }
    for (const OperandRow& row : kOperands)
      if (row.lacks.empty() || (!row.format.empty() && fields_.contains(row.format)))
        layout_.format[row.operand] = format(row.format);
    layout_.k = number("k", kMaxK);
    if (fields_.contains("sparsity")) parse_sparsity();
    if (fields_.contains("random")) parse_random();
    if (fields_.contains("scale") || fields_.contains("scale_block")) parse_scale();
    if (to_text(layout_) != text)
      throw lines_.error(fmt::format("formats: write exactly '{}'", to_text(layout_)));
  }

  const OperandLayout& layout() const { return layout_; }

 private:
  std::string_view value(std::string_view key) const {
    const auto field = fields_.find(key);
    if (field != fields_.end()) return field->second;
    throw lines_.error(
        fmt::format("formats: no {}; write {}[scale_block=N] k=N [sparsity=KEEP:OF[:TOGETHER]] "
                    "[random=COUNTxBITS,...]",
                    key, formats_text()));
  }

  // "a=FORMAT b=FORMAT c=FORMAT d=FORMAT [scale=FORMAT] "
  static std::string formats_text() {
    std::string own, optional;
    std::string_view last;
    for (const OperandRow& row : kOperands) {
      if (row.format.empty() || row.format == last) continue;
      last = row.format;
      if (row.lacks.empty())
        own += fmt::format("{}=FORMAT ", row.format);
      else
        optional += fmt::format("[{}=FORMAT] ", row.format);
    }
    return own + optional;
  }

  const Format* format(std::string_view key) const {
    const std::string_view name = value(key);
    try {
      return &format_named(name, own_);
    } catch (const InputError& error) {
      throw lines_.error(fmt::format("formats: {}={}: {}", key, name, error.what()));
    }
  }

  int number(const char* key, int greatest) const {
    const std::string_view text = value(key);
    int number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || number < 1 ||
        number > greatest)
      throw lines_.error(fmt::format("formats: {}={}; give 1 to {}", key, text, greatest));
    return number;
  }

  void parse_scale() {
    format("scale");
    layout_.scale_block = number("scale_block", layout_.k);
    if (layout_.k % layout_.scale_block != 0)
      throw lines_.error(fmt::format("formats: scale_block={} does not divide k={}; give a divisor",
                                     layout_.scale_block, layout_.k));
  }

  // "2:4" or "2:4:2"
  void parse_sparsity() {
    const std::string_view text = value("sparsity");
    std::vector<int> numbers;
    for (const std::string_view part : split(text, ':'))
      std::from_chars(part.data(), part.data() + part.size(), numbers.emplace_back());
    if (numbers.size() < 2 || numbers.size() > 3)
      throw lines_.error(
          fmt::format("formats: sparsity={}; write KEEP:OF or KEEP:OF:TOGETHER, as 2:4", text));
    numbers.resize(3, 1);
    layout_.sparsity = SparsityRow{numbers[0], numbers[1], numbers[2]};
    try {
      validate(*layout_.sparsity, layout_.k);
    } catch (const RowError& error) {
      throw lines_.error(fmt::format("formats: sparsity={}: {}: {}", text,
                                     error.key.substr(error.key.rfind('.') + 1), error.reason));
    }
  }

  // "16x8,1x12"
  void parse_random() {
    for (const std::string_view run : split(value("random"), ',')) {
      const auto times = std::min(run.find('x'), run.size());
      int count = 0, bits = 0;
      const std::string_view after = run.substr(std::min(times + 1, run.size()));
      std::from_chars(run.data(), run.data() + times, count);
      std::from_chars(after.data(), after.data() + after.size(), bits);
      if (count < 1 || count > kMaxRandom * (kMaxK + 1) || bits < 1 || bits > kMaxRandomBits)
        throw lines_.error(fmt::format(
            "formats: random={}; write COUNTxBITS,..., each of 1 to {} bits", run, kMaxRandomBits));
      layout_.random.insert(layout_.random.end(), static_cast<std::size_t>(count), bits);
    }
  }

  const Formats& own_;
  const LineReader& lines_;
  std::map<std::string_view, std::string_view> fields_;
  OperandLayout layout_;
};

class VectorReader {
 public:
  VectorReader(std::string_view text, const std::string& name) : lines_(text, name) {
    file_.name = name;
    file_.header.clear();
  }

  VectorFile read() && {
    read_magic();
    while (lines_.next() && is_header_line()) read_header_line();
    check_complete();
    // The loop stopped at the first line of the cases, if there is one.
    if (is_header_line()) throw lines_.error("no cases; add at least one line of operands");
    do read_case_line();
    while (lines_.next());
    if (!pending_name_.empty()) throw unused_name();
    check_count();
    return std::move(file_);
  }

 private:
  void read_magic() {
    if (!lines_.next())
      throw InputError(
          fmt::format("{}: empty; a vector file starts with '{}'", file_.name, kMagic));
    if (lines_.line() == kMagic) return;
    constexpr std::string_view any_version = kMagic.substr(0, kMagic.size() - 1);
    if (lines_.line().starts_with(any_version))
      throw lines_.error(fmt::format("version {} is not known; this program reads '{}'",
                                     lines_.line().substr(any_version.size()), kMagic));
    throw lines_.error(fmt::format("not a vector file; the first line is '{}'", kMagic));
  }

  bool is_header_line() const {
    return lines_.line().starts_with('#') && !lines_.line().starts_with(kCasePrefix);
  }

  void read_header_line() {
    const std::string_view line = lines_.line();
    const auto colon = line.find(": ");
    if (!line.starts_with("# ") || colon == std::string_view::npos || colon <= 2)
      throw lines_.error("expected '# key: value'");
    const std::string key(line.substr(2, colon - 2));
    const std::string_view value = line.substr(colon + 2);
    const bool known = read_known(key, value);
    if (known && file_.find(key))
      throw lines_.error(fmt::format("a second '{}' line; keep one", key));
    file_.header.push_back({key, std::string(value), lines_.number()});
  }

  bool read_known(std::string_view key, std::string_view value) {
    if (key == "instruction") {
      file_.instruction = text(key, value);
    } else if (key == "formats") {
      file_.layout = FormatsParser(value, own_formats_, lines_).layout();
    } else if (key.starts_with(kFormatPrefix)) {
      own_formats_.push_back(own_format(key.substr(kFormatPrefix.size()), value));
      return false;  // kept as it is
    } else if (key == "provenance") {
      file_.provenance = text(key, value);
    } else if (key == "evidence") {
      file_.evidence = evidence(value);
    } else if (key == "nan") {
      if (value != "exact" && value != "any")
        throw lines_.error(fmt::format("nan: {} is neither exact nor any", value));
      file_.nan = value == "any" ? NanMatch::any : NanMatch::exact;
    } else if (key == "vectors") {
      count_ = count(value);
    } else {
      return key == "columns";  // checked when the formats are known
    }
    return true;
  }

  std::string_view text(std::string_view key, std::string_view value) const {
    if (value.empty()) throw lines_.error(fmt::format("{} is empty; say what it is", key));
    return value;
  }

  std::uint64_t count(std::string_view value) const {
    std::uint64_t number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    if (std::to_string(number) == value) return number;
    throw lines_.error(fmt::format("vectors: {} is no count; write a whole number", value));
  }

  // A file that was cut at the end of a line looks whole but for its count.
  void check_count() const {
    if (!count_ || *count_ == file_.cases.size()) return;
    throw InputError(
        fmt::format("{}:{}: vectors: the header says {}, the file has {}; get the whole file, or "
                    "mend the count",
                    file_.name, file_.find("vectors")->line, *count_, file_.cases.size()));
  }

  // A format of the file's own, which stands before the formats that name it.
  const Format* own_format(std::string_view name, std::string_view value) const {
    const std::string key = fmt::format("{}{}", kFormatPrefix, name);
    if (file_.find(key)) throw lines_.error(fmt::format("a second '{}' line; keep one", key));
    if (file_.find("formats"))
      throw lines_.error(fmt::format("'{}' stands behind 'formats'; move it before", key));
    try {
      const Value table = parse_toml(fmt::format("format = {}", value));
      FormatRow row = read_row<FormatRow>(table.as<Value::Table>()->front().value, "");
      row.name = name;
      const Format* format = define_format(row);
      if (definition_of(*format) == value) return format;
      throw RowError("", fmt::format("write exactly '{}'", definition_of(*format)));
    } catch (const RowError& error) {
      throw lines_.error(
          fmt::format("{}: {}{}{}", key, error.key, error.key.empty() ? "" : ": ", error.reason));
    }
  }

  EvidenceKind evidence(std::string_view name) const {
    if (const auto kind = find_enum<EvidenceKind>(name)) return *kind;
    std::string known;
    for (const auto& row : kNames<EvidenceKind>) known += fmt::format(" {}", row.name);
    throw lines_.error(fmt::format("evidence: {} is no kind of evidence; one of{}", name, known));
  }

  void check_complete() {
    for (const char* key : {"instruction", "formats", "provenance", "nan", "columns"})
      if (!file_.find(key))
        throw lines_.error(fmt::format("the header ends without '{0}'; add '# {0}: ...'", key));
    const HeaderLine& columns = *file_.find("columns");
    file_.has_d = columns.value != columns_of(file_.layout, false);
    file_.has_flags = columns.value == columns_of(file_.layout, true, true);
    const auto expected = columns_of(file_.layout, file_.has_d, file_.has_flags);
    if (columns.value != expected)
      throw InputError(
          fmt::format("{}:{}: columns: {}; these formats take '{}', or no d at the end, or flags "
                      "behind it",
                      file_.name, columns.line, columns.value, expected));
  }

  void read_case_line() {
    if (lines_.line().starts_with('#'))
      read_case_name();
    else
      read_case();
  }

  void read_case_name() {
    if (!lines_.line().starts_with(kCasePrefix))
      throw lines_.error("only '# case: NAME' may stand among the cases; move it to the header");
    if (!pending_name_.empty()) throw unused_name();
    pending_name_ = lines_.line().substr(kCasePrefix.size());
    if (pending_name_.empty()) throw lines_.error("case: the name is empty; remove the line");
  }

  InputError unused_name() const {
    return lines_.error(fmt::format("case name '{}' has no case; give it one", pending_name_));
  }

  void read_case() {
    const std::string columns = columns_of(file_.layout, file_.has_d, file_.has_flags);
    const auto expected = split(columns, ' ').size();
    const auto fields = split(lines_.line(), ' ');
    if (lines_.line().empty()) throw lines_.error("blank line; remove it");
    if (fields.size() != expected)
      throw lines_.error(fmt::format("{} columns, one space between; '{}' are {}", fields.size(),
                                     columns, expected));
    Case row;
    row.name.swap(pending_name_);
    row.line = lines_.number();
    auto field = fields.begin();
    for_each_column(file_.layout, file_.has_d,
                    [&](const OperandRow& column, const OperandElements& elements) {
                      row[column.operand] = read_column(*field++, elements, column.name);
                    });
    if (file_.has_flags) row.flags = read_column(*field, flags_elements(), kFlagsColumn).front();
    file_.cases.push_back(std::move(row));
  }

  std::vector<std::uint64_t> read_column(std::string_view hex, const OperandElements& elements,
                                         std::string_view name) const {
    try {
      return parse_elements(hex, elements, name, HexCase::lower);
    } catch (const OperandError& error) {
      const auto column = static_cast<std::size_t>(hex.data() - lines_.line().data());
      throw lines_.error(column + error.offset, error.what());
    }
  }

  LineReader lines_;
  VectorFile file_;
  Formats own_formats_;
  std::optional<std::uint64_t> count_;  // of the header
  std::string pending_name_;            // of the case that the next line holds
};

}  // namespace

OperandLayout parse_layout(std::string_view text, const std::string& name) {
  const std::string line = std::string(text) + "\n";
  LineReader lines(line, name);
  lines.next();
  return FormatsParser(text, {}, lines).layout();
}

VectorFile parse_vectors(std::string_view text, const std::string& name) {
  return VectorReader(text, name).read();
}

VectorFile read_vectors(const std::string& path) { return parse_vectors(read_text(path), path); }

}  // namespace mmasc
