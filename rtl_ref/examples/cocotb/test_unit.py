# SPDX-License-Identifier: Apache-2.0
"""A unit that `mmasc emit-rtl` wrote, in cocotb 2, with the Python library as its model.

    mmasc emit-rtl volta/mma.m8n8k4.f32.f16.f16.f32 -o rtl
    SIM=icarus python3 test_unit.py rtl volta/mma.m8n8k4.f32.f16.f16.f32

Operands are random bits. In 30 % of the clocks no operation is offered, and in 30 % no result is
taken. A unit has to be one whose instruction is one operation. Exit status 0: d and id of each
result are those of the model, in the order of the operations. Otherwise the operands of the first
wrong result are made smaller, as long as the unit, alone with them, gives a wrong one.
"""

import os
import pathlib
import random
import shlex
import sys
from collections import deque

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

import mmasc

COUNT = int(os.environ.get("COUNT", "2000"))
DRAIN = 1000  # clocks without a result after which one is missing


class Model:
    """What the unit gives for operands as its ports take them, by name."""

    def __init__(self, name):
        self.name = name
        self.unit = mmasc.unit(name)
        self.engine = self.unit.engine("reference")
        self.widths = {operand: self.unit.elements(operand) for operand in self.unit.operands}

    def draw(self, source):
        """Random elements of each operand, element 0 first."""
        return {
            operand: [source.getrandbits(bits) for bits in widths]
            for operand, widths in self.widths.items()
        }

    def word(self, operand, elements):
        """The elements side by side, element 0 in the least significant bits."""
        word, low = 0, 0
        for element, bits in zip(elements, self.widths[operand]):
            word |= element << low
            low += bits
        return word

    def array(self, operands, operand):
        """The elements as the library takes them."""
        bits = max(8, 1 << (max(self.widths[operand]) - 1).bit_length())
        values = np.array(operands[operand], dtype=f"uint{bits}")
        return values[0] if operand == "c" else values

    def d(self, operands):
        """The bits of d."""
        d = np.asarray(self.engine.dot(**{x: self.array(operands, x) for x in self.widths}))
        return int(d.view(f"uint{8 * d.itemsize}"))

    def smaller(self, operands):
        """An mmasc.Shrinker of the operands."""
        return self.unit.shrinker(**{x: self.array(operands, x) for x in self.widths})

    def replay(self, operands):
        """The command that gives d."""
        words = [f"mmasc eval {shlex.quote(self.name)}"]
        for operand, elements in operands.items():
            digits = [(bits + 3) // 4 for bits in self.widths[operand]]
            words.append(f"--{operand} " + "".join(f"{x:0{n}x}" for x, n in zip(elements, digits)))
        return " ".join(words)


def bits_of(port):
    """The bits of a port; None where some are X or Z."""
    return port.value.to_unsigned() if port.value.is_resolvable else None


async def reset(dut):
    dut.valid_i.value = 0
    dut.ready_i.value = 0
    dut.rst_ni.value = 0
    for _ in range(4):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


def drive(dut, model, id_, operands):
    dut.id_i.value = id_
    for operand, elements in operands.items():
        getattr(dut, f"{operand}_i").value = model.word(operand, elements)


async def d_alone(dut, model, operands):
    """The bits of d where the unit has one operation; None where there is none, or one with X."""
    await FallingEdge(dut.clk_i)
    drive(dut, model, 0, operands)
    dut.valid_i.value = 1
    dut.ready_i.value = 1
    for _ in range(DRAIN):
        await ReadOnly()
        is_taken = dut.valid_i.value == 1 and dut.ready_o.value == 1
        if dut.valid_o.value == 1:
            return bits_of(dut.d_o)
        await FallingEdge(dut.clk_i)
        if is_taken:
            dut.valid_i.value = 0
    return None


async def smallest(dut, model, operands):
    """The smallest operands that were found of which the unit gives a wrong d."""
    await FallingEdge(dut.clk_i)
    await reset(dut)  # what is under way is of no interest
    shrinker = model.smaller(operands)
    while shrinker.asks:
        asked = {operand: bits.tolist() for operand, bits in shrinker.operands.items()}
        shrinker.answer(await d_alone(dut, model, asked) != model.d(asked))
    return {operand: bits.tolist() for operand, bits in shrinker.operands.items()}


@cocotb.test()
async def results_are_those_of_the_model(dut):
    model = Model(os.environ["UNIT"])
    seed = int(os.environ.get("SEED", "1"))
    source = random.Random(seed)
    ids = 1 << len(dut.id_i)

    dut.format_i.value = 0
    dut.c_is_input_i.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    await reset(dut)

    sent = checked = idle = 0
    offered, awaited = None, deque()
    while checked < COUNT:
        # What is driven on a falling edge holds until the rising edge has seen it.
        await FallingEdge(dut.clk_i)
        if offered is None and sent < COUNT and source.random() < 0.7:
            offered = model.draw(source)
            drive(dut, model, sent % ids, offered)
        dut.valid_i.value = int(offered is not None)
        taker = source.random() < 0.7
        dut.ready_i.value = int(taker)
        await ReadOnly()
        if offered is not None and dut.ready_o.value == 1:
            awaited.append((sent % ids, offered))
            sent += 1
            offered = None
        idle = 0 if dut.valid_o.value == 1 else idle + 1
        assert idle < DRAIN, f"{len(awaited)} results are missing"
        if taker and dut.valid_o.value == 1:
            assert awaited, "a result that nobody asked for"
            id_, operands = awaited.popleft()
            assert bits_of(dut.id_o) == id_, "a result out of order"
            d, right = bits_of(dut.d_o), model.d(operands)
            digits = (len(dut.d_o) + 3) // 4
            assert d == right, (
                f"result {checked}: d is {dut.d_o.value if d is None else f'{d:0{digits}x}'}, "
                f"expected {right:0{digits}x}\n"
                f"  {model.replay(operands)}\n"
                f"  smallest: {model.replay(await smallest(dut, model, operands))}"
            )
            checked += 1
    dut._log.info("%d results are those of %s, seed %d", checked, model.unit.id, seed)


def main(folder, unit):
    """Builds the folder of `mmasc emit-rtl` and runs the test; 1 if it fails."""
    from cocotb_tools.check_results import get_results
    from cocotb_tools.runner import get_runner

    folder = pathlib.Path(folder).resolve()
    (sources,) = folder.glob("*.f")
    runner = get_runner(os.environ.get("SIM", "icarus"))
    build = pathlib.Path(os.environ.get("BUILD", "sim_build")).resolve()
    runner.build(
        sources=[folder / name for name in sources.read_text().split()],
        hdl_toplevel=sources.stem,
        build_dir=build,
        timescale=("1ns", "1ps"),
        always=True,
    )
    results = runner.test(
        hdl_toplevel=sources.stem,
        test_module=pathlib.Path(__file__).stem,
        build_dir=build,
        extra_env={"UNIT": os.path.abspath(unit) if ".toml" in unit else unit},
    )
    tests, failed = get_results(results)
    return int(tests == 0 or failed != 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
