// SPDX-License-Identifier: Apache-2.0
// Intel SDM 2, "TDPBSSD/TDPBSUD/TDPBUSD/TDPBUUD", "TDPBF16PS", "TDPFP16PS" and "TCMM[IM,RL]FP16PS"
// of AMX, and AMX-FP8 and AMX-TF32 of Intel's ISE reference (319433), on tiles of 16 rows of 64
// bytes.
#include "mmasc/cpu/x86.h"

#if defined(__x86_64__)

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mmasc {
namespace {

constexpr int kRows = 16, kBytesOfRow = 64;  // of a whole tile
constexpr int kWordsOfRow = kBytesOfRow / 4, kWordsOfTile = kRows * kWordsOfRow;
constexpr int kTiles = 3;  // tmm0 to tmm2

// Intel SDM 1, "Tile Configuration", palette 1.
struct alignas(64) TileConfiguration {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t bytes_of_row[16] = {};
  std::uint8_t rows[16] = {};
};
static_assert(sizeof(TileConfiguration) == 64);

// The tile registers are whole tiles in the scope.
class TileScope {
 public:
  TileScope() {
    TileConfiguration whole;
    for (int tile = 0; tile < kTiles; ++tile) {
      whole.bytes_of_row[tile] = kBytesOfRow;
      whole.rows[tile] = kRows;
    }
    asm volatile("ldtilecfg (%0)" : : "r"(&whole), "m"(whole));
  }
  TileScope(const TileScope&) = delete;
  TileScope& operator=(const TileScope&) = delete;
  ~TileScope() { asm volatile("tilerelease"); }
};

// tmm0 += tmm1 * tmm2.
#define MMASC_TILE(name, instruction)                                                   \
  void name(const RegisterImages& images) {                                             \
    const TileScope scope;                                                              \
    for (int i = 0; i < images.tiles * kWordsOfTile; i += kWordsOfTile)                 \
      asm volatile(                                                                     \
          "tileloadd (%0,%4,1), %%tmm0\n\t"                                             \
          "tileloadd (%1,%4,1), %%tmm1\n\t"                                             \
          "tileloadd (%2,%4,1), %%tmm2\n\t" instruction                                 \
          "\n\t"                                                                        \
          "tilestored %%tmm0, (%3,%4,1)"                                                \
          :                                                                             \
          : "r"(images.c + i), "r"(images.a + i), "r"(images.b + i), "r"(images.d + i), \
            "r"(std::uint64_t{kBytesOfRow})                                             \
          : "memory");                                                                  \
  }
MMASC_TILE(tdpbssd, "tdpbssd %%tmm2, %%tmm1, %%tmm0")
MMASC_TILE(tdpbsud, "tdpbsud %%tmm2, %%tmm1, %%tmm0")
MMASC_TILE(tdpbusd, "tdpbusd %%tmm2, %%tmm1, %%tmm0")
MMASC_TILE(tdpbuud, "tdpbuud %%tmm2, %%tmm1, %%tmm0")
MMASC_TILE(tdpbf16ps, "tdpbf16ps %%tmm2, %%tmm1, %%tmm0")
// In bytes, because assemblers know the first since binutils 2.40 and the others since later ones.
// VEX says the prefix F2 by 0x6b, F3 by 0x6a, 66 by 0x69 and none by 0x68.
MMASC_TILE(tdpfp16ps, ".byte 0xc4, 0xe2, 0x6b, 0x5c, 0xc1")
MMASC_TILE(tcmmrlfp16ps, ".byte 0xc4, 0xe2, 0x68, 0x6c, 0xc1")
MMASC_TILE(tcmmimfp16ps, ".byte 0xc4, 0xe2, 0x69, 0x6c, 0xc1")
MMASC_TILE(tdpbf8ps, ".byte 0xc4, 0xe5, 0x68, 0xfd, 0xc1")
MMASC_TILE(tdpbhf8ps, ".byte 0xc4, 0xe5, 0x6b, 0xfd, 0xc1")
MMASC_TILE(tdphbf8ps, ".byte 0xc4, 0xe5, 0x6a, 0xfd, 0xc1")
MMASC_TILE(tdphf8ps, ".byte 0xc4, 0xe5, 0x69, 0xfd, 0xc1")
MMASC_TILE(tmmultf32ps, ".byte 0xc4, 0xe2, 0x69, 0x48, 0xc1")
#undef MMASC_TILE

// Linux, Documentation/arch/x86/xstate.rst: a process asks for the tiles' data before its first use
// of them. All its threads then have them.
bool ask_for_tiles() {
#if defined(__linux__)
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  return ::syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
  return false;
#endif
}

std::string_view missing_of_amx(std::string_view extension, bool is_there) {
  if (!is_there) return extension;
  static const bool may_use_tiles = ask_for_tiles();
  return may_use_tiles ? "" : "the operating system's permission to use AMX tiles";
}

// Intel SDM 2, CPUID leaf 7: AMX-TILE, without which there is none of the others, AMX-BF16 and
// AMX-INT8 are EDX bits 24, 22 and 25; of subleaf 1, AMX-FP16 is EAX bit 21 and AMX-COMPLEX EDX
// bit 8. AMX-FP8 and AMX-TF32 are EAX bits 4 and 6 of leaf 0x1e, subleaf 1 (Intel XED).
bool has_tiles() { return is_set(cpuid(7, 0).edx, 24); }
std::string_view missing_amx_int8() {
  return missing_of_amx("AMX_INT8", has_tiles() && is_set(cpuid(7, 0).edx, 25));
}
std::string_view missing_amx_bf16() {
  return missing_of_amx("AMX_BF16", has_tiles() && is_set(cpuid(7, 0).edx, 22));
}
std::string_view missing_amx_fp16() {
  return missing_of_amx("AMX_FP16", has_tiles() && is_set(cpuid(7, 1).eax, 21));
}
std::string_view missing_amx_complex() {
  return missing_of_amx("AMX_COMPLEX", has_tiles() && is_set(cpuid(7, 1).edx, 8));
}
std::string_view missing_amx_fp8() {
  return missing_of_amx("AMX_FP8", has_tiles() && is_set(cpuid(0x1e, 1).eax, 4));
}
std::string_view missing_amx_tf32() {
  return missing_of_amx("AMX_TF32", has_tiles() && is_set(cpuid(0x1e, 1).eax, 6));
}

constexpr RegisterShape tile_of(int bits, Storage storage = Storage::tile) {
  return {.m = kRows,
          .n = kWordsOfRow,
          .k = kBytesOfRow * 8 / bits,
          .blocks = 1,
          .bits = bits,
          .storage = storage};
}

constexpr CpuKernel kTileKernels[] = {
    {"tdpbssd", tile_of(8), kMxcsr, missing_amx_int8, tdpbssd},
    {"tdpbsud", tile_of(8), kMxcsr, missing_amx_int8, tdpbsud},
    {"tdpbusd", tile_of(8), kMxcsr, missing_amx_int8, tdpbusd},
    {"tdpbuud", tile_of(8), kMxcsr, missing_amx_int8, tdpbuud},
    {"tdpbf16ps", tile_of(16), kMxcsr, missing_amx_bf16, tdpbf16ps},
    {"tdpfp16ps", tile_of(16), kMxcsr, missing_amx_fp16, tdpfp16ps},
    {"tcmmrlfp16ps", tile_of(16), kMxcsr, missing_amx_complex, tcmmrlfp16ps},
    {"tcmmimfp16ps", tile_of(16, Storage::tile_exchanged), kMxcsr, missing_amx_complex,
     tcmmimfp16ps},
    {"tdpbf8ps", tile_of(8), kMxcsr, missing_amx_fp8, tdpbf8ps},
    {"tdpbhf8ps", tile_of(8), kMxcsr, missing_amx_fp8, tdpbhf8ps},
    {"tdphbf8ps", tile_of(8), kMxcsr, missing_amx_fp8, tdphbf8ps},
    {"tdphf8ps", tile_of(8), kMxcsr, missing_amx_fp8, tdphf8ps},
    {"tmmultf32ps", tile_of(32), kMxcsr, missing_amx_tf32, tmmultf32ps},
};

}  // namespace

std::span<const CpuKernel> x86_tile_kernels() { return kTileKernels; }

}  // namespace mmasc

#endif
