// SPDX-License-Identifier: Apache-2.0
// Dot products of Spike (riscv/zvbdot.h of riscv-isa-sim). INSTRUCTION is the name of one.
#include "guest.h"
#include "softfloat.h"

inline float32_t f32(uint32_t v) { return {v}; }  // Spike has it in a header with much else

#include "zvbdot.h"

// An operand as Spike's functions take it.
struct Bytes {
  const unsigned char* first;
  size_t count;

  template <class T>
  operator std::vector<T>() const {
    std::vector<T> elements(count / sizeof(T));
    memcpy(elements.data(), first, count);
    return elements;
  }
};

static void instruct(const unsigned char* a, const unsigned char* b, unsigned char* cd) {
  float32_t c;
  memcpy(&c.v, cd, sizeof c.v);
  c = INSTRUCTION(Bytes{a, BYTES_OF_A}, Bytes{b, BYTES_OF_B}, c);
  memcpy(cd, &c.v, sizeof c.v);
}

int main() { return serve(BYTES_OF_C); }
