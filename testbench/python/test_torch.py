# SPDX-License-Identifier: Apache-2.0
"""Products on units inside PyTorch."""

import copy
import itertools
import os
import pickle
import subprocess
import sys
import tempfile
import unittest

import mmasc
import numpy as np

try:
    import torch
except ImportError:
    torch = None
else:
    import mmasc.torch
    from mmasc.torch import PRODUCTS, Linear, Rounded, Scaled, fine_grained, matmul

F16 = "hopper/mma.m16n8k16.f32.f16.f16.f32"
BF16 = "hopper/mma.m16n8k16.f32.bf16.bf16.f32"
TF32 = "hopper/mma.m16n8k8.f32.tf32.tf32.f32"
F64 = "hopper/mma.m8n8k4.f64.f64.f64.f64"
E4M3 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
NVFP4 = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"


class Missing(unittest.TestCase):
    def test_one_line_says_what_to_install(self):
        """Where torch is, it is hidden."""
        failed = subprocess.run(
            [
                sys.executable,
                "-c",
                "import sys, mmasc; sys.modules['torch'] = None; import mmasc.torch",
            ],
            capture_output=True,
            text=True,
        )
        self.assertEqual(failed.returncode, 1)
        self.assertEqual(
            failed.stderr.splitlines()[-1],
            "ModuleNotFoundError: mmasc.torch needs PyTorch: install python3-torch (Debian) or "
            "torch (pip)",
        )

    def test_mmasc_does_without(self):
        program = "import sys, mmasc; print('torch' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual(done.stdout, "False\n")


if torch is None:
    print("torch's tests are left out: no torch; install python3-torch")


def everywhere(product):
    return dict.fromkeys(PRODUCTS, product)


def operands(*shapes, seed=1, dtype=None):
    generator = torch.Generator().manual_seed(seed)
    return [
        torch.randn(shape, generator=generator).to(dtype or torch.float32).requires_grad_()
        for shape in shapes
    ]


def rounded(tensor, format):
    return mmasc.convert(tensor.detach().double().numpy(), format)


def bits(tensor):
    """The bits of a tensor, or of an array."""
    array = tensor.detach().numpy() if isinstance(tensor, torch.Tensor) else tensor
    return array.view(f"u{array.itemsize}").tolist()


