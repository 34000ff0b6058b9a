# SPDX-License-Identifier: Apache-2.0
"""Products on units inside PyTorch: matmul() and Linear, forward and backward.

    layer = mmasc.torch.Linear(64, 10, forward=fp8, input_gradient=fp8, weight_gradient=bf16)

Each of the three products has a unit of its own. It may be

- a Unit or an Engine: its operands become Rounded(), or, of formats of at most 8 bits and of units
  with block scales, Scaled() as in fine_grained();
- a Rounded, a Scaled, or any function of two matrices, tensors of M x K and K x N, that returns a
  tensor of M x N;
- None: torch's own product.

Tensors are dense, on the CPU, and of float32, float16, bfloat16 or float64.
"""

import os
import re
from collections.abc import Iterator
from numbers import Integral

import numpy as np

from mmasc._fp8gemm import fp8gemm
from mmasc._library import OPERANDS
from mmasc._numbers import convert, convert_as, is_own
from mmasc._unit import Engine, Unit

try:
    import torch
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise
    raise ModuleNotFoundError(
        "mmasc.torch needs PyTorch: install python3-torch (Debian) or torch (pip)", name="torch"
    ) from None

__all__ = ["PRODUCTS", "Linear", "Recorder", "Rounded", "Scaled", "fine_grained", "matmul"]

PRODUCTS = ("forward", "input_gradient", "weight_gradient")
_DTYPES = {
    "f64": torch.float64,
    "f32": torch.float32,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
}


class Rounded:
    """D = A * B of operands rounded to the unit's formats, each element once, by Engine.gemm().

    `rounding` and `saturate` are those of mmasc.convert(), `promote_k` and `promote_rounding`
    those of Engine.gemm(). `seed`, of stochastic roundings inside the unit, is a number (0), or an
    iterator that has one for each product, as itertools.count(). Operands that have the unit's
    format already are not copied.
    """

    def __init__(
        self,
        unit,
        *,
        rounding="nearest_even",
        saturate=False,
        promote_k=0,
        promote_rounding=None,
        seed=None,
    ):
        self.unit = unit
        self._rounding = {"rounding": rounding, "saturate": saturate}
        self._options = {"promote_k": promote_k, "promote_rounding": promote_rounding}
        self._seed = seed
        if seed is not None and not isinstance(seed, (Integral, Iterator)):
            raise TypeError(f"seed is {seed!r}; give a number, or an iterator of numbers")
        engine = _engine_of(unit)
        _refuse_integers(unit, engine)
        if engine.shape.scales:
            raise ValueError(f"{unit} takes block scales; use mmasc.torch.Scaled")
        for row in OPERANDS.values():
            is_needed = row.lacks and not row.is_drawn and not row.may_be_left_out
            if is_needed and engine._elements[row.name]:
                raise ValueError(f"{unit} takes {row.what}, which products of tensors do not have")
        d = engine._formats["d"].name
        if not promote_k and d not in _DTYPES:
            raise ValueError(f"{unit} gives {d}, which PyTorch does not have")

    def __repr__(self):
        return f"Rounded({self.unit})"

    def __call__(self, a, b):
        engine = _engine_of(self.unit)
        operands = [self._rounded(x, engine._formats[name]) for x, name in ((a, "a"), (b, "b"))]
        seed = next(self._seed) if isinstance(self._seed, Iterator) else self._seed
        return _tensor(engine.gemm(*operands, seed=seed, **self._options))

    def _rounded(self, tensor, format):
        to = _DTYPES.get(format.name)
        if tensor.dtype is to:
            return _array(tensor)
        # torch rounds float64 to float32 first.
        if (
            to is not None
            and tensor.dtype is not torch.float64
            and self._rounding == {"rounding": "nearest_even", "saturate": False}
        ):
            return _array(tensor.to(to))
        toml = _engine_of(self.unit)._toml
        if toml is not None and is_own(format):
            return convert_as(toml, _numbers(tensor), format, **self._rounding)
        return convert(_numbers(tensor), format.name, **self._rounding)


class Scaled:
    """D = A * B of operands quantised with scales of blocks, by mmasc.fp8gemm(), whose options these
    are: block_a, block_b, scale, promote_k, ..."""

    def __init__(self, unit, **options):
        self.unit = unit
        self._options = options
        _refuse_integers(unit, _engine_of(unit))

    def __repr__(self):
        options = "".join(f", {name}={value}" for name, value in self._options.items())
        return f"Scaled({self.unit}{options})"

    def __call__(self, a, b):
        return torch.from_numpy(fp8gemm(self.unit, _numbers(a), _numbers(b), **self._options))


