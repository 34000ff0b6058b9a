// SPDX-License-Identifier: Apache-2.0
// The instructions of AMX, by the operations of their documents, for processors without them:
// while an object lives, they are done where they trap as illegal.
#pragma once

#if defined(__x86_64__) && defined(__linux__)

#include <signal.h>
#include <ucontext.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "specification/x86_operations.h"

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
    int map() const { return bytes[1] & 31; }
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

  static const x86::AmxInstruction* find(const Decoded& code) {
    for (const x86::AmxInstruction& row : x86::kAmxInstructions)
      if (row.map == code.map() && row.prefix == code.prefix() && row.opcode == code.opcode())
        return &row;
    return nullptr;
  }

  static void dot(const Decoded& code) {
    const x86::AmxInstruction* const instruction = find(code);
    require(instruction != nullptr && state_.configured && code.mode() == 3);
    Tile& c = state_.tile[code.reg()];
    const Tile &a = state_.tile[code.rm()], &b = state_.tile[code.v()];
    require(a.rows == c.rows && b.bytes == c.bytes && a.bytes == 4 * b.rows);
    ++state_.dots;
    const int bits = instruction->bits, of_word = 32 / bits, k = b.rows * of_word;
    const auto element = [&](std::uint32_t word, int i) {
      return static_cast<std::uint32_t>(std::uint64_t{word} >> i * bits &
                                        ((std::uint64_t{1} << bits) - 1));
    };
    std::uint32_t left[kWords * 4], right[kWords * 4];
    for (int row = 0; row < c.rows; ++row)
      for (int column = 0; column < c.bytes / 4; ++column) {
        for (int i = 0; i < k; ++i) {
          left[i] = element(a.word[row][i / of_word], i % of_word);
          right[i] = element(b.word[i / of_word][column], i % of_word);
        }
        const auto size = static_cast<std::size_t>(k);
        c.word[row][column] =
            instruction->element({left, size}, {right, size}, c.word[row][column]);
      }
  }

  static void on_illegal(int, siginfo_t*, void* of_signal) {
    auto& context = *static_cast<ucontext_t*>(of_signal);
    greg_t& next = context.uc_mcontext.gregs[REG_RIP];
    const Decoded code{reinterpret_cast<const std::uint8_t*>(next)};
    require(code.bytes[0] == 0xc4 && (code.bytes[2] & 0x84) == 0);
    switch (code.map() == 2 ? code.opcode() : 0) {
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
      default:
        dot(code);
    }
    next += code.size();
  }

  struct sigaction callers_ = {};
};

}  // namespace mmasc::testing

#endif
