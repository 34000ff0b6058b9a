// SPDX-License-Identifier: Apache-2.0
// Included once for each target, in a namespace of its own, between Highway's pragmas: GCC and
// clang vectorize these loops with the target's instructions. Nothing here is shared with others.
// Before it stand kHasFma, whether the target has fused multiply-adds, and narrow(words, count,
// bytes), which stores the low bytes of words.

inline constexpr std::int64_t kAtOnce = 128;  // elements whose steps are loops of their own

// Asks for what is read `ahead` elements behind x, so much as is done at once: the processor's own
// prefetchers end at each page. Behind the end of a matrix this asks for nothing that counts.
inline constexpr std::int64_t kAhead = 1024, kCacheLine = 64;
template <class T>
void prefetch(const T* x, std::int64_t ahead = kAhead) {
  const auto* const from = reinterpret_cast<const char*>(x) + ahead * std::int64_t{sizeof(T)};
  for (std::int64_t i = 0; i < kAtOnce * std::int64_t{sizeof(T)}; i += kCacheLine)
    __builtin_prefetch(from + i);
}

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

inline double exact_quotient(float magnitude, double reciprocal) {
  const double product = double{magnitude} * reciprocal;
  return bits_as<double>((bits_as<std::uint64_t>(product) + kSnap / 2) & ~(kSnap - 1));
}

// In f32, of fused multiply-adds: the second quotient is one of the two floats beside x / scale,
// and the sign of its remainder says on which side. Rounded to odd it is half-way just where x /
// scale is, and else on the same side.
inline float exact_quotient(float magnitude, float scale, float rest, float reciprocal) {
  const auto remainder = [&](float quotient) {
    return __builtin_fmaf(-quotient, rest, __builtin_fmaf(-quotient, scale, magnitude));
  };
  const float near = magnitude * reciprocal;
  const float nearest = __builtin_fmaf(remainder(near), reciprocal, near);
  const float over = remainder(nearest);
  std::uint32_t bits = bits_as<std::uint32_t>(nearest);
  bits -= over < 0 ? 1 : 0;
  bits |= over != 0 ? 1 : 0;
  return bits_as<float>(bits);
}

template <class Number, Quotient kQuotient>
Number quotient_of(float magnitude, double reciprocal, float scale, float rest,
                   float reciprocal_f32) {
  if constexpr (kQuotient == Quotient::f32)
    return magnitude / scale;
  else if constexpr (kQuotient == Quotient::reciprocal)
    return magnitude == 0 ? 0 : magnitude * reciprocal_f32;  // which may be infinite
  else if constexpr (sizeof(Number) == sizeof(double))
    return exact_quotient(magnitude, reciprocal);
  else
    return exact_quotient(magnitude, scale, rest, reciprocal_f32);
}

// rounded_magnitude() and the sign.
template <bool kHasMinusZero, class Number, class Code>
void round_signed(const ElementRounding<Number>& to, const float* x, const Number* quotients,
                  std::int64_t count, Code* codes) {
  using Bits = typename ElementRounding<Number>::Bits;
  const Number greatest = to.greatest, least_normal = to.least_normal, below = to.below_normal;
  const int shift = to.shift, sign_low = to.sign_low;
  const Bits half = to.half - (to.rebias << shift), base = bits_as<Bits>(below);
  constexpr bool kAreBytes = sizeof(Code) == 1;
  std::uint32_t words[kAtOnce];
  for (std::int64_t i = 0; i < count; ++i) {
    const Number within = quotients[i] < greatest ? quotients[i] : greatest;
    const Bits bits = bits_as<Bits>(within);
    const Bits normal = (bits + half + ((bits >> shift) & 1)) >> shift;
    const Bits subnormal = bits_as<Bits>(within + below) - base;
    const auto magnitude = static_cast<std::uint32_t>(within < least_normal ? subnormal : normal);
    std::uint32_t sign = bits_as<std::uint32_t>(x[i]) >> 31 << sign_low;
    if constexpr (!kHasMinusZero) sign = magnitude != 0 ? sign : 0;
    if constexpr (kAreBytes)
      words[i] = magnitude | sign;
    else
      codes[i] = static_cast<Code>(magnitude | sign);
  }
  if constexpr (kAreBytes) narrow(words, count, codes);
}

