// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/safetensors_header.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kMetadata = "__metadata__";

// Called by the parser value by value, so that a hostile header is never a tree in memory.
class HeaderReader final : public nlohmann::json_sax<Json> {
 public:
  std::vector<Tensor> take() && { return std::move(tensors_); }

  bool start_object(std::size_t) override {
    if (in_array_ || ++depth_ > 2) throw wrong();
    if (depth_ == 1) return true;
    keys_.clear();
    return true;
  }

  bool key(string_t& key) override {
    if (key.size() > kLongestName)
      throw InputError(
          fmt::format("a name of {} bytes; at most {} are read", key.size(), kLongestName));
    if (depth_ == 1) {
      if (!names_.insert(key).second) throw InputError(fmt::format("\"{}\" is there twice", key));
      in_metadata_ = key == kMetadata;
      if (!in_metadata_) tensors_.push_back({.name = key, .dtype = {}, .shape = {}});
    } else if (!in_metadata_) {
      if (key != "dtype" && key != "shape" && key != "data_offsets")
        throw InputError(fmt::format("{}: unknown key \"{}\"", place(), key));
      if (!keys_.insert(key).second)
        throw InputError(fmt::format("{}: \"{}\" is there twice", place(), key));
    }
    key_ = std::move(key);
    return true;
  }

  bool end_object() override {
    if (depth_-- == 2 && !in_metadata_ && keys_.size() != 3)
      throw InputError(fmt::format("{}: dtype, shape or data_offsets is missing", place()));
    return true;
  }

  bool start_array(std::size_t) override {
    if (depth_ != 2 || in_metadata_ || in_array_ || key_ == "dtype") throw wrong();
    in_array_ = true;
    numbers_.clear();
    return true;
  }

  bool end_array() override {
    in_array_ = false;
    if (key_ == "shape") {
      tensors_.back().shape = numbers_;
      return true;
    }
    if (numbers_.size() != 2 || numbers_[0] > numbers_[1])
      throw InputError(fmt::format("{}: data_offsets are a begin and an end", place()));
    tensors_.back().begin = static_cast<std::uint64_t>(numbers_[0]);
    tensors_.back().end = static_cast<std::uint64_t>(numbers_[1]);
    return true;
  }

  bool number_unsigned(number_unsigned_t value) override {
    if (!in_array_ || value > std::numeric_limits<std::int64_t>::max()) throw wrong();
    if (numbers_.size() == kMostNumbers) throw wrong();
    numbers_.push_back(static_cast<std::int64_t>(value));
    return true;
  }

  bool string(string_t& value) override {
    if (in_array_ || depth_ != 2 || (!in_metadata_ && key_ != "dtype")) throw wrong();
    if (!in_metadata_ && value.size() > kLongestType) throw wrong();
    if (!in_metadata_) tensors_.back().dtype = std::move(value);
    return true;
  }

  bool null() override { throw wrong(); }
  bool boolean(bool) override { throw wrong(); }
  bool number_integer(number_integer_t) override { throw wrong(); }
  bool number_float(number_float_t, const string_t&) override { throw wrong(); }
  bool binary(binary_t&) override { throw wrong(); }

  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    throw InputError(fmt::format("no JSON at byte {}", position));
  }

 private:
  static constexpr std::size_t kMostNumbers = 16;    // of dimensions
  static constexpr std::size_t kLongestName = 1000;  // errors quote it
  static constexpr std::size_t kLongestType = 16;

  std::string place() const { return fmt::format("\"{}\"", tensors_.back().name); }

  InputError wrong() const {
    return InputError(
        fmt::format("{}{}{}: not a value that the format has there",
                    tensors_.empty() || in_metadata_ || depth_ < 1 ? "the header" : place(),
                    key_.empty() ? "" : ", ", key_));
  }

  std::vector<Tensor> tensors_;
  std::set<std::string> names_, keys_;
  std::string key_;
  ArrayShape numbers_;
  int depth_ = 0;
  bool in_array_ = false, in_metadata_ = false;
};

}  // namespace

std::vector<Tensor> parse_safetensors_header(std::string_view json) {
  if (!json.starts_with('{')) throw InputError("does not begin with '{'");
  HeaderReader reader;
  Json::sax_parse(json, &reader);
  return std::move(reader).take();
}

}  // namespace mmasc