def fine_grained(unit, *, block=None, **options):
    """The three products as DeepSeek-V3 scales them, as arguments of matmul() and Linear: 1 x 128 of
    the left operand, 128 x 128 of weights, 128 x 1 of what the weight gradient is multiplied by.
    `block` is the pair of rows and columns of the left operand that share a scale, (1, 128) where it
    is not given. A unit with block scales has blocks of its own. `options` are those of Scaled."""
    if block is None:
        if _engine_of(unit).shape.scales:
            return dict.fromkeys(PRODUCTS, Scaled(unit, **options))
        block = (1, 128)
    if not isinstance(block, (tuple, list)) or len(block) != 2:
        raise TypeError(f"block is {block!r}; give rows and columns, as (1, 128)")
    rows, columns = block
    left, weight, right = (rows, columns), (columns, columns), (columns, rows)
    weights = Scaled(unit, block_a=left, block_b=weight, **options)
    gradient = Scaled(unit, block_a=left, block_b=right, **options)
    return dict(zip(PRODUCTS, (weights, weights, gradient)))


def matmul(input, weight, *, forward=None, input_gradient=None, weight_gradient=None):
    """torch.matmul(input, weight), with gradients, on units.

    `forward` computes D = input * weight, `input_gradient` D' * weight^T and `weight_gradient`
    input^T * D', where D' is D's gradient. Dimensions are those of torch.matmul. If `weight` is a
    matrix, all batch dimensions of `input` are rows of one product, and its gradient is one product
    along all of them; else each pair of matrices is a product of its own. D and the gradients have
    the type of the operands, rounded once to nearest even where the units' results are wider.
    """
    return _matmul(input, weight, _products(forward, input_gradient, weight_gradient))


class Recorder:
    """Saves what goes into a network's linear layers, as operands of a study.

        with mmasc.torch.Recorder(model, "activations"):
            model(batch)

    Each torch.nn.Linear of the model that runs gives FOLDER/NAME.input.npy, M x K: the rows of its
    inputs, those of a later call below those of an earlier one, `rows` of them at most (a study
    takes 4096); and FOLDER/NAME.weight.npy, K x N, the weights at its first call, so that input
    times weight is what the layer computes before its bias. Files are float16, float32 or float64; bfloat16 is saved as float32,
    which holds it exactly. They are written when the block ends, and none if it ends by an
    exception. In a study they are `a = "FOLDER/*.input.npy"` and `b = "FOLDER/*.weight.npy"`.
    """

    def __init__(self, model, folder, *, rows=4096):
        if not isinstance(rows, Integral) or isinstance(rows, bool) or rows < 1:
            raise ValueError(f"rows: {rows!r} is no number of rows; give 1 or more")
        self.folder, self.rows = os.fspath(folder), int(rows)
        self._layers = {
            layer: name or "linear"
            for name, layer in model.named_modules()
            if isinstance(layer, torch.nn.Linear)
        }
        if not self._layers:
            raise ValueError("model: has no torch.nn.Linear")
        self._hooks, self._inputs, self._weights = [], {}, {}

    def __enter__(self):
        self._inputs, self._weights = {layer: [] for layer in self._layers}, {}
        self._hooks = [layer.register_forward_pre_hook(self._take) for layer in self._layers]
        return self

    def __exit__(self, kind, error, trace):
        for hook in self._hooks:
            hook.remove()
        if kind is None:
            self._save()
        self._inputs = {}

    def _take(self, layer, inputs):
        if not inputs:
            raise TypeError(f"{self._layers[layer]}: give the layer its input by position")
        if layer not in self._weights:
            self._weights[layer] = _recorded(layer.weight.detach().t()).copy()
        taken = self._inputs[layer]
        left = self.rows - sum(map(len, taken))
        if left > 0:
            rows = inputs[0].detach().reshape(-1, layer.in_features)[:left]
            taken.append(_recorded(rows).copy())

    def _save(self):
        os.makedirs(self.folder, exist_ok=True)
        for layer, taken in self._inputs.items():
            if not taken:
                continue
            for kind, array in (
                ("input", np.concatenate(taken)),
                ("weight", self._weights[layer]),
            ):
                name = f"{self._layers[layer]}.{kind}.npy"
                np.save(os.path.join(self.folder, name), np.ascontiguousarray(array))


def _recorded(tensor):
    """The tensor as an array of its own numbers; NumPy has no bfloat16."""
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.float()
    return tensor.cpu().numpy()


class Linear(torch.nn.Linear):
    """torch.nn.Linear with the products of matmul(). The bias is added by torch."""

    def __init__(
        self,
        in_features,
        out_features,
        bias=True,
        device=None,
        dtype=None,
        *,
        forward=None,
        input_gradient=None,
        weight_gradient=None,
    ):
        super().__init__(in_features, out_features, bias, device, dtype)
        self.products = _products(forward, input_gradient, weight_gradient)

    def forward(self, input):
        d = _matmul(input, self.weight.T, self.products)
        return d if self.bias is None else d + self.bias

    def extra_repr(self):
        return ", ".join([super().extra_repr(), *(f"{k}={v}" for k, v in self.products.items())])


def _engine_of(unit):
    if isinstance(unit, Unit):
        return unit._own_engine()
    if isinstance(unit, Engine):
        return unit
    raise TypeError(f"unit is {unit!r}; give a Unit or an Engine")


