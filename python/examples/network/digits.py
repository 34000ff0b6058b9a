# SPDX-License-Identifier: Apache-2.0
"""digits.py FIGURE.svg: trains a small network on scikit-learn's digits with its products on several
units, then on ever narrower accumulators; the tables and the figure of docs/torch.md."""

import argparse
import importlib.util
import pathlib
import sys

import mmasc
import mmasc.torch as on_units
import numpy as np
import torch
from figure import Curve, figure

HIDDEN, BATCH, TEST = 256, 256, 360
LEARNING_RATE, MOMENTUM = 0.1, 0.9
BF16 = "hopper/mma.m16n8k16.f32.bf16.bf16.f32"
FP8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
NARROW = pathlib.Path(__file__).with_name("narrow.toml")


def digits_file():
    """The file of Debian's python3-sklearn or pip's scikit-learn, which need not be imported."""
    package = importlib.util.find_spec("sklearn")
    path = package and pathlib.Path(package.origin).with_name("datasets") / "data/digits.csv.gz"
    if not path or not path.is_file():
        sys.exit("digits.py: no digits.csv.gz; install python3-sklearn, or give --digits FILE")
    return path


def read_digits(path):
    """Training and test pixels and labels: 8 x 8 pixels of 0..16, the digit last."""
    table = torch.from_numpy(np.loadtxt(path, np.float32, delimiter=","))
    table = table[torch.randperm(len(table), generator=torch.Generator().manual_seed(0))]
    pixels, labels = table[:, :-1] / 16, table[:, -1].long()
    return pixels[TEST:], labels[TEST:], pixels[:TEST], labels[:TEST]


def row_scaled(unit, promote_k=0):
    """One scale for each row of A and column of B, so that only promotion differs."""
    engine = unit.engine(threads=1)  # these products are too small for more
    product = on_units.Scaled(engine, block_a=(1, 0), block_b=(0, 1), promote_k=promote_k, threads=1)
    return dict.fromkeys(on_units.PRODUCTS, product)


def narrow(bits):
    unit = mmasc.unit(NARROW)
    return unit.with_("dot.fraction_bits", bits).with_("result.significand_fraction", bits)


def network(products):
    return torch.nn.Sequential(
        on_units.Linear(64, HIDDEN, **products),
        torch.nn.ReLU(),
        on_units.Linear(HIDDEN, HIDDEN, **products),
        torch.nn.ReLU(),
        on_units.Linear(HIDDEN, 10, **products),
    )


