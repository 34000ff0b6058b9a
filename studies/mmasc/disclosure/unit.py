# SPDX-License-Identifier: Apache-2.0
# A matrix unit, bit by bit: d = c + sum of a[k] * b[k].
#
# This program is the same for every unit. What a unit computes is its row, a text in TOML:
# Unit(row).dot(a, b, c) takes the bits of operands and gives those of d. Numbers are exact
# throughout; whatever bits are lost are lost in whole().
import re
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain, groupby
from math import floor, prod
from types import SimpleNamespace
from typing import NamedTuple

# 1. The row. These are the values of the fields that it leaves out.
DEFAULTS = {
    "instruction": dict(scale=None, tensor_scale=None, sparsity=None, widen=None, widen_c=None,
                        order={}, late_c=None),
    "formats": {}, "scale": {}, "sparsity": dict(together=1), "order": dict(modulus=1, first=[]),
    "late_c": dict(rounding="nearest_even"),
    "datapath": dict(flush={}, product={}, zero_sign="plus"),
    "flush": dict(inputs="none", results="none", tininess="bounded"),
    "product": dict(round_to=None, rounding="nearest_even", infinity_at=None, infinity_yields=False,
                    zero_factor_exponent=None, exponent_grid=None,
                    significand_fraction=None, overflow="infinity"),  # always: as a sum's
    "sum": dict(fraction_bits="exact", alignment_rounding="toward_zero", zero_exponent="own",
                exponent_floor=None, exponent_grid=None, exponent="largest", groups=1,
                shape="fused", round_to=None, significand_fraction=None, rounding="nearest_even",
                overflow="infinity", zero_sign=None, accumulator=None, cut=None,
                cancelled="number", sticky=False, ones_complement=None),
    "term": dict(vanishes_below=None, exponent_offset=0, negated=False),  # all else: its sum's
    "exponent_grid": dict(first=0),
    "accumulator": dict(overflow="wrap"),
    "cut": dict(rounding="toward_zero"),
    "result": dict(significand_fraction=None, prerounding=None, rounding="nearest_even",
                   overflow="infinity", underflow="keep_sign", nan=None, factor_nan=None,
                   c_nan="replaced", flags="none"),
    "prerounding": dict(underflow=None),
}
FORMATS = ("a", "b", "c", "format", "round_to", "tensor_scale", "widen", "widen_c")


def fields(name, table, formats=None):
    """A table with all its fields, and the tables and formats in it."""
    row = {**DEFAULTS[name], **table}
    for key, value in row.items():
        if key in DEFAULTS and isinstance(value, dict): row[key] = fields(key, value, formats)
        if key in FORMATS and isinstance(value, str): row[key] = formats[value]
    return SimpleNamespace(**row)


# 2. Numbers.
class Term(NamedTuple):
    """An operand, a product or a sum. Its value is exact and not normalized; its exponent e is what
    alignment looks at. A "zero" is an exact zero, without an exponent where nothing took part in
    its e_max. A sum whose terms merely cancel is a "number" of value 0."""
    kind: str  # "number", "zero", "infinite" or "nan"
    negative: bool = False
    value: Fraction = Fraction(0)
    e: int | None = 0


NAN = Term("nan")
HALF = Fraction(1, 2)


def widened(t, format): return format.widen(t) if format else t
def opposite(t): return t._replace(negative=not t.negative, value=-t.value)


@cache
def two_to(n): return Fraction(2) ** n


def leading(x):
    """The exponent of the leading bit of |x|."""
    return abs(x.numerator).bit_length() - x.denominator.bit_length()


def whole(x, rounding):
    """x to a whole number. A stochastic rounding is (how many random bits it has, those bits)."""
    q = floor(abs(x))
    lost = abs(x) - q
    if lost == 0: return x
    match rounding:
        case "nearest_even": up = lost > HALF or lost == HALF and q % 2 == 1
        case "nearest_away": up = lost >= HALF
        case "toward_zero": up = False
        case "down": up = x < 0
        case "up": up = x > 0
        case "away": up = True
        case "to_odd": up = q % 2 == 0
        case (n, random): up = floor(lost * 2**n) + random >= 2**n
    return Fraction(-(q + up) if x < 0 else q + up)