def _refuse_integers(unit, engine):
    a = engine._formats["a"].name
    if re.fullmatch("[su][0-9]+", a):
        raise ValueError(f"{unit} multiplies {a}; give a function that rounds to integers")


def _products(*given):
    """By names; None is torch's."""
    return {name: _product_of(name, product) for name, product in zip(PRODUCTS, given)}


def _product_of(name, product):
    if isinstance(product, (Unit, Engine)):
        engine = _engine_of(product)
        narrow = min(engine._formats["a"].storage_bits, engine._formats["b"].storage_bits) <= 8
        return fine_grained(product)[name] if narrow or engine.shape.scales else Rounded(product)
    if product is None or callable(product):
        return product
    raise TypeError(f"{name} is {product!r}; give a Unit, an Engine, a function or None")


def _matmul(input, weight, products):
    for name, tensor in (("input", input), ("weight", weight)):
        _check(name, tensor)
    if input.dtype is not weight.dtype:
        raise TypeError(
            f"input is {input.dtype} and weight {weight.dtype}; both must be of one type"
        )
    a = input if input.dim() > 1 else input.unsqueeze(0)
    b = weight if weight.dim() > 1 else weight.unsqueeze(1)
    if a.shape[-1] != b.shape[-2]:
        raise ValueError(
            f"input is {_shape(input)} and weight {_shape(weight)}: input has {a.shape[-1]} "
            f"elements along K, weight {b.shape[-2]}"
        )
    if b.dim() == 2:
        rows = a.reshape(a.shape[:-1].numel(), a.shape[-1])
        d = _Matmul.apply(rows, b, products).reshape(a.shape[:-1] + b.shape[-1:])
    else:
        try:
            batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        except RuntimeError:
            raise ValueError(
                f"input is {_shape(input)} and weight {_shape(weight)}: their batch dimensions "
                "cannot be broadcast"
            ) from None
        d = _Matmul.apply(
            a.expand(batch + a.shape[-2:]), b.expand(batch + b.shape[-2:]), products
        )
    if weight.dim() == 1:
        d = d.squeeze(-1)
    return d.squeeze(-2 if weight.dim() > 1 else -1) if input.dim() == 1 else d


class _Matmul(torch.autograd.Function):
    """The product of two matrices, or of two stacks of equally many, and its gradients."""

    @staticmethod
    def forward(ctx, a, b, products):
        ctx.products = products
        needs_a, needs_b, _ = ctx.needs_input_grad
        ctx.save_for_backward(a if needs_b else None, b if needs_a else None)
        return _each(products, "forward", a, b)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, gradient):
        a, b = ctx.saved_tensors
        return (
            None if b is None else _each(ctx.products, "input_gradient", gradient, b.mT),
            None if a is None else _each(ctx.products, "weight_gradient", a.mT, gradient),
            None,
        )


def _each(products, name, a, b):
    product = products[name]
    if product is None:
        return torch.matmul(a, b)
    shape = a.shape[:-1] + b.shape[-1:]
    if 0 in shape or a.shape[-1] == 0:
        return a.new_zeros(shape)
    if a.dim() == 2:
        return _one(product, name, a, b).to(a.dtype)
    d = a.new_empty(shape)
    for index in np.ndindex(*shape[:-2]):
        d[index] = _one(product, name, a[index], b[index])
    return d


def _one(product, name, a, b):
    d = product(a, b)
    if not isinstance(d, torch.Tensor) or d.shape != (a.shape[0], b.shape[1]):
        got = _shape(d) if isinstance(d, torch.Tensor) else repr(d)
        raise ValueError(
            f"{name} returned {got}, not a tensor of {a.shape[0]} x {b.shape[1]}"
        )
    return d


def _check(name, tensor):
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"{name} is {type(tensor).__name__}, not a tensor")
    if tensor.dtype not in _DTYPES.values():
        raise TypeError(
            f"{name} is {tensor.dtype}; give float32, float16, bfloat16 or float64"
        )
    if tensor.device.type != "cpu" or tensor.layout is not torch.strided:
        raise ValueError(
            f"{name} is {tensor.layout} on {tensor.device}; units take dense tensors on the CPU"
        )
    if tensor.dim() == 0:
        raise ValueError(f"{name} has no dimensions; matmul takes 1 or more")


def _shape(tensor):
    return " x ".join(map(str, tensor.shape))


def _array(tensor):
    """The tensor's memory; bfloat16 as its bits."""
    if tensor.dtype is torch.bfloat16:
        return tensor.detach().view(torch.int16).numpy().view(np.uint16)
    return tensor.detach().numpy()


def _numbers(tensor):
    """The same numbers in a type that NumPy has."""
    return _array(tensor.float() if tensor.dtype is torch.bfloat16 else tensor)


def _tensor(array):
    """The array's memory; what NumPy has not is bfloat16, as ml_dtypes' or as its bits."""
    if array.dtype.kind == "f":
        return torch.from_numpy(array)
    return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
