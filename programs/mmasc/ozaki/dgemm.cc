// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/dgemm.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "mmasc/arith/check_matrix.h"
#include "mmasc/arith/convert.h"
#include "mmasc/arith/scales_of_one.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/batch/grid_rounding.h"
#include "mmasc/batch/on_lines.h"
#include "mmasc/ozaki/level_sum.h"
#include "mmasc/ozaki/slice_choice.h"
#include "mmasc/ozaki/split.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {
namespace {

constexpr std::int64_t kLevelBytes = std::int64_t{128} << 20;  // of a panel of D, all its levels
constexpr std::int64_t kPanelColumns = 4096, kLeastPanelRows = 64;

struct Region {
  std::int64_t row = 0, rows = 0, column = 0, columns = 0;
};

template <class Byte>
BasicMatrix<Byte> part_of(BasicMatrix<Byte> matrix, const Region& part) {
  matrix.data += (part.row * matrix.row_stride + part.column * matrix.column_stride) / 8;
  matrix.rows = part.rows;
  matrix.columns = part.columns;
  return matrix;
}

const Format& format_of(const char* name, const MatrixView& matrix) {
  for (const char* format : {"f64", "f32"})
    if (matrix.element_bits == format_named(format).storage_bits()) return format_named(format);
  throw InputError(fmt::format("{} has elements of {} bits; give f64 (64) or f32 (32)", name,
                               matrix.element_bits));
}

// The format of A, B and D, whose shapes are checked.
const Format& checked_format(const DgemmProblem& problem) {
  const auto check = [&](const char* name, const MatrixView& matrix, std::int64_t rows,
                         std::int64_t columns) {
    format_of(name, matrix);
    if (matrix.rows != rows || matrix.columns != columns || rows < 0 || columns < 0)
      throw InputError(fmt::format("{} is {} x {}, not {} x {}", name, matrix.rows, matrix.columns,
                                   rows, columns));
    if (matrix.data == nullptr && rows > 0 && columns > 0)
      throw InputError(fmt::format("{} has no data", name));
    check_matrix(name, matrix, rows, columns, format_of(name, matrix));
  };
  check("A", problem.a, problem.d.rows, problem.a.columns);
  check("B", problem.b, problem.a.columns, problem.d.columns);
  check("D", problem.d, problem.a.rows, problem.b.columns);
  if (problem.d.row_stride % 8 != 0 || problem.d.column_stride % 8 != 0)
    throw InputError("D has elements that do not begin at a byte");
  if (elements_overlap(problem.d)) throw InputError("D's elements overlap; look at its strides");
  return format_of("D", problem.d);
}

// Elements of D of a slice product as numbers.
class ResultValues {
 public:
  explicit ResultValues(const Format& format)
      : format_(format),
        is_f32_(format == format_named("f32")),
        is_s32_(format == format_named("s32")) {
    constexpr int kTableBits = 16;
    if (format.storage_bits() > kTableBits) return;
    for (std::uint64_t bits = 0; bits <= format.storage_mask(); ++bits)
      table_.push_back(value(bits));
  }

  // Adds a row, its elements one after the other, to sums.
  void add(const MatrixView& d, std::int64_t row, double* sums) const {
    if (is_f32_) return add<float>(d, row, sums);
    if (is_s32_) return add<std::int32_t>(d, row, sums);
    for (std::int64_t j = 0; j < d.columns; ++j) {
      const std::uint64_t bits = load_element(d, row, j);
      sums[j] += table_.empty() ? value(bits) : table_[bits];
    }
  }

 private:
  template <class Value>
  static void add(const MatrixView& d, std::int64_t row, double* sums) {
    const auto* values = reinterpret_cast<const Value*>(d.data + row * d.row_stride / 8);
    for (std::int64_t j = 0; j < d.columns; ++j) sums[j] += static_cast<double>(values[j]);
  }
  double value(std::uint64_t bits) const {
    return std::bit_cast<double>(*convert(format_, format_named("f64"), bits));
  }