template <class Number, class Code>
void round_all(const ElementRounding<Number>& to, const float* x, const Number* quotients,
               std::int64_t count, Code* codes) {
  if (to.has_minus_zero)
    round_signed<true>(to, x, quotients, count, codes);
  else
    round_signed<false>(to, x, quotients, count, codes);
}

// Whole blocks, as many as fit in what is done at once, or parts of one block. kBlock: known to the
// compiler, or 0.
template <class Number, Quotient kQuotient, std::int64_t kBlock, class Code>
void codes_of_blocks(const ElementRounding<Number>& to, const CodeRow& row, Code* codes) {
  const Divisors divisors = row.divisors;
  const float* const x = row.x;
  const std::int64_t block = kBlock > 0 ? kBlock : row.block, count = row.count;
  Number quotients[kAtOnce];
  const std::int64_t group = block < kAtOnce ? kAtOnce / block * block : block;
  std::int64_t divisor = 0;
  for (std::int64_t first = 0; first < count; first += group, divisor += group / block) {
    const std::int64_t end = count - first < group ? count : first + group;
    for (std::int64_t at = first; at < end; at += kAtOnce) {
      const std::int64_t here = end - at < kAtOnce ? end - at : kAtOnce;
      prefetch(x + at, row.ahead);
      for (std::int64_t i = 0, d = divisor; i < here; i += block, ++d) {
        const double reciprocal = divisors.reciprocal[d];
        const float scale = divisors.scale[d], rest = divisors.rest[d];
        const float reciprocal_f32 = divisors.reciprocal_f32[d];
        const auto one = [&](std::int64_t j) {
          quotients[j] = quotient_of<Number, kQuotient>(bits_as<float>(magnitude_bits(x[at + j])),
                                                        reciprocal, scale, rest, reciprocal_f32);
        };
        if (kBlock > 0 && i + block <= here) {
          for (std::int64_t j = 0; j < kBlock; ++j) one(i + j);
        } else {
          const std::int64_t to_here = here - i < block ? here : i + block;
          for (std::int64_t j = i; j < to_here; ++j) one(j);
        }
      }
      round_all(to, x + at, quotients, here, codes + at);
    }
  }
}

template <class Number, Quotient kQuotient, class Code>
void codes_of_columns(const ElementRounding<Number>& to, const CodeRow& row, Code* codes) {
  const Divisors divisors = row.divisors;
  Number quotients[kAtOnce];
  for (std::int64_t first = 0; first < row.count; first += kAtOnce) {
    const std::int64_t here = row.count - first < kAtOnce ? row.count - first : kAtOnce;
    prefetch(row.x + first, row.ahead);
    for (std::int64_t i = 0; i < here; ++i) {
      const std::int64_t at = first + i;
      quotients[i] = quotient_of<Number, kQuotient>(bits_as<float>(magnitude_bits(row.x[at])),
                                                    divisors.reciprocal[at], divisors.scale[at],
                                                    divisors.rest[at], divisors.reciprocal_f32[at]);
    }
    round_all(to, row.x + first, quotients, here, codes + first);
  }
}

template <class Number, Quotient kQuotient, class Code>
void codes_by(const ElementRounding<Number>& to, const CodeRow& row, Code* codes) {
  switch (row.block) {
    case 1:
      return codes_of_columns<Number, kQuotient>(to, row, codes);
    case 16:
      return codes_of_blocks<Number, kQuotient, 16>(to, row, codes);
    case 32:
      return codes_of_blocks<Number, kQuotient, 32>(to, row, codes);
    default:
      return codes_of_blocks<Number, kQuotient, 0>(to, row, codes);
  }
}

