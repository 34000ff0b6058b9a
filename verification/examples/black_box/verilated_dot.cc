// SPDX-License-Identifier: Apache-2.0
// A verilated design as a black box: rtl_ref/examples/dut_dot_product.sv, to be replaced by yours.
#include <mmasc/black_box.h>

#include <string_view>

#include "Vdut_dot_product.h"

static void clock(Vdut_dot_product& dut) {
  for (const int level : {1, 0}) {
    dut.clk = level;
    dut.eval();
  }
}

static uint64_t packed(const uint64_t* elements) {  // element 0 in the lowest bits
  uint64_t port = 0;
  for (int k = 0; k < 4; ++k) port |= elements[k] << 16 * k;
  return port;
}

const char* mmasc_box_open(const mmasc_box_unit* unit, void** box) {
  if (std::string_view(unit->formats) != "a=f16 b=f16 c=f32 d=f32 k=4")
    return "the design takes a=f16 b=f16 c=f32 d=f32 k=4";
  auto* const dut = new Vdut_dot_product;
  dut->rst = 1;
  clock(*dut);
  dut->rst = 0;
  *box = dut;
  return nullptr;
}

// An operation each clock; results come in their order, some clocks later.
const char* mmasc_box_dot(void* box, const mmasc_box_batch* batch) {
  auto& dut = *static_cast<Vdut_dot_product*>(box);
  size_t come = 0;
  for (size_t i = 0; come < batch->size; ++i) {
    if (i > batch->size + 100) return "100 clocks after the last operation a result is missing";
    dut.vld_in = i < batch->size;
    if (dut.vld_in) {
      dut.x = packed(batch->a + 4 * i);
      dut.w = packed(batch->b + 4 * i);
      dut.acc = static_cast<uint32_t>(batch->c[i]);
    }
    clock(dut);
    if (dut.vld_out) batch->d[come++] = dut.q;
  }
  return nullptr;
}

void mmasc_box_close(void* box) { delete static_cast<Vdut_dot_product*>(box); }