  const Format& format_;
  bool is_f32_, is_s32_;
  std::vector<double> table_;
};

// ldexp, by a multiplication where the power is a normal number.
double times_power_of_two(double x, int exponent) {
  using Double = std::numeric_limits<double>;
  const bool is_normal = exponent >= Double::min_exponent - 1 && exponent < Double::max_exponent;
  return is_normal ? x * batch::power_of_two(exponent) : std::ldexp(x, exponent);
}

class SliceGemm {
 public:
  SliceGemm(const Engine& engine, const DgemmProblem& problem, const DgemmOptions& options)
      : engine_(engine),
        unit_(engine.unit()),
        problem_(problem),
        options_(options),
        format_(checked_format(problem)),
        a_(problem.a, Lines::rows, format_of("A", problem.a), "A", options.progress),
        b_(problem.b, Lines::columns, format_of("B", problem.b), "B", options.progress),
        choice_(choose_slices(unit_, a_, b_, format_, options)),
        gemm_(gemm_options()),
        values_(d_format(unit_, gemm_)) {
    check_memory();
    const ExactSlices& width = choice_.unit;
    exponent_ = 2 - 2 * width.bits - width.unit_a - width.unit_b;
  }

  DgemmSummary run() {
    const ExactSlices& width = choice_.unit;
    const Instruction& row = unit_.instruction;
    const int threads = options_.threads;
    slices_a_ =
        a_.slices(choice_.slices_a, width.bits, *row.a, width.unit_a, threads, options_.progress);
    slices_b_ =
        b_.slices(choice_.slices_b, width.bits, *row.b, width.unit_b, threads, options_.progress);
    const std::int64_t m = problem_.d.rows, n = problem_.d.columns;
    if (m > 0 && n > 0) {
      const std::int64_t columns = std::min(n, kPanelColumns);
      const std::int64_t level_bytes =
          columns * std::int64_t{sizeof(double)} * (is_correct() ? choice_.levels() + 1 : 2);
      const std::int64_t rows = std::max(kLeastPanelRows, kLevelBytes / level_bytes);
      for (std::int64_t i = 0; i < m; i += rows)
        for (std::int64_t j = 0; j < n; j += columns)
          panel({i, std::min(rows, m - i), j, std::min(columns, n - j)});
    }
    if (options_.progress) options_.progress(choice_.products(), choice_.products());
    return {.unit = width,
            .slices_a = choice_.slices_a,
            .slices_b = choice_.slices_b,
            .slice_products = choice_.products(),
            .block = choice_.block,
            .is_whole = choice_.is_whole};
  }

 private:
  GemmOptions gemm_options() const {
    GemmOptions options;
    if (choice_.unit.chain < choice_.block)
      options.promotion = {static_cast<int>(choice_.unit.chain / unit_.instruction.shape.k),
                           Rounding::nearest_even};
    return options;
  }

  bool is_correct() const { return options_.summation == SliceSummation::correct; }

  void check_memory() const {
    const Instruction& row = unit_.instruction;
    const auto bytes = [](const SplitMatrix& matrix, int slices, const Format& format) {
      return static_cast<double>(matrix.lines()) * static_cast<double>(matrix.length()) *
             (sizeof(double) + slices * element_bytes(format));
    };
    const double needed = bytes(a_, choice_.slices_a, *row.a) +
                          bytes(b_, choice_.slices_b, *row.b) + static_cast<double>(kLevelBytes);
    const double there = options_.memory > 0 ? static_cast<double>(options_.memory)
                                             : static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                                                   static_cast<double>(::sysconf(_SC_PAGESIZE));
    if (needed > there)
      throw EnvironmentError(
          fmt::format("{} slices of A and {} of B take {:.1f} GB, and {:.1f} GB are there; take "
                      "fewer slices, or "
                      "multiply parts of A and B",
                      choice_.slices_a, choice_.slices_b, needed / 1e9, there / 1e9));
  }

  void panel(const Region& part) {
    const auto size = static_cast<std::size_t>(part.rows * part.columns);
    levels_.resize(is_correct() ? static_cast<std::size_t>(choice_.levels()) : 1);
    sums_.assign(is_correct() ? 0 : size, 0.0);
    const OwnedMatrix product(d_format(unit_, gemm_), part.rows, part.columns, "a slice product");
    for (int level = choice_.levels() - 1; level >= 0; --level) {
      auto& added = levels_[is_correct() ? static_cast<std::size_t>(level) : 0];
      added.assign(size, 0.0);
      add_level(part, level, product, added);
      if (!is_correct()) add_fp64_level(added, choice_.unit.bits, sums_);
    }
    write(part);
  }

