// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/quantise.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "mmasc/arith/check_matrix.h"
#include "mmasc/batch/on_lines.h"
#include "mmasc/elements/number_rows.h"
#include "mmasc/quantise/block_scales.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::int64_t kRowsAtOnce = 256;                      // of blocks that are read once
constexpr std::int64_t kBetweenTicks = std::int64_t{1} << 24;  // elements

// Whether columns lie one after the other, each without a gap.
bool is_column_major(const MatrixView& matrix) {
  return matrix.row_stride == matrix.element_bits && matrix.column_stride != matrix.element_bits;
}

// The same, columns as rows.
QuantiseProblem transposed(const QuantiseProblem& problem) {
  return {.numbers = problem.numbers.transposed(),
          .format = problem.format,
          .elements = problem.elements.transposed(),
          .scales = problem.scales.transposed()};
}
BlockShape transposed(const BlockShape& block) {
  return {.rows = block.columns, .columns = block.rows};
}

void check_shape(const char* what, const MutableMatrix& matrix, std::int64_t rows,
                 std::int64_t columns, const Format& format) {
  if (matrix.rows != rows || matrix.columns != columns)
    throw InputError(fmt::format("the {} are {} x {}, not {} x {}", what, matrix.rows,
                                 matrix.columns, rows, columns));
  if (matrix.element_bits != format.storage_bits())
    throw InputError(fmt::format("the {} have {} bits; {} has {}", what, matrix.element_bits,
                                 format.name, format.storage_bits()));
  if (rows > 0 && columns > 0 && matrix.data == nullptr)
    throw InputError(fmt::format("the {} have no data", what));
  if (matrix.row_stride % 8 != 0 || matrix.column_stride % 8 != 0)
    throw InputError(fmt::format("the {} do not begin at bytes", what));
  check_matrix(fmt::format("the matrix of {}", what).c_str(), matrix, rows, columns, format);
  if (elements_overlap(matrix))
    throw InputError(fmt::format("the {} overlap; look at their strides", what));
}

void check(const QuantiseProblem& problem, const QuantiseScheme& scheme,
           const QuantiseOptions& options) {
  check(scheme);
  if (options.nan_blocks && !scheme.scale_format->has_nan())
    throw InputError(
        fmt::format("{} has no NaN to be the scale of a block with a NaN or an infinity",
                    scheme.scale_format->name));
  check_numbers(options.name, problem.numbers, *problem.format);
  const auto count = scale_count(scheme.block, problem.numbers.rows, problem.numbers.columns);
  check_shape("elements", problem.elements, problem.numbers.rows, problem.numbers.columns,
              *scheme.format);
  check_shape("scales", problem.scales, count.rows, count.columns, *scheme.scale_format);
}

class Quantiser {
 public:
  Quantiser(const QuantiseProblem& problem, const QuantiseScheme& scheme,
            const QuantiseOptions& options)
      : problem_(problem),
        scheme_(scheme),
        options_(options),
        kernels_(quantise_kernels().front()),
        numbers_(problem.numbers, *problem.format),
        rounding_(*scheme.format),
        quotient_(fast_quotient()),
        rows_(problem.numbers.rows),
        columns_(problem.numbers.columns),
        block_rows_(scheme.block.rows > 0 ? std::min(scheme.block.rows, rows_) : rows_),
        block_columns_(scheme.block.columns > 0 ? std::min(scheme.block.columns, columns_)
                                                : columns_),
        count_(scale_count(scheme.block, rows_, columns_)) {}

  float run() {
    if (rows_ == 0 || columns_ == 0) return 1;
    const bool reads_once = !scheme_.has_tensor_scale && block_rows_ <= kRowsAtOnce;
    if (!reads_once) find_maxima();
    const BlockScales scales(scheme_, tensor_greatest());
    const std::int64_t step = reads_once ? block_rows_ : 1;  // rows of one call
    const std::int64_t calls = (rows_ + step - 1) / step;
    const std::int64_t at_once = std::max<std::int64_t>(1, kBetweenTicks / (step * columns_));
    for (std::int64_t first = 0; first < calls; first += at_once) {
      if (options_.progress) options_.progress(first * step, rows_);
      on_lines({std::min(at_once, calls - first), step * columns_, options_.threads},
               [&](std::int64_t begin, std::int64_t end) {
                 Space space(*this);
                 for (std::int64_t i = first + begin; i < first + end; ++i)
                   quantise_rows(scales, i * step, std::min(rows_, (i + 1) * step), space);
               });
    }
    if (has_special_ && !options_.nan_blocks)
      numbers_.refuse_special(options_.name, is_transposed_);
    if (options_.progress) options_.progress(rows_, rows_);
    return scales.tensor_scale();
  }