def train(digits, products, seed, epochs):
    """The network, its mean loss in each epoch and its accuracy on the test digits. A number that
    quantisers refuse (NaN, infinity) ends the training: then these are losses so far and 0.1."""
    pixels, labels, test_pixels, test_labels = digits
    torch.manual_seed(seed)
    net = network(products)
    optimiser = torch.optim.SGD(net.parameters(), lr=LEARNING_RATE, momentum=MOMENTUM)
    losses = []
    try:
        for _ in range(epochs):
            batches = torch.randperm(len(pixels)).split(BATCH)[: len(pixels) // BATCH]
            total = 0.0
            for batch in batches:
                optimiser.zero_grad()
                loss = torch.nn.functional.cross_entropy(net(pixels[batch]), labels[batch])
                loss.backward()
                optimiser.step()
                total += loss.item()
            losses.append(total / len(batches))
        with torch.no_grad():
            right = net(test_pixels).argmax(1) == test_labels
        return net, losses, right.double().mean().item()
    except mmasc.InvalidArgument:
        return net, losses, 0.1


def over_seeds(digits, products, options):
    """Mean losses by epoch, and the least, mean and greatest accuracy."""
    runs = [train(digits, products, seed, options.epochs) for seed in range(1, options.seeds + 1)]
    shortest = min(len(losses) for _, losses, _ in runs)
    losses = np.mean([losses[:shortest] for _, losses, _ in runs], 0).tolist()
    accuracies = [accuracy for *_, accuracy in runs]
    return losses, (min(accuracies), sum(accuracies) / len(accuracies), max(accuracies))


def hidden_operands(digits, options):
    """Input, weight and output gradient of the second layer, in f32, after two epochs."""
    net, *_ = train(digits, {}, 1, min(2, options.epochs))
    seen = {}
    net[2].register_forward_hook(lambda layer, inputs, output: seen.update(x=inputs[0], d=output))
    loss = torch.nn.functional.cross_entropy(net(digits[0][:BATCH]), digits[1][:BATCH])
    (gradient,) = torch.autograd.grad(loss, seen["d"])
    return seen["x"].detach(), net[2].weight.detach().T, gradient


def errors(products, x, w, gradient):
    """The errors of the three products against FP64: root mean square, relative to that of the
    product."""
    pairs = ((x, w), (gradient, w.T), (x.T, gradient))
    for name, (a, b) in zip(on_units.PRODUCTS, pairs):
        exact = a.double() @ b.double()
        d = on_units.matmul(a, b, forward=products.get(name))
        yield ((d - exact).square().mean() / exact.square().mean()).sqrt().item()


def percent(value):
    return f"{100 * value:.1f} %"


def compare_units(digits, options):
    """Prints a table; the curves of losses."""
    hopper = mmasc.unit(FP8)
    exact = hopper.with_("dot.fraction_bits", "exact").with_("result.significand_fraction", 23)
    rows = {
        "f32, by PyTorch": {},
        "bf16, Hopper": dict.fromkeys(on_units.PRODUCTS, mmasc.unit(BF16).engine(threads=1)),
        "FP8, exact sums": row_scaled(exact),
        "FP8, Hopper, promoted every 128": row_scaled(hopper, 128),
        "FP8, Hopper": row_scaled(hopper),
        "FP8, 10-bit accumulator": row_scaled(mmasc.unit(NARROW)),
        **{f"FP8, {bits}-bit accumulator": row_scaled(narrow(bits)) for bits in (5, 4)},
    }
    operands = hidden_operands(digits, options)
    print("| products | error: forward | input gradient | weight gradient | loss | accuracy | of seeds |")
    print("|---|---|---|---|---|---|---|")
    curves = []
    for name, products in rows.items():
        losses, (least, mean, most) = over_seeds(digits, products, options)
        of_products = " | ".join(f"{100 * error:.2g} %" for error in errors(products, *operands))
        print(
            f"| {name} | {of_products} | {losses[-1]:.3f} | {percent(mean)} | "
            f"{percent(least)} to {percent(most)} |",
            flush=True,
        )
        curves.append(Curve(name, list(enumerate(losses, 1))))
    return curves


def narrow_accumulators(digits, options):
    """Prints a table; the curves of accuracies."""
    rest = row_scaled(mmasc.unit(FP8), 128)
    cases = {
        "all products": row_scaled,
        "all, promoted every 32": lambda unit: row_scaled(unit, 32),
        **{
            f"{name.replace('_', ' ')} alone": lambda unit, name=name: {
                **rest,
                name: row_scaled(unit)[name],
            }
            for name in on_units.PRODUCTS
        },
    }
    print("\n| bits | " + " | ".join(cases) + " |\n" + "|---" * (len(cases) + 1) + "|")
    curves = {name: Curve(name, []) for name in cases}
    for bits in options.bits:
        means = []
        for name, products_of in cases.items():
            _, (_, mean, _) = over_seeds(digits, products_of(narrow(bits)), options)
            curves[name].points.append((bits, mean))
            means.append(percent(mean))
        print(f"| {bits} | " + " | ".join(means) + " |", flush=True)
    return list(curves.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figure")
    parser.add_argument("--digits", help="digits.csv.gz of scikit-learn")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--bits", type=int, nargs="+", default=[10, 7, 6, 5, 4, 3, 2])
    options = parser.parse_args()
    digits = read_digits(options.digits or digits_file())
    losses = compare_units(digits, options)
    accuracies = narrow_accumulators(digits, options)
    pathlib.Path(options.figure).write_text(figure(losses, accuracies))


if __name__ == "__main__":
    main()
