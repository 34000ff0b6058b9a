// SPDX-License-Identifier: Apache-2.0
// The caller's floating-point modes change no bit, and are afterwards as before.
#include <cfenv>
#include <stdexcept>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "batch/agreement.h"
#include "batch/gemm_case.h"
#include "mmasc/arith/promotion.h"

namespace mmasc {
namespace {

constexpr int kRoundingModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

// The whole of the modes and the exceptions raised so far.
#if defined(__x86_64__)
constexpr unsigned kFlushToZero = 0x8040;  // FTZ and DAZ
std::uint64_t state() { return _mm_getcsr(); }
void flush_subnormals() { _mm_setcsr(_mm_getcsr() | kFlushToZero); }
#else
constexpr std::uint64_t kFlushToZero = std::uint64_t{1} << 24;  // FZ
std::uint64_t control() {
  std::uint64_t word;
  asm volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}
std::uint64_t state() {
  return control() << 32 | static_cast<std::uint64_t>(std::fetestexcept(FE_ALL_EXCEPT));
}
void flush_subnormals() {
  const std::uint64_t word = control() | kFlushToZero;
  asm volatile("msr fpcr, %0" : : "r"(word));
}
#endif

// The caller's modes for a scope.
class CallersModes {
 public:
  CallersModes(int rounding, bool flushes) {
    std::fegetenv(&environment_);
    std::feclearexcept(FE_ALL_EXCEPT);
    std::fesetround(rounding);
    if (flushes) flush_subnormals();
  }
  CallersModes(const CallersModes&) = delete;
  CallersModes& operator=(const CallersModes&) = delete;
  ~CallersModes() { std::fesetenv(&environment_); }

 private:
  std::fenv_t environment_;
};

template <class Body>
void in_every_mode(Body body) {
  for (const int rounding : kRoundingModes)
    for (const bool flushes : {false, true}) {
      const CallersModes modes(rounding, flushes);
      const std::uint64_t before = state();
      body();
      const std::uint64_t after = state();
      ASSERT_EQ(after, before) << "rounding " << rounding << ", flushes " << flushes;
      ASSERT_EQ(std::fegetround(), rounding);
    }
}

TEST(Modes, ChangeNoDotProduct) {
  for (const char* id : kRowsOfKernels) {
    const Unit& unit = find_row(id);
    const OperationBatch batch = random_batch(unit, kOperations, 1);
    const auto expected = batch.run(*make_reference_engine(unit));
    for (const std::string& target : batch_targets())
      in_every_mode([&] {
        ASSERT_EQ(batch.run(*make_batch_engine(unit, {target, 1})), expected) << id << target;
      });
  }
}

// Promoted where the unit's results can be.
GemmCase case_of(const Unit& unit) {
  GemmCase chosen = sized(17, 70, 97);
  if (promotes(unit.d())) chosen.promotion = Promotion{2, Rounding::nearest_even};
  return chosen;
}

TEST(Modes, ChangeNoGemm) {
  for (const char* id : kRowsOfKernels) {
    const Unit& unit = find_row(id);
    const GemmCase chosen = case_of(unit);
    const auto expected = run(*make_reference_engine(unit), chosen);
    for (const std::string& target : batch_targets())
      in_every_mode([&] {
        ASSERT_TRUE(run(*make_batch_engine(unit, {target, 1}), chosen) == expected)
            << id << ", " << target;
      });
  }
}

// The threads take over modes of the caller, and are used again.
TEST(Modes, ChangeNoGemmOnThreads) {
  for (const char* id : {kF16, kF64, kS8}) {
    const Unit& unit = find_row(id);
    GemmCase chosen = case_of(unit);
    chosen.m = 120;
    chosen.n = 200;
    const auto expected = run(*make_batch_engine(unit, {{}, 1}), chosen);
    const auto engine = make_batch_engine(unit, {{}, 2});
    in_every_mode([&] { ASSERT_TRUE(run(*engine, chosen) == expected) << id; });
  }
}

TEST(Modes, AreRestoredWhereProgressThrows) {
  struct Stop {};
  for (const char* id : {kF16, kF64, kS8}) {
    const Unit& unit = find_row(id);
    GemmOperands operands(unit, sized(200, 130, 80));
    GemmOptions options = operands.options();
    options.progress = [](std::int64_t done, std::int64_t) {
      if (done > 0) throw Stop();
    };
    for (const int threads : {1, 2}) {
      const auto engine = make_batch_engine(unit, {{}, threads});
      in_every_mode([&] { ASSERT_THROW(engine->gemm(operands.problem(), options), Stop) << id; });
    }
  }
}

#if defined(__x86_64__) && defined(__GLIBC__)
// A caller that traps on exceptions is not trapped.
TEST(Modes, TrapNothing) {
  for (const char* id : kRowsOfKernels) {
    const Unit& unit = find_row(id);
    const GemmCase chosen = case_of(unit);
    GemmOperands operands(unit, chosen);
    const OperationBatch batch = random_batch(unit, kOperations, 1);
    const CallersModes modes(FE_TONEAREST, false);
    feenableexcept(FE_ALL_EXCEPT);
    const std::uint64_t before = state();
    for (const std::string& target : batch_targets()) {
      const auto engine = make_batch_engine(unit, {target, 1});
      engine->gemm(operands.problem(), operands.options());
      batch.run(*engine);
    }
    EXPECT_EQ(state(), before);
  }
}
#endif

}  // namespace
}  // namespace mmasc