@unittest.skipUnless(torch, "no torch")
class Products(unittest.TestCase):
    def test_equal_gemm_forward_and_backward(self):
        for id, format in ((F16, "f16"), (BF16, "bf16"), (TF32, "tf32")):
            unit = mmasc.unit(id)
            x, w, g = operands((9, 40), (40, 7), (9, 7))
            d = matmul(x, w, **everywhere(unit))
            d.backward(g.detach())
            qx, qw, qg = (rounded(each, format) for each in (x, w, g))
            self.assertEqual(bits(d), bits(unit.gemm(qx, qw)))
            self.assertEqual(bits(x.grad), bits(unit.gemm(qg, qw.T)))
            self.assertEqual(bits(w.grad), bits(unit.gemm(qx.T, qg)))

    def test_equal_fp8gemm_forward_and_backward(self):
        unit = mmasc.unit(E4M3)
        x, w, g = operands((140, 200), (200, 150), (140, 150))
        matmul(x, w, **everywhere(unit)).backward(g.detach())
        ax, aw, ag = (each.detach().numpy() for each in (x, w, g))
        d = matmul(x, w, forward=unit)
        self.assertEqual(bits(d), bits(mmasc.fp8gemm(unit, ax, aw)))
        self.assertEqual(bits(x.grad), bits(mmasc.fp8gemm(unit, ag, aw.T)))
        self.assertEqual(bits(w.grad), bits(mmasc.fp8gemm(unit, ax.T, ag, block_b=(128, 1))))
        self.assertNotEqual(bits(w.grad), bits(mmasc.fp8gemm(unit, ax.T, ag)))

    def test_per_tensor_power_of_two_is_gemm_of_elements(self):
        unit = mmasc.unit(E4M3)
        x, w = operands((5, 96), (96, 6))
        way = {"scale": "power_of_two"}
        product = Scaled(unit, block_a=(0, 0), block_b=(0, 0), promote_k=0, **way)
        qx, qw = (
            mmasc.quantise(each.detach().numpy(), "e4m3", block=(0, 0), **way) for each in (x, w)
        )
        expected = unit.gemm(qx.elements, qw.elements) * (qx.scales * qw.scales)
        self.assertEqual(bits(matmul(x, w, forward=product)), bits(expected))

    def test_each_product_has_its_own_unit(self):
        x, w, g = operands((8, 64), (64, 8), (8, 8))
        alone = {}
        for name in (None, *PRODUCTS):
            x.grad = w.grad = None
            d = matmul(x, w, **({name: mmasc.unit(BF16)} if name else {}))
            d.backward(g.detach())
            alone[name] = [bits(each) for each in (d, x.grad, w.grad)]
        self.assertEqual(bits(torch.matmul(x, w)), alone[None][0])
        for changed, name in enumerate(PRODUCTS):
            differ = [x != y for x, y in zip(alone[name], alone[None])]
            self.assertEqual(differ, [i == changed for i in range(3)])

    def test_small_integers_are_exact(self):
        """All sums below 2^8: every unit has torch's bits, forward and backward."""
        generator = torch.Generator().manual_seed(2)
        given = [
            torch.randint(-1, 2, shape, generator=generator).float() for shape in ((3, 5, 32), (32, 6))
        ]
        g = torch.randint(-1, 2, (3, 5, 6), generator=generator).float()
        results = []
        exact_fp8 = fine_grained(mmasc.unit(E4M3), scale="power_of_two")
        nvfp4 = fine_grained(mmasc.unit(NVFP4))
        for products in (everywhere(None), everywhere(mmasc.unit(F16)), exact_fp8, nvfp4):
            x, w = (each.clone().requires_grad_() for each in given)
            d = matmul(x, w, **products)
            d.backward(g)
            results.append([each.detach() + 0.0 for each in (d, x.grad, w.grad)])  # no -0
        for result in results[1:]:
            for got, expected in zip(result, results[0]):
                self.assertTrue(torch.equal(got, expected))

    def test_gradcheck_on_an_f64_unit(self):
        f64 = everywhere(mmasc.unit(F64))
        for a, b in (((4, 3), (3, 2)), ((2, 4, 3), (3, 2)), ((2, 1, 4, 3), (5, 3, 2)), ((3,), (3, 2))):
            x, w = operands(a, b, dtype=torch.float64)
            self.assertTrue(torch.autograd.gradcheck(lambda x, w: matmul(x, w, **f64), (x, w)))

    def test_own_function_as_product(self):
        x, w = operands((3, 4), (4, 2))
        d = matmul(x, w, forward=lambda a, b: 2 * (a @ b))
        self.assertTrue(torch.equal(d, 2 * (x @ w)))
        with self.assertRaisesRegex(ValueError, "forward returned 4 x 2, not a tensor of 3 x 2"):
            matmul(x, w, forward=lambda a, b: b)

    def test_rounding_and_promotion(self):
        unit = mmasc.unit(E4M3)
        x, w = operands((4, 128), (128, 4))
        product = Rounded(unit, saturate=True, rounding="toward_zero", promote_k=64)
        qx, qw = (
            mmasc.convert(each.detach().numpy(), "e4m3", saturate=True, rounding="toward_zero")
            for each in (x, w)
        )
        d = matmul(x, w, forward=product)
        self.assertEqual(bits(d), bits(unit.gemm(qx, qw, promote_k=64)))
        self.assertNotEqual(bits(d), bits(unit.gemm(qx, qw)))

    def test_rounds_to_a_format_of_the_unit_s_own(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "own.toml")
            with open(path, "w") as file:
                file.write(
                    "[format.weights]\nexponent_bits = 4\nfraction_bits = 2\nbias = 12\n"
                    "[datapath.own]\nlanes = 8\n"
                    'sum = [{ name = "dot", terms = ["products", "c"], fraction_bits = 20 }]\n'
                    'result = { format = "f32" }\n[instruction."my/own"]\n'
                    "shape = { m = 8, n = 8, k = 8 }\ndatapath = \"own\"\n"
                    'formats = { a = "f16", b = "weights", c = "f32" }\n'
                )
            unit, weights = mmasc.unit(path), f"{path}:weights"
            a, b = torch.randn(3, 19), torch.randn(19, 2) / 8
            for options in ({}, {"rounding": "toward_zero", "saturate": True}):
                expected = unit.gemm(
                    mmasc.convert(a.numpy(), "f16", **options),
                    mmasc.convert(b.numpy(), weights, **options),
                )
                np.testing.assert_array_equal(Rounded(unit, **options)(a, b).numpy(), expected)
        # The unit has the format, wherever its file is now.
        self.assertTrue(torch.equal(matmul(a, b, forward=Rounded(unit)), Rounded(unit)(a, b)))

    def test_seeds(self):
        unit = mmasc.unit(F16).with_("result.significand_fraction", 4)
        unit = unit.with_("result.rounding", '{ mode = "stochastic", random_bits = 8 }')
        x, w = operands((8, 32), (32, 8))
        fixed = Rounded(unit, seed=3)
        first, again = (matmul(x, w, forward=fixed) for _ in range(2))
        self.assertTrue(torch.equal(first, again))
        counted = Rounded(unit, seed=itertools.count(3))
        of_3, of_4 = (matmul(x, w, forward=counted) for _ in range(2))
        self.assertTrue(torch.equal(of_3, first))
        self.assertFalse(torch.equal(of_4, first))
        self.assertTrue(torch.equal(matmul(x, w, forward=Rounded(unit, seed=np.int64(3))), first))
        with self.assertRaisesRegex(TypeError, "seed is 'x'; give a number, or an iterator of numbers"):
            Rounded(unit, seed="x")

    def test_float64_is_rounded_once(self):
        """By way of float32 it would be a tie, which falls to 1."""
        unit = mmasc.unit("hopper/mma.m16n8k16.f32.f16.f16.f32")
        x, one = (torch.full((1, 1), value, dtype=torch.float64) for value in (1 + 2**-11 + 2**-40, 1))
        self.assertEqual(matmul(x, one, forward=Rounded(unit)).item(), 1 + 2**-10)

    def test_units_of_integers_are_refused_at_once(self):
        unit = mmasc.unit("hopper/wgmma.m64nNk32.s32.s8.s8")
        for made in (Rounded, Scaled, lambda unit: Linear(4, 4, weight_gradient=unit)):
            with self.assertRaisesRegex(ValueError, "s8>? multiplies s8; give a function that"):
                made(unit)

    def test_sparse_weights_by_a_function(self):
        """As docs/torch.md has it: the weights are A."""
        unit = mmasc.unit("hopper/mma.sp.m16n8k32.f32.f16.f16.f32")
        product = Rounded(unit)
        x, w = operands((3, 64), (64, 5))
        with torch.no_grad():
            w[2::4] = 0
            w[3::4] = 0
        d = matmul(x, w, forward=lambda x, w: product(w.T, x.T).T)
        ours = unit.gemm(rounded(w.T, "f16"), rounded(x.T, "f16")).T
        self.assertTrue(torch.equal(d, torch.from_numpy(ours.copy())))
        d.sum().backward()
        self.assertEqual(tuple(w.grad.shape), (64, 5))
        with self.assertRaisesRegex(mmasc.InvalidArgument, "A is not sparse enough in row 0"):
            matmul(x, w, forward=unit)