def multiple(x, e, rounding):
    """x to a multiple of 2^e."""
    return whole(x * two_to(-e), rounding) * two_to(e)


def held(x, accumulator):
    """A whole number in so many bits of two's complement."""
    half = 2 ** (accumulator.bits - 1)
    if accumulator.overflow == "wrap": return (x + half) % (2 * half) - half
    return min(max(x, -half), half - 1)


def raised(e, grid):
    """The next exponent of a grid, if there is one."""
    return e + (grid.first - e) % grid.step if grid else e


# 3. Formats.
@dataclass(frozen=True)
class Format:
    """An element has a sign, an exponent field, a fraction and ignored bits, or is an integer."""
    exponent_bits: int = 0
    fraction_bits: int = 0
    bias: int = 1
    specials: str = "ieee"
    sign: str = "leading"
    subnormals: bool = True
    ignored_low_bits: int = 0
    integer_bits: int = 0  # with those of its sign

    @cached_property
    def top(self): return 2**self.exponent_bits - 1  # the greatest exponent field

    @cached_property
    def least(self): return self.subnormals - self.bias  # the exponent of zeros, too

    def kept(self, row):
        """The fraction bits to which a row rounds."""
        kept = row.significand_fraction
        return self.fraction_bits if kept is None else kept

    def greatest(self, kept):
        """The greatest number of so many fraction bits."""
        ones_are_nan = self.specials == "nan_all_ones"
        top_is_special = self.specials == "ieee" or ones_are_nan and self.fraction_bits == 0
        last_is_nan = ones_are_nan and 0 < kept == self.fraction_bits
        e = self.top - top_is_special - self.bias
        return (2 - two_to(-kept) * (1 + last_is_nan)) * two_to(e)

    def zero(self, negative):
        has_minus = self.sign == "leading" and self.specials != "nan_minus_zero"
        return Term("zero", negative and has_minus, e=self.least)

    def number(self, value):
        return Term("number", value < 0, value, max(leading(value), self.least))

    def infinity(self, negative):
        return Term("infinite", negative) if self.specials == "ieee" else NAN

    def decode(self, bits):
        if self.integer_bits:
            if self.sign == "leading": bits -= bits >> self.integer_bits - 1 << self.integer_bits
            return Term("number" if bits else "zero", bits < 0, Fraction(bits))
        bits >>= self.ignored_low_bits
        fraction = bits % 2**self.fraction_bits
        field = bits >> self.fraction_bits & self.top
        negative = self.sign == "leading" and bits >> self.fraction_bits > self.top
        match self.specials:
            case "ieee" if field == self.top:
                return NAN if fraction else self.infinity(negative)
            case "nan_all_ones" if field == self.top and fraction == 2**self.fraction_bits - 1:
                return NAN
            case "nan_minus_zero" if negative and field == fraction == 0:
                return NAN
        normal = field > 0 or not self.subnormals
        if not normal and fraction == 0: return self.zero(negative)
        e = field - self.bias if normal else self.least
        size = (normal + Fraction(fraction, 2**self.fraction_bits)) * two_to(e)
        return Term("number", negative, -size if negative else size, e)

    def encode(self, t, nan):
        if self.integer_bits: return int(t.value) % 2**self.integer_bits
        if t.kind == "nan": return nan
        bits = self.top << self.fraction_bits if t.kind == "infinite" else 0
        if t.kind == "number":
            bits = int(abs(t.value) * two_to(self.fraction_bits - t.e))  # with the hidden bit
            if bits >> self.fraction_bits: bits += t.e + self.bias - 1 << self.fraction_bits
        bits |= t.negative << self.exponent_bits + self.fraction_bits
        return bits << self.ignored_low_bits

    @cached_property
    def quiet(self): return 1 << self.ignored_low_bits + self.fraction_bits - 1  # a NaN's bit

    def default_nan(self):
        ones = 2**self.fraction_bits - 1
        if self.specials == "nan_minus_zero": bits = self.top + 1 << self.fraction_bits
        elif self.specials == "nan_all_ones": bits = self.top << self.fraction_bits | ones
        else: bits = self.top << self.fraction_bits | ones // 2 + 1
        return bits << self.ignored_low_bits

    def widen(self, t):
        """The same value, with the exponent that it has in this format."""
        if t.kind == "zero": return self.zero(t.negative)
        return self.number(t.value) if t.kind == "number" else t

    def flush(self, t, how):
        """A subnormal number to zero; under all_to_plus_zero -0, too."""
        below = t.kind == "number" and abs(t.value) < two_to(self.least)
        if how == "none" or not below and (how, t.kind) != ("all_to_plus_zero", "zero"): return t
        return self.zero(t.negative and how == "keep_sign")

    def round(self, t, roundings, overflow, flush):
        """The number of this format that t becomes, by one rounding after another: the fraction
        bits that it keeps, its mode, and the sign of what it takes to zero."""
        if t.kind == "nan": return t
        if t.kind == "infinite": return self.infinity(t.negative)
        if t.value == 0: return self.zero(t.negative)
        flushed = self.zero(t.negative and flush.results == "keep_sign")
        if flush.results != "none" and flush.tininess == "unbounded":
            value = t.value
            for kept, rounding, _ in roundings:
                value = multiple(value, leading(t.value) - kept, rounding)
            if abs(value) < two_to(self.least): return flushed
        value, e = t.value, max(leading(t.value), self.least)  # normalized
        for kept, rounding, underflow in roundings:
            value = multiple(value, e - kept, rounding)
            if value == 0: return self.zero(t.negative and underflow == "keep_sign")
        if flush.results != "none" and abs(value) < two_to(self.least): return flushed
        greatest = self.greatest(kept)
        if abs(value) > greatest:
            cuts = ("toward_zero", "to_odd", "up" if t.negative else "down")
            if overflow == "infinity" or overflow == "by_rounding" and rounding not in cuts:
                return self.infinity(t.negative)
            value = -greatest if t.negative else greatest
        return self.number(value)

    def fit(self, t, overflow):
        """The integer of this format that an integer becomes."""
        least = -(2 ** (self.integer_bits - 1)) if self.sign == "leading" else 0
        end = least + 2**self.integer_bits
        if overflow == "wrap": value = (t.value - least) % (end - least) + least
        else: value = min(max(t.value, least), end - 1)
        return Term("number" if value else "zero", value < 0, value)


