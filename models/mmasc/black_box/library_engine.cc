// SPDX-License-Identifier: Apache-2.0
#include "mmasc/black_box/library_engine.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "mmasc/black_box.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {
namespace {

constexpr std::size_t kDotsAtOnce = 4096;
// What stands in d before: of formats of fewer bits no element, so that one left out is told.
constexpr std::uint64_t kUnwritten = ~std::uint64_t{0};

// Where C finds each operand, in the order of their table.
struct Place {
  std::size_t mmasc_box_unit::*count;
  const std::uint64_t* mmasc_box_batch::*elements;
};
constexpr std::array<Place, kInputCount> kPlaces{{
    {&mmasc_box_unit::a, &mmasc_box_batch::a},
    {&mmasc_box_unit::b, &mmasc_box_batch::b},
    {&mmasc_box_unit::c, &mmasc_box_batch::c},
    {&mmasc_box_unit::sa, &mmasc_box_batch::sa},
    {&mmasc_box_unit::sb, &mmasc_box_batch::sb},
    {&mmasc_box_unit::st, &mmasc_box_batch::st},
    {&mmasc_box_unit::metadata, &mmasc_box_batch::metadata},
    {&mmasc_box_unit::random, &mmasc_box_batch::random},
}};

class LibraryEngine : public Engine {
 public:
  LibraryEngine(const Unit& unit, std::string_view file)
      : unit_(unit), layout_(layout_of(unit)), file_(file), formats_(to_text(layout_)) {
    load();
    asked_.id = unit_.instruction.id.c_str();
    asked_.formats = formats_.c_str();
    for (const OperandRow& row : kInputs)
      asked_.*kPlaces[index_of(row.operand)].count =
          static_cast<std::size_t>(layout_[row.operand].count);
    if (open_ == nullptr) return;
    if (const std::string why = complaint([&] { return open_(&asked_, &box_); }); !why.empty())
      throw InputError(why);
  }

  ~LibraryEngine() override {
    if (close_ != nullptr) close_(box_);
  }
  LibraryEngine(const LibraryEngine&) = delete;
  LibraryEngine& operator=(const LibraryEngine&) = delete;

  std::string_view name() const override { return "lib"; }
  const Unit& unit() const override { return unit_; }

  void dot(const DotBatch& batch) const override {
    const std::lock_guard lock(mutex_);
    for (std::size_t first = 0; first < batch.size(); first += kDotsAtOnce)
      ask(batch, first, std::min(kDotsAtOnce, batch.size() - first));
  }

 private:
  void load() {
    std::error_code error;
    if (!std::filesystem::exists(file_, error))
      throw InputError(fmt::format("{}: no such file; name a shared library", file_));
    // With a slash: else it is looked for where the system's libraries are. Never closed: threads
    // that the library has started would run on in nothing.
    const std::string path = std::filesystem::absolute(file_).string();
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      throw EnvironmentError(printable(fmt::format("{} cannot be loaded: {}", file_, ::dlerror())));
    const auto find = [&](auto*& function, const char* name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    };
    find(open_, "mmasc_box_open");
    find(dot_, "mmasc_box_dot");
    find(close_, "mmasc_box_close");
    if (dot_ == nullptr)
      throw InputError(fmt::format(
          "{} has no function mmasc_box_dot; define it as mmasc/black_box.h has it", file_));
  }

  // What the library says is wrong with the call; empty where all is well.
  template <class Call>
  std::string complaint(const Call& call) const {
    std::string why;
    try {
      const char* const text = call();
      if (text == nullptr) return "";
      why = text;
    } catch (const std::exception& error) {
      why = error.what();
    } catch (...) {
      why = "an exception that is no std::exception";
    }
    return printable(fmt::format("{}: {}", file_, why));
  }

  void ask(const DotBatch& batch, std::size_t first, std::size_t count) const {
    PerInput<std::vector<std::uint64_t>> in;
    std::vector<std::uint64_t> d(count, kUnwritten);
    mmasc_box_batch asked{};
    asked.size = count;
    asked.d = d.data();
    for (const OperandRow& row : kInputs) {
      const OperandElements elements = layout_[row.operand];
      const auto each = static_cast<std::size_t>(elements.count);
      if (each == 0) continue;
      std::vector<std::uint64_t>& clean = in[row.operand];
      const auto given = batch[row.operand].subspan(first * each, count * each);
      clean.assign(given.begin(), given.end());
      for (std::size_t i = 0; i < clean.size(); ++i)
        clean[i] &= ~std::uint64_t{0} >> (64 - elements.bits_of(static_cast<int>(i % each)));
      asked.*kPlaces[index_of(row.operand)].elements = clean.data();
    }
    if (const std::string why = complaint([&] { return dot_(box_, &asked); }); !why.empty())
      throw EnvironmentError(why);
    for (std::size_t i = 0; i < count; ++i) {
      if ((d[i] & ~unit_.d().storage_mask()) != 0)
        throw InputError(fmt::format("{}: answer {} of {}, {:x}, is no element of {}{}", file_,
                                     i + 1, count, d[i], unit_.d().name,
                                     d[i] == kUnwritten ? "; was it written?" : ""));
      batch.d[first + i] = d[i];
    }
  }

  const Unit unit_;
  const OperandLayout layout_;
  const std::string file_, formats_;
  mmasc_box_unit asked_{};
  decltype(mmasc_box_open)* open_ = nullptr;
  decltype(mmasc_box_dot)* dot_ = nullptr;
  decltype(mmasc_box_close)* close_ = nullptr;
  void* box_ = nullptr;
  mutable std::mutex mutex_;
};

}  // namespace

std::unique_ptr<Engine> make_library_engine(const Unit& unit, std::string_view file) {
  return std::make_unique<LibraryEngine>(unit, file);
}

}  // namespace mmasc
