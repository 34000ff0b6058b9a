// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/public_recordings.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "mmasc/unit/formats.h"
#include "mmasc/vectors/from_f32.h"
#include "mmasc/vectors/line_reader.h"

namespace mmasc {
namespace {

// One of the four files a recording is made of, a line a case.
class PublishedFile {
 public:
  explicit PublishedFile(const std::string& path) : text_(read_text(path)), lines_(text_, path) {}
  PublishedFile(const PublishedFile&) = delete;
  PublishedFile& operator=(const PublishedFile&) = delete;

  bool next() { return lines_.next(); }
  const LineReader& lines() const { return lines_; }

  // `count` float32 patterns of 8 hex digits, exact in the format; the published lines may end in
  // a space.
  std::vector<std::uint64_t> hex_elements(int count, const Format& format) const {
    std::string_view line = lines_.line();
    if (line.ends_with(' ')) line.remove_suffix(1);
    const auto fields = split(line, ' ');
    if (fields.size() != static_cast<std::size_t>(count))
      throw lines_.error(
          fmt::format("{} elements; the index says k_recorded is {}", fields.size(), count));
    std::vector<std::uint64_t> elements;
    for (const std::string_view field : fields)
      elements.push_back(exact(field, pattern(field, 16, 8), format));
    return elements;
  }

  // One float32 pattern of 32 binary digits.
  std::uint32_t binary_pattern() const { return pattern(lines_.line(), 2, 32); }
  std::uint64_t binary_element(const Format& format) const {
    return exact(lines_.line(), binary_pattern(), format);
  }

 private:
  std::uint32_t pattern(std::string_view digits, int radix, std::size_t count) const {
    std::uint32_t bits = 0;
    const auto end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, bits, radix);
    if (digits.size() == count && parsed.ec == std::errc() && parsed.ptr == end) return bits;
    throw lines_.error(offset(digits), fmt::format("expected a float32 pattern of {} {} digits",
                                                   count, radix == 2 ? "binary" : "hex"));
  }

  std::uint64_t exact(std::string_view digits, std::uint32_t f32, const Format& format) const {
    const FromF32 converted = from_f32(f32, format);
    if (converted.exact) return converted.bits;
    throw lines_.error(
        offset(digits),
        fmt::format("float32 {:08x} is not exact in {}; is the index's format right?", f32,
                    format.name));
  }

  std::size_t offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - lines_.line().data());
  }

  std::string text_;
  LineReader lines_;
};

// The row of the index and the unit must mean the same operands.
void check_row(const PublicRecording& row, const Unit& unit) {
  const OperandLayout layout = layout_of(unit);
  const Format& element = *row.format.format;
  const Format& c = format_named(row.c == PublicRecording::C::rounded_to_f16 ? "f16" : "f32");
  const Format& d = *row.d.format;
  const auto is_taken = [&](Operand operand, const Format& format) {
    return *layout.format[operand] == format;
  };
  if (is_taken(Operand::a, element) && is_taken(Operand::b, element) && is_taken(Operand::c, c) &&
      is_taken(Operand::d, d) && layout.scale_block == 0 && row.k_recorded <= layout.k)
    return;
  throw InputError(
      fmt::format("{}:{}: a={} b={} c={} d={} k={} contradict {}, which takes {}; mend "
                  "the row",
                  row.index, row.line, element.name, element.name, c.name, d.name, row.k_recorded,
                  unit.instruction.id, to_text(layout)));
}

InputError uneven(const PublishedFile& longer, const PublishedFile& shorter) {
  return longer.lines().error(
      fmt::format("no such line in {}; the four files of a recording are of one length",
                  shorter.lines().name()));
}

std::string provenance_of(const PublicRecording& row) {
  return fmt::format(
      "recorded on {}: F. A. Khattak and M. Mikaitis, Accurate Models of NVIDIA Tensor Cores, ACM "
      "TACO; github.com/north-numerical-computing/MATLAB-tensor-core, model_validation",
      row.gpu);
}

}  // namespace

VectorFile import_recording(const PublicRecording& recording, const Unit& unit) {
  check_row(recording, unit);
  const auto folder =
      std::filesystem::path(recording.index).parent_path() / recording.gpu / recording.format.name;
  const auto path = [&](std::string_view column, std::string_view format) {
    return (folder / fmt::format("{}_{}_{}.txt", column, recording.gpu, format)).string();
  };
  PublishedFile a(path("a", recording.format.name)), b(path("b", recording.format.name));
  PublishedFile c(path("c", "fp32")), d(path("d", recording.d.name));

  VectorFile file;
  file.name = d.lines().name();
  file.instruction = recording.instruction;
  file.layout = layout_of(unit);
  file.provenance = provenance_of(recording);
  file.evidence = EvidenceKind::recorded;
  file.header.insert(file.header.end() - 1, {std::string(kMakerKey), "NVIDIA"});
  while (d.next()) {
    for (PublishedFile* other : {&a, &b, &c})
      if (!other->next()) throw uneven(d, *other);
    Case row;
    row.line = d.lines().number();
    const auto lanes = static_cast<std::size_t>(file.layout.k);
    for (const auto& [operand, published] : {std::pair{Operand::a, &a}, {Operand::b, &b}}) {
      row[operand] = published->hex_elements(recording.k_recorded, *file.layout.format[operand]);
      row[operand].resize(lanes);
    }
    const Format& c_format = *file.layout.format[Operand::c];
    switch (recording.c) {
      case PublicRecording::C::used:
        row.c() = c.binary_element(c_format);
        break;
      case PublicRecording::C::rounded_to_f16:
        row.c() = from_f32(c.binary_pattern(), c_format).bits;
        break;
      case PublicRecording::C::not_used:
        break;
    }
    row.d() = d.binary_element(*file.layout.format[Operand::d]);
    file.cases.push_back(std::move(row));
  }
  for (PublishedFile* other : {&a, &b, &c})
    if (other->next()) throw uneven(*other, d);
  if (file.cases.empty()) throw InputError(fmt::format("{}: empty; no recordings", file.name));
  return file;
}

}  // namespace mmasc
