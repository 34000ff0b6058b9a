// SPDX-License-Identifier: Apache-2.0
// Draws what models/mmasc/presentation/waterfall.h lists: digits in columns of powers of two. Columns that
// hold no 1 in any row of a step, many side by side, become one.
'use strict';

const MANY_COLUMNS = 40;

function node(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const topOf = (run) => run.unit + run.digits.length - 1;

// The columns of a step from the highest down: an exponent each, or null for a gap.
function columnsOf(step) {
  const ones = new Set();
  const ends = new Set();
  for (const {rows} of step.blocks)
    for (const row of rows)
      for (const run of [row.kept, row.dropped]) {
        if (run.digits === '') continue;
        ends.add(topOf(run)).add(run.unit);
        for (let i = 0; i < run.digits.length; ++i)
          if (run.digits[i] === '1') ones.add(topOf(run) - i);
      }
  if (ends.size === 0) return [];
  const columns = [];
  const lowest = Math.min(...ends);
  for (let at = Math.max(...ends); at >= lowest;) {
    let next = at;
    while (next >= lowest && !ones.has(next) && !ends.has(next)) --next;
    if (at - next > MANY_COLUMNS) {
      columns.push(at, at - 1, null, next + 2, next + 1);
      at = next;
    } else {
      columns.push(at--);
    }
  }
  return columns;
}

// "|0      |-8     ": each label begins at its column.
function rulerOf(columns) {
  const cells = columns.map(() => ' ');
  let free = 0;
  columns.forEach((exponent, i) => {
    if (exponent === null || exponent % 8 !== 0 || i < free) return;
    const label = '|' + exponent;
    for (let j = 0; j < label.length; ++j) cells[i + j] = label[j];
    free = i + label.length + 1;
  });
  return cells.join('');
}

// Returns the class of the digit that a row has in a column, and the digit. `top` is the highest
// bit that the block keeps.
function cellOf({kept, dropped}, exponent, top) {
  const at = (run) => run.digits[topOf(run) - exponent];
  if (at(kept) !== undefined) return ['kept', at(kept)];
  if (at(dropped) !== undefined) return ['dropped', at(dropped)];
  if (exponent >= kept.unit && exponent <= top) return ['pad', '0'];
  if (dropped.digits !== '' && exponent < kept.unit && exponent > topOf(dropped)) return ['dropped', '0'];
  return ['', ' '];
}

// A gap is of the kind of what stands on both its sides.
function cellsOf(row, columns, top) {
  return columns.map((exponent, i) => {
    if (exponent !== null) return cellOf(row, exponent, top);
    const [left, right] = [columns[i - 1], columns[i + 1]].map((side) => cellOf(row, side, top)[0]);
    return left === right && left !== '' ? [left, '\u22ef'] : ['', ' '];
  });
}

function bitsOf(row, columns, top) {
  const cell = node('td', 'bits');
  if (row.kept.digits === '' && row.dropped.digits === '') return cell;
  let span = null;
  for (const [className, letter] of cellsOf(row, columns, top)) {
    if (span === null || span.className !== className) cell.append((span = node('span', className, '')));
    span.textContent += letter;
  }
  return cell;
}

function tableOf(step) {
  const columns = columnsOf(step);
  const table = node('table');
  const add = (...cells) => {
    const row = node('tr');
    row.append(...cells);
    table.append(row);
  };
  add(node('td', 'label', '2^'), node('td'), node('td', 'ruler', rulerOf(columns)), node('td'));
  for (const block of step.blocks) {
    const title = node('th', '', block.title);
    title.colSpan = 4;
    title.append(node('small', '', block.note));
    add(title);
    const tops = block.rows.map(({kept}) => kept.digits === '' ? -Infinity : topOf(kept));
    for (const row of block.rows) {
      const isEmpty = row.kept.digits === '' && row.dropped.digits === '';
      add(node('td', 'label', row.name), node('td', '', isEmpty ? ' ' : row.negative ? '\u2212' : '+'),
          bitsOf(row, columns, Math.max(...tops)), node('td', 'note', row.note));
    }
  }
  return table;
}

// Steps that were closed or opened by hand stay so.
function drawWaterfall(place, steps) {
  const were = [...place.querySelectorAll('details')].map((details) => details.open);
  const isKnown = were.length === steps.length;
  place.replaceChildren(...steps.map((step, i) => {
    if (steps.length === 1) return tableOf(step);
    const details = node('details');
    details.open = isKnown ? were[i] : i === 0;
    details.append(node('summary', '', step.title), tableOf(step));
    return details;
  }));
}