@unittest.skipUnless(torch, "no torch")
class Tensors(unittest.TestCase):
    def test_shapes_are_those_of_torch(self):
        f64 = everywhere(mmasc.unit(F64))
        for a, b in (
            ((3,), (3,)),
            ((4, 3), (3,)),
            ((2, 4, 3), (3,)),
            ((3,), (2, 3, 5)),
            ((2, 1, 4, 3), (6, 3, 5)),
            ((0, 3), (3, 5)),
            ((4, 0), (0, 5)),
            ((2, 4, 0), (0, 5)),
            ((0, 4, 3), (3, 5)),
            ((0, 4, 3), (0, 3, 5)),
        ):
            x, w = operands(a, b, dtype=torch.float64)
            d, expected = matmul(x, w, **f64), torch.matmul(x, w)
            self.assertEqual(d.shape, expected.shape)
            self.assertTrue(torch.allclose(d, expected))
            got = torch.autograd.grad(d.sum(), (x, w))
            for each, other in zip(got, torch.autograd.grad(expected.sum(), (x, w))):
                self.assertEqual(each.shape, other.shape)
                self.assertTrue(torch.allclose(each, other))

    def test_batches(self):
        """Batches with one weight are rows of one product; with many weights each is a product."""
        unit = mmasc.unit(BF16)
        x, w, g = operands((3, 5, 24), (24, 6), (3, 5, 6))
        d = matmul(x, w, **everywhere(unit))
        d.backward(g.detach())
        rows, of_d = x.detach().reshape(15, 24), g.detach().reshape(15, 6)
        self.assertEqual(
            bits(d.reshape(15, 6)), bits(unit.gemm(rounded(rows, "bf16"), rounded(w, "bf16")))
        )
        self.assertEqual(
            bits(w.grad), bits(unit.gemm(rounded(rows.T, "bf16"), rounded(of_d, "bf16")))
        )
        (many,) = operands((3, 24, 6), seed=2)
        d = matmul(x, many, forward=unit)
        for i in range(3):
            self.assertEqual(
                bits(d[i]), bits(unit.gemm(rounded(x[i], "bf16"), rounded(many[i], "bf16")))
            )

    def test_types(self):
        """The result has the operands' type; torch rounds to f16 and bf16 as convert() does."""
        every = torch.arange(-(2**31), 2**31, 30011).to(torch.int32).view(torch.float32)
        every = every[torch.isfinite(every)]
        halves = (torch.arange(2**15).to(torch.int32) * 2**16 + 2**15).view(torch.float32)
        for x in (every, halves[torch.isfinite(halves)]):
            for id, format in ((F16, "f16"), (BF16, "bf16")):
                ours = Rounded(mmasc.unit(id))._rounded(x, mmasc.unit(id).format("a"))
                self.assertEqual(bits(ours), bits(mmasc.convert(x.numpy(), format)))
        for dtype in (torch.float16, torch.bfloat16, torch.float64):
            for unit in map(mmasc.unit, (F16, BF16)):
                x, w = operands((4, 16), (16, 4), dtype=dtype)
                d = matmul(x, w, **everywhere(unit))
                d.sum().backward()
                self.assertEqual({d.dtype, x.grad.dtype, w.grad.dtype}, {dtype})
                format = unit.format("a").name
                wide = unit.gemm(rounded(x, format), rounded(w, format))
                self.assertTrue(torch.equal(d, torch.from_numpy(wide).to(dtype)))
        x, w = operands((4, 130), (130, 4), dtype=torch.bfloat16)
        d = matmul(x, w, forward=mmasc.unit(E4M3))
        wide = mmasc.fp8gemm(mmasc.unit(E4M3), x.detach().float().numpy(), w.detach().float().numpy())
        self.assertTrue(torch.equal(d, torch.from_numpy(wide).to(torch.bfloat16)))

    def test_operands_in_the_unit_s_format_are_not_copied(self):
        unit = mmasc.unit(BF16)
        x = torch.randn(4, 6).to(torch.bfloat16)
        for each in (x, x.T, x[:, ::2]):
            taken = Rounded(unit)._rounded(each, unit.format("a"))
            self.assertEqual(taken.ctypes.data, each.data_ptr())
            self.assertEqual([s // 2 for s in taken.strides], list(each.stride()))

    def test_refusals(self):
        unit = mmasc.unit(BF16)
        x, w = operands((4, 16), (15, 4))
        with self.assertRaisesRegex(ValueError, "input is 4 x 16 and weight 15 x 4: input has 16 ele"):
            matmul(x, w, forward=unit)
        with self.assertRaisesRegex(ValueError, "their batch dimensions cannot be broadcast"):
            matmul(torch.ones(3, 1, 2), torch.ones(2, 2, 1), forward=unit)
        with self.assertRaisesRegex(TypeError, "input is torch.float32 and weight torch.float64"):
            matmul(x, w.double(), forward=unit)
        with self.assertRaisesRegex(TypeError, "input is torch.int64; give float32"):
            matmul(torch.ones(2, 2).long(), w)
        with self.assertRaisesRegex(TypeError, "input is ndarray, not a tensor"):
            matmul(np.ones((2, 2)), w)
        with self.assertRaisesRegex(ValueError, "weight is torch.sparse_coo on cpu"):
            matmul(x, torch.ones(16, 4).to_sparse())
        with self.assertRaisesRegex(ValueError, "on meta; units take dense tensors on the CPU"):
            matmul(x, torch.ones(16, 4, device="meta"))
        with self.assertRaisesRegex(ValueError, "input has no dimensions"):
            matmul(torch.tensor(1.0), w)
        with self.assertRaisesRegex(TypeError, "forward is 'hopper'; give a Unit"):
            matmul(x, w, forward="hopper")
        with self.assertRaisesRegex(ValueError, "takes block scales; use mmasc.torch.Scaled"):
            Rounded(mmasc.unit(NVFP4))
        with self.assertRaisesRegex(TypeError, "unit is None; give a Unit or an Engine"):
            Scaled(None)
        x.data[1, 2] = np.inf
        with self.assertRaisesRegex(mmasc.InvalidArgument, r"A\[1, 2\] is infinite"):
            matmul(x, w.new_ones(16, 4), forward=mmasc.unit(E4M3))


@unittest.skipUnless(torch, "no torch")
class Layer(unittest.TestCase):
    def test_is_torch_s_linear_with_other_products(self):
        torch.manual_seed(1)
        ours = Linear(16, 5, **everywhere(mmasc.unit(F16)))
        theirs = torch.nn.Linear(16, 5)
        theirs.load_state_dict(ours.state_dict())
        (x,) = operands((2, 3, 16))
        y = x.detach().clone().requires_grad_()
        ours(x).square().sum().backward()
        theirs(y).square().sum().backward()
        for a, b in ((x, y), (ours.weight, theirs.weight), (ours.bias, theirs.bias)):
            self.assertLess((a.grad - b.grad).abs().max(), 0.02 * b.grad.abs().max())
        self.assertFalse(torch.equal(ours.weight.grad, theirs.weight.grad))
        d = matmul(x, ours.weight.T, forward=mmasc.unit(F16))
        self.assertEqual(bits(ours(x)), bits(d + ours.bias))
        self.assertIsNone(Linear(3, 2, bias=False).bias)
        self.assertIn("forward=Rounded(<mmasc.Unit hopper/mma", repr(ours))

    def test_learns(self):
        torch.manual_seed(1)
        layer = Linear(32, 4, **everywhere(mmasc.unit(E4M3)))
        x, target = torch.randn(64, 32), torch.randint(0, 4, (64,))
        optimiser = torch.optim.SGD(layer.parameters(), lr=0.5)
        losses = []
        for _ in range(30):
            optimiser.zero_grad()
            losses.append(torch.nn.functional.cross_entropy(layer(x), target))
            losses[-1].backward()
            optimiser.step()
        self.assertLess(losses[-1].item(), 0.5 * losses[0].item())

    def test_copies_and_pickles(self):
        unit = mmasc.unit(E4M3).with_("dot.fraction_bits", 3)
        layer = Linear(64, 4, forward=unit, weight_gradient=Rounded(mmasc.unit(BF16)))
        x = torch.randn(3, 64)
        for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
            self.assertIsNot(other.weight, layer.weight)
            self.assertEqual(bits(other(x)), bits(layer(x)))


@unittest.skipIf(torch is None, "no PyTorch")
class Recorded(unittest.TestCase):
    """What goes into the linear layers of a network, as files of a study."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        torch.manual_seed(3)
        self.model = torch.nn.Sequential(
            torch.nn.Linear(6, 5), torch.nn.ReLU(), torch.nn.Sequential(torch.nn.Linear(5, 4))
        )

    def saved(self, name):
        return np.load(os.path.join(self.folder.name, name + ".npy"))

    def test_input_times_weight_is_the_layer(self):
        first, second = torch.randn(2, 3, 6), torch.randn(4, 6)
        with mmasc.torch.Recorder(self.model, self.folder.name):
            self.model(first)
            self.model(second)
        rows = np.concatenate([first.reshape(6, 6).numpy(), second.numpy()])
        np.testing.assert_array_equal(self.saved("0.input"), rows)
        np.testing.assert_array_equal(self.saved("0.weight"), self.model[0].weight.detach().numpy().T)
        hidden = torch.relu(self.model[0](torch.from_numpy(rows))).detach().numpy()
        np.testing.assert_array_equal(self.saved("2.0.input"), hidden)
        self.assertEqual(self.saved("2.0.weight").shape, (5, 4))
        self.assertEqual(len(self.model[0]._forward_pre_hooks), 0)

    def test_no_more_rows_than_asked_for(self):
        with mmasc.torch.Recorder(self.model, self.folder.name, rows=5):
            for _ in range(3):
                self.model(torch.randn(3, 6))
        self.assertEqual(self.saved("0.input").shape, (5, 6))

    def test_bfloat16_is_saved_exactly(self):
        model = self.model.bfloat16()
        batch = torch.randn(3, 6).bfloat16()
        with mmasc.torch.Recorder(model, self.folder.name):
            model(batch)
        self.assertEqual(self.saved("0.input").dtype, np.float32)
        np.testing.assert_array_equal(self.saved("0.input"), batch.float().numpy())

    def test_an_exception_leaves_no_file_and_no_hook(self):
        with self.assertRaises(KeyError):
            with mmasc.torch.Recorder(self.model, self.folder.name):
                self.model(torch.randn(3, 6))
                raise KeyError
        self.assertEqual(os.listdir(self.folder.name), [])
        self.assertEqual(len(self.model[0]._forward_pre_hooks), 0)

    def test_what_is_refused(self):
        with self.assertRaisesRegex(ValueError, "rows: 0 is no number of rows"):
            mmasc.torch.Recorder(self.model, self.folder.name, rows=0)
        with self.assertRaisesRegex(ValueError, "has no torch.nn.Linear"):
            mmasc.torch.Recorder(torch.nn.ReLU(), self.folder.name)


if __name__ == "__main__":
    unittest.main()
