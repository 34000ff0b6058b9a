// SPDX-License-Identifier: Apache-2.0
// Sets the processor's floating-point mode for a scope, then restores the caller's.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace mmasc::batch {

// In the scope subnormal numbers are kept, exceptions are masked and one rounding mode holds. Code
// must be called through a pointer there: the compiler ignores that results depend on the mode.
class FloatingPointMode {
 public:
  enum class Rounding { nearest_even, toward_zero };

  explicit FloatingPointMode(Rounding rounding) : callers_(read()) {
    write(rounding == Rounding::toward_zero ? kTowardZero : kNearestEven);
  }
  FloatingPointMode(const FloatingPointMode&) = delete;
  FloatingPointMode& operator=(const FloatingPointMode&) = delete;
  ~FloatingPointMode() { write(callers_); }

 private:
#if defined(__x86_64__)
  using Word = unsigned;  // mode and exception flags
  static constexpr Word kNearestEven = 0x1f80, kTowardZero = 0x7f80;
  static Word read() { return _mm_getcsr(); }
  static void write(Word word) { _mm_setcsr(word); }
#elif defined(__aarch64__)
  struct Word {
    std::uint64_t control, status;  // status: the exception flags
  };
  static constexpr Word kNearestEven{0, 0}, kTowardZero{3u << 22, 0};
  static Word read() {
    Word word;
    asm volatile("mrs %0, fpcr" : "=r"(word.control));
    asm volatile("mrs %0, fpsr" : "=r"(word.status));
    return word;
  }
  static void write(Word word) {
    asm volatile("msr fpcr, %0" : : "r"(word.control));
    asm volatile("msr fpsr, %0" : : "r"(word.status));
  }
#else
#error "the batch engine knows the floating-point modes of x86-64 and AArch64"
#endif

  const Word callers_;
};

}  // namespace mmasc::batch
