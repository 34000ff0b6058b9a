// SPDX-License-Identifier: Apache-2.0
#include "tlm/platform/forked_engine.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "arith/owned_matrix.h"
#include "spec/error.h"

namespace mmasc::tlm {
namespace {

// Both ends of the conversation speak in 64-bit words.
class Wire {
 public:
  Wire(int from, int to) : from_(from), to_(to) {}

  bool put(const std::vector<std::uint64_t>& words) const {
    const std::uint64_t count = words.size();
    return put_bytes(&count, sizeof count) && put_bytes(words.data(), count * sizeof count);
  }
  // None at the end of the conversation.
  std::optional<std::vector<std::uint64_t>> get() const {
    std::uint64_t count = 0;
    if (!get_bytes(&count, sizeof count)) return {};
    std::vector<std::uint64_t> words(count);
    if (!get_bytes(words.data(), count * sizeof count)) return {};
    return words;
  }

 private:
  bool put_bytes(const void* data, std::size_t size) const {
    const auto* bytes = static_cast<const char*>(data);
    while (size > 0) {
      const ssize_t done = ::write(to_, bytes, size);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      bytes += done;
      size -= static_cast<std::size_t>(done);
    }
    return true;
  }
  bool get_bytes(void* data, std::size_t size) const {
    auto* bytes = static_cast<char*>(data);
    while (size > 0) {
      const ssize_t done = ::read(from_, bytes, size);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      bytes += done;
      size -= static_cast<std::size_t>(done);
    }
    return true;
  }
  int from_, to_;
};

using Words = std::vector<std::uint64_t>;

// A matrix: is there one, rows, columns, elements.
void append(Words& words, const std::optional<MatrixView>& matrix) {
  words.push_back(matrix ? 1 : 0);
  if (!matrix) return;
  words.push_back(static_cast<std::uint64_t>(matrix->rows));
  words.push_back(static_cast<std::uint64_t>(matrix->columns));
  for (std::int64_t row = 0; row < matrix->rows; ++row)
    for (std::int64_t column = 0; column < matrix->columns; ++column)
      words.push_back(load_element(*matrix, row, column));
}

std::optional<OwnedMatrix> take(const std::uint64_t*& words, const Format& format) {
  if (*words++ == 0) return {};
  const auto rows = static_cast<std::int64_t>(*words++),
             columns = static_cast<std::int64_t>(*words++);
  OwnedMatrix matrix(format, rows, columns, "operand");
  for (std::int64_t i = 0; i < rows * columns; ++i)
    store_element(matrix.matrix(), i / columns, i % columns, *words++);
  return matrix;
}

Words answer(const Engine& engine, const Words& question) {
  const Unit& unit = engine.unit();
  const Instruction& row = unit.instruction;
  const Format& scale = row.scale ? *row.scale->format : *row.a;
  const std::uint64_t* words = question.data();
  const auto a = take(words, *row.a), b = take(words, *row.b), c = take(words, *row.c);
  const auto sa = take(words, scale), sb = take(words, scale);
  const auto view = [](const std::optional<OwnedMatrix>& matrix) {
    return matrix ? std::optional<MatrixView>(matrix->matrix()) : std::nullopt;
  };
  const OwnedMatrix d(unit.d(), a->matrix().rows, b->matrix().columns, "D");
  engine.gemm({a->matrix(), b->matrix(), view(c), view(sa), view(sb), d.matrix()});
  Words result;
  append(result, d.matrix());
  return result;
}

[[noreturn]] void serve(const Wire& wire, const Unit& unit,
                        const std::function<std::unique_ptr<Engine>(const Unit&)>& make) noexcept {
  try {
    const auto engine = make(unit);
    while (const auto question = wire.get())
      if (!wire.put(answer(*engine, *question))) break;
    ::_exit(0);
  } catch (...) {  // the other side finds no answer
    ::_exit(1);
  }
}

class ForkedEngine final : public Engine {
 public:
  ForkedEngine(const Unit& unit, const std::function<std::unique_ptr<Engine>(const Unit&)>& make)
      : unit_(unit) {
    std::array<int, 2> there{}, back{};
    if (::pipe(there.data()) != 0 || ::pipe(back.data()) != 0) fail(std::strerror(errno));
    const pid_t parent = ::getpid();
    child_ = ::fork();
    if (child_ < 0) fail(std::strerror(errno));
    if (child_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(1);
      ::close(there[1]);
      ::close(back[0]);
      serve({there[0], back[1]}, unit, make);
    }
    ::close(there[0]);
    ::close(back[1]);
    from_ = back[0];
    to_ = there[1];
  }
  ~ForkedEngine() override {
    ::close(to_);
    ::close(from_);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  ForkedEngine(const ForkedEngine&) = delete;
  ForkedEngine& operator=(const ForkedEngine&) = delete;

  std::string_view name() const override { return "forked"; }
  const Unit& unit() const override { return unit_; }
  void dot(const DotBatch&) const override { fail("takes matrices alone"); }
  void gemm(const GemmProblem& problem, const GemmOptions&) const override {
    Words words;
    for (const auto& matrix :
         {std::optional(problem.a), std::optional(problem.b), problem.c, problem.sa, problem.sb})
      append(words, matrix);
    const Wire wire(from_, to_);
    const auto reply = wire.put(words) ? wire.get() : std::nullopt;
    if (!reply) fail("its process ended");
    const std::uint64_t* at = reply->data();
    const auto d = take(at, unit_.d());
    for (std::int64_t row = 0; row < problem.d.rows; ++row)
      for (std::int64_t column = 0; column < problem.d.columns; ++column)
        store_element(problem.d, row, column, d->at(row, column));
  }

 private:
  [[noreturn]] static void fail(const std::string& why) {
    throw EnvironmentError("the engine of the simulated accelerator failed: " + why);
  }
  const Unit unit_;
  pid_t child_ = -1;
  int from_ = -1, to_ = -1;
};

}  // namespace

std::unique_ptr<Engine> make_forked_engine(
    const Unit& unit, const std::function<std::unique_ptr<Engine>(const Unit&)>& make) {
  return std::make_unique<ForkedEngine>(unit, make);
}

}  // namespace mmasc::tlm