class Formats(dict):
    """Formats by name: those of tables, and integers."""
    def __init__(self, tables):
        for name, table in tables.items():
            bias = 2 ** (table["exponent_bits"] - 1) - 1
            numbers = {key: value for key, value in table.items() if key != "source"}
            self[name] = Format(**{"bias": bias, **numbers})

    def __missing__(self, name):  # s8, u4
        return Format(sign="leading" if name[0] == "s" else "none", integer_bits=int(name[1:]))


# 4. The unit.
class Node(NamedTuple):
    """An addition: that of a sum, of one of its groups, or of two terms in a tree."""
    level: int
    sum: SimpleNamespace  # the fields of its row
    terms: list  # of each how it enters, the fields of its row, and the number of its value
    output: int  # the number of the value that it gives


class Unit:
    def __init__(self, row):
        file = tomllib.loads(row)
        formats = Formats(file.get("format", {}))
        (instruction,), (datapath,) = file["instruction"].values(), file["datapath"].values()
        self.row = fields("instruction", instruction, formats)
        self.datapath = fields("datapath", datapath, formats)
        self.product, self.result = self.datapath.product, self.datapath.result
        self.sums = [fields("sum", table, formats) for table in self.datapath.sum]
        self.a, self.b, self.c = self.row.formats.a, self.row.formats.b, self.row.formats.c
        self.d, self.root = self.result.format, self.sums[-1]
        self.products, sparsity = self.row.shape["k"], self.row.sparsity
        if sparsity: self.products = self.products // sparsity.of * sparsity.keep
        self.lanes = min(self.products, self.datapath.lanes)
        self.levels = self.tree()

    def tree(self):
        """The additions by level: each is one level above the highest sum that it takes."""
        numbers = {"products": range(self.lanes), "c": [self.lanes]}
        levels = [0] * (self.lanes + 1)  # of the values
        nodes = []

        def add(row, terms):
            nodes.append(Node(max(levels[i] for _, i in terms), row, terms, len(levels)))
            levels.append(nodes[-1].level + 1)
            return fields("term", vars(row)), nodes[-1].output

        for row in self.sums:
            lists = []
            for table in row.terms:
                if isinstance(table, str): table = {"from": table}
                name, part, first, end = re.fullmatch(
                    r"(\w+)(?:\.(even|odd)|\[(\d+):(\d+)\])?", table["from"]).groups()
                taken = numbers[name]
                if part: taken = taken[part == "odd"::2]
                if first: taken = taken[int(first):int(end)]
                how = fields("term", {**vars(row), **table, "name": name})
                lists.append([(how, i) for i in taken])
            numbers[row.name] = []
            for g in range(row.groups):
                terms = []
                for each in lists:
                    size = len(each) // row.groups
                    terms += each[g * size:(g + 1) * size]
                if row.shape == "fused" or len(terms) == 1: terms = [add(row, terms)]
                while len(terms) > 1:
                    pairs = len(terms) // 2 if row.shape == "pairwise" else 1
                    sums = [add(row, terms[2 * i:2 * i + 2]) for i in range(pairs)]
                    terms = sums + terms[2 * pairs:]
                numbers[row.name].append(terms[0][1])
        nodes.sort(key=lambda node: node.level)
        return [list(level) for _, level in groupby(nodes, lambda node: node.level)]

    def dot(self, *operands, **more):
        """The bits of d from those of the operands, which are lists but for c."""
        return self.dot_with_flags(*operands, **more)[0]

    def dot_with_flags(self, a, b, c, *, sa=(), sb=(), st=(), metadata=(), random=()):
        """The same, and the status flags where the row has some."""
        row, self.random = self.row, iter(random)
        if row.sparsity: b = self.met(b, metadata)
        own_c = widened(self.c.decode(c), row.widen_c)
        d = (row.widen_c or self.c).flush(own_c, self.datapath.flush.inputs)
        if row.late_c: d = self.d.zero(False)
        nan, flags = c, 0
        is_first = [k % row.order.modulus in row.order.first for k in range(self.products)]
        order = sorted(range(self.products), key=lambda k: not is_first[k])
        for s in range(0, self.products, self.lanes):  # a step takes the d of the one before for c
            if s > 0: d = widened(d, row.widen_c)
            factors = [self.factors(k, a, b, sa, sb, st) for k in order[s:s + self.lanes]]
            nan = self.nan(factors, d, nan)
            total = self.total(factors, d)
            d = self.finish(total)
        if row.late_c: d = self.add_late(d, own_c)
        if self.result.flags == "ieee": flags = self.flags(a, b, c, factors, total, d)
        return self.d.encode(d, nan), flags

    def met(self, b, metadata):
        """The elements of b that those of a sparse a meet."""
        met, s = [], self.row.sparsity
        for i in range(self.products):
            part = i // s.together
            met.append(b[(part // s.keep * s.of + metadata[part]) * s.together + i % s.together])
        return met

    def drawn(self, rounding):
        """A rounding; a stochastic one with its random bits, the next ones that there are."""
        if not isinstance(rounding, dict): return rounding
        return rounding["random_bits"], next(self.random)

    # Products.
    def factors(self, k, a, b, sa, sb, st):
        """Those of product k: a, b and the scales."""
        row, factors = self.row, []
        for format, bits in ((self.a, a[k]), (self.b, b[k])):
            t = widened(format.decode(bits), row.widen)
            factors.append((row.widen or format).flush(t, self.datapath.flush.inputs))
        if s := row.scale: factors += [s.format.decode(each[k // s.block]) for each in (sa, sb)]
        if row.tensor_scale: factors.append(row.tensor_scale.decode(st[0]))
        return factors

    def multiply(self, factors, yields):
        row, kinds = self.product, [t.kind for t in factors]
        exponents = [t.e for t in factors]
        for i in (0, 1):  # of a and b
            if kinds[i] == "zero" and row.zero_factor_exponent is not None:
                exponents[i] = row.zero_factor_exponent
            exponents[i] = raised(exponents[i], row.exponent_grid)
        if any(each.exponent == "scales" for each in self.sums): exponents[:2] = []
        negative, value = sum(t.negative for t in factors) % 2 == 1, prod(t.value for t in factors)
        t = Term("zero" if "zero" in kinds else "number", negative, value, sum(exponents))
        at = row.infinity_at
        if "infinite" in kinds or at is not None and not yields and abs(value) >= two_to(at):
            t = Term("infinite", negative)
        if "nan" in kinds or "infinite" in kinds and "zero" in kinds: t = NAN
        return self.rounded(t, row)

    def rounded(self, t, row):
        """A product or a sum, rounded where its row says so."""
        if row.round_to is None: return t
        rounding = row.round_to.kept(row), self.drawn(row.rounding), "keep_sign"
        return row.round_to.round(t, [rounding], row.overflow, self.datapath.flush)

    # Sums.
    def total(self, factors, c):
        """The root of the tree over the products and c, before it rounds."""
        is_infinite = any(t.kind == "infinite" for t in chain([c], *factors))
        yields = is_infinite and self.product.infinity_yields
        values = dict(enumerate([self.multiply(each, yields) for each in factors] + [c]))
        for level in self.levels:
            totals = []
            for node in level:
                terms = [(how, values[i]) for how, i in node.terms]
                totals.append(self.add(node.sum, terms))
            if level is self.levels[-1]: return totals[0]
            for node, t in zip(level, totals): values[node.output] = self.rounded(t, node.sum)

    def add(self, row, terms):
        """A sum of terms, each with how it enters: not normalized, not yet rounded."""
        terms = [(how, opposite(t) if how.negated else t) for how, t in terms]
        frame = any(t.negative for how, t in terms if how.name == row.ones_complement)
        e_max = self.e_max(row, terms)
        total, lost, added = Fraction(0), False, []
        for how, t in terms:
            reach = how.vanishes_below
            if reach is not None and t.kind == "number" and t.e < e_max - reach:
                lost |= t.value != 0
                t = Term("zero", t.negative)
            aligned = t.value
            if how.fraction_bits != "exact":
                rounding = self.drawn(how.alignment_rounding)
                if t.value != 0: aligned = multiple(t.value, e_max - how.fraction_bits, rounding)
            lost |= aligned != t.value
            total += aligned
            added.append(t)
        infinities = {t.negative for t in added if t.kind == "infinite"}
        if any(t.kind == "nan" for t in added) or len(infinities) == 2: return NAN
        if infinities: return Term("infinite", *infinities)
        signs = [t.negative for t in added]
        is_zero = all(t.kind == "zero" for t in added)
        if not is_zero:
            unit = two_to(0 if row.fraction_bits == "exact" else e_max - row.fraction_bits)
            if row.ones_complement:
                total += unit * sum(-1 if sign else 1 for sign in signs if sign != frame)
            if row.accumulator: total = unit * held(total / unit, row.accumulator)
            if row.cut:
                cut = multiple(total, e_max - row.cut.fraction_bits, row.cut.rounding)
                total, lost = cut, lost or cut != total
            is_zero = total == 0 and row.cancelled in ("zero", None if lost else "zero_unless_lost")
        negative = total < 0 or total == 0 and self.zero_is_negative(row, signs)
        if row.sticky and lost and total != 0:  # less than any rounding can tell
            total += two_to(e_max - row.fraction_bits - 1000) * (-1 if negative else 1)
        return Term("zero" if is_zero else "number", negative, total, e_max)

    def e_max(self, row, terms):
        """The exponent to which terms are aligned; none where all are zeros that do not count."""
        exponents = [row.exponent_floor]
        for how, t in terms:
            if t.kind != "zero" or how.zero_exponent == "own":
                exponents.append(None if t.e is None else t.e + how.exponent_offset)
            elif how.zero_exponent != "ignored":
                exponents.append(how.zero_exponent)
        exponents = [e for e in exponents if e is not None]
        return raised(max(exponents), row.exponent_grid) if exponents else None

    def zero_is_negative(self, row, signs):
        """The sign of a sum that is 0, from those of its terms."""
        if (row.zero_sign or self.datapath.zero_sign) == "plus": return False
        if row.round_to: rounding = row.rounding
        else: rounding = self.result.rounding if row is self.root else None
        return any(signs) if rounding == "down" else all(signs)

    # d.
    def finish(self, t):
        """The root to d. Where it rounds to all of d's bits by itself, nothing is left to do."""
        row, root = self.result, self.root
        if self.d.integer_bits: return self.d.fit(t, row.overflow)
        t = self.rounded(t, root)
        keep_all = self.d.kept(root) == self.d.kept(row) == self.d.fraction_bits
        if root.round_to == self.d and keep_all and not row.prerounding: return t
        roundings = []
        if first := row.prerounding:
            roundings.append((first.significand_fraction, self.drawn(first.rounding),
                              first.underflow or row.underflow))
        roundings.append((self.d.kept(row), self.drawn(row.rounding), row.underflow))
        return self.d.round(t, roundings, row.overflow, self.datapath.flush)

    def add_late(self, d, c):
        """An addition as IEEE 754 has it, which flushes nothing."""
        rounding = self.row.late_c.rounding
        row = fields("sum", dict(name="late", zero_sign="ieee", round_to=self.d, rounding=rounding))
        t = self.add(row, [(fields("term", vars(row)), term) for term in (d, c)])
        return self.d.round(t, [(self.d.fraction_bits, self.drawn(rounding), "keep_sign")],
                            "infinity", fields("flush", {}))

    def nan(self, factors, c, c_bits):
        """The bits of d where it is NaN."""
        row, kinds = self.result, [{t.kind for t in each} for each in factors]
        nan = self.d.default_nan() if row.nan is None else int(row.nan, 16)
        if any("nan" in each for each in kinds):
            return nan if row.factor_nan is None else int(row.factor_nan, 16)
        infinities = {sum(t.negative for t in each) % 2 for each in factors
                      if any(t.kind == "infinite" for t in each)}
        if len(infinities) == 2 or any({"zero", "infinite"} <= each for each in kinds): return nan
        if c.kind != "nan" or row.c_nan == "replaced": return nan
        return c_bits | self.d.quiet

    def flags(self, a, b, c, factors, total, d):
        """Of IEEE 754: 16 invalid, 4 overflow, 2 underflow, 1 inexact."""
        formats = [self.a] * len(a) + [self.b] * len(b) + [self.c]
        nans = [(f, bits) for f, bits in zip(formats, [*a, *b, c]) if f.decode(bits) == NAN]
        signalling = any(f.specials == "ieee" and not bits & f.quiet for f, bits in nans)
        undefined = any({"zero", "infinite"} <= {t.kind for t in each} for each in factors)
        invalid = undefined or signalling or total.kind == "nan" and not nans
        if total.kind != "number" or total.value == 0: return invalid << 4
        row = self.root if self.root.round_to else self.result
        free = multiple(total.value, leading(total.value) - self.d.kept(row), row.rounding)
        overflow = abs(free) > self.d.greatest(self.d.kept(row))
        inexact = overflow or d.value != total.value
        underflow = inexact and abs(free) < two_to(self.d.least)
        return invalid << 4 | overflow << 2 | underflow << 1 | inexact