  void set_transposed() { is_transposed_ = true; }

 private:
  // Powers of two divide without an error, and so multiply where 1 / scale is an f32.
  Quotient fast_quotient() const {
    constexpr int kLeastExponent = -127;
    const bool are_powers = scheme_.scale != ScaleKind::f32 && !scheme_.has_tensor_scale;
    const bool multiply = are_powers && scheme_.scale_format->least_exponent() >= kLeastExponent;
    return multiply && rounding_.fits_f32 ? Quotient::reciprocal : scheme_.quotient;
  }

  // The work space of a thread.
  struct Space {
    explicit Space(const Quantiser& quantiser)
        : numbers(static_cast<std::size_t>(quantiser.columns_)),
          codes(static_cast<std::size_t>(2 * quantiser.columns_)),
          greatest(static_cast<std::size_t>(quantiser.count_.columns)),
          divisors(greatest.size()) {}
    std::vector<float> numbers;
    std::vector<std::byte> codes;
    std::vector<std::uint32_t> greatest;
    ScaleDivisors divisors;
    std::int64_t block_row = -1;  // whose divisors these are
  };

  void add_maxima(const float* x, std::uint32_t* greatest) const {
    kernels_.block_maxima(x, columns_, block_columns_, greatest);
  }

  // Finds the maxima of all blocks before the first is quantised.
  void find_maxima() {
    const auto blocks = static_cast<std::size_t>(count_.columns);
    maxima_.assign(static_cast<std::size_t>(count_.rows) * blocks, 0);
    std::mutex mutex;
    on_lines({rows_, columns_, options_.threads}, [&](std::int64_t first, std::int64_t last) {
      std::vector<float> space(static_cast<std::size_t>(columns_));
      std::vector<std::uint32_t> greatest(blocks);
      for (std::int64_t row = first; row < last;) {
        const std::int64_t block_row = row / block_rows_;
        const std::int64_t end = std::min(last, (block_row + 1) * block_rows_);
        std::ranges::fill(greatest, 0U);
        for (; row < end; ++row) add_maxima(numbers_.row(row, space), greatest.data());
        std::uint32_t* all = maxima_.data() + static_cast<std::size_t>(block_row) * blocks;
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < blocks; ++i) all[i] = std::max(all[i], greatest[i]);
      }
    });
  }

  // The greatest magnitude of all blocks without a NaN or an infinity.
  float tensor_greatest() const {
    std::uint32_t greatest = 0;
    for (const std::uint32_t bits : maxima_)
      if (bits < kInfinity) greatest = std::max(greatest, bits);
    return std::bit_cast<float>(greatest);
  }

  // Rows of one row of blocks: all of them, or, where maxima are known, any.
  void quantise_rows(const BlockScales& scales, std::int64_t first, std::int64_t last,
                     Space& space) {
    const std::int64_t block_row = first / block_rows_;
    const float* x = nullptr;  // the row that was read last
    if (block_row != space.block_row) {
      space.block_row = block_row;
      if (maxima_.empty()) {
        std::ranges::fill(space.greatest, 0U);
        for (std::int64_t row = first; row < last; ++row) {
          x = numbers_.row(row, space.numbers);
          add_maxima(x, space.greatest.data());
        }
      } else {
        const auto* all = maxima_.data() + block_row * count_.columns;
        std::copy(all, all + count_.columns, space.greatest.begin());
      }
      find_scales(scales, block_row, first % block_rows_ == 0, space);
    }
    const bool is_read = x != nullptr && last - first == 1;
    for (std::int64_t row = first; row < last; ++row)
      quantise_row(row, is_read ? x : numbers_.row(row, space.numbers), space);
  }

  void find_scales(const BlockScales& scales, std::int64_t block_row, bool stores, Space& space) {
    space.divisors.start();
    for (std::int64_t i = 0; i < count_.columns; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const bool is_special = space.greatest[at] >= kInfinity;
      if (is_special) has_special_ = true;
      const auto scale = is_special ? BlockScales::Scale{scheme_.scale_format->default_nan(), {}}
                                    : scales.of(std::bit_cast<float>(space.greatest[at]));
      space.divisors.set(at, scale.divisor);
      if (stores) store_element(problem_.scales, block_row, i, scale.bits);
    }
  }

  void quantise_row(std::int64_t row, const float* x, Space& space) const {
    const MutableMatrix& to = problem_.elements;
    const int bytes = element_bytes(*scheme_.format);
    const bool is_dense = to.column_stride == 8 * bytes;
    std::byte* codes = is_dense ? to.data + row * to.row_stride / 8 : space.codes.data();
    CodeRow code_row{.quotient = quotient_,
                     .divisors = space.divisors.row(),
                     .are_in_f32 = space.divisors.are_in_f32(),
                     .block = block_columns_,
                     .x = x,
                     .count = columns_};
    // The next row's maxima are what is read next, if one row is read at once.
    if (maxima_.empty() && block_rows_ == 1) code_row.ahead = columns_;
    if (bytes == 1)
      kernels_.codes8(rounding_, code_row, reinterpret_cast<std::uint8_t*>(codes));
    else
      kernels_.codes16(rounding_, code_row, reinterpret_cast<std::uint16_t*>(codes));
    if (!is_dense)
      for (std::int64_t i = 0; i < columns_; ++i) {
        std::uint64_t bits = static_cast<std::uint8_t>(codes[i * bytes]);
        if (bytes == 2) bits |= static_cast<std::uint64_t>(codes[i * bytes + 1]) << 8;
        store_element(to, row, i, bits);
      }
    if (has_special_.load(std::memory_order_relaxed)) mark_special(row, space);
  }

  void mark_special(std::int64_t row, const Space& space) const {
    const std::uint64_t nan = scheme_.format->default_nan();
    for (std::int64_t i = 0; i < columns_; ++i)
      if (space.greatest[static_cast<std::size_t>(i / block_columns_)] >= kInfinity)
        store_element(problem_.elements, row, i, nan);
  }

  const QuantiseProblem& problem_;
  const QuantiseScheme& scheme_;
  const QuantiseOptions& options_;
  const QuantiseKernels& kernels_;
  NumberRows numbers_;
  CodeRounding rounding_;
  Quotient quotient_;
  std::int64_t rows_, columns_, block_rows_, block_columns_;
  ScaleCount count_;
  bool is_transposed_ = false;
  std::vector<std::uint32_t> maxima_;  // of all blocks, as bits; empty: found band by band
  std::atomic<bool> has_special_ = false;
};

}  // namespace

