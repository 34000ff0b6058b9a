// SPDX-License-Identifier: Apache-2.0
// Included once for each target, in a namespace of its own, between Highway's pragmas: GCC and
// clang vectorize these loops with the target's instructions. Nothing here is shared with others.

inline constexpr std::int64_t kAtOnce = 128;  // elements whose steps are loops of their own

template <class To, class From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

inline std::uint32_t magnitude_bits(float x) { return bits_as<std::uint32_t>(x) & 0x7fffffff; }

// The bound of kSnap. x has 24 bits, the scale at most 28, a number half-way between two elements
// at most 16 (f16: 12): if x / scale is not half-way, it differs from there by more than 2^-45 of
// it. Multiplied by a reciprocal it is within 2^-51. Rounded to 48 bits it is half-way just where x
// / scale is, and else on the same side.
inline constexpr std::uint64_t kSnap = 1 << 5;

template <Quotient kQuotient>
double quotient_of(float magnitude, double reciprocal, float scale, float reciprocal_f32) {
  if constexpr (kQuotient == Quotient::f32) {
    return magnitude / scale;
  } else if constexpr (kQuotient == Quotient::reciprocal) {
    return magnitude * reciprocal_f32;
  } else {
    const double product = double{magnitude} * reciprocal;
    return bits_as<double>((bits_as<std::uint64_t>(product) + kSnap / 2) & ~(kSnap - 1));
  }
}

// rounded_magnitude() and the sign.
template <class Code>
void round_all(const ElementRounding& to, const float* x, const double* quotients,
               std::int64_t count, Code* codes) {
  const double greatest = to.greatest, least_normal = to.least_normal, below = to.below_normal;
  const std::uint64_t half = to.half, rebias = to.rebias, base = bits_as<std::uint64_t>(below);
  const int shift = to.shift, sign_low = to.sign_low;
  const std::uint32_t no_minus_zero = to.has_minus_zero ? 0 : 1;
  std::uint32_t magnitudes[kAtOnce];
  for (std::int64_t i = 0; i < count; ++i) {
    const double within = quotients[i] < greatest ? quotients[i] : greatest;
    const auto bits = bits_as<std::uint64_t>(within);
    const std::uint64_t normal = ((bits + half + ((bits >> shift) & 1)) >> shift) - rebias;
    const std::uint64_t subnormal = bits_as<std::uint64_t>(within + below) - base;
    magnitudes[i] = static_cast<std::uint32_t>(within < least_normal ? subnormal : normal);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint32_t sign = bits_as<std::uint32_t>(x[i]) >> 31;
    sign &= static_cast<std::uint32_t>(magnitudes[i] != 0) | (no_minus_zero ^ 1);
    codes[i] = static_cast<Code>(magnitudes[i] | sign << sign_low);
  }
}

// Whole blocks, as many as fit in what is done at once, or parts of one block.
template <Quotient kQuotient, class Code>
void codes_of_blocks(const ElementRounding& to, const Divisor* divisors, std::int64_t block,
                     const float* x, std::int64_t count, Code* codes) {
  double quotients[kAtOnce];
  const std::int64_t group = block < kAtOnce ? kAtOnce / block * block : block;
  for (std::int64_t first = 0; first < count; first += group, divisors += group / block) {
    const std::int64_t end = count - first < group ? count : first + group;
    for (std::int64_t at = first; at < end; at += kAtOnce) {
      const std::int64_t here = end - at < kAtOnce ? end - at : kAtOnce;
      const Divisor* divisor = divisors;
      for (std::int64_t i = 0; i < here; i += block, ++divisor) {
        const std::int64_t to_here = here - i < block ? here : i + block;
        const double reciprocal = divisor->reciprocal;
        const float scale = divisor->scale, reciprocal_f32 = divisor->reciprocal_f32;
        for (std::int64_t j = i; j < to_here; ++j)
          quotients[j] = quotient_of<kQuotient>(bits_as<float>(magnitude_bits(x[at + j])),
                                                reciprocal, scale, reciprocal_f32);
      }
      round_all(to, x + at, quotients, here, codes + at);
    }
  }
}

