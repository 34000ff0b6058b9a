// SPDX-License-Identifier: Apache-2.0
// One array of a file on its way to a matrix.
#pragma once

#include "mmasc/matrix_files/load.h"
#include "mmasc/unit/error.h"

namespace mmasc {

class Loader {
 public:
  Loader(const InputFile& file, const ArrayHeader& header, const MatrixSource& source,
         const Format& format, const LoadOptions& options)
      : file_(file), header_(header), source_(source), format_(format), options_(options) {}

  Matrix load() const;

 private:
  InputError error(std::string_view what_and_mend) const;
  bool is_taken_as_it_is() const;
  std::shared_ptr<const std::byte[]> bytes() const {
    return file_.share(header_.offset, header_.bytes());
  }

  // Elements of header_.type.bytes each, seen as those of `format`.
  Matrix load_elements(const Format& format) const;
  void check_unused_bits(const MatrixView& matrix) const;
  void check_finite(const MatrixView& matrix, const Format& format) const;

  Matrix load_converted() const;
  // By the loops of the quantisers; false where they lack the conversion, or an element is none.
  bool round_all(const Format& stored, const MatrixView& from, std::byte* to) const;
  std::uint64_t converted(const Format& stored, std::uint64_t bits, std::int64_t row,
                          std::int64_t column) const;

  Matrix load_packed() const;
  ArrayShape size_of_bytes() const;
  void check_padding(const MatrixView& matrix, std::int64_t row_bytes) const;

  void tick() const {
    if (options_.tick) options_.tick();
  }

  const InputFile& file_;
  const ArrayHeader& header_;
  const MatrixSource& source_;
  const Format& format_;
  const LoadOptions& options_;
};

}  // namespace mmasc
