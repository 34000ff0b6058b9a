// SPDX-License-Identifier: Apache-2.0
// Which element of A, B, C or D each register of each lane holds, as the PTX ISA and AMD's ISA
// documents define it. `i` counts a lane's elements from the low bits of its first register. A is
// m x k, B is k x n, C and D are m x n.
#pragma once

namespace mmasc {

struct Coordinate {
  int row = 0, column = 0, block = 0;
  friend bool operator==(const Coordinate&, const Coordinate&) = default;
};

// mma.sync, all shapes but m8n8k4 of f16: PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64" to
// "mma.m16n8k64". One rule gives every figure, for a register (of f64 a pair) always holds
// neighbours in k: `packed` of them, 1 to 8.
namespace mma_layout {
inline constexpr int kLanes = 32;

constexpr Coordinate a(int packed, int lane, int i) {
  const int reg = i / packed;
  return {lane / 4 + 8 * (reg % 2), packed * (lane % 4 + 4 * (reg / 2)) + i % packed};
}
constexpr Coordinate b(int packed, int lane, int i) {
  return {packed * (lane % 4 + 4 * (i / packed)) + i % packed, lane / 4};
}
constexpr Coordinate accumulator(int lane, int i) {
  return {lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2};
}

// Block scales: PTX ISA, "Block Scaling for mma.sync", byte-id 0 and thread-id 0. In a quad, lane 0
// gives A's row lane / 4 and lane 1 the row 8 below it; lane 0 gives B's column. The other lanes'
// are not read.
constexpr Coordinate scale_a(int lane, int i) { return {lane / 4 + 8 * (lane % 4), i}; }
constexpr Coordinate scale_b(int lane, int i) { return {i, lane / 4}; }
constexpr bool gives_scale_a(int lane) { return lane % 4 < 2; }
constexpr bool gives_scale_b(int lane) { return lane % 4 == 0; }
}  // namespace mma_layout

// mma.sync.m8n8k4 of f16 with row-major A and column-major B: four products at once, each of the
// eight lanes of a quad pair. PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16".
namespace quad_pair_layout {
constexpr int block(int lane) { return lane / 4 % 4; }
constexpr int row(int lane) { return lane % 4 + (lane < 16 ? 0 : 4); }

constexpr Coordinate a(int lane, int i) { return {row(lane), i, block(lane)}; }
constexpr Coordinate b(int lane, int i) { return {i, row(lane), block(lane)}; }
constexpr Coordinate accumulator_f16(int lane, int i) { return {row(lane), i, block(lane)}; }
constexpr Coordinate accumulator_f32(int lane, int i) {
  return {(lane & 1) + (i & 2) + (lane < 16 ? 0 : 4), (i & 4) + (lane & 2) + (i & 1), block(lane)};
}
}  // namespace quad_pair_layout

// Metadata says which elements of b a sparse A meets. The sparsity selector is 0. The PTX ISA shows
// the places in figures alone ("Matrix fragments for multiply-accumulate operation with sparse
// matrix A", and the same for wgmma, where each warp has 16 rows); an H100 agrees. A lane of a
// quad, which has rows r and r + 8, gives
//
//     elements of 16 bits and more   [ row r + 8: 16 bits ] [ row r: 16 bits ]
//     elements of 8 bits and fewer   [ 32 bits of row r, or of row r + 8 in every other lane ]
namespace metadata_layout {
inline constexpr int kRows = 16, kQuadRows = 8, kQuadLanes = 4;
inline constexpr unsigned kFirst = 0x44444444;  // the first elements of every group are there

struct Place {
  int lane = 0, bit = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

// Bit `bit` of all those of a row.
constexpr Place place(int row, int bit, int element_bits) {
  const int upper = row % kRows / kQuadRows;
  const Place in_quad = element_bits >= 16 ? Place{.lane = bit / 16, .bit = 16 * upper + bit % 16}
                                           : Place{.lane = upper + 2 * (bit / 32), .bit = bit % 32};
  const int quad = row / kRows * kQuadRows + row % kQuadRows;
  return {.lane = kQuadLanes * quad + in_quad.lane, .bit = in_quad.bit};
}
}  // namespace metadata_layout

// wgmma: PTX ISA, "Register Fragments" of wgmma.mma_async (accumulator D), and "Shared Memory
// Matrix Layout", K-major without swizzling. A core matrix is 8 rows (of A, or columns of B) of 16
// bytes, one after the other. Two of them span a k of 32 bytes, and then come the next 8 rows.
namespace wgmma_layout {
inline constexpr int kLanes = 128;
inline constexpr int kCoreRows = 8, kCoreRowBytes = 16;
inline constexpr int kCoreBytes = kCoreRows * kCoreRowBytes;
inline constexpr int kRowBytes = 2 * kCoreRowBytes;  // k elements of A, in every shape
// Beside a sparse A, B has twice the elements.
constexpr int row_bytes_of_b(bool a_is_sparse) { return kRowBytes * (a_is_sparse ? 2 : 1); }

inline constexpr int kLeadingOffset = kCoreBytes;  // to the next 16 bytes of k
constexpr int stride_offset(int row_bytes) {       // to the next 8 rows
  return row_bytes / kCoreRowBytes * kCoreBytes;
}

constexpr Coordinate accumulator(int lane, int i) {
  return {16 * (lane / 32) + lane % 32 / 4 + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * (lane % 4) + i % 2};
}
// Where a row's byte of k is. B's rows here are its columns.
constexpr int byte(int row, int k_byte, int row_bytes) {
  return row / kCoreRows * stride_offset(row_bytes) + k_byte / kCoreRowBytes * kLeadingOffset +
         row % kCoreRows * kCoreRowBytes + k_byte % kCoreRowBytes;
}
// "Matrix Descriptor Format": offsets in units of 16 bytes, no base offset, swizzling mode 0.
constexpr unsigned long long descriptor(unsigned shared_address, int row_bytes) {
  const auto encode = [](unsigned bytes) -> unsigned long long { return (bytes & 0x3ffff) >> 4; };
  return encode(shared_address) | encode(kLeadingOffset) << 16 |
         encode(static_cast<unsigned>(stride_offset(row_bytes))) << 32;
}
}  // namespace wgmma_layout

// tcgen05.mma with one CTA, dense. A and B are in shared memory as wgmma's are, C and D in tensor
// memory, one element a word: PTX ISA, "Data Path Layout Organization", layouts D (m = 128) and F
// (m = 64, every other 16 lanes unused), and "Packing format for matrix D in Tensor Memory".
namespace tcgen05_layout {
inline constexpr int kLanes = 128;
inline constexpr int kN = 16;  // the least that m = 128 takes

constexpr bool holds_row(int m, int lane) { return m == 128 || lane % 32 < 16; }
constexpr int row(int m, int lane) { return m == 128 ? lane : 16 * (lane / 32) + lane % 16; }

// Block scales: "Scale Factor A ID" and "B ID", both 0. A word of tensor memory holds those of one
// row of A, or of one column of B, from its lowest byte; each of the four partitions of 32 lanes
// holds all of them.
inline constexpr int kScaleLanes = 32, kScaleColumns = 4;

constexpr int scaled_row(int lane, int column) { return kScaleLanes * column + lane; }

// "Shared memory descriptor": wgmma's fields, and 1 in bits 46 to 48.
constexpr unsigned long long descriptor(unsigned shared_address) {
  return wgmma_layout::descriptor(shared_address, wgmma_layout::kRowBytes) | 1ull << 46;
}
}  // namespace tcgen05_layout

// v_mfma: AMD CDNA ISA documents, "Matrix Arithmetic Instructions", and AMD's matrix instruction
// calculator. A lane holds `held` neighbours in k.
namespace mfma_layout {
inline constexpr int kLanes = 64;

constexpr Coordinate a(int m, int blocks, int held, int lane, int i) {
  const int group = lane / m;
  return {lane % m, held * (group / blocks) + i, group % blocks};
}
constexpr Coordinate b(int n, int blocks, int held, int lane, int i) {
  const Coordinate mirrored = a(n, blocks, held, lane, i);
  return {mirrored.column, mirrored.row, mirrored.block};
}
// f32: four neighbouring rows in four registers, then the lanes' groups, then the blocks.
constexpr Coordinate accumulator_f32(int size, int lane, int i) {
  const int group = lane / size;
  if (size == 4) return {i, lane % 4, group};
  const int groups = 64 / size;
  const int quads = size / 4 / groups;  // of registers, in a block
  return {4 * (groups * (i / 4 % quads) + group) + i % 4, lane % size, i / 4 / quads};
}
constexpr Coordinate accumulator_f64(int size, int lane, int i) {
  const int group = lane / size;
  return size == 4 ? Coordinate{group / 4, lane % 4, group % 4}
                   : Coordinate{4 * i + group, lane % 16};
}
}  // namespace mfma_layout

// Registers of processors: matrices one after the other, A and the accumulator by rows and B by
// columns. Of one row and one column these are the dot products of a register's lanes; Arm ARM DDI
// 0487, "BFMMLA" and "SMMLA" of Advanced SIMD, have two, and outer products as "SMOPA" have as many
// as a vector of SME has elements of D.
namespace register_layout {
constexpr Coordinate a(int m, int k, int i) { return {i / k % m, i % k, i / (m * k)}; }
constexpr Coordinate b(int n, int k, int i) { return {i % k, i / k % n, i / (n * k)}; }
constexpr Coordinate accumulator(int m, int n, int i) { return {i / n % m, i % n, i / (m * n)}; }
}  // namespace register_layout

// Tiles of AMX: a row of A or of the accumulator is a row of the tile. A row of B has of each
// column the `packed` neighbours in k that fill a word (Intel SDM 2, "TDPBSSD" and "TDPFP16PS").
namespace amx_layout {
constexpr Coordinate b(int n, int packed, int i) {
  return {i / (n * packed) * packed + i % packed, i / packed % n};
}
}  // namespace amx_layout

}  // namespace mmasc
