// SPDX-License-Identifier: Apache-2.0
// The instructions of AMX, by the operations of Intel SDM 2, for processors without them:
// while an object lives, they are done where they trap as illegal.
#pragma once

#if defined(__x86_64__) && defined(__linux__)

#include <immintrin.h>
#include <signal.h>
#include <ucontext.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace mmasc::testing {

class TileInterpreter {
 public:
  TileInterpreter() {
    state_ = State{};
    struct sigaction action = {};
    action.sa_sigaction = on_illegal;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGILL, &action, &callers_);
  }
  TileInterpreter(const TileInterpreter&) = delete;
  TileInterpreter& operator=(const TileInterpreter&) = delete;
  ~TileInterpreter() { sigaction(SIGILL, &callers_, nullptr); }

  static bool configured() { return state_.configured; }
  static int dots() { return state_.dots; }

 private:
  static constexpr int kTiles = 8, kRows = 16, kWords = 16;

  struct Tile {
    int rows, bytes;
    std::uint32_t word[kRows][kWords];
  };
  struct State {
    bool configured;
    int dots;
    Tile tile[kTiles];
  };
  static inline State state_;

  // An instruction with the prefix VEX of three bytes; registers have their four bits.
  struct Decoded {
    const std::uint8_t* bytes;
    int prefix() const { return bytes[2] & 3; }  // 0 none, 1 66, 2 F3, 3 F2
    int v() const { return ~bytes[2] >> 3 & 15; }
    int opcode() const { return bytes[3]; }
    int mode() const { return bytes[4] >> 6; }
    int reg() const { return (bytes[4] >> 3 & 7) | (bytes[1] & 0x80 ? 0 : 8); }
    int rm() const { return (bytes[4] & 7) | (bytes[1] & 0x20 ? 0 : 8); }
    bool has_sib() const { return mode() != 3 && (bytes[4] & 7) == 4; }
    int base() const { return (bytes[5] & 7) | (bytes[1] & 0x20 ? 0 : 8); }
    int index() const { return (bytes[5] >> 3 & 7) | (bytes[1] & 0x40 ? 0 : 8); }
    int size() const { return 5 + has_sib() + (mode() == 1 ? 1 : mode() == 2 ? 4 : 0); }
    std::int64_t displacement() const {
      std::int32_t far = 0;
      const std::uint8_t* const at = bytes + 5 + has_sib();
      if (mode() == 2) std::memcpy(&far, at, sizeof far);
      return mode() == 1 ? static_cast<std::int8_t>(*at) : far;
    }
  };

  static void require(bool condition) {
    if (!condition) std::abort();
  }

  static std::int64_t general(const ucontext_t& context, int number) {
    constexpr int kPlaces[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                               REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                               REG_R12, REG_R13, REG_R14, REG_R15};
    return context.uc_mcontext.gregs[kPlaces[number]];
  }

  static void configure(const std::uint8_t* memory) {
    require(memory[0] == 1 && memory[1] == 0);
    for (int i = 0; i < kTiles; ++i) {
      state_.tile[i] = Tile{};
      state_.tile[i].bytes = memory[16 + 2 * i] | memory[17 + 2 * i] << 8;
      state_.tile[i].rows = memory[48 + i];
      require(state_.tile[i].bytes <= kWords * 4 && state_.tile[i].rows <= kRows);
    }
    state_.configured = true;
  }

  static void move(const Decoded& code, const ucontext_t& context) {
    require(state_.configured && code.has_sib());
    Tile& tile = state_.tile[code.reg()];
    for (int row = 0; row < tile.rows; ++row) {
      auto* const memory = reinterpret_cast<std::uint8_t*>(
          general(context, code.base()) + code.displacement() +
          row * (general(context, code.index()) << (code.bytes[5] >> 6)));
      const auto bytes = static_cast<std::size_t>(tile.bytes);
      if (code.prefix() == 3) std::memcpy(tile.word[row], memory, bytes);
      if (code.prefix() == 2) std::memcpy(memory, tile.word[row], bytes);
    }
  }

  static std::uint32_t sum_of_bytes(std::uint32_t c, std::uint32_t a, std::uint32_t b, int prefix) {
    const bool signed_a = prefix >= 2, signed_b = prefix == 3 || prefix == 1;
    const auto byte = [](std::uint32_t word, int i, bool is_signed) {
      const auto value = static_cast<std::uint8_t>(word >> 8 * i);
      return is_signed ? static_cast<std::int8_t>(value) : int{value};
    };
    for (int i = 0; i < 4; ++i)
      c += static_cast<std::uint32_t>(byte(a, i, signed_a) * byte(b, i, signed_b));
    return c;
  }

  static float half_of(std::uint32_t word, int half, bool is_f16) {
    const auto bits = static_cast<std::uint16_t>(word >> 16 * half);
    if (!is_f16) return std::bit_cast<float>(std::uint32_t{bits} << 16);
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    if (exponent == 31)
      return std::bit_cast<float>(sign | 0x7f800000u | static_cast<std::uint32_t>(fraction) << 13);
    const float magnitude = exponent == 0
                                ? std::ldexp(static_cast<float>(fraction), -24)
                                : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return sign == 0 ? magnitude : -magnitude;
  }

  // Subnormal numbers are zeros before and after each step, and rounding is to nearest.
  static void dot_of_floats(Tile& c, const Tile& a, const Tile& b, bool is_f16) {
    constexpr unsigned kFlush = 0x1f80 | 1u << 15 | 1u << 6;
    const unsigned callers = _mm_getcsr();
    float sums[kWords][2];
    for (int row = 0; row < c.rows; ++row) {
      std::memset(sums, 0, sizeof sums);
      for (int k = 0; k < a.bytes / 4; ++k)
        for (int column = 0; column < c.bytes / 4; ++column)
          for (int half = 0; half < 2; ++half) {
            const float left = half_of(a.word[row][k], half, is_f16);
            const float right = half_of(b.word[k][column], half, is_f16);
            _mm_setcsr(kFlush);
            sums[column][half] = std::fma(left, right, sums[column][half]);
            _mm_setcsr(callers);
          }
      _mm_setcsr(kFlush);
      for (int column = 0; column < c.bytes / 4; ++column) {
        volatile float sum = sums[column][0] + sums[column][1];
        volatile float d = std::bit_cast<float>(c.word[row][column]) + sum;
        c.word[row][column] = std::bit_cast<std::uint32_t>(float{d});
      }
      _mm_setcsr(callers);
    }
  }

  static void dot(const Decoded& code) {
    Tile& c = state_.tile[code.reg()];
    const Tile &a = state_.tile[code.rm()], &b = state_.tile[code.v()];
    require(state_.configured && code.mode() == 3);
    require(a.rows == c.rows && b.bytes == c.bytes && a.bytes == 4 * b.rows);
    ++state_.dots;
    if (code.opcode() == 0x5c) return dot_of_floats(c, a, b, code.prefix() == 3);
    for (int row = 0; row < c.rows; ++row)
      for (int k = 0; k < b.rows; ++k)
        for (int column = 0; column < c.bytes / 4; ++column)
          c.word[row][column] =
              sum_of_bytes(c.word[row][column], a.word[row][k], b.word[k][column], code.prefix());
  }

  static void on_illegal(int, siginfo_t*, void* of_signal) {
    auto& context = *static_cast<ucontext_t*>(of_signal);
    greg_t& next = context.uc_mcontext.gregs[REG_RIP];
    const Decoded code{reinterpret_cast<const std::uint8_t*>(next)};
    require(code.bytes[0] == 0xc4 && (code.bytes[1] & 31) == 2 && (code.bytes[2] & 0x84) == 0);
    switch (code.opcode()) {
      case 0x49:
        if (code.mode() == 3) {
          require(code.prefix() == 0 && code.bytes[4] == 0xc0);
          state_.configured = false;
        } else {
          const int base = code.has_sib() ? code.base() : code.rm();
          configure(
              reinterpret_cast<const std::uint8_t*>(general(context, base) + code.displacement()));
        }
        break;
      case 0x4b:
        move(code, context);
        break;
      case 0x5c:
      case 0x5e:
        dot(code);
        break;
      default:
        std::abort();
    }
    next += code.size();
  }

  struct sigaction callers_ = {};
};

}  // namespace mmasc::testing

#endif