ScaleCount scale_count(const BlockShape& block, std::int64_t rows, std::int64_t columns) {
  const auto count = [](std::int64_t size, std::int64_t all) {
    if (all == 0) return std::int64_t{0};
    return size == 0 ? 1 : (all - 1) / size + 1;
  };
  return {count(block.rows, rows), count(block.columns, columns)};
}

float quantise(const QuantiseProblem& problem, const QuantiseScheme& scheme,
               const QuantiseOptions& options) {
  check(problem, scheme, options);
  float tensor_scale = 1;
  in_default_mode([&] {
    if (!is_column_major(problem.numbers)) {
      tensor_scale = Quantiser(problem, scheme, options).run();
      return;
    }
    QuantiseScheme turned = scheme;
    turned.block = transposed(scheme.block);
    const QuantiseProblem by_columns = transposed(problem);
    Quantiser quantiser(by_columns, turned, options);
    quantiser.set_transposed();
    tensor_scale = quantiser.run();
  });
  return tensor_scale;
}

QuantisedMatrix::QuantisedMatrix(const MatrixView& numbers, const Format& format,
                                 const QuantiseScheme& scheme, const QuantiseOptions& options)
    : is_transposed_(is_column_major(numbers)),
      elements_(*scheme.format, is_transposed_ ? numbers.columns : numbers.rows,
                is_transposed_ ? numbers.rows : numbers.columns, options.name),
      scales_([&] {
        const auto count = scale_count(scheme.block, numbers.rows, numbers.columns);
        return OwnedMatrix(*scheme.scale_format, is_transposed_ ? count.columns : count.rows,
                           is_transposed_ ? count.rows : count.columns, options.name);
      }()) {
  tensor_scale_ =
      quantise({numbers, &format, in_order(elements_), in_order(scales_)}, scheme, options);
}

}  // namespace mmasc