  // Adds the products of slices p and q with p + q = level + 2. They are one product along K: A's
  // slices stand side by side, and B's backwards.
  //
  //     A  1 2 3 4 5       level 2:  A  1 2 3
  //     B  5 4 3 2 1                 B  3 2 1
  void add_level(const Region& part, int level, const OwnedMatrix& product,
                 std::vector<double>& sums) {
    const int first = std::max(1, level + 2 - choice_.slices_b);
    const int last = std::min(choice_.slices_a, level + 1);
    const std::int64_t length = (last - first + 1) * a_.length();
    const std::int64_t from_a = (first - 1) * a_.length();
    const std::int64_t from_b = (choice_.slices_b - (level + 2 - first)) * a_.length();
    const MatrixView a = slices_a_->matrix(), b = slices_b_->matrix();
    for (std::int64_t k = 0; k < length; k += choice_.block) {
      const std::int64_t depth = std::min(choice_.block, length - k);
      GemmOptions how = gemm_;
      if (options_.progress)
        how.progress = [&](std::int64_t done, std::int64_t) { tell(done * depth); };
      GemmProblem slices;
      slices[Operand::a] = part_of(a, {part.row, part.rows, from_a + k, depth});
      slices[Operand::b] = part_of(b, {from_b + k, depth, part.column, part.columns});
      slices.d = product.matrix();
      for (const Operand scale : kScales)
        if (layout_.has(scale)) slices[scale] = ones_.matrix(scale, part.rows, part.columns, depth);
      engine_.gemm(slices, how);
      done_ += static_cast<double>(part.rows * part.columns) * static_cast<double>(depth);
      on_lines({part.rows, part.columns, options_.threads},
               [&](std::int64_t first_row, std::int64_t last_row) {
                 for (std::int64_t row = first_row; row < last_row; ++row)
                   values_.add(product.matrix(), row, sums.data() + row * part.columns);
               });
    }
  }

  void tell(std::int64_t done_here) const {
    const auto products = static_cast<double>(choice_.products());
    const double all = static_cast<double>(problem_.d.rows) *
                       static_cast<double>(problem_.d.columns) * static_cast<double>(a_.length());
    options_.progress(static_cast<std::int64_t>((done_ + static_cast<double>(done_here)) / all),
                      static_cast<std::int64_t>(products));
  }

  void write(const Region& part) {
    on_lines({part.rows, part.columns, options_.threads},
             [&](std::int64_t first, std::int64_t last) {
               std::vector<double> levels(levels_.size());
               CorrectSum correct(levels.size(), choice_.unit.bits,
                                  choice_.unit.unit_a + choice_.unit.unit_b);
               for (std::int64_t row = first; row < last; ++row)
                 for (std::int64_t column = 0; column < part.columns; ++column) {
                   const auto at = static_cast<std::size_t>(row * part.columns + column);
                   const int exponent =
                       exponent_ + a_.scale(part.row + row) + b_.scale(part.column + column);
                   std::uint64_t element = 0;
                   if (is_correct()) {
                     for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = levels_[i][at];
                     element = correct(levels, exponent, format_);
                   } else {
                     element = fp64_bits(times_power_of_two(sums_[at], exponent));
                   }
                   store_element(problem_.d, part.row + row, part.column + column, element);
                 }
             });
  }

  std::uint64_t fp64_bits(double value) const {
    if (format_.storage_bits() == 64) return std::bit_cast<std::uint64_t>(value);
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }

  const Engine& engine_;
  const Unit& unit_;
  const DgemmProblem& problem_;
  const DgemmOptions& options_;
  const Format& format_;  // of D
  SplitMatrix a_, b_;
  SliceChoice choice_;
  GemmOptions gemm_;
  std::optional<OwnedMatrix> slices_a_, slices_b_;
  // FP64 adds each level to the sums at once; an exact sum takes all levels together.
  std::vector<std::vector<double>> levels_;
  std::vector<double> sums_;
  ResultValues values_;
  int exponent_ = 0;  // of level 0, besides the scales of its lines
  const OperandLayout layout_ = layout_but_random(unit_);
  const ScalesOfOne ones_{unit_};
  double done_ = 0;  // products of slices' elements
};

}  // namespace

DgemmSummary dgemm(const Engine& engine, const DgemmProblem& problem, const DgemmOptions& options) {
  if (options.slices < DgemmOptions::kAll)
    throw InputError(fmt::format("{} slices: give a positive number", options.slices));
  DgemmSummary summary;
  in_default_mode([&] { summary = SliceGemm(engine, problem, options).run(); });
  return summary;
}

}  // namespace mmasc