template <Quotient kQuotient, class Code>
void codes_of_columns(const ElementRounding& to, const Divisor* divisors, const float* x,
                      std::int64_t count, Code* codes) {
  double quotients[kAtOnce];
  for (std::int64_t first = 0; first < count; first += kAtOnce) {
    const std::int64_t here = count - first < kAtOnce ? count - first : kAtOnce;
    for (std::int64_t i = 0; i < here; ++i) {
      const Divisor& divisor = divisors[first + i];
      quotients[i] =
          quotient_of<kQuotient>(bits_as<float>(magnitude_bits(x[first + i])), divisor.reciprocal,
                                 divisor.scale, divisor.reciprocal_f32);
    }
    round_all(to, x + first, quotients, here, codes + first);
  }
}

template <Quotient kQuotient, class Code>
void codes_by(const ElementRounding& to, const Divisor* divisors, std::int64_t block,
              const float* x, std::int64_t count, Code* codes) {
  if (block == 1)
    codes_of_columns<kQuotient>(to, divisors, x, count, codes);
  else
    codes_of_blocks<kQuotient>(to, divisors, block, x, count, codes);
}

template <class Code>
void codes(const ElementRounding& to, Quotient quotient, const Divisor* divisors,
           std::int64_t block, const float* x, std::int64_t count, Code* out) {
  switch (quotient) {
    case Quotient::exact:
      return codes_by<Quotient::exact>(to, divisors, block, x, count, out);
    case Quotient::f32:
      return codes_by<Quotient::f32>(to, divisors, block, x, count, out);
    case Quotient::reciprocal:
      return codes_by<Quotient::reciprocal>(to, divisors, block, x, count, out);
  }
}

inline void column_maxima(const float* x, std::int64_t count, std::uint32_t* greatest) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t bits = magnitude_bits(x[i]);
    greatest[i] = bits > greatest[i] ? bits : greatest[i];
  }
}

// kBlock: known to the compiler, or 0.
template <std::int64_t kBlock>
void maxima_of_blocks(const float* x, std::int64_t count, std::int64_t block,
                      std::uint32_t* greatest) {
  const std::int64_t size = kBlock > 0 ? kBlock : block;
  std::int64_t first = 0;
  for (; first + size <= count; first += size, ++greatest) {
    std::uint32_t most = *greatest;
    for (std::int64_t i = 0; i < size; ++i) {
      const std::uint32_t bits = magnitude_bits(x[first + i]);
      most = bits > most ? bits : most;
    }
    *greatest = most;
  }
  for (; first < count; ++first) {
    const std::uint32_t bits = magnitude_bits(x[first]);
    *greatest = bits > *greatest ? bits : *greatest;
  }
}

inline void block_maxima(const float* x, std::int64_t count, std::int64_t block,
                         std::uint32_t* greatest) {
  switch (block) {
    case 1:
      return column_maxima(x, count, greatest);
    case 16:
      return maxima_of_blocks<16>(x, count, block, greatest);
    case 32:
      return maxima_of_blocks<32>(x, count, block, greatest);
    default:
      return maxima_of_blocks<0>(x, count, block, greatest);
  }
}

// The exponent field is f32's less 112, a subnormal number's fraction a subnormal one's: a product
// with 2^112 is exact.
inline void from_f16(const std::uint16_t* bits, std::int64_t count, float* x) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto raw = static_cast<std::uint32_t>(bits[i]);
    const float magnitude = bits_as<float>((raw & 0x7fff) << 13) * 0x1p112F;
    std::uint32_t all = bits_as<std::uint32_t>(magnitude);
    all |= magnitude >= 0x1p16F ? std::uint32_t{0x7f800000} : 0;
    x[i] = bits_as<float>(all | (raw & 0x8000) << 16);
  }
}

inline void from_bf16(const std::uint16_t* bits, std::int64_t count, float* x) {
  for (std::int64_t i = 0; i < count; ++i)
    x[i] = bits_as<float>(static_cast<std::uint32_t>(bits[i]) << 16);
}

inline void add_scaled(const float* partial, float scale, const float* scales, bool is_fused,
                       std::int64_t count, float* sum) {
  if (is_fused) {
    for (std::int64_t i = 0; i < count; ++i) {
      const float factor = scale * scales[i];
      sum[i] = __builtin_fmaf(partial[i], factor, sum[i]);
    }
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const float factor = scale * scales[i];
    const float product = partial[i] * factor;
    sum[i] = product + sum[i];
  }
}

inline QuantiseKernels make_kernels(std::string_view target) {
  return {.target = target,
          .block_maxima = block_maxima,
          .codes8 = codes<std::uint8_t>,
          .codes16 = codes<std::uint16_t>,
          .from_f16 = from_f16,
          .from_bf16 = from_bf16,
          .add_scaled = add_scaled};
}