template <Quotient kQuotient, class Code>
void codes_in(const CodeRounding& to, const CodeRow& row, Code* codes) {
  if (to.fits_f32 && (kQuotient != Quotient::exact || (row.are_in_f32 && kHasFma)))
    codes_by<float, kQuotient>(to.in_f32, row, codes);
  else
    codes_by<double, kQuotient>(to.in_f64, row, codes);
}

template <class Code>
void codes(const CodeRounding& to, const CodeRow& row, Code* out) {
  switch (row.quotient) {
    case Quotient::exact:
      return codes_in<Quotient::exact>(to, row, out);
    case Quotient::f32:
      return codes_in<Quotient::f32>(to, row, out);
    case Quotient::reciprocal:
      return codes_in<Quotient::reciprocal>(to, row, out);
  }
}

inline std::uint32_t maximum(const float* x, std::int64_t count, std::uint32_t most) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t bits = magnitude_bits(x[i]);
    most = bits > most ? bits : most;
  }
  return most;
}

inline void column_maxima(const float* x, std::int64_t count, std::uint32_t* greatest) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t bits = magnitude_bits(x[i]);
    greatest[i] = bits > greatest[i] ? bits : greatest[i];
  }
}

// The maxima of whole blocks, or of parts of one. kBlock is the block's size where the compiler
// knows it, else 0.
template <std::int64_t kBlock>
void maxima_of_blocks(const float* x, std::int64_t count, std::int64_t any_block,
                      std::uint32_t* greatest) {
  const std::int64_t block = kBlock > 0 ? kBlock : any_block;
  for (std::int64_t first = 0; first < count; first += block, ++greatest) {
    if (kBlock > 0 && first + block <= count) {
      if (first % kAtOnce == 0) prefetch(x + first);
      *greatest = maximum(x + first, kBlock, *greatest);
      continue;
    }
    const std::int64_t end = count - first < block ? count : first + block;
    for (std::int64_t at = first; at < end; at += kAtOnce) {
      prefetch(x + at);
      *greatest = maximum(x + at, end - at < kAtOnce ? end - at : kAtOnce, *greatest);
    }
  }
}

inline void block_maxima(const float* x, std::int64_t count, std::int64_t block,
                         std::uint32_t* greatest) {
  switch (block) {
    case 1:
      for (std::int64_t at = 0; at < count; at += kAtOnce) {
        prefetch(x + at);
        column_maxima(x + at, count - at < kAtOnce ? count - at : kAtOnce, greatest + at);
      }
      return;
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
inline void from_f16_at_once(const std::uint16_t* bits, std::int64_t count, float* x) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto raw = static_cast<std::uint32_t>(bits[i]);
    const float magnitude = bits_as<float>((raw & 0x7fff) << 13) * 0x1p112F;
    std::uint32_t all = bits_as<std::uint32_t>(magnitude);
    all |= magnitude >= 0x1p16F ? std::uint32_t{0x7f800000} : 0;
    x[i] = bits_as<float>(all | (raw & 0x8000) << 16);
  }
}

inline void from_bf16_at_once(const std::uint16_t* bits, std::int64_t count, float* x) {
  for (std::int64_t i = 0; i < count; ++i)
    x[i] = bits_as<float>(static_cast<std::uint32_t>(bits[i]) << 16);
}

template <void kFrom(const std::uint16_t*, std::int64_t, float*)>
void from_16_bits(const std::uint16_t* bits, std::int64_t count, float* x) {
  for (std::int64_t at = 0; at < count; at += kAtOnce) {
    prefetch(bits + at);
    kFrom(bits + at, count - at < kAtOnce ? count - at : kAtOnce, x + at);
  }
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
          .from_f16 = from_16_bits<from_f16_at_once>,
          .from_bf16 = from_16_bits<from_bf16_at_once>,
          .add_scaled = add_scaled};
}
